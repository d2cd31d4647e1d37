package io.emphatic.logs.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.emphatic.Algorithm;
import io.emphatic.Algorithms;
import io.emphatic.logs.file.ProgressListener;
import io.emphatic.logs.file.StreamKey;
import io.emphatic.logs.file.StreamModels;
import io.emphatic.logs.file.StreamModels.StreamModel;
import io.emphatic.logs.learning.Learning;
import io.emphatic.logs.learning.LearningReport;
import io.emphatic.logs.spec.FeatureBlock;
import io.emphatic.logs.spec.RowShape;
import io.emphatic.logs.spec.Spec;
import io.emphatic.logs.spec.ValueRanges;
import io.emphatic.logs.sql.Log;
import io.emphatic.logs.sql.LogSettings;
import io.emphatic.logs.sql.LogSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code learn --as-logged} and {@code learn --per stream} beside live learners on the same rows. */
class LearnByStreamTest {
    private static final List<FeatureBlock> FEW =
            List.of(new FeatureBlock.Bias(), new FeatureBlock.Expressions("x, y"));
    private static final List<FeatureBlock> TILES = List.of(new FeatureBlock.Tiles(
            List.of("x", "y"), List.of(List.of(-3.0, 3.0), List.of(0.0, 1.0)), 2, List.of(5, 5), 0));
    private static final List<FeatureBlock> SQL = List.of(
            new FeatureBlock.Expressions("x * y, n // 2, sin(x)"),
            new FeatureBlock.OneHot("n", List.of("0", "1", "2", "3")));

    @TempDir
    private Path directory;

    static Stream<List<FeatureBlock>> features() {
        return Stream.of(FEW, TILES, SQL);
    }

    private static Spec everyAlgorithm(List<FeatureBlock> features) {
        List<Spec.Prediction> predictions = new ArrayList<>();
        for (Algorithm algorithm : Algorithms.all()) {
            boolean hasStepSize =
                    algorithm.parameters().stream().anyMatch(one -> one.name().equals("step_size"));
            predictions.add(Interleaved.prediction(
                    algorithm.name(), algorithm.name(), hasStepSize ? Map.of("step_size", 0.01) : Map.of()));
        }
        return Interleaved.spec(features, predictions.toArray(new Spec.Prediction[0]));
    }

    private Learning.Options options(Path predictions, Path model, Path from, boolean asLogged, Path models) {
        return new Learning.Options(
                predictions, model, null, 1, false, from, false, "test", ProgressListener.NONE, asLogged, models);
    }

    private LearningReport learn(Path log, Spec spec, Learning.Options options) throws IOException {
        try (Log source = Log.open(log.toString())) {
            return Learning.learn(source, spec, options);
        }
    }

    @ParameterizedTest
    @MethodSource("features")
    void rowsAsTheyLieAreLearnedAsLiveRowsAre(List<FeatureBlock> features) throws IOException {
        List<Map<String, Object>> rows = Interleaved.rows(11, 900, 5);
        Spec spec = everyAlgorithm(features);
        Path log = Interleaved.csv(rows, directory.resolve("log.csv"));
        Path predictions = directory.resolve("predictions.csv");
        LearningReport report = learn(log, spec, options(predictions, null, null, true, null));
        try (LiveSpec live = LiveSpec.of(spec, ColumnTypes.growing(Map.of()), null)) {
            LiveLearners learners = new LiveLearners(live);
            List<String> lines = Files.readAllLines(predictions);
            assertThat(lines).hasSize(rows.size() + 1);
            List<LiveRow> evaluated = live.evaluate(rows);
            for (int k = 0; k < rows.size(); k++) {
                double[] values = learners.learn(evaluated.get(k));
                String[] cells = lines.get(k + 1).split(",");
                assertThat(cells).hasSize(2 + values.length);
                for (int p = 0; p < values.length; p++) {
                    assertThat(Double.parseDouble(cells[2 + p])).isEqualTo(values[p]);
                }
            }
            report.predictions().forEach(one -> {
                assertThat(learners.weights(one.name(), null)).as(one.name()).isEqualTo(one.weights());
                assertThat(learners.stepsLearned(one.name(), null)).isEqualTo(one.steps());
            });
        }
    }

