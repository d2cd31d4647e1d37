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
        int half = pi.length / 2; // after which smaller probabilities may come
        double[][] first = {Arrays.copyOf(pi, half), Arrays.copyOf(mu, half)};
        sums.include(first, ratios, half, least(first[1]));
        double[][] second = {Arrays.copyOfRange(pi, half, pi.length), Arrays.copyOfRange(mu, half, pi.length)};
        sums.include(second, Arrays.copyOfRange(ratios, half, pi.length), pi.length - half, least(mu));
        return sums;
    }

    private static double least(double[] mu) {
        return Arrays.stream(mu).min().orElse(Double.POSITIVE_INFINITY);
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
        double exact = variance(pi, mu, least(mu));
        assertThat(of(pi, mu).variance(least(mu))).isBetween(exact * (1 - 1e-12), 1.25 * exact);
        double power = Math.scalb(1.0, -7); // a border between two bins
        double[] above = Arrays.stream(mu).map(each -> Math.max(each, power)).toArray();
        above[1_999] = power;
        double wanted = variance(pi, above, power);
        assertThat(of(pi, above).variance(power)).isCloseTo(wanted, within(1e-9 * wanted));
    }

    @Test
    void theMeanIsThatOfAllRatios() {
        double[] pi = new Random(1).doubles(2_001).toArray();
        double[] mu = new Random(2).doubles(2_001).map(each -> 1 - each).toArray();
        double sum = 0;
        double squares = 0;
        for (int k = 0; k < pi.length; k++) {
            sum += pi[k] / mu[k];
            squares += (pi[k] / mu[k] - 1) * (pi[k] / mu[k] - 1);
        }
        UnitMean mean = of(pi, mu).mean(2_001);
        assertThat(mean.sum()).isCloseTo(sum, within(1e-12 * sum));
        assertThat(mean.squares()).isCloseTo(squares, within(1e-12 * squares));
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
