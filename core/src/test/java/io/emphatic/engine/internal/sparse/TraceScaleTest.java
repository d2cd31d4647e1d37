package io.emphatic.engine.internal.sparse;

import static org.assertj.core.api.Assertions.assertThat;

import io.emphatic.experience.Features;
import org.junit.jupiter.api.Test;

/** When a factored trace e = c g has to be folded. */
class TraceScaleTest {
    private static final Features NONE = Features.none(1);
    private static final Features ONE = Features.binary(1, 0);

    /** After a fold that left a largest entry of 1. */
    private static TraceScale folded() {
        TraceScale scale = new TraceScale();
        scale.beginWith(0, 0);
        scale.folded(1, 0, NONE);
        return scale;
    }

    @Test
    void theScaleStaysFarFromTheLimitsOfDoubles() {
        assertThat(folded().reaches(1e49, 0, NONE)).isTrue();
        assertThat(folded().reaches(1e51, 0, NONE)).isFalse();
        assertThat(folded().reaches(1e-49, 0, NONE)).isTrue();
        assertThat(folded().reaches(1e-51, 0, NONE)).isFalse();
        assertThat(folded().reaches(0, 0, NONE)).isFalse();
    }

    @Test
    void featuresMayJoinThatAreAsSmallAsTheTraceHasBecome() {
        TraceScale scale = folded();
        scale.folded(1, 1e3, ONE);
        for (int step = 0; step < 100; step++) {
            double rho = step % 2 == 0 ? 1e-3 : 1e3;
            assertThat(scale.reaches(0.99 * rho, rho, ONE)).isTrue();
            scale.decay(0.99 * rho);
        }
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
        joined.beginWith(0, 0);
        joined.folded(1, -10, ONE);
        assertThat(joined.reaches(1, 9_999, ONE)).isTrue();
        assertThat(joined.reaches(1, 10_001, ONE)).isFalse();
        joined.folded(10, 1, ONE);
        assertThat(joined.reaches(1, 9_999, ONE)).isTrue();
        assertThat(joined.largest()).isEqualTo(10);
    }
}
