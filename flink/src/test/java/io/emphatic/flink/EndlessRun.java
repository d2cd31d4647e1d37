package io.emphatic.flink;

import static org.assertj.core.api.Assertions.assertThat;

import io.emphatic.logs.scaleout.ScaleOut.ScaleOutJob;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;

/** A job that goes on until it is stopped, and writes its models with every checkpoint. */
final class EndlessRun {
    private static final long PAUSE_MILLIS = 20;

    private final CompletableFuture<String> said = new CompletableFuture<>();
    private final Path models;
    private final Thread thread;
    private volatile int restarts;

    private EndlessRun(ScaleOutJob job) {
        this.models = job.outputs().models();
        this.thread = new Thread(() -> {
            try {
                said.complete("it ended: "
                        + new FlinkScaleOut().learn(job, told -> restarts = Math.max(restarts, told.restarts())));
            } catch (IOException | RuntimeException e) {
                said.complete(String.valueOf(e.getMessage()));
            }
        });
    }

    static EndlessRun start(ScaleOutJob job) throws IOException {
        Files.deleteIfExists(job.outputs().models());
        EndlessRun run = new EndlessRun(job);
        run.thread.start();
        return run;
    }

    /** Waits until the models are these. */
    void awaitModels(Path expected) throws Exception {
        await(() -> isSame(models, expected));
    }

    private void await(Callable<Boolean> event) throws Exception {
        while (!said.isDone() && !event.call()) {
            Thread.sleep(PAUSE_MILLIS);
        }
        assertThat(said).as(() -> "the job ended by itself: " + said.getNow("")).isNotDone();
    }

    static boolean isSame(Path models, Path expected) throws IOException {
        return Files.exists(models) && Files.mismatch(models, expected) < 0;
    }

    CompletableFuture<String> said() {
        return said;
    }

    /** Waits until tasks were started again so often. */
    void awaitRestarts(int count) throws Exception {
        await(() -> restarts >= count);
    }

    /** Stops it with a savepoint; what it said. */
    String stop() throws Exception {
        thread.interrupt();
        return said.get();
    }
}
