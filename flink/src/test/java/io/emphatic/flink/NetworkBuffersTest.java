package io.emphatic.flink;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.emphatic.flink.LoopbackCluster.ClusterSize;
import io.emphatic.flink.evaluation.EvaluationParts;
import io.emphatic.flink.evaluation.FlinkEvaluation;
import io.emphatic.flink.evaluation.StreamRanges;
import io.emphatic.flink.jobs.FlinkEngine;
import io.emphatic.flink.jobs.JobConfiguration;
import io.emphatic.flink.jobs.JobInput;
import io.emphatic.flink.jobs.LearnJob;
import io.emphatic.logs.scaleout.ScaleOut.ScaleOutEvaluation;
import io.emphatic.logs.scaleout.ScaleOut.ScaleOutJob;
import io.emphatic.logs.sql.LogSource;
import io.emphatic.logs.sql.SpillDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.NettyShuffleEnvironmentOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.runtime.io.network.partition.ResultPartitionType;
import org.apache.flink.runtime.jobgraph.IntermediateDataSet;
import org.apache.flink.runtime.jobgraph.JobGraph;
import org.apache.flink.runtime.jobgraph.JobVertex;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.flink.runtime.shuffle.NettyShuffleUtils;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Flink's own arithmetic over the graphs of the jobs: buffers that must be there, beside those that are. */
class NetworkBuffersTest {
    private static final int FLOATING = 8; // of an input, as Flink has it
    private static final int BUFFER = 32 << 10; // bytes, of a cluster
    private static final int REMOTE = 2; // buffers of each channel from another process
    private static final int LOCAL = 0; // within a process, buffers are handed over

    @TempDir
    private Path directory;

    /** What a TaskManager has and gives. */
    private record Network(int slots, int perChannel, int sortedBuffers) {

        /** Stages between which rows are sorted run one after the other, the others at once. */
        int required(JobGraph graph, int parallelism) {
            int sum = 0;
            int most = 0;
            boolean sorted = false;
            for (JobVertex vertex : graph.getVertices()) {
                int tasks = vertex.getParallelism() == 1 ? 1 : slots;
                int buffers = tasks * (inputs(vertex, parallelism) + outputs(vertex, parallelism));
                sum += buffers;
                most = Math.max(most, buffers);
                sorted |= vertex.getProducedDataSets().stream()
                        .anyMatch(one -> one.getResultType() == ResultPartitionType.BLOCKING);
            }
            return sorted ? most : sum;
        }

        private int inputs(JobVertex vertex, int parallelism) {
            int floating = NettyShuffleUtils.getMinMaxFloatingBuffersPerInputGate(FLOATING)
                    .getLeft();
            return vertex.getInputs().size() * (perChannel * parallelism + floating);
        }

        private int outputs(JobVertex vertex, int parallelism) {
            int buffers = 0;
            for (IntermediateDataSet output : vertex.getProducedDataSets()) {
                int receivers = output.getConsumers().get(0).getTarget().getParallelism() == 1 ? 1 : parallelism;
                buffers += NettyShuffleUtils.getMinMaxNetworkBuffersPerResultPartition(
                                REMOTE, FLOATING, 1, sortedBuffers, receivers, false, 0, output.getResultType())
                        .getLeft();
            }
            return buffers;
        }
    }

    private JobGraph learning(int parallelism, SpillDirectory working) throws IOException {
        Path log = new PumpLog(3, 30, 1).writeCsv(directory.resolve("pumps.csv"));
        ScaleOutRuns runs = new ScaleOutRuns(PumpLog.spec(PumpLog.DENSE, directory), log.toString(), directory);
        ScaleOutJob job = runs.predicting(directory.resolve("predicted").toString());
        StreamExecutionEnvironment environment =
                FlinkEngine.environment(parallelism, null, JobConfiguration.of(job, null), working);
        JobInput input = JobInput.of(job, working);
        LearnJob.build(environment, input, job, directory);
        return environment.getStreamGraph().getJobGraph();
    }

