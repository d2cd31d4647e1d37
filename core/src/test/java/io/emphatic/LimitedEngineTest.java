package io.emphatic;

import static io.emphatic.PlainLearners.MIXED;
import static io.emphatic.PlainLearners.MODERATE;
import static io.emphatic.PlainLearners.plainLearner;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.emphatic.Drift.Shape;
import io.emphatic.experience.Features;
import io.emphatic.experience.Transition;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Clipping and projection on the engine for sparse features, against the plain engine. */
class LimitedEngineTest {
    private static final int SIZE = 300;

    private static Config config(String name, double clip, double radius) {
        return Algorithms.named(name).configure(Map.of("step_size", 0.01, "clip", clip, "radius", radius));
    }

    static Stream<Arguments> limits() {
        double off = Double.POSITIVE_INFINITY;
        return Stream.of("td", "etd", "vtrace")
                .flatMap(name -> Stream.of(Shape.Features.BINARY, Shape.Features.SPARSE_THEN_DENSE)
                        .flatMap(kind -> Stream.of(
                                Arguments.of(name, kind, 1e-2, off), // now and then
                                Arguments.of(name, kind, 1e-6, off), // always
                                Arguments.of(name, kind, off, 0.2),
                                Arguments.of(name, kind, 1e-3, 0.1))));
    }

    @ParameterizedTest(name = "{0}, {1} features, clip {2}, radius {3}")
    @MethodSource("limits")
    void limitedStepsAgreeWithThePlainEngineAndSnapshotsRestoreToTheBit(
            String name, Shape.Features kind, double clip, double radius) {
        Config config = config(name, clip, radius);
        Learner plain = plainLearner(config, SIZE);
        Learner chosen = config.learner(SIZE);
        Learner interrupted = config.learner(SIZE);
        Learner unlimited =
                config(name, Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY).learner(SIZE);
        Drift drift = new Drift(new Shape(SIZE, 6, kind, MIXED, MIXED, MODERATE), 41);
        for (int step = 0; step < 3_000; step++) {
            Transition t = drift.next();
            plain.update(t);
            chosen.update(t);
            interrupted.update(t);
            unlimited.update(t);
            if (step % 11 == 0) {
                interrupted = interrupted.snapshot().restore();
            }
        }
        assertThat(plain.divergedAt()).isEmpty();
        assertThat(Drift.distance(chosen.weights(), plain.weights())).isLessThan(1e-12);
        assertThat(interrupted.weights()).isEqualTo(chosen.weights());
        assertThat(Drift.distance(unlimited.weights(), plain.weights()))
                .isGreaterThan(1e-3); // the limits did something
        double norm = Math.sqrt(Arrays.stream(chosen.weights()).map(w -> w * w).sum());
        assertThat(norm).isLessThanOrEqualTo(radius * (1 + 1e-12));
    }

    /** Traces of signed features cancel, and ratios change their length by orders of magnitude. */
    @ParameterizedTest(name = "{0}")
    @EnumSource(Shape.Features.class)
    void stepsThatDoNotOvershootAgreeWithThePlainEngineOverManySteps(Shape.Features kind) {
        Config config = Algorithms.named("etd").configure(Map.of("step_size", 0.01, "overshoot", 0.02));
        Learner plain = plainLearner(config, SIZE);
        Learner chosen = config.learner(SIZE);
        Learner interrupted = config.learner(SIZE);
        Drift drift = new Drift(new Shape(SIZE, 6, kind, MIXED, MIXED, MODERATE), 43);
        for (int step = 0; step < 20_000; step++) {
            Transition t = drift.next();
            plain.update(t);
            chosen.update(t);
            interrupted.update(t);
            if (step % 111 == 0) {
                interrupted = interrupted.snapshot().restore();
                double exact = norm(plain.snapshot().arrays().get("trace"));
                double kept = Math.sqrt(plain.snapshot().arrays().get("trace_square")[0]);
                assertThat(kept).isCloseTo(exact, within(1e-11 * exact));
            }
        }
        assertThat(Drift.distance(chosen.weights(), plain.weights())).isLessThan(1e-11);
        assertThat(interrupted.weights()).isEqualTo(chosen.weights());
        assertThat(plain.boundedSteps()).isBetween(100L, 19_900L);
        assertThat(chosen.boundedSteps()).isEqualTo(plain.boundedSteps());
        assertThat(interrupted.boundedSteps()).isEqualTo(plain.boundedSteps());
    }

