package io.emphatic.flink.jobs;

import io.emphatic.logs.scaleout.ScaleOut.ScaleOutJob;
import java.nio.file.Path;
import java.time.Duration;
import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.configuration.ExecutionOptions;
import org.apache.flink.configuration.ExternalizedCheckpointRetention;
import org.apache.flink.configuration.HeartbeatManagerOptions;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.RpcOptions;
import org.apache.flink.configuration.StateBackendOptions;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.core.execution.RecoveryClaimMode;

/** The settings of a job that matter for exactly-once results. */
public final class JobConfiguration {
    static final int MOST_FAILURES = 5; // of checkpoints, one after another: what cannot be saved does not run for ever

    /** Fixed, so that the key group of a stream never changes: the highest parallelism. */
    public static final int KEY_GROUPS = 128;

    private static final int CHECKPOINTS_KEPT = 2;
    private static final int SORTED_ATTEMPTS = 20;

    private static final Duration EMBEDDED_TIMEOUT = Duration.ofHours(1);

    // Network buffers, which carry rows from thread to thread.
    private static final int BUFFER = 1 << 15; // bytes, as Flink has them
    private static final int MOST_TASKS = 32; // of a job with these; more tasks have smaller ones
    private static final long MINIMUM_NETWORK_BYTES = 1 << 26;

    private JobConfiguration() {}

    /** @param from the checkpoint to resume from; null for none */
    public static Configuration of(ScaleOutJob job, Path from) {
        Configuration configuration = named("emphatic " + job.source().name());
        configuration.set(StateBackendOptions.STATE_BACKEND, "hashmap");
        if (job.checkpoint() == null) {
            configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "none");
        } else {
            checkpoint(configuration, job);
        }
        if (from != null) {
            configuration.set(StateRecoveryOptions.SAVEPOINT_PATH, from.toUri().toString());
            configuration.set(StateRecoveryOptions.RESTORE_MODE, RecoveryClaimMode.NO_CLAIM);
        }
        return configuration;
    }

    private static Configuration named(String name) {
        Configuration configuration = new Configuration();
        configuration.set(PipelineOptions.NAME, name);
        configuration.set(PipelineOptions.GENERIC_TYPES, false);
        configuration.set(PipelineOptions.OBJECT_REUSE, true);
        configuration.set(PipelineOptions.MAX_PARALLELISM, KEY_GROUPS);
        return configuration;
    }

    /** Settings of a job over rows that end, which Flink sorts by their keys. It has no state: a fault repeats it. */
    public static Configuration sorted(String name) {
        Configuration configuration = named(name);
        configuration.set(ExecutionOptions.RUNTIME_MODE, RuntimeExecutionMode.BATCH);
        restart(configuration);
        configuration.set(RestartStrategyOptions.RESTART_STRATEGY_EXPONENTIAL_DELAY_ATTEMPTS, SORTED_ATTEMPTS);
        return configuration;
    }

    /** A task manager may be gone for a while: the number of restarts is not limited, but they become rarer. */
    private static void restart(Configuration configuration) {
        configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "exponential-delay");
        configuration.set(
                RestartStrategyOptions.RESTART_STRATEGY_EXPONENTIAL_DELAY_INITIAL_BACKOFF, Duration.ofMillis(500));
        configuration.set(
                RestartStrategyOptions.RESTART_STRATEGY_EXPONENTIAL_DELAY_MAX_BACKOFF, Duration.ofSeconds(20));
    }

    private static void checkpoint(Configuration configuration, ScaleOutJob job) {
        configuration.set(
                CheckpointingOptions.CHECKPOINTS_DIRECTORY,
                job.checkpoint().toAbsolutePath().toUri().toString());
        configuration.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, job.every());
        configuration.set(CheckpointingOptions.MAX_RETAINED_CHECKPOINTS, CHECKPOINTS_KEPT);
        // a restart makes no room: FailedCheckpoints ends the job
        configuration.set(CheckpointingOptions.TOLERABLE_FAILURE_NUMBER, 2 * MOST_FAILURES);
        configuration.set(
                CheckpointingOptions.EXTERNALIZED_CHECKPOINT_RETENTION,
                ExternalizedCheckpointRetention.RETAIN_ON_CANCELLATION);
        restart(configuration);
    }

    /** How many network buffers {@link LearnJob} needs to start (Flink, "Network memory tuning guide"). */
    public static int buffers(int parallelism) {
        int rows = parallelism + 1 + 2;
        int learners = 1 + 2;
        return parallelism * (rows + learners) + 2;
    }

    /** Settings of an engine inside this process, whose JobManager listens to this machine only. */
    public static void embed(Configuration configuration, Path temporary, int parallelism, int port) {
        int buffer = parallelism <= MOST_TASKS ? BUFFER : BUFFER / 4;
        // twice what must be there, so that one is filled while another is read
        MemorySize network = new MemorySize(Math.max(MINIMUM_NETWORK_BYTES, 2L * buffers(parallelism) * buffer));
        configuration.set(TaskManagerOptions.MEMORY_SEGMENT_SIZE, new MemorySize(buffer));
        configuration.set(TaskManagerOptions.NETWORK_MEMORY_MIN, network);
        configuration.set(TaskManagerOptions.NETWORK_MEMORY_MAX, network);
        configuration.set(CoreOptions.TMP_DIRS, temporary.toString());
        configuration.set(HeartbeatManagerOptions.HEARTBEAT_INTERVAL, Duration.ofSeconds(1)); // counts come with it
        // Within a process nothing is lost: a part that does not answer is slow, or the machine was asleep.
        configuration.set(HeartbeatManagerOptions.HEARTBEAT_TIMEOUT, EMBEDDED_TIMEOUT);
        configuration.set(RpcOptions.ASK_TIMEOUT_DURATION, EMBEDDED_TIMEOUT);
        configuration.set(RestOptions.ADDRESS, "127.0.0.1");
        configuration.set(RestOptions.PORT, port);
        configuration.set(RestOptions.BIND_PORT, String.valueOf(port));
        configuration.set(RestOptions.BIND_ADDRESS, "127.0.0.1");
    }
}
