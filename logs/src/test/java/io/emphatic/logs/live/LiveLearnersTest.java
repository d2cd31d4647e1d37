package io.emphatic.logs.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.emphatic.Algorithm;
import io.emphatic.Algorithms;
import io.emphatic.Parameter;
import io.emphatic.logs.file.StreamKey;
import io.emphatic.logs.file.StreamModels.StreamModel;
import io.emphatic.logs.file.StreamState;
import io.emphatic.logs.learning.Learning;
import io.emphatic.logs.learning.LearningReport;
import io.emphatic.logs.spec.FeatureBlock;
import io.emphatic.logs.spec.Spec;
import io.emphatic.logs.sql.Log;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is learned from rows as they come is what {@code learn} learns from a log of them. */
class LiveLearnersTest {
    private static final List<FeatureBlock> FEW =
            List.of(new FeatureBlock.Bias(), new FeatureBlock.Expressions("x, y"));
    private static final List<FeatureBlock> TILES = List.of(new FeatureBlock.Tiles(
            List.of("x", "y"), List.of(List.of(-3.0, 3.0), List.of(0.0, 1.0)), 2, List.of(5, 5), 0));
    private static final List<FeatureBlock> SQL = List.of(
            new FeatureBlock.Bias(),
            new FeatureBlock.Expressions("x * y, n // 2, sin(x)"),
            new FeatureBlock.OneHot("n", List.of("0", "1", "2", "3")));

    @TempDir
    private Path directory;

    static Stream<List<FeatureBlock>> features() {
        return Stream.of(FEW, TILES, SQL);
    }

    private static Spec.Prediction[] everyAlgorithm(boolean auto) {
        List<Spec.Prediction> predictions = new ArrayList<>();
        for (Algorithm algorithm : Algorithms.all()) {
            Map<String, Double> parameters = new LinkedHashMap<>();
            if (algorithm.parameters().stream().anyMatch(one -> one.name().equals("step_size"))) {
                parameters.put("step_size", 0.01);
            }
            predictions.add(Interleaved.prediction(algorithm.name(), algorithm.name(), parameters));
        }
        if (auto) {
            predictions.add(Interleaved.prediction("chosen", "td", Map.of("step_size", Parameter.AUTO)));
        }
        return predictions.toArray(new Spec.Prediction[0]);
    }

    private LearningReport learned(List<Map<String, Object>> rows, Spec spec) throws IOException {
        Path file = Interleaved.csv(rows, directory.resolve("log.csv"));
        try (Log log = Log.open(file.toString())) {
            return Learning.learn(log, spec, Learning.Options.NONE);
        }
    }

    @ParameterizedTest
    @MethodSource("features")
    void aLearnerOfEachStreamLearnsWhatLearnDoesFromItsRows(List<FeatureBlock> features) throws IOException {
        Spec spec = Interleaved.spec(features, everyAlgorithm(true)).perEachStream();
        List<Map<String, Object>> rows = Interleaved.rows(1, 600, 3);
        try (LiveSpec live = LiveSpec.of(spec, ColumnTypes.growing(Map.of()), null)) {
            LiveLearners learners = new LiveLearners(live);
            live.evaluate(rows).forEach(learners::learn);
            for (StreamKey stream : learners.streams()) {
                LearningReport report =
                        learned(Interleaved.of(rows, stream.text()), Interleaved.spec(features, everyAlgorithm(true)));
                report.predictions().forEach(one -> {
                    assertThat(learners.weights(one.name(), stream))
                            .as(one.name())
                            .isEqualTo(one.weights());
                    assertThat(learners.stepsLearned(one.name(), stream)).isEqualTo(one.steps());
                });
            }
        }
    }

