package io.emphatic.horde;

import static org.assertj.core.api.Assertions.assertThat;

import io.emphatic.Td;
import io.emphatic.experience.BinaryRing;
import io.emphatic.experience.Features;
import io.emphatic.experience.Transition;
import org.junit.jupiter.api.Test;

class HordeRingTest {
    private static final int SIZE = 500;

    @Test
    void whatIsLearnedFromFeaturesThatAreFilledAgainIsAsFromNewOnes() {
        BinaryRing ring = new BinaryRing(SIZE, 3);
        Horde fromRing = new Horde(SIZE);
        Horde fromNew = new Horde(SIZE);
        fromRing.group(new Td(0.1)).add();
        fromNew.group(new Td(0.1)).add();
        for (int step = 0; step < 100; step++) {
            Transition reused = new Transition();
            Transition fresh = new Transition();
            int[] start = {step, step + 7};
            int[] end = {step + 3, step + 7};
            reused.start(ring.next(start), 0.9, 1);
            fresh.start(Features.binary(SIZE, start), 0.9, 1);
            reused.ratio(1);
            fresh.ratio(1);
            reused.arrive(1, ring.next(end), 0.9, 0.9, 1);
            fresh.arrive(1, Features.binary(SIZE, end), 0.9, 0.9, 1);
            fromRing.update(new Transition[] {reused}, new double[] {1});
            fromNew.update(new Transition[] {fresh}, new double[] {1});
            ring.next(step); // the next start takes the place of this end
            ring.next(step);
            ring.next(step);
        }
        assertThat(fromRing.predictions().get(0).weights())
                .isEqualTo(fromNew.predictions().get(0).weights());
    }
}
