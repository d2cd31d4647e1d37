package io.emphatic.logs.learning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.emphatic.Algorithms;
import io.emphatic.Learner;
import io.emphatic.Parameter;
import io.emphatic.engine.ParkedStream;
import io.emphatic.experience.Features;
import io.emphatic.experience.Transition;
import io.emphatic.logs.file.ProgressListener;
import io.emphatic.logs.model.Model;
import io.emphatic.logs.model.Model.LearnedWeights;
import io.emphatic.logs.spec.FeatureBlock;
import io.emphatic.logs.spec.RowShape;
import io.emphatic.logs.spec.Spec;
import io.emphatic.logs.spec.ValueRanges;
import io.emphatic.logs.sql.Log;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Streams that go on in another log. */
class OpenStreamsTest {
    private static final Map<String, Double> STEP = Map.of("step_size", 0.01);

    @TempDir
    private Path directory;

    private record Row(String unit, int t, double x, double y, double mu, double reward) {}

    private static List<Row> rows(long seed, int count, String... units) {
        Random random = new Random(seed);
        List<Row> rows = new ArrayList<>();
        for (int t = 0; t < count; t++) {
            for (String unit : units) {
                double mu = 0.4 + 0.5 * random.nextDouble();
                rows.add(new Row(unit, t, random.nextGaussian(), random.nextGaussian(), mu, random.nextGaussian()));
            }
        }
        return rows;
    }

    private Path write(String name, List<Row> rows) throws IOException {
        StringBuilder text = new StringBuilder("unit,t,x,y,mu,reward\n");
        for (Row r : rows) {
            text.append(String.join(",", r.unit(), "" + r.t(), "" + r.x(), "" + r.y(), "" + r.mu(), "" + r.reward()))
                    .append('\n');
        }
        return Files.writeString(directory.resolve(name), text);
    }

    private static Spec.Prediction prediction(String name, String algorithm, Map<String, Double> parameters) {
        return new Spec.Prediction(name, "mu", "0.6", null, null, "0.9", "0.7", null, algorithm, parameters);
    }

    private static Spec spec(List<FeatureBlock> features, Spec.Prediction... predictions) {
        return new Spec("unit", "t", null, null, null, features, List.of(predictions));
    }

    private static Spec everyKind(List<FeatureBlock> features) {
        List<Spec.Prediction> predictions = new ArrayList<>(List.of(
                prediction("etd", "etd", STEP),
                prediction("clipped", "etd", Map.of("step_size", 0.01, "clip", 0.5)),
                prediction("gradient", "tdrc", STEP),
                prediction("hybrid", "htd", STEP),
                prediction("online", "true-online-etd", STEP),
                prediction("tree", "tree-backup", STEP),
                prediction("exact", "elstd", Map.of("ridge", 0.01)),
                prediction("weighted", "wis-td", Map.of("usage_decay", 0.01, "initial_usage", 10.0)),
                prediction("chosen", "td", Map.of("step_size", Parameter.AUTO))));
        for (int k = 0; k < 17; k++) {
            predictions.add(prediction("many" + k, "etd", Map.of("step_size", 0.001 * (k + 1))));
        }
        return spec(features, predictions.toArray(new Spec.Prediction[0]));
    }

    private static List<FeatureBlock> few() {
        return List.of(new FeatureBlock.Bias(), new FeatureBlock.Expressions("x, y"));
    }

    private static List<FeatureBlock> manySparse() {
        return List.of(
                new FeatureBlock.Bias(),
                new FeatureBlock.Tiles(
                        List.of("x", "y"), List.of(List.of(-3.0, 3.0), List.of(-3.0, 3.0)), 8, List.of(5, 5), 0));
    }

    private Path learn(Path log, Spec spec, Path from, boolean keepOpen, String name) throws IOException {
        Path model = directory.resolve(name);
        try (Log source = Log.open(log.toString())) {
            Learning.learn(
                    source,
                    spec,
                    new Learning.Options(
                            null, model, null, 1, false, from, keepOpen, "test", ProgressListener.NONE, false, null));
        }
        return model;
    }

