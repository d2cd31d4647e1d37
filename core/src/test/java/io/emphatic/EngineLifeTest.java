package io.emphatic;

import static io.emphatic.Engines.MIXED;
import static io.emphatic.Engines.MODERATE;
import static io.emphatic.Engines.config;
import static io.emphatic.Engines.explicit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.sun.management.ThreadMXBean;
import io.emphatic.Drift.Shape;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Snapshots, resetting, divergence and asking in between, whatever the engine. */
class EngineLifeTest {
    private static final int SIZE = 200;

    static Stream<Arguments> namesAndKinds() {
        return Engines.names().stream()
                .flatMap(name -> Stream.of(Shape.Features.values()).map(kind -> Arguments.of(name, kind)));
    }

    @ParameterizedTest
    @EnumSource
    void aSnapshotRestoresToTheBitWhateverTheEngine(Shape.Features kind) throws IOException {
        for (String name : Engines.names()) {
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

    @ParameterizedTest(name = "{0}, {1}")
    @MethodSource("namesAndKinds")
    void resetIsAsGoodAsNew(String name, Shape.Features kind) {
        Config config = config(name, 1e-4);
        Shape shape = new Shape(SIZE, 6, kind, MIXED, MIXED, MODERATE);
        double[] initial = IntStream.range(0, SIZE).mapToDouble(j -> j % 5).toArray();
        Learner used = config.learner(initial);
        Learner fresh = config.learner(initial);
        Drift drift = new Drift(shape, 23);
        for (int step = 0; step < 2_000; step++) {
            used.update(drift.next());
        }
        used.reset();
        assertThat(used.weights()).isEqualTo(initial);
        assertThat(used.tdError()).isNaN();
        assertThat(used.followOn()).isNaN();
        assertThat(used.emphasis()).isNaN();
        for (int step = 0; step < 2_000; step++) { // from the very state whose value was known before
            Transition t = drift.next();
            used.update(t);
            fresh.update(t);
        }
        assertThat(used.weights()).isEqualTo(fresh.weights());
    }

    @ParameterizedTest(name = "{0}, {1}")
    @MethodSource("namesAndKinds")
    void divergenceIsNoticedAtTheSameStepWithTheSameLastWeights(String name, Shape.Features kind) {
        Shape shape = new Shape(SIZE, 6, kind, new double[] {0.99}, new double[] {0.5}, new double[] {1, 2});
        Config config = config(name, 3);
        Learner plain = explicit(config, SIZE);
        Learner chosen = config.learner(SIZE);
        Drift drift = new Drift(shape, 31);
        for (int step = 0; step < 5_000; step++) {
            Transition t = drift.next();
            plain.update(t);
            chosen.update(t);
        }
        assertThat(plain.divergedAt()).isPresent();
        assertThat(chosen.divergedAt()).isEqualTo(plain.divergedAt());
        assertThat(chosen.steps()).isEqualTo(plain.steps());
        assertThat(chosen.weights()).matches(Bounds::finite);
        assertThat(Drift.distance(chosen.weights(), plain.weights())).isLessThan(1e-6);

        // the step that was too much has left nothing behind
        Learner before = config.learner(SIZE);
        Drift again = new Drift(shape, 31);
        for (long step = 0; step < chosen.steps(); step++) {
            before.update(again.next());
        }
        assertThat(before.divergedAt()).isEmpty();
        Map<String, double[]> state = before.snapshot().arrays();
        assertThat(chosen.snapshot().arrays().keySet()).isEqualTo(state.keySet());
        chosen.snapshot()
                .arrays()
                .forEach((array, values) -> assertThat(values).as(array).isEqualTo(state.get(array)));
    }

    /**
     * θⱼ = wⱼ + D gⱼ may be a small difference of large numbers, and a feature so large that it multiplies to a finite
     * number with θⱼ but not with wⱼ. Nothing is learned from it, with a ratio of 0, but the error is asked for.
     */
    @ParameterizedTest
    @ValueSource(strings = {"td", "etd", "tree-backup", "gtd", "tdrc", "htd", "true-online-td", "true-online-etd"})
    void aFeatureThatIsTooLargeForAFactorIsNotTooLargeForTheWeight(String name) {
        Config config = config(name, 0.1);
        Learner plain = explicit(config, SIZE);
        Learner chosen = config.learner(SIZE);
        Transition t = new Transition();
        t.start(Features.binary(SIZE, 0), 0.5, 1);
        for (int step = 1; step <= 8; step++) { // the scale is 1/128 in the end, without having been folded
            t.action(1, 1);
            t.arrive(1e3, Features.binary(SIZE, step), 1, 0.5, 1);
            plain.update(t);
            chosen.update(t);
        }
        int last = 7;
        double weight = chosen.weights()[last];
        double[] factors = chosen.snapshot().arrays().values().stream()
                .filter(array -> array.length >= 2 * SIZE)
                .findFirst()
                .orElseThrow();
        assertThat(Math.abs(factors[factors.length / SIZE * last])).isGreaterThan(3 * Math.abs(weight));

        double huge = 0.5 * Double.MAX_VALUE / Math.abs(weight);
        t.start(Features.sparse(SIZE, new int[] {last}, new double[] {huge}), 0.5, 1);
        t.action(0, 0.5);
        t.arrive(0, Features.none(SIZE), 0, 0, 0);
        plain.update(t);
        chosen.update(t);
        assertThat(chosen.divergedAt()).isEqualTo(plain.divergedAt());
        if (plain.divergedAt().isEmpty()) { // second weights do not survive it
            assertThat(chosen.tdError()).isCloseTo(plain.tdError(), within(1e-8 * Math.abs(plain.tdError())));
        }
        assertThat(Drift.distance(chosen.weights(), plain.weights())).isLessThan(1e-9);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("io.emphatic.Engines#names")
    void initialWeightsWhoseSumOverflowsAreNoticedAtTheFirstStep(String name) {
        Config config = config(name, 0.1);
        double[] initial = new double[SIZE];
        Arrays.fill(initial, 1.5e308);
        Learner plain = explicit(config, initial);
        Learner chosen = config.learner(initial);
        Transition t = new Transition();
        t.start(Features.binary(SIZE, 3, 70), 0.5, 1);
        t.action(1, 1);
        t.arrive(1, Features.binary(SIZE, 5, 90), 0.9, 0.5, 1);
        plain.update(t);
        chosen.update(t);
        assertThat(plain.divergedAt()).hasValue(0);
        assertThat(chosen.divergedAt()).hasValue(0);
        assertThat(chosen.weights()).isEqualTo(initial);
    }

    /**
     * Where steps are checked one by one, the same operations give the same bits: so divergence cannot be a matter of
     * rounding.
     */
    @ParameterizedTest(name = "{0}")
    @MethodSource("io.emphatic.Engines#names")
    void onTheBrinkOfOverflowAStepIsThatOfTheExplicitEngine(String name) {
        if (Algorithms.named(name).family() == Family.GRADIENT) {
            return; // sums its inner products up in another order
        }
        Config config = config(name, 0.01);
        double[] initial =
                IntStream.range(0, SIZE).mapToDouble(j -> (1 + j) * 1e200).toArray();
        Learner plain = explicit(config, initial);
        Learner chosen = config.learner(initial);
        for (Shape.Features kind : List.of(Shape.Features.BINARY, Shape.Features.SPARSE)) {
            Drift drift = new Drift(new Shape(SIZE, 6, kind, MIXED, MIXED, MODERATE), 43);
            for (int step = 0; step < 100; step++) {
                Transition t = drift.next();
                plain.update(t);
                chosen.update(t);
            }
        }
        assertThat(chosen.divergedAt()).isEmpty();
        assertThat(chosen.weights()).isEqualTo(plain.weights()).isNotEqualTo(initial);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("io.emphatic.Engines#names")
    void whatLiesBeyondAnEndDoesNotCountHoweverLarge(String name) {
        Config config = config(name, 1e-3);
        double[] initial = new double[SIZE];
        Arrays.fill(initial, 10);
        Learner plain = explicit(config, initial);
        Learner chosen = config.learner(initial);
        Transition t = new Transition();
        t.start(Features.binary(SIZE, 3), 0.5, 1);
        t.action(1, 1);
        t.arrive(1, Features.sparse(SIZE, new int[] {7}, new double[] {1e308}), 0, 0, 0);
        plain.update(t);
        chosen.update(t);
        assertThat(chosen.divergedAt()).isEmpty().isEqualTo(plain.divergedAt());
        assertThat(chosen.weights()).isEqualTo(plain.weights());
    }

    /**
     * One huge reward makes steps be checked one by one; when all is small again they are not, and nothing is
     * allocated.
     */
    @ParameterizedTest(name = "{0}")
    @MethodSource("io.emphatic.Engines#names")
    void careEndsWithTheDanger(String name) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long id = Thread.currentThread().getId();
        Learner learner = config(name, 0.5).learner(SIZE);
        Features phi = Features.binary(SIZE, 70);
        Transition t = new Transition();
        long least = Long.MAX_VALUE;
        for (int step = 0; step < 3_000; step++) {
            t.start(phi, 0.5, 1);
            t.action(1, 1);
            t.arrive(step == 0 ? 1e160 : 0, Features.none(SIZE), 0, 0, 0);
            long before = threads.getThreadAllocatedBytes(id);
            learner.update(t);
            least = step < 1_500 ? least : Math.min(least, threads.getThreadAllocatedBytes(id) - before);
            if (step == 0) {
                assertThat(learner.snapshot().arrays().values())
                        .anyMatch(array -> array.length > 0 && Engines.largest(array) > 1e150);
            }
        }
        assertThat(learner.divergedAt()).isEmpty();
        assertThat(least).isZero();
    }

    @ParameterizedTest(name = "{0}, {1}")
    @MethodSource("namesAndKinds")
    void predictingInBetweenChangesNothing(String name, Shape.Features kind) {
        Shape shape = new Shape(SIZE, 6, kind, MIXED, MIXED, MODERATE);
        Config config = config(name, 1e-4);
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
