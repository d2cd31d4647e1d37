package io.emphatic.flink.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.emphatic.logs.file.StreamKey;
import io.emphatic.logs.file.StreamState;
import io.emphatic.logs.learning.Learning;
import io.emphatic.logs.learning.LearningReport;
import io.emphatic.logs.live.ColumnTypes;
import io.emphatic.logs.live.LiveRow;
import io.emphatic.logs.live.LiveSpec;
import io.emphatic.logs.live.StreamLearners;
import io.emphatic.logs.spec.FeatureBlock;
import io.emphatic.logs.spec.Spec;
import io.emphatic.logs.sql.Log;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sums of streams, put together in groups as machines do. */
class MergedStreamsTest {
    @TempDir
    private Path directory;

    /** Random rows of twenty streams, interleaved. */
    private static List<Map<String, Object>> rows() {
        Random random = new Random(31);
        long[] times = new long[20];
        List<Map<String, Object>> rows = new ArrayList<>();
        for (int k = 0; k < 2_000; k++) {
            int stream = random.nextInt(times.length);
            Map<String, Object> row = new LinkedHashMap<>();
            row.put("unit", "unit-" + stream);
            row.put("t", times[stream]++);
            row.put("x", random.nextGaussian());
            row.put("n", (long) random.nextInt(5));
            row.put("mu", 0.3 + 0.7 * random.nextDouble());
            row.put("pi", random.nextDouble());
            row.put("reward", random.nextGaussian());
            row.put("terminated", random.nextInt(20) == 0);
            row.put("truncated", random.nextInt(20) == 0);
            rows.add(row);
        }
        return rows;
    }

    private static Spec spec(String... algorithms) {
        List<Spec.Prediction> predictions = new ArrayList<>();
        for (String algorithm : algorithms) {
            predictions.add(
                    new Spec.Prediction(algorithm, "mu", "pi", null, null, "0.9", "0.5", null, algorithm, Map.of()));
        }
        return new Spec("unit", "t", null, null, null, List.of(new FeatureBlock.Expressions("x, n")), predictions);
    }

    private Path csv(List<Map<String, Object>> rows) throws IOException {
        String text = rows.stream()
                .map(row -> row.values().stream().map(String::valueOf).collect(Collectors.joining(",")))
                .collect(Collectors.joining("\n", String.join(",", rows.get(0).keySet()) + "\n", "\n"));
        return Files.writeString(directory.resolve("log.csv"), text);
    }

    @Test
    void sumsOfStreamsAddUpToWhatLearnFinds() throws IOException {
        List<Map<String, Object>> rows = rows();
        Spec spec = spec("lstd", "elstd");
        LearningReport report;
        try (Log log = Log.open(csv(rows).toString())) {
            report = Learning.learn(log, spec, Learning.Options.NONE);
        }
        try (LiveSpec live = LiveSpec.of(spec, ColumnTypes.growing(Map.of()), null)) {
            StreamLearners learners = new StreamLearners(live);
            Map<StreamKey, StreamState> states = new TreeMap<>();
            for (LiveRow row : live.evaluate(rows)) {
                learners.learn(states.computeIfAbsent(row.stream(), none -> learners.start()), row);
            }
            MergedStreams whole = new MergedStreams(live);
            for (int group = 0; group < 4; group++) {
                MergedStreams part = new MergedStreams(live);
                for (Map.Entry<StreamKey, StreamState> one : states.entrySet()) {
                    if (Math.floorMod(one.getKey().hashCode(), 4) == group) {
                        part.add(learners.read(learners.bytes(one.getValue())));
                    }
                }
                whole.add(part.bytes());
            }
            for (LearningReport.LearnedPrediction one : report.predictions()) {
                assertThat(whole.weights(one.name())).containsExactly(one.weights(), within(1e-12));
                assertThat(whole.stepsLearned(one.name()))
                        .isEqualTo(one.steps())
                        .isPositive();
            }
        }
    }

    @Test
    void learnersWhoseStateIsNoSumAreRefused() throws IOException {
        try (LiveSpec other = LiveSpec.of(spec("etd"), ColumnTypes.growing(Map.of()), null)) {
            other.evaluate(rows());
            assertThatThrownBy(() -> new MergedStreams(other))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("per: stream");
        }
    }
}
