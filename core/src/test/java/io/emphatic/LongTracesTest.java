package io.emphatic;

import static org.assertj.core.api.Assertions.assertThat;

import io.emphatic.experience.Features;
import io.emphatic.experience.Transition;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Traces so long that the engines for sparse features fold them over many steps. */
class LongTracesTest {
    private static final int SIZE = 4_000;
    private static final int STEPS = 2_500;

    static Stream<String> names() {
        return PlainLearners.names().stream();
    }

    private static Learner learner(String name) {
        return PlainLearners.config(name, 1e-4).learner(SIZE);
    }

    /** The same steps with sparse features and with dense ones. */
    private static final class Steps {
        private final SplittableRandom random = new SplittableRandom(11);
        final Transition sparse = new Transition();
        final Transition dense = new Transition();

        Steps() {
            Features phi = features();
            sparse.start(phi, 0.99, 1);
            dense.start(dense(phi), 0.99, 1);
        }

        private Features features() {
            return Features.binary(
                    SIZE, random.ints(0, SIZE).distinct().limit(6).toArray());
        }

        private static Features dense(Features phi) {
            double[] values = new double[SIZE];
            phi.addTo(values, 1);
            return Features.dense(values);
        }

        void next() {
            double mu = 0.4 + 0.1 * random.nextDouble();
            double pi = mu * (0.9 + 0.2 * random.nextDouble());
            double reward = random.nextDouble();
            double gamma = random.nextInt(1_200) == 0 ? 0 : 0.997;
            Features phi = features();
            sparse.action(pi, mu);
            sparse.arrive(reward, phi, gamma, 0.99, 1);
            dense.action(pi, mu);
            dense.arrive(reward, dense(phi), gamma, 0.99, 1);
        }
    }

    @ParameterizedTest
    @MethodSource("names")
    void sparseFeaturesLearnWhatDenseOnesDo(String name) {
        Learner sparse = learner(name);
        Learner dense = learner(name);
        Steps steps = new Steps();
        for (int i = 0; i < STEPS; i++) {
            steps.next();
            sparse.update(steps.sparse);
            dense.update(steps.dense);
        }
        assertThat(sparse.divergedAt()).isEmpty();
        assertThat(Arrays.stream(sparse.weights()).map(Math::abs).max().orElse(0))
                .isPositive();
        Close.assertClose(sparse.weights(), dense.weights(), 1e-10);
    }

    @ParameterizedTest
    @MethodSource("names")
    void aSnapshotAtAnyMomentRestoresToTheBit(String name) {
        Learner uninterrupted = learner(name);
        Learner interrupted = learner(name);
        Steps steps = new Steps();
        for (int i = 0; i < STEPS; i++) {
            if (i % 7 == 0 && i > 400) {
                interrupted = interrupted.snapshot().restore();
            }
            steps.next();
            uninterrupted.update(steps.sparse);
            interrupted.update(steps.sparse);
            assertThat(interrupted.tdError()).isEqualTo(uninterrupted.tdError());
        }
        assertThat(interrupted.weights()).isEqualTo(uninterrupted.weights());
    }
}
