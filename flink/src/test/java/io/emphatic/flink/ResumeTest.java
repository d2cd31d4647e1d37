package io.emphatic.flink;

import static org.assertj.core.api.Assertions.assertThat;

import io.emphatic.logs.scaleout.ScaleOutReport;
import io.emphatic.logs.spec.Spec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A process that is killed, and others that go on from its checkpoints. */
class ResumeTest {
    private static final PumpLog LOG = new PumpLog(1000, 200_000, 3);

    @TempDir
    private Path directory;

    @Test
    void aKilledProcessIsResumedAtOtherParallelismsWithTheSameBits() throws Exception {
        Path log = LOG.writeCsv(directory.resolve("pumps.csv"));
        Spec spec = PumpLog.spec(PumpLog.DENSE, directory);
        ScaleOutRuns runs = new ScaleOutRuns(spec, log.toString(), directory);
        killAfterACheckpoint(log, 4, false);
        Optional<Path> first = SavedJobs.last(runs.checkpoint());
        killAfterACheckpoint(log, 2, true);
        assertThat(SavedJobs.last(runs.checkpoint())).isPresent().isNotEqualTo(first);
        ScaleOutReport report = ScaleOutRuns.run(runs.saved("flink", 3, null, true));
        assertThat(report.resumedFrom()).isNotNull();
        assertThat(report.rows()).isEqualTo(LOG.rows());
        assertThat(report.late()).isZero();
        assertThat(runs.models("flink")).hasSameTextualContentAs(OneProcess.learn(spec, log, directory));
    }

    /** Runs a process until a checkpoint is complete that was not there before. */
    private void killAfterACheckpoint(Path log, int parallelism, boolean resume) throws Exception {
        Path checkpoints = directory.resolve("checkpoints");
        Optional<Path> before = SavedJobs.last(checkpoints);
        Process process = EmbeddedRun.start(directory, log, parallelism, resume);
        while (process.isAlive() && SavedJobs.last(checkpoints).equals(before)) {
            Thread.sleep(20);
        }
        assertThat(process.isAlive())
                .as(() -> "the process is killed in the middle: " + output())
                .isTrue();
        process.destroyForcibly().waitFor();
        assertThat(directory.resolve("killed.jsonl")).doesNotExist();
    }

    private String output() {
        try {
            return Files.readString(directory.resolve("embedded.out"));
        } catch (IOException e) {
            return e.toString();
        }
    }
}