    /** ‖θ‖ is kept up over more steps than it is trusted; with the smallest radius its square underflows. */
    @ParameterizedTest
    @ValueSource(doubles = {0.2, 1e-4, 1e-30, 1e-150})
    void weightsThatStayAtTheirRadiusAgreeWithThePlainEngineOverManySteps(double radius) {
        Config config = config("td", Double.POSITIVE_INFINITY, radius);
        Learner plain = plainLearner(config, SIZE);
        Learner chosen = config.learner(SIZE);
        Learner interrupted = config.learner(SIZE);
        Drift drift = new Drift(new Shape(SIZE, 6, Shape.Features.BINARY, MIXED, MIXED, MODERATE), 47);
        int atRadius = 0;
        for (int step = 0; step < 140_000; step++) {
            Transition t = drift.next();
            plain.update(t);
            chosen.update(t);
            interrupted.update(t);
            if (step % 1_000 == 0) {
                interrupted = interrupted.snapshot().restore();
                atRadius += norm(plain.weights()) > 0.99 * radius ? 1 : 0;
                assertThat(distanceInUnitsOf(radius, chosen, plain))
                        .as("at step %d", step)
                        .isLessThan(1e-11);
            }
        }
        assertThat(chosen.snapshot().arrays()).containsKey("vectors");
        assertThat(atRadius).isGreaterThan(20);
        assertThat(interrupted.weights()).isEqualTo(chosen.weights());
    }

    @ParameterizedTest
    @ValueSource(doubles = {10, 1e4, 1e6, 1.966411571727647E7, 3e8})
    void weightsStayInTheBallWhereTheTraceCancels(double large) {
        Config config = Algorithms.named("td").configure(Map.of("step_size", 0.1, "radius", 1.0));
        Learner plain = plainLearner(config, SIZE);
        Learner chosen = config.learner(SIZE);
        Transition t = new Transition();
        t.start(Features.binary(SIZE, 1), 1, 1);
        arrive(t, 100, Features.sparse(SIZE, new int[] {0}, new double[] {large}), 0, plain, chosen);
        arrive(t, 0, Features.sparse(SIZE, new int[] {0, 2}, new double[] {-large, 0.3}), 1, plain, chosen);
        for (int step = 0; step < 20; step++) {
            arrive(t, 1_000, Features.binary(SIZE, 3 + step), 0.5, plain, chosen);
            assertThat(norm(chosen.weights())).isLessThanOrEqualTo(1 + 1e-11);
            // what is left of the entry that cancels differs by its rounding
            assertThat(distanceInUnitsOf(1, chosen, plain)).isLessThan(1e-11 + 1e-14 * large);
        }
        assertThat(chosen.snapshot().arrays()).containsKey("vectors");
    }

