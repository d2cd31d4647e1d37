package io.emphatic.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code learn} from the rows of a query. */
class LearnQueryTest {
    private static final int ROWS = 500;

    @TempDir
    private Path directory;

    @BeforeEach
    void writeTheFiles() throws IOException {
        StringBuilder csv = new StringBuilder("ep,t,action,mu,reward\n");
        for (int k = 0; k < ROWS; k++) {
            csv.append(k / 50 + "," + k % 50 + "," + (k * 7 % 3) + ",0.5," + (k * 13 % 5) + "\n");
        }
        Files.writeString(directory.resolve("log.csv"), csv);
        Files.writeString(directory.resolve("policy.csv"), "action,p,x\n0,0.2,1\n1,0.3,2\n2,0.5,4\n");
    }

    private String spec(String name, String log) throws IOException {
        return Files.writeString(
                        directory.resolve(name),
                        "log: " + log + "\nstream: ep\norder: t\nfeatures: 1, x\nbehaviour: mu\ntarget: p\n"
                                + "discount: 0.9\npredictions: {v: {algorithm: {name: etd, step_size: 0.01}}}\n")
                .toString();
    }

    private String[] checkpointed(String spec, String predictions, String more) {
        return ("learn " + spec + " --checkpoint " + directory.resolve("saved") + " --every-rows 100 --predictions "
                        + directory.resolve(predictions) + more)
                .split(" ");
    }

    @Test
    void aRunOverAQueryIsResumedAndAnotherQueryIsNot() throws IOException {
        String joined = spec("joined.yaml", "{query: \"SELECT * FROM 'log.csv' JOIN 'policy.csv' USING (action)\"}");
        Run whole = Run.emphatic(checkpointed(joined, "whole.csv", ""));
        assertThat(whole.code()).as(whole.err()).isZero();
        Run again = Run.emphatic(checkpointed(joined, "again.csv", " --resume"));
        assertThat(again.code()).as(again.err()).isZero();
        assertThat(again.out().replace("again.csv", "whole.csv")).isEqualTo(whole.out());
        assertThat(directory.resolve("again.csv")).hasSameTextualContentAs(directory.resolve("whole.csv"));
        String other = spec(
                "other.yaml", "{query: \"SELECT * FROM 'log.csv' JOIN 'policy.csv' USING (action) WHERE ep < 9\"}");
        Run refused = Run.emphatic(checkpointed(other, "other.csv", " --resume"));
        assertThat(refused.code()).isEqualTo(1);
        assertThat(refused.err()).contains("checkpoint");
    }

    @Test
    void aJoinedLogIsLearnedFromAsTheSameRowsInOneFile() throws IOException {
        StringBuilder csv = new StringBuilder("ep,t,action,mu,reward,p,x\n");
        double[][] policy = {{0.2, 1}, {0.3, 2}, {0.5, 4}};
        for (int k = 0; k < ROWS; k++) {
            double[] row = policy[k * 7 % 3];
            csv.append(k / 50 + "," + k % 50 + "," + (k * 7 % 3) + ",0.5," + (k * 13 % 5) + "," + row[0] + "," + row[1]
                    + "\n");
        }
        Files.writeString(directory.resolve("one.csv"), csv);
        Run one = Run.emphatic("learn", spec("one.yaml", "one.csv"));
        Run joined = Run.emphatic(
                "learn", spec("joined.yaml", "{query: \"SELECT * FROM 'log.csv' JOIN 'policy.csv' USING (action)\"}"));
        assertThat(joined.code()).as(joined.err()).isZero();
        assertThat(withoutName(joined.out())).contains("prediction").isEqualTo(withoutName(one.out()));
    }

    private static String withoutName(String text) {
        return text.lines().filter(line -> !line.contains(" rows in ")).collect(Collectors.joining("\n"));
    }
}
