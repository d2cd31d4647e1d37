package io.emphatic.flink;

import io.emphatic.logs.scaleout.ScaleOutProgress;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.apache.flink.api.common.JobExecutionResult;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.apache.flink.util.ExceptionUtils;
import org.apache.flink.util.SerializedThrowable;

/** A job that was submitted: watched until it ends. */
final class RunningJob {
    private static final long POLL_MILLIS = 500;

    private final JobClient client;
    private final Path checkpoint; // null for none
    private long rows;
    private int restarts;

    RunningJob(JobClient client, Path checkpoint) {
        this.client = client;
        this.checkpoint = checkpoint;
    }

    /** How often tasks were started again. */
    int restarts() {
        return restarts;
    }

    /** Returns the accumulators when the job has ended. */
    Map<String, Object> await(Consumer<ScaleOutProgress> progress) throws IOException, InterruptedException {
        CompletableFuture<JobExecutionResult> result = client.getJobExecutionResult();
        long last = System.nanoTime();
        while (true) {
            try {
                Map<String, Object> accumulators =
                        result.get(POLL_MILLIS, TimeUnit.MILLISECONDS).getAllAccumulatorResults();
                count(accumulators);
                return accumulators;
            } catch (TimeoutException e) {
                long now = System.nanoTime();
                progress.accept(look((now - last) / 1e9));
                last = now;
            } catch (ExecutionException e) {
                throw failure(e);
            }
        }
    }

    private ScaleOutProgress look(double seconds) throws IOException, InterruptedException {
        long before = rows;
        String state = "RUNNING";
        Map<String, Object> known = Map.of();
        try {
            state = client.getJobStatus().get().name();
            known = client.getAccumulators().get();
        } catch (ExecutionException | IllegalStateException e) {
            // it has just ended, or the cluster does not answer now: the next look tells
        }
        count(known);
        long checkpoints = checkpoint == null ? 0 : SavedJobs.lastNumber(checkpoint);
        double speed = Math.max(0, rows - before) / seconds;
        return new ScaleOutProgress(state, rows, speed, number(known, LearningOperator.STREAMS), checkpoints, restarts);
    }

    private void count(Map<String, Object> accumulators) {
        rows = number(accumulators, RowEvaluator.ROWS);
        restarts = (int) Math.max(restarts, number(accumulators, LearningOperator.RESTARTS));
    }

    static long number(Map<String, Object> accumulators, String name) {
        return accumulators.get(name) instanceof Number number ? number.longValue() : 0;
    }

    /** In the words of what went wrong first, without those of everything that failed because of it. */
    private static IOException failure(ExecutionException e) {
        Throwable cause = e;
        while (cause.getCause() != null && cause.getCause() != cause) {
            cause = cause.getCause();
        }
        if (cause instanceof SerializedThrowable serialized) {
            cause = serialized.deserializeError(RunningJob.class.getClassLoader());
        }
        boolean ours = ExceptionUtils.findThrowable(e, SuppressRestartsException.class).isPresent()
                || cause.getClass().getName().startsWith("io.emphatic");
        String message = cause.getMessage() == null ? cause.toString() : cause.getMessage();
        if (message.contains("ClassNotFoundException: io.emphatic") || message.startsWith("io.emphatic.")) {
            message += "\nThe cluster does not have Emphatic: put flink/target/lib into lib/ of its Flink.";
        }
        return new IOException(ours ? message : "the job failed: " + message, e);
    }
}