    private static void assertSame(Path one, Path other) throws IOException {
        List<LearnedWeights> a = Model.read(one).predictions();
        List<LearnedWeights> b = Model.read(other).predictions();
        for (int p = 0; p < a.size(); p++) {
            assertThat(a.get(p).weights())
                    .as(a.get(p).name())
                    .containsExactly(b.get(p).weights());
            assertThat(a.get(p).steps()).isEqualTo(b.get(p).steps());
        }
        assertThat(Model.read(one).state()).isEqualTo(Model.read(other).state());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void oneStreamOverThreeDaysGivesTheBytesOfOneRun(boolean sparse) throws IOException {
        Spec spec = everyKind(sparse ? manySparse() : few());
        List<Row> all = rows(3, 300, "a");
        Path whole = learn(write("whole.csv", all), spec, null, true, "whole");
        Path one = learn(write("1.csv", all.subList(0, 120)), spec, null, true, "m1");
        Path two = learn(write("2.csv", all.subList(120, 121)), spec, one, true, "m2");
        Path three = learn(write("3.csv", all.subList(121, 300)), spec, two, true, "m3");
        assertSame(three, whole);
        Path cut = learn(write("4.csv", all.subList(120, 300)), spec, one, false, "without");
        assertThat(Model.read(cut).predictions().get(0).steps()).isEqualTo(299);
    }

    @Test
    void aLogWithoutStreamsGoesOnAndSoDoRowsThatHoldTheirNextState() throws IOException {
        StringBuilder text = new StringBuilder();
        Random random = new Random(5);
        double x = 0;
        for (int k = 0; k < 200; k++) {
            double next = random.nextGaussian();
            text.append(k + "," + x + "," + next + "," + random.nextDouble() + "\n");
            x = next;
        }
        List<String> lines = text.toString().lines().toList();
        for (RowShape shape : List.of(
                RowShape.PLAIN,
                new RowShape(false, 1, null, Map.of(), Map.of(), ValueRanges.LEARNED),
                new RowShape(false, Double.NaN, "next_", Map.of(), Map.of(), ValueRanges.LEARNED))) {
            Spec.Prediction one = new Spec.Prediction("p", null, null, null, null, "0.9", "0.8", null, "etd", STEP);
            String order = shape.hasStep() ? "t" : null;
            Spec spec = new Spec(
                    null,
                    order,
                    null,
                    null,
                    null,
                    List.of(new FeatureBlock.Expressions("x")),
                    List.of(one),
                    shape,
                    false,
                    null);
            Path[] logs = new Path[3];
            int[][] parts = {{0, 200}, {0, 90}, {90, 200}};
            for (int k = 0; k < 3; k++) {
                logs[k] = Files.writeString(
                        directory.resolve(k + ".csv"),
                        "t,x,next_x,reward\n" + String.join("\n", lines.subList(parts[k][0], parts[k][1])) + "\n");
            }
            Path whole = learn(logs[0], spec, null, true, "whole");
            Path day1 = learn(logs[1], spec, null, true, "m1");
            Path day2 = learn(logs[2], spec, day1, true, "m2");
            assertThat(Model.read(day2).predictions().get(0).steps())
                    .as(shape.toString())
                    .isEqualTo(Model.read(whole).predictions().get(0).steps());
            assertThat(Model.read(day2).predictions().get(0).weights())
                    .as(shape.toString())
                    .containsExactly(Model.read(whole).predictions().get(0).weights());
            assertSame(day2, whole);
        }
    }

    /** What the learners do: streams one after the other, each with its own trace, and shared weights. */
    private static Learner byHand(Spec.Prediction p, List<List<Row>> days) {
        Learner learner =
                Algorithms.named(p.algorithm()).configure(p.parameters()).sharedLearner(new double[3]);
        Map<String, Transition> time = new HashMap<>();
        Map<String, ParkedStream> traces = new HashMap<>();
        Map<String, Double> rewards = new HashMap<>();
        for (List<Row> day : days) {
            for (String unit : List.of("a", "b", "c")) {
                ParkedStream trace = traces.computeIfAbsent(unit, none -> new ParkedStream());
                learner.resume(trace);
                for (Row row : day.stream().filter(r -> r.unit().equals(unit)).toList()) {
                    Features phi = Features.dense(1, row.x(), row.y());
                    Transition t = time.get(unit);
                    if (t == null) {
                        t = new Transition();
                        time.put(unit, t);
                        t.start(phi, 0.7, 1);
                    } else {
                        t.arrive(rewards.get(unit), phi, 0.9, 0.7, 1);
                        learner.update(t);
                    }
                    t.ratio(0.6 / row.mu());
                    rewards.put(unit, row.reward());
                }
                learner.park(trace);
            }
        }
        return learner;
    }

    @ParameterizedTest
    @ValueSource(strings = {"etd", "tdrc", "true-online-etd", "elstd", "wis-td"})
    void severalStreamsGoOnWithTheirOwnTraces(String algorithm) throws IOException {
        Map<String, Double> parameters = algorithm.equals("elstd")
                ? Map.of("ridge", 0.01)
                : algorithm.equals("wis-td") ? Map.of("usage_decay", 0.01, "initial_usage", 10.0) : STEP;
        Spec.Prediction p = prediction("p", algorithm, parameters);
        Spec spec = spec(few(), p);
        List<Row> all = rows(8, 40, "a", "b", "c");
        List<Row> first = all.subList(0, 61);
        List<Row> second = all.subList(61, 120);
        Path day1 = learn(write("1.csv", first), spec, null, true, "m1");
        Path day2 = learn(write("2.csv", second), spec, day1, true, "m2");
        LearnedWeights learned = Model.read(day2).predictions().get(0);
        Learner expected = byHand(p, List.of(first, second));
        assertThat(learned.steps()).isEqualTo(expected.steps()).isEqualTo(117);
        assertThat(learned.weights()).containsExactly(expected.weights());
    }

    /** Least squares does not depend on the order of streams but for rounding: an outside check of every trace. */
    @Test
    void leastSquaresOverDaysIsThatOfAllRows() throws IOException {
        Spec spec = spec(few(), prediction("p", "elstd", Map.of("ridge", 0.01)));
        List<Row> all = rows(9, 60, "a", "b", "c");
        Path whole = learn(write("whole.csv", all), spec, null, false, "whole");
        Path day1 = learn(write("1.csv", all.subList(0, 75)), spec, null, true, "m1");
        // b and c rest for a day
        List<Row> onlyA =
                all.subList(75, 90).stream().filter(r -> r.unit().equals("a")).toList();
        List<Row> others = new ArrayList<>(
                all.subList(75, 90).stream().filter(r -> !r.unit().equals("a")).toList());
        others.addAll(all.subList(90, 180));
        Path day2 = learn(write("2.csv", onlyA), spec, day1, true, "m2");
        Path day3 = learn(write("3.csv", others), spec, day2, true, "m3");
        double[] expected = Model.read(whole).predictions().get(0).weights();
        LearnedWeights learned = Model.read(day3).predictions().get(0);
        assertThat(learned.steps()).isEqualTo(177);
        assertThat(learned.weights()).containsExactly(expected, within(1e-10));
    }

    @Test
    void whatCannotBeKeptIsRefusedWithASentence() throws IOException {
        Path log = write("1.csv", rows(1, 20, "a", "b"));
        Spec spec = spec(few(), prediction("p", "td", STEP));
        assertThatThrownBy(() -> new Learning.Options(
                        null, null, null, 1, false, null, true, "test", ProgressListener.NONE, false, null))
                .hasMessage("open streams are kept in a model: name its file with --model");
        assertThatThrownBy(() -> new Learning.Options(
                        null, log, directory, 1, false, null, true, "test", ProgressListener.NONE, false, null))
                .hasMessageContaining("--keep-open or --checkpoint, not both");
        Path open = learn(log, spec, null, true, "open");
        try (Log source = Log.open(log.toString())) {
            assertThatThrownBy(() -> Learning.learn(
                            source,
                            spec,
                            new Learning.Options(
                                    null,
                                    directory.resolve("m"),
                                    directory.resolve("saved"),
                                    1,
                                    false,
                                    open,
                                    false,
                                    "test",
                                    ProgressListener.NONE,
                                    false,
                                    null)))
                    .hasMessageContaining("has open streams, which are not part of a checkpoint");
        }
        Spec manyAlike = spec(
                few(),
                IntStream.range(0, 16)
                        .mapToObj(k -> prediction("p" + k, "td", STEP))
                        .toArray(Spec.Prediction[]::new));
        Path together = learn(log, manyAlike, null, false, "together");
        assertThatThrownBy(() -> learn(log, manyAlike, together, true, "n"))
                .hasMessageContaining("Learn the first log with --keep-open, too.");
        Spec auto = spec(few(), prediction("p", "td", Map.of("step_size", Parameter.AUTO)));
        assertThatThrownBy(() -> learn(log, auto, null, true, "n"))
                .hasMessageContaining(
                        "p: several streams are open, and a step size that is chosen from the data (auto)")
                .hasMessageContaining("or leave out --keep-open.");
        assertThat(directory.resolve("n")).doesNotExist();
        assertThat(learn(write("a.csv", rows(1, 20, "a")), auto, null, true, "one"))
                .exists();
    }

    @Test
    void aModelWhosePredictionsNeverLearnedTogetherNeedNotHaveKeptStreams() throws IOException {
        Spec spec = spec(few(), prediction("p", "td", STEP));
        List<Row> all = rows(1, 40, "a");
        Path day1 = learn(write("1.csv", all.subList(0, 20)), spec, null, false, "m1");
        Path day2 = learn(write("2.csv", all.subList(20, 40)), spec, day1, true, "m2");
        assertThat(Model.read(day2).predictions().get(0).steps()).isEqualTo(38);
    }

    @Test
    void streamsThatAreKeptAreCountedAsOpenAndNotAsCutOff() throws IOException {
        Spec spec = spec(few(), prediction("p", "td", STEP));
        Path log = write("1.csv", rows(1, 20, "a", "b", "c"));
        for (boolean keepOpen : new boolean[] {true, false}) {
            try (Log source = Log.open(log.toString())) {
                LearningReport report = Learning.learn(
                        source,
                        spec,
                        new Learning.Options(
                                null,
                                directory.resolve("m"),
                                null,
                                1,
                                false,
                                null,
                                keepOpen,
                                "test",
                                ProgressListener.NONE,
                                false,
                                null));
                assertThat(report.keptOpen()).isEqualTo(keepOpen ? 3 : 0);
                assertThat(report.cutOff()).isEqualTo(keepOpen ? 0 : 3);
            }
        }
    }

    /** Gradient learners of many sparse features have factored traces: those of plain loops to the last digits. */
    @ParameterizedTest
    @ValueSource(strings = {"tdrc", "gtd2", "htd", "etd"})
    void severalStreamsGoOnWithManySparseFeatures(String algorithm) throws IOException {
        List<Row> all = rows(8, 40, "a", "b", "c");
        Spec sparse = spec(manySparse(), prediction("p", algorithm, STEP));
        Path day1 = learn(write("1.csv", all.subList(0, 61)), sparse, null, true, "m1");
        Path day2 = learn(write("2.csv", all.subList(61, 120)), sparse, day1, true, "m2");
        LearnedWeights learned = Model.read(day2).predictions().get(0);
        assertThat(learned.steps()).isEqualTo(117);
        // What a stream that was forgotten would give: its last step is not learned, its trace begins anew.
        Path cut1 = learn(write("1.csv", all.subList(0, 61)), sparse, null, false, "c1");
        Path cut2 = learn(write("2.csv", all.subList(61, 120)), sparse, cut1, false, "c2");
        assertThat(Model.read(cut2).predictions().get(0).steps()).isEqualTo(114);
    }
}
