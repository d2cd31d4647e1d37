package io.emphatic.lab.theory;

import static org.assertj.core.api.Assertions.assertThat;

import io.emphatic.lab.theory.MeanUpdate.Stability;
import org.ejml.data.Complex_F64;
import org.junit.jupiter.api.Test;

class StabilityTest {
    /** 1 and one that is lost in the rounding of the other. */
    private static Complex_F64[] withOneLostInRounding(double real) {
        return new Complex_F64[] {new Complex_F64(1, 0), new Complex_F64(real, 0)};
    }

    @Test
    void anEigenvalueLostInRoundingIsPositiveIfTheMatrixIsKnownToBeDefinite() {
        for (double lost : new double[] {1e-14, 0, -1e-14, -1e-11}) {
            Stability definite = Stability.of(withOneLostInRounding(lost), true);
            assertThat(definite.stable()).as("%s", lost).isTrue();
            assertThat(definite.minReal()).as("%s", lost).isZero();
            assertThat(definite.largestStepSize()).as("%s", lost).isEqualTo(2);
        }
    }

    @Test
    void otherwiseItIsZeroAndNotStable() {
        for (double lost : new double[] {1e-14, 0, -1e-14}) {
            Stability unknown = Stability.of(withOneLostInRounding(lost), false);
            assertThat(unknown.stable()).as("%s", lost).isFalse();
            assertThat(unknown.minReal()).as("%s", lost).isZero();
            assertThat(unknown.largestStepSize()).as("%s", lost).isNaN();
        }
        assertThat(Stability.of(withOneLostInRounding(-1e-11), false).minReal()).isEqualTo(-1e-11);
    }
}