    private JobGraph evaluating(int parallelism, SpillDirectory working) throws IOException {
        Path log = new PumpLog(3, 30, 1).writeCsv(directory.resolve("pumps.csv"));
        ScaleOutEvaluation job = new ScaleOutEvaluation(
                PumpLog.evaluation(PumpLog.EVALUATION, directory),
                LogSource.files(log.toString()),
                directory.resolve("rejected.jsonl"),
                0,
                parallelism,
                null,
                null);
        StreamExecutionEnvironment environment =
                FlinkEngine.environment(parallelism, null, JobConfiguration.sorted("test"), working);
        JobInput input = JobInput.of(job, working);
        EvaluationParts parts = new EvaluationParts(directory.toString(), null);
        FlinkEvaluation.pass(environment, input, StreamRanges.of(Set.of(), 0), parts, job);
        return environment.getStreamGraph().getJobGraph();
    }

    @Test
    void whatLearningNeedsIsWhatFlinkAsksFor() throws IOException {
        try (SpillDirectory working = new SpillDirectory()) {
            JobGraph graph = learning(2, working);
            for (int parallelism = 2; parallelism <= JobConfiguration.KEY_GROUPS; parallelism++) {
                assertThat(JobConfiguration.buffers(parallelism))
                        .as("parallelism %d", parallelism)
                        .isEqualTo(new Network(parallelism, LOCAL, 0).required(graph, parallelism));
            }
        }
    }

    /** Within a process channels are local: an engine has what its subpartitions need, twice. */
    @Test
    void anEngineInThisProcessHasTheBuffersForEveryParallelism() throws IOException {
        try (SpillDirectory working = new SpillDirectory()) {
            JobGraph learning = learning(2, working);
            JobGraph evaluating = evaluating(2, working);
            for (int parallelism = 2; parallelism <= JobConfiguration.KEY_GROUPS; parallelism++) {
                Configuration configuration = new Configuration();
                JobConfiguration.embed(configuration, directory, parallelism, 0);
                long buffers =
                        configuration.get(TaskManagerOptions.NETWORK_MEMORY_MIN).getBytes()
                                / configuration
                                        .get(TaskManagerOptions.MEMORY_SEGMENT_SIZE)
                                        .getBytes();
                int sorted = new MiniClusterConfiguration.Builder()
                        .setConfiguration(configuration)
                        .build()
                        .getConfiguration()
                        .get(NettyShuffleEnvironmentOptions.NETWORK_SORT_SHUFFLE_MIN_BUFFERS);
                Network network = new Network(parallelism, LOCAL, sorted);
                assertThat(buffers)
                        .as("parallelism %d", parallelism)
                        .isGreaterThanOrEqualTo(2L * network.required(learning, parallelism))
                        .isGreaterThanOrEqualTo(network.required(evaluating, parallelism));
            }
        }
    }

    /** With what Flink gives to outputs that are sorted, four tasks on four slots asked for 4,096 of 2,048 buffers. */
    @Test
    void aTaskManagerOfALoopbackClusterHasTheBuffersForEveryJob() throws IOException {
        try (SpillDirectory working = new SpillDirectory()) {
            JobGraph learning = learning(2, working);
            JobGraph evaluating = evaluating(2, working);
            for (int slots = 1; slots <= JobConfiguration.KEY_GROUPS; slots++) {
                JsonNode yaml = new YAMLMapper()
                        .readTree(new ClusterConfiguration(directory, 1, 2, new ClusterSize(2, slots, 512)).yaml());
                String megabytes = yaml.path("taskmanager.memory.network.min").asText();
                int sorted = yaml.path(NettyShuffleEnvironmentOptions.NETWORK_SORT_SHUFFLE_MIN_BUFFERS.key())
                        .asInt(NettyShuffleEnvironmentOptions.NETWORK_SORT_SHUFFLE_MIN_BUFFERS.defaultValue());
                Network network = new Network(slots, REMOTE, sorted);
                assertThat((Long.parseLong(megabytes.replace("m", "")) << 20) / BUFFER)
                        .as("%d slots", slots)
                        .isGreaterThanOrEqualTo(network.required(learning, JobConfiguration.KEY_GROUPS))
                        .isGreaterThanOrEqualTo(network.required(evaluating, JobConfiguration.KEY_GROUPS));
            }
        }
    }
}
