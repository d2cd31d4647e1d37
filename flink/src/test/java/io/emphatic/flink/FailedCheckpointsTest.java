package io.emphatic.flink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.emphatic.logs.spec.Spec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A place for checkpoints that takes no more of them, as a full disk does. */
class FailedCheckpointsTest {
    /** Expressions that keep a job busy for a minute. */
    private static final String SLOW = PumpLog.DENSE.replace(
            "features: [1,", "features: [\"list_sum(list_transform(range(5000), lambda x: sin(x + heat)))\",");

    @TempDir
    private Path directory;

    @Test
    @Tag("slow")
    void eachIsToldAndSomeInARowEndTheJob() throws IOException {
        Path log = new PumpLog(20, 200_000, 1).writeCsv(directory.resolve("pumps.csv"));
        Spec spec = PumpLog.spec(SLOW, directory);
        ScaleOutRuns runs = new ScaleOutRuns(spec, log.toString(), directory);
        List<String> told = new ArrayList<>();
        Throwable failure =
                catchThrowable(() -> new FlinkScaleOut().learn(runs.saved("flink", 1, null, false), progress -> {
                    told.addAll(progress.failures());
                    if (progress.lastCheckpoint() > 0) {
                        breakDirectory(runs.checkpoint());
                    }
                }));
        assertThat(failure)
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("5 checkpoints failed, one after another: the job is ended\n")
                .hasMessageEndingWith("continue with --resume.");
        failure.getMessage()
                .lines()
                .filter(line -> line.startsWith("checkpoint "))
                .forEach(told::add);
        assertThat(told).hasSizeGreaterThanOrEqualTo(5).doesNotHaveDuplicates().allSatisfy(line -> assertThat(line)
                .matches("checkpoint \\d+ failed: .+ \\(.*checkpoints has room for \\d+ MB\\)"));
    }

    /** Puts a file where the directory of the job is. */
    private static void breakDirectory(Path checkpoints) {
        try (Stream<Path> jobs = Files.list(checkpoints)) {
            for (Path job : jobs.filter(path -> path.getFileName().toString().matches("[0-9a-f]{32}"))
                    .filter(Files::isDirectory)
                    .toList()) {
                Files.move(job, job.resolveSibling("moved"));
                Files.writeString(job, "");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
