package io.emphatic.lab.study;

import io.emphatic.lab.Estimate;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;

/** A mean over runs with its 95 % bootstrap confidence interval, by percentiles: Efron (1979). NaN if any sample is. */
public record Interval(double mean, double stderr, double low, double high) {
    private static final int RESAMPLES = 10_000;
    private static final double OUTSIDE = 0.025;

    static Interval of(double[] samples, long seed) {
        Estimate estimate = Estimate.of(samples);
        if (!Double.isFinite(estimate.mean()) || samples.length < 2) {
            return new Interval(estimate.mean(), estimate.stderr(), Double.NaN, Double.NaN);
        }
        UniformRandomProvider random = RandomPurpose.BOOTSTRAP.generator(seed, 0);
        double[] means = new double[RESAMPLES];
        for (int k = 0; k < RESAMPLES; k++) {
            double sum = 0;
            for (int draw = 0; draw < samples.length; draw++) {
                sum += samples[random.nextInt(samples.length)];
            }
            means[k] = sum / samples.length;
        }
        Arrays.sort(means);
        int tail = (int) (OUTSIDE * RESAMPLES);
        return new Interval(estimate.mean(), estimate.stderr(), means[tail], means[RESAMPLES - 1 - tail]);
    }

    /** The interval of the difference of two paired samples: run by run, so that what both have in common cancels. */
    static Interval ofDifference(double[] samples, double[] others, long seed) {
        return of(
                IntStream.range(0, samples.length)
                        .mapToDouble(run -> samples[run] - others[run])
                        .toArray(),
                seed);
    }

    /** −1 if the interval lies below zero, 1 if above, 0 if it contains zero or there is none. */
    public int sign() {
        return high < 0 ? -1 : low > 0 ? 1 : 0;
    }
}
