package io.emphatic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.emphatic.engine.Divergence;
import io.emphatic.experience.Features;
import io.emphatic.experience.Transition;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The dense engine beyond its first chunk of features, against the explicit one. */
class DenseEngineTest {
    private static Learner chosen(String algorithm, int size, double stepSize) {
        return Algorithms.named(algorithm)
                .configure(Map.of("step_size", stepSize))
                .learner(size);
    }

    private static Learner explicit(String algorithm, int size, double stepSize) {
        return Algorithms.named(algorithm)
                .configure(Map.of("step_size", stepSize))
                .sharedLearner(new double[size]);
    }

    private static Features dense(Random random, int size) {
        return Features.dense(random.doubles(size, -1, 1).toArray());
    }

    private static Features sparse(Random random, int size) {
        int[] indices = random.ints(0, size).distinct().limit(20).sorted().toArray();
        return Features.sparse(size, indices, random.doubles(20, -1, 1).toArray());
    }

    private static boolean isOnDenseEngine(Learner learner) {
        return learner.snapshot().arrays().containsKey("pending_move")
                && learner.snapshot().arrays().containsKey("weights");
    }

    /**
     * Sparse features first, so that the trace is handed over; then both kinds, and a restore in between, with the
     * trace long.
     */
    @ParameterizedTest
    @ValueSource(ints = {100, 1024, 1025, 1537, 2100})
    void sparseAndDenseFeaturesMayAlternate(int size) {
        Random random = new Random(size);
        Learner learner = chosen("etd", size, 1e-4);
        Learner reference = explicit("etd", size, 1e-4);
        Transition t = new Transition();
        t.start(sparse(random, size), 0.9, 1);
        for (int k = 0; k < 400; k++) {
            t.ratio(k % 3 == 0 ? 0.5 : 1.2);
            boolean none = k % 50 == 49;
            Features next = none
                    ? Features.none(size)
                    : k < 20 || random.nextBoolean() ? sparse(random, size) : dense(random, size);
            t.arrive(random.nextGaussian(), next, none ? 0 : 0.95, 0.9, 1);
            learner.update(t);
            reference.update(t);
            if (none) {
                t.start(dense(random, size), 0.9, 1);
            }
            if (k % 37 == 0) {
                learner = learner.snapshot().restore();
            }
            Features probe = k % 2 == 0 ? sparse(random, size) : dense(random, size);
            double expected = reference.predict(probe);
            assertThat(learner.predict(probe)).isCloseTo(expected, within(1e-9 * (1 + Math.abs(expected))));
        }
        assertThat(isOnDenseEngine(learner)).isTrue();
        Close.assertClose(learner.weights(), reference.weights(), 1e-9);
    }

    /** Weights that double with every step. */
    @ParameterizedTest
    @ValueSource(ints = {65, 600, 1100})
    void divergenceIsFoundAtTheStepOfTheExplicitEngine(int size) {
        double[] ones = IntStream.range(0, size).mapToDouble(j -> 1).toArray();
        Features phi = Features.dense(ones);
        Features twice =
                Features.dense(IntStream.range(0, size).mapToDouble(j -> 2).toArray());
        Learner learner = chosen("td", size, 1.0 / size);
        Learner reference = explicit("td", size, 1.0 / size);
        Transition t = new Transition();
        for (int k = 0; k < 3_000 && learner.divergedAt().isEmpty(); k++) {
            t.start(phi, 0, 1);
            t.ratio(1);
            t.arrive(1, twice, 1, 0, 1);
            learner.update(t);
            reference.update(t);
            Close.assertClose(learner.weights(), reference.weights(), 1e-9);
        }
        // θ ← 2θ + 1/n: 2ᵏ/n after k steps
        assertThat(learner.divergedAt()).isPresent().isEqualTo(reference.divergedAt());
        assertThat(Arrays.stream(learner.weights())).allMatch(w -> w > 1e95 && w < Divergence.LIMIT);
    }
}
