package io.emphatic.flink;

import static org.assertj.core.api.Assertions.assertThat;

import io.emphatic.logs.evaluating.EvaluationReport;
import io.emphatic.logs.spec.EvaluationSpec;
import io.emphatic.logs.spec.Spec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/** The short form of {@link LongFaults}: processes that are killed while a job runs. */
@Tag("slow")
@EnabledIf(
        value = "hasMemory",
        disabledReason = "less than 4 GB of memory are free, and a cluster of three processes needs them")
class ClusterFaultTest {
    private static final PumpLog LOG = new PumpLog(200, 50_000, 4);
    private static final int KILLS = 2;

    @TempDir
    private Path directory;

    static boolean hasMemory() {
        return ClusterFaults.hasMemory(4096);
    }

    @Test
    @Timeout(900)
    void killedTaskManagersLoseNothingAndRepeatNothing() throws Exception {
        Spec spec = PumpLog.spec(PumpLog.DENSE, directory);
        try (KafkaBroker kafka = new KafkaBroker(Files.createDirectory(directory.resolve("broker")));
                ClusterFaults faults = new ClusterFaults(directory.resolve("cluster"), 2, 1)) {
            GrowingTopic topic = new GrowingTopic(kafka, LOG);
            topic.growTo(LOG.rows());
            ScaleOutRuns runs = new ScaleOutRuns(spec, topic.address(), directory);
            EndlessRun run = EndlessRun.start(runs.endless("flink", 2, faults.address(), false));
            int killed = faults.killWorkers(KILLS, 5, runs.checkpoint(), run.said());
            assertThat(killed).isEqualTo(KILLS);
            run.awaitRestarts(KILLS);
            run.awaitModels(topic.learned(spec, directory));
            assertThat(run.stop()).contains("is saved in");
            assertThat(runs.rejected()).doesNotExist();
            assertEvaluates(faults.address());
            assertThat(directory.resolve("cluster").resolve("log").resolve("jobmanager.log"))
                    .content()
                    .contains("INFO")
                    .contains("switched from state");
        }
    }

    private void assertEvaluates(String cluster) throws IOException {
        Path log = LOG.writeCsv(directory.resolve("pumps.csv"));
        EvaluationSpec spec = PumpLog.evaluation(PumpLog.EVALUATION, directory);
        EvaluationReport report = EvaluationRuns.flink(spec, log.toString(), directory, 1, 0, cluster);
        EvaluationRuns.assertSame(report, EvaluationRuns.oneProcess(spec, log));
    }
}
