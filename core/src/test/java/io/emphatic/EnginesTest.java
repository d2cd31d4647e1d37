package io.emphatic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.emphatic.Drift.Shape;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every engine against the explicit one of its family, which does what the equations say. */
class EnginesTest {
    private static final int SIZE = 200;
    private static final double[] MIXED = {0, 0.5, 0.9, 0.99, 1};
    private static final double[] ON_POLICY = {1};
    private static final double[] MODERATE = {0.5, 1.5, 1, 0.9};

    /** Mostly moderate, with mean 1; now and then none at all, a tiny one, or a hundred. */
    private static final double[] WILD = wild();

    private static double[] wild() {
        double[] ratios = new double[400];
        Arrays.fill(ratios, 0.85);
        Arrays.fill(ratios, 0, 20, 0);
        Arrays.fill(ratios, 20, 40, 1e-7);
        Arrays.fill(ratios, 40, 80, 1.5);
        ratios[399] = 100;
        return ratios;
    }

    private static Config config(String name, double alpha) {
        return Algorithms.named(name).configure(new HashMap<>(Map.of("step_size", alpha)));
    }

    private static Learner explicit(Config config, int size) {
        if (config instanceof GradientConfig gradient) {
            return new OnlineLearner(
                    config,
                    gradient.stepSize(),
                    new GradientMechanism(gradient.rule(), gradient.eta(), size),
                    new double[size]);
        }
        OneTrace oneTrace = (OneTrace) config;
        return new OnlineLearner(
                config,
                oneTrace.stepSize(),
                new TraceMechanism(oneTrace.rule(), oneTrace.limits(), size),
                new double[size]);
    }

    /** Those that have more than one engine. */
    private static List<String> names() {
        return Algorithms.all().stream()
                .filter(algorithm -> algorithm.family() == Family.ONE_TRACE || algorithm.family() == Family.GRADIENT)
                .map(Algorithm::name)
                .toList();
    }

    private static void agree(Config config, Shape shape, long seed, int steps) {
        Learner plain = explicit(config, shape.size());
        Learner chosen = config.learner(shape.size());
        Drift drift = new Drift(shape, seed);
        for (int step = 0; step < steps; step++) {
            Transition t = drift.next();
            plain.update(t);
            chosen.update(t);
        }
        assertThat(plain.divergedAt()).isEmpty();
        assertThat(chosen.divergedAt()).isEmpty();
        assertThat(chosen.steps()).isEqualTo(steps);
        assertThat(Drift.distance(chosen.weights(), plain.weights())).isLessThan(1e-9);
        assertThat((Double) chosen.followOn()).isEqualTo((Double) plain.followOn());
        Features phi = drift.next().phi();
        assertThat(chosen.predict(phi)).isCloseTo(plain.predict(phi), within(1e-8 * largest(plain.weights())));
    }

    private static double largest(double[] x) {
        return Arrays.stream(x).map(Math::abs).max().orElseThrow();
    }

    @ParameterizedTest(name = "{0}, {1}")
    @MethodSource
    void everyAlgorithmAgreesWithTheExplicitEngine(String name, Shape.Features kind) {
        for (double[] ratios : List.of(ON_POLICY, MODERATE, WILD)) {
            Shape shape = new Shape(SIZE, 6, kind, MIXED, MIXED, ratios);
            agree(config(name, 1e-5), shape, 11, 10_000);
        }
    }

