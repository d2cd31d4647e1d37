package io.emphatic;

import static io.emphatic.PlainLearners.MIXED;
import static io.emphatic.PlainLearners.MODERATE;
import static io.emphatic.PlainLearners.ON_POLICY;
import static io.emphatic.PlainLearners.WILD;
import static io.emphatic.PlainLearners.config;
import static io.emphatic.PlainLearners.plainLearner;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.emphatic.Algorithm.Family;
import io.emphatic.Drift.Shape;
import io.emphatic.experience.Features;
import io.emphatic.experience.Transition;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every engine learns the same as the plain one of its family, which does what the equations say. */
class EnginesTest {
    private static final int SIZE = 200;

    static Stream<String> names() {
        return PlainLearners.names().stream();
    }

    /** Plays one stream to both engines; the weights must stay moderate, and agree. */
    private static void agree(Config config, Shape shape, long seed, int steps, double tolerance) {
        Learner plain = plainLearner(config, shape.size());
        Learner chosen = config.learner(shape.size());
        Drift drift = new Drift(shape, seed);
        for (int step = 0; step < steps; step++) {
            Transition t = drift.next();
            plain.update(t);
            chosen.update(t);
            if (step % 997 == 0) {
                double largest = PlainLearners.largest(plain.weights());
                assertThat(largest).isLessThan(1e3);
                assertThat(chosen.tdError()).isCloseTo(plain.tdError(), within(1e-9 * (1 + largest)));
                assertThat((Double) chosen.followOn()).isEqualTo((Double) plain.followOn());
                assertThat((Double) chosen.emphasis()).isEqualTo((Double) plain.emphasis());
            }
        }
        assertThat(plain.divergedAt()).isEmpty();
        assertThat(chosen.divergedAt()).isEmpty();
        assertThat(chosen.steps()).isEqualTo(steps);
        assertThat(Drift.distance(chosen.weights(), plain.weights())).isLessThan(tolerance);
        Features phi = drift.next().phi();
        assertThat(chosen.predict(phi))
                .isCloseTo(plain.predict(phi), within(1e-8 * PlainLearners.largest(plain.weights())));
    }

    @ParameterizedTest(name = "{0}, {1}")
    @MethodSource
    void everyAlgorithmAgreesWithThePlainEngine(String name, Shape.Features kind) {
        for (double[] ratios : List.of(ON_POLICY, MODERATE, WILD)) {
            Shape shape = new Shape(SIZE, 6, kind, MIXED, MIXED, ratios);
            agree(config(name, 1e-5), shape, 11, 10_000, 1e-9);
        }
    }

    static Stream<Arguments> everyAlgorithmAgreesWithThePlainEngine() {
        return names().flatMap(name -> Stream.of(Shape.Features.values()).map(kind -> Arguments.of(name, kind)));
    }

    /**
     * The promise is 1e-9. Two digits more show that it does not hold by luck: 2e-13 is what these streams have given.
     */
    @ParameterizedTest(name = "{0}, {1}")
    @MethodSource
    void enginesAgreeOverManySteps(String name, String what, Shape shape) {
        agree(config(name, 1e-3), shape, 5, 60_000, 1e-11);
    }

