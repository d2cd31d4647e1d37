package io.emphatic;

import static io.emphatic.ExplicitLearners.config;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import io.emphatic.experience.BinaryRing;
import io.emphatic.experience.Features;
import io.emphatic.experience.Transition;
import java.lang.management.ManagementFactory;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Features that are filled again and again are learned from as new ones are. */
class BinaryRingTest {
    private static final int SIZE = 500;

    /** Up to 400 of them now and then, so that both engines have their turn. */
    private static int[] indices(SplittableRandom random, int step) {
        return random.ints(0, SIZE)
                .distinct()
                .limit(step / 60 % 2 == 0 ? random.nextInt(6) : 400)
                .toArray();
    }

    /** Predictions between steps turn the ring, so that the state before is often in the place of an older one. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("io.emphatic.ExplicitLearners#names")
    void aLearnerLearnsTheSameToTheBitFromARingAndFromNewFeatures(String name) {
        SplittableRandom random = new SplittableRandom(2);
        Learner fromRing = config(name, 1e-4).learner(SIZE);
        Learner fromNew = config(name, 1e-4).learner(SIZE);
        BinaryRing ring = new BinaryRing(SIZE, 3);
        Transition reused = new Transition();
        Transition fresh = new Transition();
        for (int step = 0; step < 600; step++) {
            if (step % 4 == 0) {
                int[] start = indices(random, step);
                reused.start(ring.next(start), 0.9, 1);
                fresh.start(Features.binary(SIZE, start), 0.9, 1);
            }
            int[] indices = indices(random, step);
            double reward = random.nextDouble();
            reused.action(0.9, 1);
            reused.arrive(reward, ring.next(indices), 0.9, 0.9, 1);
            fromRing.update(reused);
            fresh.action(0.9, 1);
            fresh.arrive(reward, Features.binary(SIZE, indices), 0.9, 0.9, 1);
            fromNew.update(fresh);
            assertThat(fromRing.tdError()).isEqualTo(fromNew.tdError());
            for (int asked = 0; step % 4 == 3 && asked < random.nextInt(5); asked++) {
                int[] other = indices(random, step);
                assertThat(fromRing.predict(ring.next(other))).isEqualTo(fromNew.predict(Features.binary(SIZE, other)));
            }
        }
        assertThat(fromRing.weights()).isEqualTo(fromNew.weights());
    }

    @Test
    void unsortedIndicesAreSortedAndBadOnesRefused() {
        BinaryRing ring = new BinaryRing(9, 2);
        Features phi = ring.next(new int[] {7, 2, 5, 99}, 3);
        assertThat(phi.active()).isEqualTo(3);
        assertThat(new int[] {phi.index(0), phi.index(1), phi.index(2)}).containsExactly(2, 5, 7);
        assertThat(phi.norm()).isEqualTo(Math.sqrt(3));
        assertThat(phi.get(5)).isEqualTo(1);
        assertThat(phi.get(6)).isZero();
        Features none = ring.next();
        assertThat(none.active()).isZero();
        assertThat(phi.get(5)).isEqualTo(1);
        assertThatThrownBy(() -> ring.next(3, 3)).hasMessageContaining("feature index given twice: 3");
        assertThatThrownBy(() -> ring.next(1, 9)).hasMessage("feature index is not in the interval [0, 9): 9");
        assertThatThrownBy(() -> ring.next(-1, 3)).hasMessage("feature index is not in the interval [0, 9): -1");
        assertThatThrownBy(() -> new BinaryRing(-1, 3)).hasMessage("the number of features is negative: -1");
    }

    @Test
    void fillingFeaturesAllocatesNothing() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long own = Thread.currentThread().getId();
        BinaryRing ring = new BinaryRing(SIZE, 4);
        int[] indices = {3, 1, 200, 400};
        double sum = 0;
        long least = Long.MAX_VALUE;
        for (int pass = 0; pass < 50 && least > 0; pass++) {
            long before = threads.getThreadAllocatedBytes(own);
            for (int k = 0; k < 1_000; k++) {
                indices[0] = k % 100 + 2;
                sum += ring.next(indices, 1 + k % 4).norm();
            }
            least = Math.min(least, threads.getThreadAllocatedBytes(own) - before);
        }
        assertThat(sum).isPositive();
        assertThat(least).isZero();
    }
}
