package io.emphatic.lab.problems.miner;

import static org.assertj.core.api.Assertions.assertThat;

import io.emphatic.lab.Estimate;
import io.emphatic.lab.problems.miner.MinerResult.MeanLearning;
import java.util.List;
import org.junit.jupiter.api.Test;

class MinerResultTest {
    /** From the middle of the runs to their end; each run has the points 0, middle, end. */
    private static boolean rises(double[]... runs) {
        return new MeanLearning(new Estimate(0, 0), List.of(), runs, 0).isRising();
    }

    @Test
    void anEstimateRisesIfItsRunsRoseByMoreThanTwoStandardErrors() {
        assertThat(rises(new double[] {0, 1, 2}, new double[] {0, 1, 2.1}, new double[] {0, 1, 1.9}))
                .isTrue();
        // mean 0.33, standard error 0.88
        assertThat(rises(new double[] {0, 1, 3}, new double[] {0, 1, 1}, new double[] {0, 1, 0}))
                .isFalse();
        assertThat(rises(new double[] {0, 3, 2}, new double[] {0, 3, 2.1})).isFalse();
    }
}
