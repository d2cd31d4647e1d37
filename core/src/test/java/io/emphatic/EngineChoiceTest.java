package io.emphatic;

import static io.emphatic.PlainLearners.config;
import static io.emphatic.PlainLearners.plainLearner;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.emphatic.experience.Features;
import io.emphatic.experience.Transition;
import java.util.SplittableRandom;
import java.util.function.IntPredicate;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A learner is on the engine that its features of late make the faster one, and learns the same on both. */
class EngineChoiceTest {
    private static final int SIZE = 2_000;

    /** A stream in which the steps of a kind are dense and all others have few active features. */
    private static final class Mixed {
        private final SplittableRandom random = new SplittableRandom(3);
        private final Transition t = new Transition();
        private final IntPredicate isDense;
        private final int size;
        private int steps;

        Mixed(int size, IntPredicate isDense) {
            this.size = size;
            this.isDense = isDense;
            t.start(features(), 0.8, 1);
        }

        private Features features() {
            return isDense.test(steps)
                    ? Features.dense(random.doubles(size, -1, 1).toArray())
                    : sparse(random, size, 5);
        }

        Transition next() {
            steps++;
            t.action(0.5 + random.nextDouble() / 2, 1);
            t.arrive(random.nextDouble() - 0.5, features(), 0.9, 0.8, 1);
            return t;
        }
    }

    private static Features sparse(SplittableRandom random, int size, int active) {
        int[] indices = random.ints(0, size).distinct().limit(active).toArray();
        return Features.sparse(size, indices, random.doubles(active, -1, 1).toArray());
    }

    private static boolean isOnDenseEngine(Learner learner) {
        return learner.snapshot().arrays().containsKey("weights");
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("io.emphatic.PlainLearners#names")
    void oneDenseStepInASparseStreamLeavesTheSparseEngineInPlaceSoonAfter(String name) {
        Learner learner = config(name, 1e-4).learner(SIZE);
        Learner plain = plainLearner(config(name, 1e-4), SIZE);
        Mixed stream = new Mixed(SIZE, step -> step == 0 || step == 300);
        for (int step = 0; step < 600; step++) {
            Transition t = stream.next();
            learner.update(t);
            plain.update(t);
            assertThat(learner.tdError()).isCloseTo(plain.tdError(), within(1e-12 * (1 + Math.abs(plain.tdError()))));
        }
        assertThat(isOnDenseEngine(learner)).isFalse();
        assertThat(Drift.distance(learner.weights(), plain.weights())).isLessThan(1e-12);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("io.emphatic.PlainLearners#names")
    void denseStretchesChangeTheEngineThereAndBackAndSnapshotsRestoreToTheBitThroughout(String name) {
        Learner learner = config(name, 1e-4).learner(SIZE);
        Learner interrupted = config(name, 1e-4).learner(SIZE);
        Learner plain = plainLearner(config(name, 1e-4), SIZE);
        Mixed stream = new Mixed(SIZE, step -> step / 100 % 2 == 1);
        for (int step = 1; step <= 500; step++) {
            Transition t = stream.next();
            learner.update(t);
            interrupted.update(t);
            plain.update(t);
            if (step % 7 == 0) {
                interrupted = interrupted.snapshot().restore();
            } else {
                assertThat(interrupted.tdError()).isEqualTo(learner.tdError());
            }
            if (step % 100 == 90) {
                assertThat(isOnDenseEngine(learner)).isEqualTo(step / 100 % 2 == 1);
            }
        }
        assertThat(interrupted.weights()).isEqualTo(learner.weights());
        assertThat(Drift.distance(learner.weights(), plain.weights())).isLessThan(1e-12);
    }

    static Stream<Arguments> denselyActive() {
        return PlainLearners.names().stream()
                .flatMap(name -> Stream.of(0.6, 0.999, 1.0).map(density -> Arguments.of(name, density)));
    }

    @ParameterizedTest(name = "{0}, {1} of the features")
    @MethodSource("denselyActive")
    void featuresGivenAsSparseOnesAreLearnedOnTheDenseEngineWhereManyAreActive(String name, double density) {
        for (int size : new int[] {100, 1_025}) {
            SplittableRandom random = new SplittableRandom(7);
            int active = (int) (density * size);
            Learner learner = config(name, 1e-4).learner(size);
            Learner plain = plainLearner(config(name, 1e-4), size);
            Transition t = new Transition();
            t.start(Features.none(size), 0.8, 1);
            for (int step = 0; step < 200; step++) {
                int[] ones = random.ints(0, size).distinct().limit(active).toArray();
                t.action(0.5 + random.nextDouble() / 2, 1);
                Features phi = step % 3 == 0 ? sparse(random, size, active) : Features.binary(size, ones);
                t.arrive(random.nextDouble() - 0.5, phi, step % 50 == 0 ? 0 : 0.9, 0.8, 1);
                learner.update(t);
                plain.update(t);
            }
            assertThat(isOnDenseEngine(learner)).isTrue();
            assertThat(Drift.distance(learner.weights(), plain.weights())).isLessThan(1e-12);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {100, 30_000, 500_000})
    void fewActiveFeaturesStayOnTheSparseEngine(int size) {
        Learner learner = config("td", 1e-4).learner(size);
        Mixed stream = new Mixed(size, step -> false);
        for (int step = 0; step < 100; step++) {
            learner.update(stream.next());
        }
        assertThat(isOnDenseEngine(learner)).isFalse();
    }
}
