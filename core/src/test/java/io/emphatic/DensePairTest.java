package io.emphatic;

import static io.emphatic.ExplicitLearners.config;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import io.emphatic.experience.DensePair;
import io.emphatic.experience.Features;
import io.emphatic.experience.Transition;
import java.lang.management.ManagementFactory;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Features that are filled again and again are learned from as new ones are. */
class DensePairTest {
    private static final int SIZE = 100; // more than the engines for few features take

    private static double[] values(SplittableRandom random) {
        return random.doubles(SIZE, -1, 1).toArray();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("io.emphatic.ExplicitLearners#names")
    void aLearnerLearnsTheSameToTheBitFromAPairAndFromNewFeatures(String name) {
        SplittableRandom random = new SplittableRandom(2);
        Learner fromPair = config(name, 1e-4).learner(SIZE);
        Learner fromNew = config(name, 1e-4).learner(SIZE);
        DensePair pair = new DensePair(SIZE);
        Transition reused = new Transition();
        Transition fresh = new Transition();
        for (int step = 0; step < 300; step++) {
            if (step % 4 == 0) {
                double[] start = values(random);
                reused.start(pair.next(reused.here(), start), 0.9, 1);
                fresh.start(Features.dense(start), 0.9, 1);
            }
            double[] values = values(random);
            double reward = random.nextDouble();
            reused.action(0.9, 1);
            reused.arrive(reward, pair.next(reused.here(), values), 0.9, 0.9, 1);
            fromPair.update(reused);
            fresh.action(0.9, 1);
            fresh.arrive(reward, Features.dense(values), 0.9, 0.9, 1);
            fromNew.update(fresh);
            assertThat(fromPair.tdError()).isEqualTo(fromNew.tdError());
        }
        assertThat(fromPair.weights()).isEqualTo(fromNew.weights());
    }

    @Test
    void whatIsKeptStaysAsItIsAlsoWhenTheNextValuesAreRefused() {
        DensePair pair = new DensePair(3);
        Features kept = pair.next(null, 1, 2, 2);
        assertThatThrownBy(() -> pair.next(kept, 0, Double.NaN, 0)).hasMessageContaining("not a finite number: NaN");
        assertThatThrownBy(() -> pair.next(kept, 1, 2)).hasMessage("the pair is for 3 features, not 2");
        Features next = pair.next(kept, 0, 3, 4);
        assertThat(kept.norm()).isEqualTo(3);
        assertThat(kept.get(2)).isEqualTo(2);
        assertThat(next.norm()).isEqualTo(5);
        assertThat(next.get(2)).isEqualTo(4);
    }

    @Test
    void fillingFeaturesAllocatesNothing() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long own = Thread.currentThread().getId();
        DensePair pair = new DensePair(SIZE);
        double[] values = values(new SplittableRandom(5));
        Features phi = null;
        double sum = 0;
        long least = Long.MAX_VALUE;
        for (int pass = 0; pass < 50 && least > 0; pass++) {
            long before = threads.getThreadAllocatedBytes(own);
            for (int k = 0; k < 1_000; k++) {
                values[0] = k;
                phi = pair.next(phi, values);
                sum += phi.norm();
            }
            least = Math.min(least, threads.getThreadAllocatedBytes(own) - before);
        }
        assertThat(sum).isPositive();
        assertThat(least).isZero();
    }
}
