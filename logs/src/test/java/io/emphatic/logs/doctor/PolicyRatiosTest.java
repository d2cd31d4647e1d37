package io.emphatic.logs.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.emphatic.logs.spec.NumberSource;
import io.emphatic.logs.spec.PolicyColumns;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PolicyRatiosTest {
    private static final PolicyColumns POLICY =
            new PolicyColumns(new NumberSource(0, Double.NaN), new NumberSource(1, Double.NaN), null);

    private static PolicyRatios of(double[] pi, double[] mu) {
        double[] ratios = new double[pi.length];
        double[][] columns = {pi, mu};
        assertThat(POLICY.read(columns, pi.length, ratios)).isEqualTo(-1);
        PolicyRatios sums = new PolicyRatios(POLICY);
        sums.include(columns, ratios, pi.length);
        return sums;
    }

    /** Σ (π²/μ + (1 − π)²/min(m, 1 − μ) − 1), term by term. */
    private static double variance(double[] pi, double[] mu, double least) {
        double variance = 0;
        for (int k = 0; k < pi.length; k++) {
            double other = pi[k] == 1 ? 0 : (1 - pi[k]) * (1 - pi[k]) / Math.min(least, 1 - mu[k]);
            variance += pi[k] * pi[k] / mu[k] + other - 1;
        }
        return variance;
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void theVarianceIsExactButForTheBinOfTheSmallestProbability(long seed) {
        Random random = new Random(seed);
        double[] pi = random.doubles(2_000).toArray();
        double[] mu = random.doubles(2_000)
                .map(u -> Math.max(1e-3 * seed, 1 - u * u * u))
                .toArray();
        double least = Arrays.stream(mu).min().orElseThrow();
        PolicyRatios sums = of(pi, mu);
        double exact = variance(pi, mu, least);
        assertThat(sums.variance(least)).isBetween(exact, 1.25 * exact);
        double power = Math.scalb(1.0, -7); // a border between two bins
        assertThat(sums.variance(power)).isCloseTo(variance(pi, mu, power), within(1e-9 * variance(pi, mu, power)));
        UnitMean mean = sums.mean(2_000);
        double sum = 0;
        double squares = 0;
        for (int k = 0; k < pi.length; k++) {
            sum += pi[k] / mu[k];
            squares += (pi[k] / mu[k] - 1) * (pi[k] / mu[k] - 1);
        }
        assertThat(mean.sum()).isEqualTo(sum);
        assertThat(mean.squares()).isEqualTo(squares);
    }

    @Test
    void nothingIsKnownWhereTheTargetDoesWhatTheRowLeavesNothingTo() {
        assertThat(of(new double[] {0.5}, new double[] {1}).variance(1)).isInfinite();
        assertThat(of(new double[] {1}, new double[] {1}).variance(1)).isZero();
        assertThat(of(new double[] {1, 0.5}, new double[] {Math.nextDown(1.0), 1e-300})
                        .variance(1e-300))
                .isFinite();
    }
}
