package io.emphatic.flink.jobs;

import io.emphatic.flink.state.SavedJobs;
import io.emphatic.logs.scaleout.ScaleOut.ScaleOutProgress;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.apache.flink.api.common.JobExecutionResult;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.ExceptionUtils;
import org.apache.flink.util.SerializedThrowable;

/** A job that was submitted: watched until it ends. */
public final class RunningJob {
    private static final long POLL_MILLIS = 500;
    private static final int STOP_ATTEMPTS = 60;

    private final JobClient client;
    private final Path checkpoint; // null for none
    private final FailedCheckpoints failed; // null without checkpoints
    private long rows;
    private int restarts;

    /** Submits a job; {@code address} is that of the JobManager. */
    public RunningJob(StreamExecutionEnvironment job, Path checkpoint, String address) throws IOException {
        try {
            this.client = job.executeAsync();
        } catch (IOException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IOException("Flink cannot run the job: " + e.getMessage(), e);
        }
        this.checkpoint = checkpoint;
        this.failed = checkpoint == null
                ? null
                : new FailedCheckpoints(address, client.getJobID().toString(), checkpoint);
    }

    public int restarts() {
        return restarts;
    }

    /** The accumulators, when the job has ended. If this thread is interrupted, the job is stopped and saved. */
    public Map<String, Object> await(Consumer<ScaleOutProgress> progress) throws IOException {
        try {
            return watch(progress);
        } catch (InterruptedException e) {
            throw stopped(e);
        } catch (IOException | UncheckedIOException e) {
            if (Thread.interrupted()) { // files that were being written are closed by it
                throw stopped(e);
            }
            throw e;
        }
    }

    private IOException stopped(Exception e) {
        ExecutionException failed = null;
        for (int attempt = 0; attempt < STOP_ATTEMPTS; attempt++) {
            try {
                if (attempt > 0) {
                    Thread.sleep(POLL_MILLIS);
                }
                return new IOException(stop(), e);
            } catch (ExecutionException refused) {
                failed = refused; // no savepoint is possible while a task ends, as one without files does, or restarts
            } catch (InterruptedException again) {
                return new IOException("the job continues: stopping it was interrupted", again);
            }
        }
        return new IOException("the job could not be stopped: " + failed.getMessage(), failed);
    }

    private String stop() throws ExecutionException, InterruptedException {
        if (checkpoint == null) {
            client.cancel().get();
            return "the job was stopped; nothing of it is saved";
        }
        String directory = checkpoint.toAbsolutePath().toUri().toString();
        String saved = client.stopWithSavepoint(false, directory, SavepointFormatType.CANONICAL)
                .get();
        return "the job was stopped, and is saved in " + saved + "\n--resume continues from it.";
    }

    private Map<String, Object> watch(Consumer<ScaleOutProgress> progress) throws IOException, InterruptedException {
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
                progress.accept(look((now - last) / 1e9, failedCheckpoints()));
                last = now;
            } catch (ExecutionException e) {
                throw failure(e);
            }
        }
    }

    private List<String> failedCheckpoints() throws IOException {
        try {
            return failed == null ? List.of() : failed.look();
        } catch (IOException e) {
            try {
                client.cancel();
            } catch (IllegalStateException ended) {
                return List.of(); // by itself, in the meantime: the result tells
            }
            throw e;
        }
    }

    private ScaleOutProgress look(double seconds, List<String> failures) throws IOException, InterruptedException {
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
        long streams = number(known, LearningOperator.STREAMS);
        return new ScaleOutProgress(state, rows, speed, streams, checkpoints, failures, restarts);
    }

    private void count(Map<String, Object> accumulators) {
        rows = number(accumulators, RowEvaluator.ROWS);
        restarts = (int) Math.max(restarts, number(accumulators, LearningOperator.RESTARTS));
    }

    public static long number(Map<String, Object> accumulators, String name) {
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
        boolean ours =
                ExceptionUtils.findThrowable(e, SuppressRestartsException.class).isPresent()
                        || cause.getClass().getName().startsWith("io.emphatic");
        String message = cause.getMessage() == null ? cause.toString() : cause.getMessage();
        if (message.contains("ClassNotFoundException: io.emphatic") || message.startsWith("io.emphatic.")) {
            message += "\nThe cluster does not have Emphatic: run flink/install FLINK_HOME on each of its machines.";
        }
        return new IOException(ours ? message : "the job failed: " + message, e);
    }
}
