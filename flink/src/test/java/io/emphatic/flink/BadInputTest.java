package io.emphatic.flink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.emphatic.logs.scaleout.ScaleOut.ScaleOutReport;
import io.emphatic.logs.spec.Spec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Lines and rows that cannot be learned from. */
class BadInputTest {
    private static final PumpLog LOG = new PumpLog(20, 2000, 2);

    @TempDir
    private Path directory;

    private List<String> lines;
    private Spec spec;

    @BeforeEach
    void writeLog() throws IOException {
        lines = new ArrayList<>(Files.readAllLines(LOG.writeCsv(directory.resolve("clean.csv"))));
        spec = PumpLog.spec(PumpLog.DENSE, directory);
    }

    private ScaleOutRuns dirty() throws IOException {
        Path log = Files.write(directory.resolve("dirty.csv"), lines);
        return new ScaleOutRuns(spec, log.toString(), directory);
    }

    @Test
    void malformedLinesAreCountedAndKeptAndTheOthersAreLearnedFrom() throws IOException {
        lines.add(700, "pump-3,too,few");
        lines.add(1500, "pump-3,12,0.5,\"0.5,1,0.5,0.5,false");
        lines.add("pump-4,99999999,hot,0.5,1,0.5,0.5,false");
        ScaleOutRuns runs = dirty();
        ScaleOutReport report = ScaleOutRuns.run(runs.plain("flink", 2, 3));
        assertThat(report.malformed()).isEqualTo(3);
        assertThat(report.rows()).isEqualTo(LOG.rows());
        assertThat(Files.readAllLines(runs.rejected()))
                .hasSize(3)
                .allSatisfy(line -> assertThat(line).startsWith("{\"rejected\":\"malformed\",\"source\":"))
                .anySatisfy(line -> assertThat(line).contains("has 3 values where the header has 8 names"))
                .anySatisfy(line -> assertThat(line).contains("a quote is not closed"))
                .anySatisfy(line -> assertThat(line).contains("hot"));
        assertThat(runs.models("flink"))
                .hasSameTextualContentAs(OneProcess.learn(spec, directory.resolve("clean.csv"), directory));
    }

    @Test
    void oneMalformedLineMoreThanToleratedFailsTheJobInItsOwnWords() throws IOException {
        lines.add(700, "pump-3,too,few");
        lines.add(800, "pump-3,too,few,again");
        ScaleOutRuns runs = dirty();
        assertThatThrownBy(() -> ScaleOutRuns.run(runs.plain("flink", 1, 1)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("the line has 4 values where the header has 8 names")
                .hasMessageContaining("more than the 1 malformed lines that --tolerate allows");
        assertThat(Files.readAllLines(runs.rejected())).hasSize(2);
        assertThat(runs.models("flink")).doesNotExist();
    }

    @Test
    void rowsWhoseTimeGoesBackwardsAreCountedAndKeptAndNeverLearnedFrom() throws IOException {
        lines.add("pump-5,0,0.5,0.5,1,0.5,0.5,false");
        ScaleOutRuns runs = dirty();
        ScaleOutReport report = ScaleOutRuns.run(runs.plain("flink", 2, 0));
        assertThat(report.late()).isEqualTo(1);
        assertThat(report.malformed()).isZero();
        assertThat(Files.readString(runs.rejected()))
                .startsWith("{\"rejected\":\"late\"")
                .contains("pump-5");
        assertThat(runs.models("flink"))
                .hasSameTextualContentAs(OneProcess.learn(spec, directory.resolve("clean.csv"), directory));
    }
}
