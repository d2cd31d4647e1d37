package io.emphatic.flink;

import static org.assertj.core.api.Assertions.assertThat;

import io.emphatic.logs.scaleout.ScaleOutReport;
import io.emphatic.logs.spec.Spec;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/** The short form of {@link LongFaults}: processes that are killed while a job runs. */
@EnabledIf(
        value = "hasMemory",
        disabledReason = "less than 4 GB of memory are free, and a cluster of three processes needs them")
class ClusterFaultTest {
    private static final PumpLog LOG = new PumpLog(200, 400_000, 4);
    private static final int KILLS = 2;

    @TempDir
    private Path directory;

    static boolean hasMemory() {
        return ClusterFaults.hasMemory(4096);
    }

    @Test
    void killedTaskManagersLoseNothingAndRepeatNothing() throws Exception {
        Path log = LOG.writeCsv(directory.resolve("pumps.csv"));
        Spec spec = PumpLog.spec(PumpLog.DENSE, directory);
        ScaleOutRuns runs = new ScaleOutRuns(spec, log.toString(), directory);
        try (ClusterFaults faults = new ClusterFaults(directory.resolve("cluster"), 2, 1)) {
            CompletableFuture<ScaleOutReport> job =
                    ClusterFaults.start(runs.saved("flink", 2, faults.address(), false));
            int killed = faults.killWorkers(KILLS, 5, runs.checkpoint(), job);
            ScaleOutReport report = job.get();
            assertThat(killed).isEqualTo(KILLS);
            assertThat(report.restarts()).isGreaterThanOrEqualTo(KILLS);
            assertThat(report.rows()).isEqualTo(LOG.rows());
            assertThat(report.late()).isZero();
        }
        assertThat(runs.models("flink")).hasSameTextualContentAs(OneProcess.learn(spec, log, directory));
    }
}
