package io.emphatic.logs.learning;

import static org.assertj.core.api.Assertions.assertThat;

import io.emphatic.logs.learning.LearningReport.Spread;
import org.junit.jupiter.api.Test;

/** The spread of follow-on and emphasis. */
class EmphasisDiagnosticsTest {
    @Test
    void aSpreadIsTheMedianTheLastPercentileAndTheLargest() {
        RunningPrediction.EmphasisDiagnostics emphases =
                new RunningPrediction.EmphasisDiagnostics(Quantiles.Precision.FINE);
        for (int k = 0; k <= 100; k++) {
            emphases.learned(k, 2 * k);
        }
        assertThat(emphases.followOn()).isEqualTo(new Spread(50, 99, 100));
        assertThat(emphases.emphasis()).isEqualTo(new Spread(100, 198, 200));
    }

    @Test
    void anAlgorithmWithoutAFollowOnTraceHasNoSpread() {
        RunningPrediction.EmphasisDiagnostics emphases =
                new RunningPrediction.EmphasisDiagnostics(Quantiles.Precision.FINE);
        emphases.learned(Double.NaN, Double.NaN);
        assertThat(emphases.followOn()).isNull();
        assertThat(emphases.emphasis()).isNull();
    }
}
