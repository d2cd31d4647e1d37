package io.emphatic.flink;

import static org.assertj.core.api.Assertions.assertThat;

import io.emphatic.logs.scaleout.ScaleOut.ScaleOutReport;
import io.emphatic.logs.spec.Spec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Flink learns the very weights that {@code emphatic learn} learns. */
@Tag("slow")
class SameBitsTest {
    private static final PumpLog LOG = new PumpLog(1000, 20_000, 1);

    @TempDir
    private Path directory;

    @ParameterizedTest(name = "{0} features at parallelism {1}")
    @CsvSource({"dense, 1", "dense, 2", "dense, 4", "tiles, 4"})
    void weightsOfEveryStreamAreThoseOfLearnForEveryParallelism(String features, int parallelism) throws IOException {
        Path log = LOG.writeCsv(directory.resolve("pumps.csv"));
        Spec spec = PumpLog.spec(features.equals("dense") ? PumpLog.DENSE : PumpLog.TILES, directory);
        ScaleOutRuns runs = new ScaleOutRuns(spec, log.toString(), directory);
        ScaleOutReport report = ScaleOutRuns.run(runs.plain("flink", parallelism, 0));
        assertThat(report.rows()).isEqualTo(LOG.rows());
        assertThat(report.streams()).isEqualTo(LOG.pumps());
        assertThat(runs.models("flink")).hasSameTextualContentAs(OneProcess.learn(spec, log, directory));
        assertThat(Files.lines(runs.models("flink")).count())
                .isEqualTo((long) LOG.pumps() * spec.predictions().size());
    }

    @Test
    void jsonLinesInADirectoryGiveTheSameWeightsAsCsv() throws IOException {
        Path csv = LOG.writeCsv(directory.resolve("pumps.csv"));
        Path json =
                LOG.writeJson(Files.createDirectory(directory.resolve("json")).resolve("pumps.jsonl"));
        Spec spec = PumpLog.spec(PumpLog.DENSE, directory);
        ScaleOutRuns runs = new ScaleOutRuns(spec, json.getParent().toString(), directory);
        ScaleOutRuns.run(runs.plain("flink", 2, 0));
        assertThat(runs.models("flink")).hasSameTextualContentAs(OneProcess.learn(spec, csv, directory));
    }
}
