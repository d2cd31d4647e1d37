package io.emphatic.flink;

import static org.assertj.core.api.Assertions.assertThat;

import io.emphatic.flink.state.SavedJobs;
import io.emphatic.logs.scaleout.ScaleOut.ScaleOutReport;
import io.emphatic.logs.spec.Spec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Faults at length: not among the ordinary tests, but run by {@code mvn -pl flink -am test -Dtest=LongFaults}. */
class LongFaults {
    private static final PumpLog LOG = new PumpLog(1000, 4_000_000, 6);
    private static final int KILLS = 9;

    @TempDir
    private Path directory;

    @Test
    void nineKilledTaskManagersLoseNothingAndRepeatNothing() throws Exception {
        ScaleOutRuns runs = runs();
        try (ClusterFaults faults = new ClusterFaults(directory.resolve("cluster"), 2, 2)) {
            CompletableFuture<ScaleOutReport> job =
                    ClusterFaults.start(runs.saved("flink", 4, faults.address(), false));
            assertThat(faults.killWorkers(KILLS, 7, runs.checkpoint(), job)).isEqualTo(KILLS);
            ScaleOutReport report = job.get();
            assertThat(report.restarts()).isGreaterThanOrEqualTo(KILLS);
            assertComplete(report, runs);
        }
    }

    @Test
    void aKilledJobManagerLosesTheJobAndItsLastCheckpointGoesOn() throws Exception {
        ScaleOutRuns runs = runs();
        try (ClusterFaults faults = new ClusterFaults(directory.resolve("cluster"), 2, 2)) {
            CompletableFuture<ScaleOutReport> lost =
                    ClusterFaults.start(runs.saved("lost", 4, faults.address(), false));
            awaitCheckpoint(runs, lost);
            faults.cluster().processes().get("jobmanager").kill();
            faults.cluster().replaceJobManager();
            assertThat(lost).failsWithin(Duration.ofMinutes(15)).withThrowableOfType(ExecutionException.class);
            ScaleOutReport report = ClusterFaults.start(runs.saved("flink", 3, faults.address(), true))
                    .get();
            assertThat(report.resumedFrom()).isNotNull();
            assertComplete(report, runs);
        }
    }

    @Test
    void aKilledBrokerThatComesBackLosesNothingAndRepeatsNothing() throws Exception {
        PumpLog rows = new PumpLog(1000, 1_000_000, 13);
        Path log = rows.writeJson(directory.resolve("pumps.jsonl"));
        Spec spec = PumpLog.spec(PumpLog.DENSE, directory);
        try (KafkaBroker kafka = new KafkaBroker(Files.createDirectory(directory.resolve("broker")))) {
            kafka.createTopic("pumps", 4);
            kafka.send("pumps", rows, 0, rows.rows());
            ScaleOutRuns runs = new ScaleOutRuns(spec, "kafka://" + kafka.servers() + "/pumps", directory);
            CompletableFuture<ScaleOutReport> job = ClusterFaults.start(runs.saved("flink", 4, null, false));
            awaitCheckpoint(runs, job);
            kafka.kill();
            kafka.start();
            ScaleOutReport report = job.get();
            assertThat(report.rows()).isEqualTo(rows.rows());
            assertThat(report.late()).isZero();
            assertThat(runs.models("flink")).hasSameTextualContentAs(OneProcess.learn(spec, log, directory));
        }
    }

    @Test
    void aProcessKilledInTheMiddleIsResumedAtOtherParallelisms() throws Exception {
        ScaleOutRuns runs = runs();
        killInTheMiddle(runs, 4, false);
        killInTheMiddle(runs, 2, true);
        ScaleOutReport report = ScaleOutRuns.run(runs.saved("flink", 3, null, true));
        assertThat(report.resumedFrom()).isNotNull();
        assertComplete(report, runs);
    }

    /** Kills a process that has some rows still to read, when it has completed two checkpoints. */
    private void killInTheMiddle(ScaleOutRuns runs, int parallelism, boolean resume) throws Exception {
        Path before = SavedJobs.last(runs.checkpoint()).orElse(null);
        Process process = EmbeddedRun.start(directory, runs.log(), parallelism, resume);
        int completed = 0;
        while (process.isAlive() && completed < 2) {
            Path now = SavedJobs.last(runs.checkpoint()).orElse(before);
            if (Objects.equals(now, before)) {
                Thread.sleep(20);
            } else {
                before = now;
                completed++;
            }
        }
        assertThat(process.isAlive()).as("the process is killed while it runs").isTrue();
        process.destroyForcibly().waitFor();
    }

    private ScaleOutRuns runs() throws IOException {
        Path log = LOG.writeCsv(directory.resolve("pumps.csv"));
        Spec spec = PumpLog.spec(PumpLog.DENSE, directory);
        return new ScaleOutRuns(spec, log.toString(), directory);
    }

    private static void awaitCheckpoint(ScaleOutRuns runs, CompletableFuture<?> job) throws Exception {
        Optional<Path> none = Optional.empty();
        while (!job.isDone() && SavedJobs.last(runs.checkpoint()).equals(none)) {
            Thread.sleep(20);
        }
        assertThat(job).isNotDone();
    }

    private void assertComplete(ScaleOutReport report, ScaleOutRuns runs) throws IOException {
        assertThat(report.rows()).isEqualTo(LOG.rows());
        assertThat(report.late()).isZero();
        assertThat(runs.models("flink"))
                .hasSameTextualContentAs(OneProcess.learn(runs.spec(), Path.of(runs.log()), directory));
    }
}
