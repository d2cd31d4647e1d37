package io.emphatic.horde;

import static org.assertj.core.api.Assertions.assertThat;

import io.emphatic.experience.Features;
import org.junit.jupiter.api.Test;

class HordeTraceTest {

    @Test
    void aFoldOfAHordeTraceLeavesTheBoundOfTheLargestEntryTight() {
        HordeTrace trace = new HordeTrace(2);
        trace.add(-3, Features.binary(2, 1));
        trace.fold(0.25, 0, Features.none(2));
        assertThat(trace.scale.largest()).isEqualTo(0.75);
        assertThat(trace.e()).containsExactly(0, -0.75);
    }

    @Test
    void aFoldOfAHordeTraceDropsEntriesNegligibleBesideTheLargest() {
        HordeTrace trace = new HordeTrace(3);
        trace.add(1, Features.sparse(3, new int[] {0, 1, 2}, new double[] {1, 1e-11, 1e-13}));
        assertThat(trace.count).isEqualTo(3);
        trace.fold(0.5, 0, Features.none(3));
        assertThat(trace.count).isEqualTo(2);
        assertThat(trace.e()).containsExactly(0.5, 0.5e-11, 0);
    }
}