    static Stream<Arguments> everyAlgorithmAgreesWithTheExplicitEngine() {
        return names().stream()
                .flatMap(name -> Stream.of(Shape.Features.values()).map(kind -> Arguments.of(name, kind)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource
    void theyAgreeOverAMillionSteps(String what, Config config, Shape shape) {
        agree(config, shape, 5, 1_000_000);
    }

    static Stream<Arguments> theyAgreeOverAMillionSteps() {
        double[] most = {0.9};
        double[] nearlyOne = {0.99};
        double[] one = {1};
        double[] none = {0};
        Shape.Features binary = Shape.Features.BINARY;
        return Stream.of(
                Arguments.of("TD, λ = 0.9", config("td", 0.01), new Shape(100, 4, binary, nearlyOne, most, ON_POLICY)),
                Arguments.of("TD, λ = 0", config("td", 0.01), new Shape(100, 4, binary, nearlyOne, none, ON_POLICY)),
                Arguments.of("TD, λ = 1", config("td", 0.001), new Shape(100, 4, binary, nearlyOne, one, ON_POLICY)),
                Arguments.of("TD, γ = λ = 1", config("td", 1e-4), new Shape(100, 4, binary, one, one, ON_POLICY)),
                Arguments.of("HTD", config("htd", 0.001), new Shape(100, 4, binary, MIXED, most, MODERATE)),
                Arguments.of("ETD, wild", config("etd", 1e-5), new Shape(100, 4, binary, MIXED, MIXED, WILD)),
                Arguments.of(
                        "Tree Backup, sparse",
                        config("tree-backup", 0.001),
                        new Shape(100, 4, Shape.Features.SPARSE, MIXED, MIXED, MODERATE)));
    }

    @ParameterizedTest(name = "n = {0}")
    @ValueSource(ints = {65, 127, 129, 511, 512, 513, 1000, 1023, 1024, 1025, 1535, 1536, 1537, 4097, 4609})
    void denseFeaturesOfAnyNumberAgree(int size) {
        agree(config("etd", 1e-5), new Shape(size, 1, Shape.Features.DENSE, MIXED, MIXED, MODERATE), 3, 400);
    }

    /** Each feature vector is finite, but not the difference of two of them, which the dense engine's error is made of. */
    @Test
    void denseFeaturesTooFarApartToSubtractAreLearnedFrom() {
        Config config = config("etd", 0.1);
        Learner plain = explicit(config, SIZE);
        Learner chosen = config.learner(SIZE);
        double[] values = new double[SIZE];
        values[SIZE - 1] = -1.5e308;
        Features low = Features.dense(values);
        values[SIZE - 1] = 1.5e308;
        Features high = Features.dense(values);
        Transition t = new Transition();
        t.start(low, 1, 1);
        t.ratio(0);
        t.arrive(3, high, 1, 1, 1);
        plain.update(t);
        chosen.update(t);
        assertThat(chosen.divergedAt()).isEmpty().isEqualTo(plain.divergedAt());
        assertThat(chosen.tdError()).isEqualTo(3).isEqualTo(plain.tdError());
    }

    /** Ratios that take c up by a hundred and down by a thousandth several times in a row, in one stream. */
    @Test
    void theyAgreeWhenTheTraceBecomesHugeAndTinyAgain() {
        Config config = config("td", 1e-13);
        Learner plain = explicit(config, SIZE);
        Learner chosen = config.learner(SIZE);
        Features[] phi = IntStream.range(0, 20)
                .mapToObj(s -> Features.binary(SIZE, s, 20 + 3 * s, 100 + 5 * s))
                .toArray(Features[]::new);
        Transition t = new Transition();
        t.start(phi[0], 1, 1);
        for (int step = 1; step < 200_000; step++) {
            // four times up by a hundred, then down again by steps of a different size, then as often the other way
            // round
            int phase = step % 40;
            double rho =
                    phase < 4 ? 100 : phase < 12 ? 0.1 : phase < 20 ? 1 : phase < 24 ? 0.001 : phase < 28 ? 1000 : 1;
            t.ratio(rho);
            t.arrive(step % 7 - 3, phi[(step * 7) % 20], phase == 39 ? 0 : 0.98, 1, 1);
            plain.update(t);
            chosen.update(t);
        }
        assertThat(plain.divergedAt()).isEmpty();
        assertThat(Drift.distance(chosen.weights(), plain.weights())).isLessThan(1e-9);
    }

    @ParameterizedTest
    @EnumSource
    void aSnapshotRestoresToTheBitWhateverTheEngine(Shape.Features kind) throws IOException {
        for (String name : names()) {
            Config config = config(name, 1e-4);
            Shape shape = new Shape(SIZE, 6, kind, MIXED, MIXED, MODERATE);
            Learner uninterrupted = config.learner(SIZE);
            Learner interrupted = config.learner(SIZE);
            Drift drift = new Drift(shape, 17);
            for (int step = 0; step < 3_000; step++) {
                if (step % 97 == 0) {
                    interrupted = throughBytes(interrupted.snapshot()).restore();
                }
                Transition t = drift.next();
                uninterrupted.update(t);
                interrupted.update(t);
                assertThat(interrupted.tdError()).isEqualTo(uninterrupted.tdError());
            }
            assertThat(interrupted.weights()).isEqualTo(uninterrupted.weights());
            assertThat(uninterrupted.divergedAt()).isEmpty();
        }
    }

    private static Snapshot throughBytes(Snapshot snapshot) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        snapshot.write(bytes);
        return Snapshot.read(new ByteArrayInputStream(bytes.toByteArray()));
    }

    @ParameterizedTest
    @EnumSource
    void resetIsAsGoodAsNew(Shape.Features kind) {
        Config config = config("etd", 1e-4);
        Shape shape = new Shape(SIZE, 6, kind, MIXED, MIXED, MODERATE);
        double[] initial = IntStream.range(0, SIZE).mapToDouble(j -> j % 5).toArray();
        Learner used = config.learner(initial);
        Learner fresh = config.learner(initial);
        Drift before = new Drift(shape, 23);
        for (int step = 0; step < 2_000; step++) {
            used.update(before.next());
        }
        used.reset();
        assertThat(used.weights()).isEqualTo(initial);
        Drift after = new Drift(shape, 29);
        for (int step = 0; step < 2_000; step++) {
            Transition t = after.next();
            used.update(t);
            fresh.update(t);
        }
        assertThat(used.weights()).isEqualTo(fresh.weights());
    }

    @ParameterizedTest
    @EnumSource
    void divergenceIsNoticedAtTheSameStepWithTheSameLastWeights(Shape.Features kind) {
        Shape shape = new Shape(SIZE, 6, kind, new double[] {0.99}, new double[] {0.5}, new double[] {1, 2});
        Config config = config("td", 3);
        Learner plain = explicit(config, SIZE);
        Learner chosen = config.learner(SIZE);
        Drift drift = new Drift(shape, 31);
        for (int step = 0; step < 20_000; step++) {
            Transition t = drift.next();
            plain.update(t);
            chosen.update(t);
        }
        assertThat(plain.divergedAt()).isPresent();
        assertThat(chosen.divergedAt()).isEqualTo(plain.divergedAt());
        assertThat(chosen.steps()).isEqualTo(plain.steps());
        assertThat(chosen.weights()).matches(Bounds::finite);
        assertThat(Drift.distance(chosen.weights(), plain.weights())).isLessThan(1e-6);
    }

    @Test
    void valuesThatCancelExactlyDoNotUpsetTheTrace() {
        Config config = config("td", 0.01);
        Learner plain = explicit(config, SIZE);
        Learner chosen = config.learner(SIZE);
        Features plus = Features.sparse(SIZE, new int[] {3, 70}, new double[] {1, 2});
        Features minus = Features.sparse(SIZE, new int[] {3, 150}, new double[] {-1, 0});
        Transition t = new Transition();
        t.start(plus, 1, 1);
        for (int step = 1; step < 1_000; step++) {
            t.ratio(1);
            t.arrive(step % 3, step % 2 == 0 ? plus : minus, 1, 1, 1);
            plain.update(t);
            chosen.update(t);
        }
        assertThat(Drift.distance(chosen.weights(), plain.weights())).isLessThan(1e-12);
    }

    @Test
    void predictingInBetweenChangesNothing() {
        for (Shape.Features kind : Shape.Features.values()) {
            Shape shape = new Shape(SIZE, 6, kind, MIXED, MIXED, MODERATE);
            Config config = config("etd", 1e-4);
            Learner asked = config.learner(SIZE);
            Learner left = config.learner(SIZE);
            Drift drift = new Drift(shape, 37);
            for (int step = 0; step < 1_000; step++) {
                Transition t = drift.next();
                asked.update(t);
                left.update(t);
                asked.predict(t.phi());
                asked.predict(t.phiNext());
                asked.predict(Features.none(SIZE));
            }
            assertThat(asked.weights()).isEqualTo(left.weights());
        }
    }
}
