package io.emphatic.cli.evaluating;

import static org.assertj.core.api.Assertions.assertThat;

import io.emphatic.logs.evaluating.Evaluating;
import io.emphatic.logs.evaluating.EvaluationReport;
import io.emphatic.logs.file.ProgressListener;
import io.emphatic.logs.spec.EvaluationReader;
import io.emphatic.logs.sql.Log;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EvaluationAnswerTest {
    @TempDir
    private Path directory;

    /** A target that never does what was logged, and one of which a few rows tell. */
    @ParameterizedTest
    @CsvSource({"0, more of the same will not help", "k % 30 = 3, more episodes help"})
    void moreEpisodesHelpWhereFewDecideAndNotWhereNoneCounts(String target, String said) throws IOException {
        StringBuilder rows = new StringBuilder("k,r\n");
        for (int k = 0; k < 60; k++) {
            rows.append(k).append(',').append(k % 7).append('\n');
        }
        Path file = Files.writeString(directory.resolve("log.csv"), rows);
        Path spec = Files.writeString(
                directory.resolve("spec.yaml"),
                "terminated: \"true\"\ndiscount: 0\ncumulant: r\nbehaviour: CASE WHEN k % 30 = 3 THEN 1 / 30 ELSE 0.9 END\ntargets: {new: CAST("
                        + target + " AS DOUBLE)}\n");
        try (Log log = Log.open(file.toString())) {
            EvaluationReport report =
                    Evaluating.evaluate(log, EvaluationReader.read(spec, false).spec(), ProgressListener.NONE);
            assertThat(String.join(" ", new EvaluationAnswer(report).lines())).contains("Do not trust: " + said);
        }
    }
}