    static Stream<Arguments> enginesAgreeOverManySteps() {
        double[] most = {0.9};
        double[] one = {1};
        double[] none = {0};
        Shape.Features binary = Shape.Features.BINARY;
        return names().flatMap(name -> Stream.of(
                Arguments.of(
                        name,
                        "γ, λ and i of each state, ratios from 0 to 100",
                        new Shape(80, 4, Shape.Features.SPARSE, MIXED, MIXED, WILD)),
                Arguments.of(name, "λ = 0, off-policy", new Shape(80, 4, binary, most, none, MODERATE)),
                Arguments.of(name, "γ = λ = 1, on-policy", new Shape(80, 4, binary, one, one, ON_POLICY))));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("names")
    void enginesAgreeOverManyShortStreams(String name) {
        for (int length : new int[] {1, 2, 5}) {
            for (Shape.Features kind : List.of(Shape.Features.BINARY, Shape.Features.SPARSE)) {
                agree(config(name, 1e-3), new Shape(80, 4, kind, MIXED, MIXED, WILD, length), 7, 20_000, 1e-11);
            }
        }
    }

    /** Ratios that take c up by a hundred and down by a thousandth several times in a row, in one stream. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("names")
    void enginesAgreeWhenTheTraceBecomesHugeAndTinyAgain(String name) {
        boolean gradient = Algorithms.named(name).family() == Family.GRADIENT;
        Config config = config(name, gradient ? 1e-17 : 1e-13); // so that weights stay moderate
        Learner plain = plainLearner(config, SIZE);
        Learner chosen = config.learner(SIZE);
        Features[] phi = IntStream.range(0, 20)
                .mapToObj(s -> Features.binary(SIZE, s, 20 + 3 * s, 100 + 5 * s))
                .toArray(Features[]::new);
        Transition t = new Transition();
        t.start(phi[0], 1, 1);
        for (int step = 1; step < 50_000; step++) {
            // four times up by a hundred, down again by steps of another size, then as often the other way round
            int phase = step % 40;
            double rho =
                    phase < 4 ? 100 : phase < 12 ? 0.1 : phase < 20 ? 1 : phase < 24 ? 0.001 : phase < 28 ? 1000 : 1;
            if (rho <= 1) {
                t.action(rho, 1);
            } else {
                t.action(1, 1 / rho);
            }
            t.arrive(step % 7 - 3, phi[(step * 7) % 20], phase == 39 ? 0 : 0.98, 1, 1);
            plain.update(t);
            chosen.update(t);
        }
        assertThat(plain.divergedAt()).isEmpty();
        assertThat(PlainLearners.largest(plain.weights())).isLessThan(1e3);
        assertThat(Drift.distance(chosen.weights(), plain.weights())).isLessThan(1e-9);
    }

    /** Trace and features go up and down together: no reason to fold. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("names")
    void enginesAgreeWhenRatiosOfAThousandAndAThousandthAlternate(String name) {
        boolean gradient = Algorithms.named(name).family() == Family.GRADIENT;
        double[] most = {0.9, 0.99};
        Shape shape = new Shape(80, 4, Shape.Features.SPARSE, most, most, new double[] {1});
        Config config = config(name, gradient ? 1e-9 : 1e-6);
        Learner plain = plainLearner(config, 80);
        Learner chosen = config.learner(80);
        Drift drift = new Drift(shape, 19);
        Transition t = new Transition();
        t.start(drift.next().phi(), 0.9, 1);
        for (int step = 0; step < 50_000; step++) {
            Transition drawn = drift.next();
            t.action(step % 2 == 0 ? 1 : 0.001, step % 2 == 0 ? 0.001 : 1);
            t.arrive(drawn.reward(), drawn.phi(), drawn.gamma(), drawn.lambda(), 1);
            plain.update(t);
            chosen.update(t);
        }
        assertThat(chosen.divergedAt()).isEqualTo(plain.divergedAt());
        assertThat(Drift.distance(chosen.weights(), plain.weights())).isLessThan(1e-11);
    }

    /**
     * The value that true online algorithms remember is of the stream before: next to it, this one's would lose all
     * digits.
     */
    @ParameterizedTest(name = "{0}")
    @MethodSource("names")
    void aStartForgetsTheValueBeforeIt(String name) {
        Config config = config(name, 0.1);
        double[] initial = new double[SIZE];
        initial[0] = 1e20;
        Learner plain = plainLearner(config, initial);
        Learner chosen = config.learner(initial);
        Features small = Features.binary(SIZE, 150);
        for (int stream = 0; stream < 3; stream++) {
            Transition t = new Transition();
            t.start(small, 0.9, 1);
            t.action(1, 1);
            t.arrive(1, small, 0.9, 0.9, 1);
            plain.update(t);
            chosen.update(t);
            t.action(0, 1); // nothing is learned from the step to the large value
            t.arrive(1, Features.binary(SIZE, 0), 0.9, 0.9, 1);
            plain.update(t);
            chosen.update(t);
        }
        assertThat(chosen.weights()[150]).isCloseTo(plain.weights()[150], within(1e-12));
    }

    @ParameterizedTest(name = "n = {0}")
    @ValueSource(ints = {65, 127, 129, 511, 512, 513, 1000, 1023, 1024, 1025, 1535, 1536, 1537, 4097, 4609})
    void enginesAgreeForAnyNumberOfDenseFeatures(int size) {
        agree(config("etd", 1e-5), new Shape(size, 1, Shape.Features.DENSE, MIXED, MIXED, MODERATE), 3, 400, 1e-9);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("names")
    void valuesThatCancelExactlyDoNotUpsetTheTrace(String name) {
        Config config = config(name, 0.01);
        Learner plain = plainLearner(config, SIZE);
        Learner chosen = config.learner(SIZE);
        Features plus = Features.sparse(SIZE, new int[] {3, 70}, new double[] {1, 2});
        Features minus = Features.sparse(SIZE, new int[] {3, 150}, new double[] {-1, 0});
        Transition t = new Transition();
        t.start(plus, 1, 1);
        for (int step = 1; step < 1_000; step++) {
            t.action(1, 1);
            t.arrive(step % 3, step % 2 == 0 ? plus : minus, 1, 1, 1);
            plain.update(t);
            chosen.update(t);
        }
        assertThat(Drift.distance(chosen.weights(), plain.weights())).isLessThan(1e-12);
    }
}
