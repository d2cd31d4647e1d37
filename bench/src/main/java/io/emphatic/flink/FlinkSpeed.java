package io.emphatic.flink;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.management.OperatingSystemMXBean;
import io.emphatic.flink.jobs.FlinkEngine;
import io.emphatic.flink.jobs.JobConfiguration;
import io.emphatic.flink.jobs.JobDescription;
import io.emphatic.flink.jobs.LearningOperator;
import io.emphatic.flink.state.FlinkStream;
import io.emphatic.flink.state.ModelParts.LearningFiles;
import io.emphatic.flink.state.Wire;
import io.emphatic.flink.state.Wire.KeyedRow;
import io.emphatic.logs.file.StreamKey;
import io.emphatic.logs.live.ColumnTypes;
import io.emphatic.logs.live.LiveSpec;
import io.emphatic.logs.spec.FeatureBlock;
import io.emphatic.logs.spec.RowShape;
import io.emphatic.logs.spec.Spec;
import io.emphatic.logs.spec.ValueRanges;
import io.emphatic.logs.sql.CsvDialect;
import io.emphatic.logs.sql.SpillDirectory;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.connector.datagen.source.GeneratorFunction;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;

/**
 * Events per second of the embedded engine on two tasks, for rows whose expressions are evaluated already: 32 features,
 * one ETD prediction for each stream, beside the same job with a learner that does nothing, and beside one that does
 * not even fetch the state of the stream, which is the engine's ceiling.
 *
 * <pre>
 *   mvn -q -B -pl bench,flink -am -DskipTests package
 *   java -XX:+UseParallelGC -cp "bench/target/benchmarks.jar:flink/target/lib/*" io.emphatic.flink.FlinkSpeed 1000 10000000 3
 * </pre>
 *
 * Arguments: streams, events, rounds, and seconds between checkpoints (none without). In this package because operators
 * are not for users to compose.
 */
public final class FlinkSpeed {
    private static final OperatingSystemMXBean SYSTEM =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private static final int PARALLELISM = 2;
    private static final int FEATURES = 32;

    /** What is done with a row. */
    private enum RowWork {
        NO_STATE,
        NO_LEARNER,
        ETD
    }

    private FlinkSpeed() {}

    public static void main(String[] arguments) throws Exception {
        int streams = Integer.parseInt(arguments[0]);
        long events = Long.parseLong(arguments[1]);
        int rounds = Integer.parseInt(arguments[2]);
        double every = arguments.length > 3 ? Double.parseDouble(arguments[3]) : 0;
        JobDescription description = description();
        Path directory = Files.createTempDirectory("emphatic-flink-speed");
        try {
            List<double[]> measured = new ArrayList<>();
            for (int round = 0; round <= rounds; round++) { // the first warms up
                double[] speeds = new double[RowWork.values().length];
                for (RowWork work : RowWork.values()) {
                    String label = round == 0 ? "(warm-up) " : "";
                    speeds[work.ordinal()] = run(label, streams, events, work, every, description, directory);
                }
                if (round > 0) {
                    measured.add(speeds);
                }
            }
            if (rounds > 0) {
                printShares(measured);
            }
        } finally {
            SpillDirectory.delete(directory);
        }
        System.exit(0);
    }

    /** Of the speed without a learner, round by round; the middle of the rounds. */
    private static void printShares(List<double[]> rounds) {
        for (RowWork beside : List.of(RowWork.NO_LEARNER, RowWork.NO_STATE)) {
            double[] shares = rounds.stream()
                    .mapToDouble(speeds -> speeds[RowWork.ETD.ordinal()] / speeds[beside.ordinal()])
                    .sorted()
                    .toArray();
            double middle = (shares[(shares.length - 1) / 2] + shares[shares.length / 2]) / 2;
            System.out.printf(
                    Locale.ROOT,
                    "etd: %.0f %% of %s in the median of %d rounds, %.0f to %.0f %%%n",
                    100 * middle,
                    name(beside),
                    shares.length,
                    100 * shares[0],
                    100 * shares[shares.length - 1]);
        }
    }