    @ParameterizedTest
    @MethodSource("features")
    void aLearnerForEachStreamIsThatOfLiveRows(List<FeatureBlock> features) throws IOException {
        List<Map<String, Object>> rows = Interleaved.rows(12, 900, 12);
        Spec spec = everyAlgorithm(features).perEachStream();
        Path log = Interleaved.csv(rows, directory.resolve("log.csv"));
        Path models = directory.resolve("models.jsonl");
        LearningReport report = learn(log, spec, options(null, null, null, false, models));
        assertThat(report.predictions().get(0).streams().count()).isEqualTo(12);
        try (LiveSpec live = LiveSpec.of(spec, ColumnTypes.growing(Map.of()), null)) {
            LiveLearners learners = new LiveLearners(live);
            live.evaluate(rows).forEach(learners::learn);
            List<StreamModel> read = read(models);
            List<String> expected = new ArrayList<>();
            learners.streams().stream().sorted().forEach(stream -> spec.predictions()
                    .forEach(one -> expected.add(stream + " " + one.name())));
            assertThat(read)
                    .extracting(one -> one.stream() + " " + one.prediction())
                    .isEqualTo(expected);
            for (StreamModel one : read) {
                assertThat(one.weights()).isEqualTo(learners.weights(one.prediction(), one.stream()));
                assertThat(one.steps()).isEqualTo(learners.stepsLearned(one.prediction(), one.stream()));
            }
        }
    }

    @Test
    void modelsThatAreNoTextAreNamed() throws IOException {
        Path models = Files.write(directory.resolve("models.jsonl"), new byte[] {'{', (byte) 0xff, '\n'});
        assertThat(StreamModels.isOne(models)).isFalse();
        assertThatThrownBy(() -> new StreamModels(models))
                .hasMessage(models + " is no file of models by stream: line 1: it is not text in UTF-8");
    }