    @ParameterizedTest
    @MethodSource("features")
    void stateThatIsSavedAndRestoredAfterEveryRowGoesOnWithTheSameBits(List<FeatureBlock> features) throws IOException {
        List<Map<String, Object>> rows = Interleaved.rows(2, 80, 3);
        for (boolean perStream : new boolean[] {false, true}) {
            Spec plain = Interleaved.spec(features, everyAlgorithm(perStream));
            Spec spec = perStream ? plain.perEachStream() : plain;
            try (LiveSpec live = LiveSpec.of(spec, ColumnTypes.growing(Map.of()), null)) {
                LiveLearners straight = new LiveLearners(live);
                LiveLearners saved = new LiveLearners(live);
                for (LiveRow row : live.evaluate(rows)) {
                    double[] expected = straight.learn(row);
                    assertThat(saved.learn(row)).isEqualTo(expected);
                    saved = saved.with(live);
                }
                assertThat(Interleaved.bytes(saved)).isEqualTo(Interleaved.bytes(straight));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("features")
    void keyedStateGoesThroughBytesAfterEveryRow(List<FeatureBlock> features) throws IOException {
        Spec spec = Interleaved.spec(features, everyAlgorithm(true)).perEachStream();
        List<Map<String, Object>> rows = Interleaved.rows(3, 80, 2);
        try (LiveSpec live = LiveSpec.of(spec, ColumnTypes.growing(Map.of()), null)) {
            LiveLearners straight = new LiveLearners(live);
            StreamLearners learners = new StreamLearners(live);
            Map<StreamKey, byte[]> states = new LinkedHashMap<>();
            for (LiveRow row : live.evaluate(rows)) {
                byte[] before = states.get(row.stream());
                StreamState state = before == null ? learners.start() : learners.read(before);
                assertThat(learners.learn(state, row)).isEqualTo(straight.learn(row));
                states.put(row.stream(), learners.bytes(state));
            }
            for (StreamKey stream : states.keySet()) {
                for (StreamModel model : learners.models(stream, learners.read(states.get(stream)))) {
                    assertThat(model.weights()).isEqualTo(straight.weights(model.prediction(), stream));
                }
            }
        }
    }

    @Test
    void aRowThatIsBadIsRefusedAloneAndChangesNothing() throws IOException {
        Spec spec = Interleaved.spec(SQL, Interleaved.prediction("v", "etd", Map.of()));
        List<Map<String, Object>> rows = Interleaved.rows(4, 50, 2);
        try (LiveSpec live = LiveSpec.of(spec, ColumnTypes.growing(Map.of()), null);
                LiveSpec other = LiveSpec.of(spec, ColumnTypes.growing(Map.of()), null)) {
            List<Map<String, Object>> withBad = new ArrayList<>();
            for (Map<String, Object> row : rows) {
                withBad.add(row);
                withBad.add(changed(row, "mu", null));
                withBad.add(changed(row, "mu", 0.0));
                withBad.add(changed(row, "x", "many"));
                withBad.add(changed(row, "gamma", 1.5));
                withBad.add(changed(row, "n", 0.5)); // would make the column DOUBLE, and lambda is wrong
                withBad.get(withBad.size() - 1).put("lambda", -1.0);
                withBad.add(changed(row, "unit", null));
            }
            LiveLearners learners = new LiveLearners(live);
            LiveLearners good = new LiveLearners(other);
            int refused = 0;
            for (LiveRow row : live.evaluate(withBad)) {
                if (row.isRefused()) {
                    refused++;
                    assertThat(row.refusal()).isNotBlank();
                } else {
                    learners.learn(row);
                }
            }
            other.evaluate(rows).forEach(good::learn);
            assertThat(refused).isEqualTo(6 * rows.size());
            assertThat(live.types().asMap().get("n")).isEqualTo("BIGINT");
            assertThat(Interleaved.bytes(learners)).isEqualTo(Interleaved.bytes(good));
        }
    }

    private static Map<String, Object> changed(Map<String, Object> row, String column, Object value) {
        Map<String, Object> changed = new LinkedHashMap<>(row);
        changed.put(column, value);
        return changed;
    }

    @Test
    void aTimeThatGoesBackwardsIsRefused() throws IOException {
        Spec spec = Interleaved.spec(FEW, Interleaved.prediction("v", "etd", Map.of()));
        List<Map<String, Object>> rows = Interleaved.rows(5, 20, 1);
        try (LiveSpec live = LiveSpec.of(spec, ColumnTypes.growing(Map.of()), null)) {
            LiveLearners learners = new LiveLearners(live);
            List<LiveRow> evaluated = live.evaluate(rows);
            evaluated.subList(0, 10).forEach(learners::learn);
            byte[] before = Interleaved.bytes(learners);
            assertThatThrownBy(() -> learners.learn(evaluated.get(9)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("the row comes too late: its time 9 is not after 9, that of the row before it in its"
                            + " stream");
            assertThat(Interleaved.bytes(learners)).isEqualTo(before);
        }
    }
}
