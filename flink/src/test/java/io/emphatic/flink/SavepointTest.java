package io.emphatic.flink;

import static org.assertj.core.api.Assertions.assertThat;

import io.emphatic.logs.file.StreamModel;
import io.emphatic.logs.file.StreamModels;
import io.emphatic.logs.scaleout.ScaleOutReport;
import io.emphatic.logs.spec.Spec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A job that is stopped with a savepoint, and goes on as another. */
class SavepointTest {
    private static final PumpLog LOG = new PumpLog(200, 600_000, 9);
    private static final String NEW = "  added: {cumulant: heat, algorithm: {name: td, step_size: 0.03}}\n";

    @TempDir
    private Path directory;

    @Test
    void aSavepointGoesOnAtAnotherParallelismWithAPredictionMore() throws Exception {
        Path log = LOG.writeCsv(directory.resolve("pumps.csv"));
        Spec before = PumpLog.spec(PumpLog.DENSE, directory);
        ScaleOutRuns runs = new ScaleOutRuns(before, log.toString(), directory);
        assertThat(stopAfterACheckpoint(runs)).contains("is saved in").contains("savepoint-");
        Spec after = PumpLog.spec(PumpLog.DENSE + NEW, directory);
        ScaleOutRuns upgraded = new ScaleOutRuns(after, log.toString(), directory);
        ScaleOutReport report = ScaleOutRuns.run(upgraded.saved("flink", 3, null, true));
        assertThat(report.resumedFrom()).contains("savepoint-");
        assertThat(report.rows()).isEqualTo(LOG.rows());
        List<String> models = Files.readAllLines(upgraded.models("flink"));
        List<String> added =
                models.stream().filter(line -> line.contains("\"added\"")).toList();
        assertThat(models.stream().filter(line -> !line.contains("\"added\"")))
                .containsExactlyElementsOf(Files.readAllLines(OneProcess.learn(before, log, directory)));
        assertThat(added).hasSize(LOG.pumps());
        assertThat(steps(upgraded.models("flink"), "added"))
                .isPositive()
                .isLessThan(steps(upgraded.models("flink"), "by-td"));
    }

    private static long steps(Path models, String prediction) throws IOException {
        long steps = 0;
        try (StreamModels read = new StreamModels(models)) {
            while (read.stream() != null) {
                for (StreamModel model : read.take()) {
                    steps += model.prediction().equals(prediction) ? model.steps() : 0;
                }
            }
        }
        return steps;
    }

    /** Returns what the job said when it was stopped. */
    private static String stopAfterACheckpoint(ScaleOutRuns runs) throws Exception {
        AtomicReference<String> said = new AtomicReference<>("it was not stopped");
        Thread job = new Thread(() -> {
            try {
                ScaleOutRuns.run(runs.saved("stopped", 2, null, false));
            } catch (IOException e) {
                said.set(e.getMessage());
            }
        });
        job.start();
        while (job.isAlive() && SavedJobs.last(runs.checkpoint()).isEmpty()) {
            Thread.sleep(20);
        }
        job.interrupt();
        job.join();
        return said.get();
    }
}