    private static List<StreamModel> read(Path models) throws IOException {
        List<StreamModel> read = new ArrayList<>();
        try (StreamModels file = new StreamModels(models)) {
            while (file.stream() != null) {
                read.addAll(file.take());
            }
        }
        return read;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void theFileOfModelsDoesNotDependOnThreadsNorOnTheOrderOfTheFile(int threads) throws IOException {
        List<Map<String, Object>> rows = Interleaved.rows(13, 3_000, 40);
        Spec spec = everyAlgorithm(FEW).perEachStream();
        Path log = Interleaved.csv(rows, directory.resolve("log.csv"));
        Path first = directory.resolve("first.jsonl");
        learn(log, spec, options(null, null, null, false, first));
        List<Map<String, Object>> gathered = new ArrayList<>();
        for (int unit = 39; unit >= 0; unit--) {
            gathered.addAll(Interleaved.of(rows, "unit-" + unit));
        }
        Path other = Interleaved.csv(gathered, directory.resolve("gathered.csv"));
        Path second = directory.resolve("second.jsonl");
        LogSettings settings = new LogSettings("500MB", threads, directory);
        Learning.learn(LogSource.files(other.toString()), settings, spec, options(null, null, null, false, second));
        assertThat(second).hasSameBinaryContentAs(first);
    }

    @Test
    void streamsGoOnFromTheirModelsAndTheOthersStay() throws IOException {
        Spec spec = Interleaved.spec(
                        FEW,
                        Interleaved.prediction("a", "etd", Map.of("step_size", 0.01)),
                        Interleaved.prediction("b", "td", Map.of("c1", 10.0, "c2", 100.0)))
                .perEachStream();
        List<Map<String, Object>> rows = Interleaved.rows(14, 600, 4);
        rows.forEach(row -> row.put("truncated", false));
        // Day by day: each stream ends with its day, so that weights are all that goes on.
        List<Map<String, Object>> today = rows.subList(0, 300);
        List<Map<String, Object>> tomorrow = rows.subList(300, 600).stream()
                .filter(row -> !row.get("unit").equals("unit-1"))
                .toList();
        for (List<Map<String, Object>> day : List.of(today, tomorrow)) {
            for (int unit = 0; unit < 4; unit++) {
                List<Map<String, Object>> own = Interleaved.of(day, "unit-" + unit);
                if (!own.isEmpty()) {
                    own.get(own.size() - 1).put("terminated", true);
                }
            }
        }
        Path first = directory.resolve("first.jsonl");
        Path second = directory.resolve("second.jsonl");
        Path whole = directory.resolve("whole.jsonl");
        learn(Interleaved.csv(today, directory.resolve("a.csv")), spec, options(null, null, null, false, first));
        LearningReport report = learn(
                Interleaved.csv(tomorrow, directory.resolve("b.csv")), spec, options(null, null, first, false, second));
        List<Map<String, Object>> both = new ArrayList<>(today);
        both.addAll(tomorrow);
        learn(Interleaved.csv(both, directory.resolve("c.csv")), spec, options(null, null, null, false, whole));
        assertThat(second).hasSameBinaryContentAs(whole);
        assertThat(report.predictions().get(0).stepsBefore()).isPositive();
    }

    @Test
    void anInterruptedRunByStreamEndsWithTheSameBytes() throws IOException {
        List<Map<String, Object>> rows = Interleaved.rows(15, 2_000, 9);
        Spec spec = everyAlgorithm(FEW).perEachStream();
        Path log = Interleaved.csv(rows, directory.resolve("log.csv"));
        Path straight = directory.resolve("straight.jsonl");
        learn(log, spec, options(null, null, null, false, straight));
        for (long stop : new long[] {250, 1000, 1750}) {
            Path checkpoint = directory.resolve("checkpoint-" + stop);
            Path resumed = directory.resolve("resumed-" + stop + ".jsonl");
            Learning.Options stopped = new Learning.Options(
                    null,
                    null,
                    checkpoint,
                    250,
                    false,
                    null,
                    false,
                    "test",
                    (done, total) -> {
                        if (done > stop) {
                            throw new IllegalStateException("stopped");
                        }
                    },
                    false,
                    resumed);
            assertThatThrownBy(() -> learn(log, spec, stopped)).hasMessage("stopped");
            assertThat(resumed).doesNotExist();
            Learning.Options again = new Learning.Options(
                    null, null, checkpoint, 250, true, null, false, "test", ProgressListener.NONE, false, resumed);
            LearningReport report = learn(log, spec, again);
            assertThat(resumed).hasSameBinaryContentAs(straight);
            assertThat(report.predictions().get(0).streams().count()).isEqualTo(9);
        }
    }

    @Test
    void aModelOfRowsAsTheyLieIsGoneOnFrom() throws IOException {
        Spec spec = everyAlgorithm(TILES);
        List<Map<String, Object>> rows = Interleaved.rows(16, 400, 3);
        List<Map<String, Object>> today = rows.subList(0, 200);
        for (int unit = 0; unit < 3; unit++) {
            List<Map<String, Object>> own = Interleaved.of(today, "unit-" + unit);
            own.get(own.size() - 1).put("terminated", true);
        }
        Path model = directory.resolve("model.json");
        learn(Interleaved.csv(today, directory.resolve("a.csv")), spec, options(null, model, null, true, null));
        LearningReport gone = learn(
                Interleaved.csv(rows.subList(200, 400), directory.resolve("b.csv")),
                spec,
                options(null, null, model, true, null));
        LearningReport whole =
                learn(Interleaved.csv(rows, directory.resolve("c.csv")), spec, options(null, null, null, true, null));
        for (int p = 0; p < whole.predictions().size(); p++) {
            if (!spec.predictions().get(p).name().equals("per-etd")) { // whose clocks end with their streams
                assertThat(gone.predictions().get(p).weights())
                        .isEqualTo(whole.predictions().get(p).weights());
            }
        }
        assertThatThrownBy(() -> learn(directory.resolve("b.csv"), spec, options(null, null, model, false, null)))
                .hasMessageContaining("its streams were interleaved: give --as-logged, too");
    }

    @Test
    void rowsThatGoBackwardsAreRefusedWhereTheyAreTakenAsTheyLie() throws IOException {
        List<Map<String, Object>> rows = new ArrayList<>(Interleaved.rows(17, 50, 2));
        rows.add(rows.remove(3));
        Path log = Interleaved.csv(rows, directory.resolve("log.csv"));
        assertThatThrownBy(() -> learn(log, everyAlgorithm(FEW), options(null, null, null, true, null)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("goes backwards in 1 row of");
    }

    @Test
    void streamsThatDivergeAreCountedAndNamed() throws IOException {
        List<Map<String, Object>> rows = Interleaved.rows(18, 900, 3);
        rows.forEach(row -> row.put("x", row.get("unit").equals("unit-1") ? 1e120 : row.get("x")));
        Spec spec = Interleaved.spec(FEW, Interleaved.prediction("v", "td", Map.of("step_size", 0.01)))
                .perEachStream();
        Path models = directory.resolve("models.jsonl");
        LearningReport report = learn(
                Interleaved.csv(rows, directory.resolve("log.csv")), spec, options(null, null, null, false, models));
        assertThat(report.predictions().get(0).warnings()).containsExactly("diverged in 1 stream of 3: unit-1");
        assertThat(read(models)).extracting(one -> one.divergedAt().isPresent()).containsExactly(false, true, false);
        assertThat(Files.readAllLines(models).get(0))
                .startsWith("{\"stream\":\"unit-0\",\"prediction\":\"v\",\"steps\":");
    }

    @Test
    void gapsInTimeAndNextStatesInTheRowAreSeenInTheSameWay() throws IOException {
        List<Map<String, Object>> rows = Interleaved.rows(19, 600, 3);
        rows.removeIf(row -> (Long) row.get("t") % 17 == 5);
        RowShape steps = new RowShape(false, 1, null, Map.of(), Map.of(), ValueRanges.LEARNED);
        compareWithLive(rows, steps);
        Map<String, Map<String, Object>> last = new LinkedHashMap<>();
        for (Map<String, Object> row : rows) {
            Map<String, Object> before = last.put((String) row.get("unit"), row);
            if (before != null) {
                before.put("next_x", row.get("x"));
            }
        }
        rows.forEach(row -> row.putIfAbsent("next_x", 0.5));
        compareWithLive(rows, new RowShape(false, Double.NaN, "next_", Map.of(), Map.of(), ValueRanges.LEARNED));
    }

    private void compareWithLive(List<Map<String, Object>> rows, RowShape shape) throws IOException {
        Spec plain = everyAlgorithm(FEW);
        Spec spec = new Spec("unit", "t", null, null, null, FEW, plain.predictions(), shape, false, null);
        Path log = Interleaved.csv(rows, directory.resolve("log.csv"));
        LearningReport report = learn(log, spec, options(null, null, null, true, null));
        try (LiveSpec live = LiveSpec.of(spec, ColumnTypes.growing(Map.of()), null)) {
            LiveLearners learners = new LiveLearners(live);
            live.evaluate(rows).forEach(learners::learn);
            report.predictions().forEach(one -> assertThat(learners.weights(one.name(), null))
                    .isEqualTo(one.weights()));
            assertThat(report.predictions().get(0).steps()).isPositive();
        }
    }

    @Test
    void keysAreSortedByTheirNumbersOrTheirCodePoints() {
        List<StreamKey> keys = List.of(
                StreamKey.of(-3L),
                StreamKey.of(2L),
                StreamKey.of(10L),
                StreamKey.of("10"),
                StreamKey.of("9"),
                StreamKey.of("a"),
                StreamKey.of("a", 2L),
                StreamKey.of("\uE000"),
                StreamKey.of("\uD83D\uDE00"));
        List<StreamKey> shuffled = new ArrayList<>(keys);
        Collections.shuffle(shuffled, new Random(1));
        assertThat(shuffled.stream().sorted()).isEqualTo(keys);
    }
}
