package io.emphatic.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.emphatic.experience.Features;
import org.junit.jupiter.api.Test;

/** When a factored trace e = c g has to be folded. */
class TraceScaleTest {
    private static final Features NONE = Features.none(1);
    private static final Features ONE = Features.binary(1, 0);

    /** After a fold that left a largest entry of 1. */
    private static TraceScale folded() {
        TraceScale scale = new TraceScale();
        scale.begin();
        scale.folded(1, 0, NONE);
        return scale;
    }

    @Test
    void theScaleMayNotGrowBeyondTheRange() {
        assertThat(folded().reaches(999, 0, NONE)).isTrue();
        assertThat(folded().reaches(1001, 0, NONE)).isFalse();
    }

    @Test
    void theScaleMayNotFallBelowItsPeakByMoreThanTheRange() {
        assertThat(folded().reaches(0.0011, 0, NONE)).isTrue();
        assertThat(folded().reaches(0.0009, 0, NONE)).isFalse();
        TraceScale grown = folded();
        grown.decay(100);
        assertThat(grown.reaches(0.0011, 0, NONE)).isTrue();
        grown.decay(0.01);
        assertThat(grown.reaches(0.09, 0, NONE))
                .as("from its peak 100 down to 0.09")
                .isFalse();
    }

    @Test
    void featuresMayNotJoinThatAreLargerThanTheTraceWasByMoreThanTheRange() {
        assertThat(folded().reaches(1, -999, ONE)).isTrue();
        assertThat(folded().reaches(1, -1001, ONE)).isFalse();
        assertThat(folded().reaches(0.5, 999, ONE)).isFalse();
    }

    @Test
    void theUnitOfAFoldIsTheLargerOfTraceAndJoiningFeatures() {
        TraceScale joined = new TraceScale();
        joined.begin();
        joined.folded(1, -10, ONE);
        assertThat(joined.reaches(1, 9_999, ONE)).isTrue();
        assertThat(joined.reaches(1, 10_001, ONE)).isFalse();
        joined.folded(10, 1, ONE);
        assertThat(joined.reaches(1, 9_999, ONE)).isTrue();
        assertThat(joined.largest()).isEqualTo(10);
    }

    @Test
    void aFoldOfFactoredVectorsLeavesTheBoundOfTheLargestEntryTight() {
        FactoredVectors vectors = new FactoredVectors(4, new TraceScale());
        vectors.begin(new double[4]);
        vectors.advance(0, 1, Features.sparse(4, new int[] {1, 2}, new double[] {-3, 2}));
        vectors.advance(1e-4, 0, Features.none(4)); // out of range: folds
        assertThat(vectors.largestOfTrace()).isCloseTo(3e-4, within(1e-12));
        assertThat(vectors.trace()).containsExactly(new double[] {0, -3e-4, 2e-4, 0}, within(1e-18));
    }

    @Test
    void aFoldOfFactoredVectorsDropsEntriesNegligibleBesideTheLargest() {
        FactoredVectors vectors = new FactoredVectors(3, new TraceScale());
        vectors.begin(new double[3]);
        vectors.advance(0, 1, Features.sparse(3, new int[] {0, 1, 2}, new double[] {1, 1e-11, 1e-13}));
        vectors.advance(1e-4, 0, Features.none(3)); // out of range: folds
        assertThat(vectors.trace()[1]).isCloseTo(1e-15, within(1e-25));
        assertThat(vectors.trace()[2]).isZero();
    }
}