    private static String name(RowWork work) {
        return work.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    private static JobDescription description() throws IOException {
        Map<String, String> types = new TreeMap<>(Map.of("id", "VARCHAR", "t", "BIGINT", "reward", "DOUBLE"));
        String features = IntStream.range(0, FEATURES).mapToObj(j -> "x" + j).collect(Collectors.joining(", "));
        for (int j = 0; j < FEATURES; j++) {
            types.put("x" + j, "DOUBLE");
        }
        types.put("mu", "DOUBLE");
        types.put("pi", "DOUBLE");
        Spec.Prediction etd = new Spec.Prediction(
                "etd", "mu", "pi", null, "reward", "0.9", "0.5", null, "etd", Map.of("step_size", 1e-4));
        List<FeatureBlock> blocks = List.of(new FeatureBlock.Expressions(features));
        RowShape shape = new RowShape(false, Double.NaN, null, Map.of(), types, ValueRanges.LEARNED);
        Spec spec = new Spec("id", "t", null, null, null, blocks, List.of(etd), shape, true, null);
        try (LiveSpec live = LiveSpec.of(spec, ColumnTypes.fixed(types), null)) {
            return new JobDescription(spec, null, types, live.featureMap(), CsvDialect.DETECTED);
        }
    }

    /** Returns events per second. */
    private static double run(
            String label,
            int streams,
            long events,
            RowWork work,
            double every,
            JobDescription description,
            Path directory)
            throws Exception {
        Configuration configuration = new Configuration();
        configuration.set(PipelineOptions.GENERIC_TYPES, false);
        configuration.set(PipelineOptions.OBJECT_REUSE, true);
        configuration.set(PipelineOptions.MAX_PARALLELISM, JobConfiguration.KEY_GROUPS);
        JobConfiguration.embed(configuration, Files.createDirectories(directory.resolve("tmp")), PARALLELISM, 18_099);
        configuration.set(TaskManagerOptions.NUM_TASK_SLOTS, PARALLELISM);
        if (every > 0) {
            configuration.set(
                    CheckpointingOptions.CHECKPOINTS_DIRECTORY,
                    directory.resolve("checkpoints").toUri().toString());
            configuration.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofMillis(Math.round(1000 * every)));
        }
        StreamExecutionEnvironment environment =
                StreamExecutionEnvironment.createLocalEnvironment(PARALLELISM, configuration);
        LearningFiles files =
                new LearningFiles(null, directory.resolve("models").toString(), 0);
        OneInputStreamOperator<KeyedRow, String> learner = work == RowWork.ETD
                ? new LearningOperator(description, files, false)
                : new Nothing(work == RowWork.NO_LEARNER);
        environment
                .fromSource(
                        new DataGeneratorSource<>(new Events(description, streams, events), events, Wire.ROW),
                        WatermarkStrategy.noWatermarks(),
                        "events")
                .keyBy(KeyedRow::stream, Wire.KEY)
                .transform("learners", Types.STRING, learner);
        long cpu = SYSTEM.getProcessCpuTime();
        long start = System.nanoTime();
        JobClient client = environment.executeAsync();
        JsonNode checkpoints = watch(client);
        double seconds = (System.nanoTime() - start) / 1e9;
        double used = (SYSTEM.getProcessCpuTime() - cpu) / 1e9;
        System.out.printf(
                Locale.ROOT,
                "%-20s %,10.0f events/s %8.0f ns of processor time per event%n",
                label + name(work),
                events / seconds,
                1e9 * used / events);
        if (checkpoints != null) {
            JsonNode last = checkpoints.path("latest").path("completed");
            System.out.printf(
                    Locale.ROOT,
                    "  last checkpoint: %,d bytes (%,.0f per stream), %,d ms%n",
                    last.path("state_size").asLong(),
                    last.path("state_size").asDouble() / streams,
                    last.path("end_to_end_duration").asLong());
        }
        return events / seconds;
    }

    /** What is known of checkpoints when the job ends; null for nothing. */
    private static JsonNode watch(JobClient client) throws Exception {
        JsonNode last = null;
        while (!client.getJobExecutionResult().isDone()) {
            JsonNode now = FlinkEngine.get("127.0.0.1:18099", "/jobs/" + client.getJobID() + "/checkpoints")
                    .orElse(null);
            last = now != null && now.path("latest").path("completed").isObject() ? now : last;
            Thread.sleep(200);
        }
        client.getJobExecutionResult().get();
        return last;
    }

    /** Rows that were evaluated before. Each of the two generators has half of the streams. */
    private static final class Events implements GeneratorFunction<Long, KeyedRow> {
        private static final long serialVersionUID = 1;
        private static final int POOL = 1024;

        private final String description;
        private final int streams;
        private final long events;
        private transient StreamKey[] keys;
        private transient double[][] numbers;

        Events(JobDescription description, int streams, long events) {
            this.description = description.text();
            this.streams = streams;
            this.events = events;
        }

        private void prepare() throws IOException {
            keys = new StreamKey[streams];
            for (int k = 0; k < streams; k++) {
                keys[k] = StreamKey.of("stream-" + k);
            }
            SplittableRandom random = new SplittableRandom(1);
            List<Map<String, Object>> rows = new ArrayList<>();
            for (int k = 0; k < POOL; k++) {
                Map<String, Object> row = new TreeMap<>(Map.of("id", "a", "t", (long) k, "mu", 0.5, "pi", 0.5));
                row.put("reward", random.nextDouble());
                for (int j = 0; j < FEATURES; j++) {
                    row.put("x" + j, random.nextDouble());
                }
                rows.add(row);
            }
            try (LiveSpec spec = JobDescription.read(description).compile()) {
                numbers = spec.evaluate(rows).stream().map(row -> row.numbers()).toArray(double[][]::new);
            }
        }

        @Override
        public KeyedRow map(Long event) throws IOException {
            if (keys == null) {
                prepare();
            }
            int half = streams / PARALLELISM;
            int which = (int) (event % half) + (event < events / PARALLELISM ? 0 : half);
            StreamKey time = StreamKey.of(event);
            return new KeyedRow(keys[which], time, numbers[(int) (event % POOL)], event);
        }
    }

    /** The learner that does nothing: with the state of each stream, in which rows are counted, or without. */
    private static final class Nothing extends AbstractStreamOperator<String>
            implements OneInputStreamOperator<KeyedRow, String> {
        private static final long serialVersionUID = 1;

        private final boolean stateful;
        private transient ValueState<FlinkStream> kept;
        private double sum;

        Nothing(boolean stateful) {
            this.stateful = stateful;
        }

        @Override
        public void open() throws Exception {
            super.open();
            if (stateful) {
                kept = getPartitionedState(new ValueStateDescriptor<>("learners", new FlinkStream.Serializer()));
            }
        }

        @Override
        public void processElement(StreamRecord<KeyedRow> record) throws IOException {
            sum += record.getValue().numbers()[0];
            if (stateful) {
                count();
            }
        }

        private void count() throws IOException {
            FlinkStream known = kept.value();
            if (known == null) {
                known = new FlinkStream(0, 0, new byte[0]);
                kept.update(known);
            }
            known.countRow();
        }
    }
}