    private static void arrive(Transition t, double reward, Features next, double gamma, Learner... learners) {
        t.ratio(1);
        t.arrive(reward, next, gamma, 1, 1);
        for (Learner learner : learners) {
            learner.update(t);
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {1, 10, 100})
    void weightsAtTheirRadiusAgreeWithThePlainEngineWhereTracesGrowAndShrink(double size) {
        Config config = Algorithms.named("td").configure(Map.of("step_size", 0.01 / (size * size), "radius", 0.1));
        Learner plain = plainLearner(config, SIZE);
        Learner chosen = config.learner(SIZE);
        Transition t = new Transition();
        t.start(Features.sparse(SIZE, new int[] {0}, new double[] {size}), 0, 1);
        for (int step = 1; step < 20_000; step++) {
            double wave = size * Math.cos(2 * Math.PI * step / 1_000);
            double other = size * Math.sin(2 * Math.PI * step / 300);
            Features next = Features.sparse(SIZE, new int[] {0, 1 + step / 50 % 200}, new double[] {wave, other});
            arrive(t, step % 7 < 3 ? 50 * size : -50 * size, next, step % 5_000 == 0 ? 0 : 1, plain, chosen);
        }
        assertThat(distanceInUnitsOf(0.1, chosen, plain)).isLessThan(1e-10);
    }

    /** The factor of the projection underflows. */
    @Test
    void aRadiusFarBelowTheStepsIsSavedAndRestored() {
        Config config = Algorithms.named("td").configure(Map.of("step_size", 0.1, "radius", 1e-300));
        Learner learner = config.learner(SIZE);
        Transition t = new Transition();
        t.start(Features.binary(SIZE, 1), 0, 1);
        for (int step = 0; step < 50; step++) {
            arrive(t, 1e40, Features.binary(SIZE, step % 9), 0.9, learner);
            learner = learner.snapshot().restore();
        }
        assertThat(norm(Arrays.stream(learner.weights()).map(w -> w * 1e300).toArray()))
                .isLessThanOrEqualTo(1 + 1e-12);
    }

    private static double distanceInUnitsOf(double radius, Learner one, Learner other) {
        double[] weights = one.weights();
        double[] others = other.weights();
        double largest = 0;
        for (int j = 0; j < weights.length; j++) {
            largest = Math.max(largest, Math.abs(weights[j] / radius - others[j] / radius));
        }
        return largest;
    }

    private static double norm(double[] weights) {
        double largest = Arrays.stream(weights).map(Math::abs).max().orElseThrow();
        return largest == 0
                ? 0
                : largest
                        * Math.sqrt(Arrays.stream(weights)
                                .map(w -> (w / largest) * (w / largest))
                                .sum());
    }

    /** The largest increment is a million times the clip, so that those of tiny entries of the trace are not tiny. */
    @Test
    void entriesAreNotDroppedThatAnIncrementFarBeyondTheClipWouldStillMove() {
        Config config = config("td", 1e-6, Double.POSITIVE_INFINITY);
        Learner plain = plainLearner(config, SIZE);
        Learner chosen = config.learner(SIZE);
        Transition t = new Transition();
        t.start(Features.binary(SIZE, 0), 0.9, 1);
        for (int step = 1; step < 3_000; step++) {
            t.action(1, 1);
            t.arrive(step % 2 == 0 ? 1e8 : -0.9e8, Features.binary(SIZE, step % SIZE), 0.9, 0.9, 1);
            plain.update(t);
            chosen.update(t);
        }
        assertThat(Drift.distance(chosen.weights(), plain.weights())).isLessThan(1e-12);
    }

    /** The limit of what the engine for sparse features promises: a trace that grows tenfold per step. */
    @Test
    void whatWasDroppedBeforeTheTraceGrewFarBeyondTheClipStaysDroppedAndAllElseAgrees() {
        double clip = 1e-6;
        Config config = config("td", clip, Double.POSITIVE_INFINITY);
        Learner plain = plainLearner(config, SIZE);
        Learner chosen = config.learner(SIZE);
        Transition t = new Transition();
        t.start(Features.binary(SIZE, 0), 1, 1);
        double before = 0;
        for (int step = 1; step < 200; step++) {
            boolean grows = step > 180;
            before = step == 181 ? chosen.weights()[0] : before;
            t.ratio(grows ? 10 : 1);
            t.arrive(grows ? 1 : 1e-9, Features.binary(SIZE, step), step > 179 ? 1 : 0.8, 1, 1);
            plain.update(t);
            chosen.update(t);
        }
        double[] weights = chosen.weights();
        double[] expected = plain.weights();
        assertThat(weights[0]).as("its entry was 0.8¹⁸⁰ of the largest").isEqualTo(before);
        assertThat(expected[0] - before).isBetween(clip, 19 * clip);
        for (int j = 100; j < SIZE; j++) {
            assertThat(weights[j]).as("weight %d", j).isCloseTo(expected[j], within(1e-12 * 1e-4));
        }
    }

    /** Entries of 1e-14 of the largest, on the engine for dense features, which hands over to that for sparse ones. */
    @Test
    void entriesThatIncrementsFarBeyondTheClipWouldStillMoveAreHandedOverToTheEngineForSparseFeatures() {
        Config config = config("td", 1e-6, Double.POSITIVE_INFINITY);
        Learner plain = plainLearner(config, SIZE);
        Learner chosen = config.learner(SIZE);
        Learner interrupted = config.learner(SIZE);
        double[] values = new double[SIZE];
        Arrays.setAll(values, j -> j % 2 == 0 ? 1 : 1e-14);
        Features dense = Features.dense(values);
        Transition t = new Transition();
        t.start(dense, 1, 1);
        for (int step = 1; step < 200; step++) {
            t.action(1, 1);
            t.arrive(
                    step % 3 == 0 ? -1e8 : 1e8, step < 40 ? dense : Features.binary(SIZE, 2 * step % SIZE), 0.99, 1, 1);
            plain.update(t);
            chosen.update(t);
            interrupted.update(t);
            interrupted = interrupted.snapshot().restore();
        }
        assertThat(chosen.snapshot().arrays())
                .as("the engine for sparse features")
                .containsKey("vectors");
        assertThat(plain.weights()[1]).as("a weight whose entry is tiny").isNotZero();
        assertThat(chosen.weights()[1]).isCloseTo(plain.weights()[1], within(1e-12 * 1e-6));
        assertThat(Drift.distance(chosen.weights(), plain.weights())).isLessThan(1e-12);
        assertThat(interrupted.weights()).isEqualTo(chosen.weights());
    }

    /** The state of a learner is finite numbers: others are refused when it is restored. */
    @Test
    void aClipAsSmallAsNumbersGetIsSavedAndRestored() {
        Learner learner =
                config("td", Double.MIN_VALUE, Double.POSITIVE_INFINITY).learner(SIZE);
        Drift drift = new Drift(new Shape(SIZE, 6, Shape.Features.BINARY, MIXED, MIXED, MODERATE), 43);
        for (int step = 0; step < 50; step++) {
            learner.update(drift.next());
        }
        Learner restored = learner.snapshot().restore();
        for (int step = 0; step < 50; step++) {
            Transition t = drift.next();
            learner.update(t);
            restored.update(t);
        }
        assertThat(learner.steps()).isEqualTo(100);
        assertThat(Arrays.stream(learner.weights()).map(Math::abs).max().orElseThrow())
                .isBetween(Double.MIN_VALUE, 100 * Double.MIN_VALUE);
        assertThat(restored.weights()).isEqualTo(learner.weights());
    }
}
