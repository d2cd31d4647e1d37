package io.emphatic.lab;

/**
 * A mean over independent samples and how far to trust it.
 *
 * @param mean NaN if any sample is not a number
 * @param stderr the standard error of the mean: s/√n with s² the unbiased sample variance; NaN of one sample
 */
public record Estimate(double mean, double stderr) {
    /** @param samples Not modified. */
    public static Estimate of(double... samples) {
        int n = samples.length;
        double sum = 0;
        for (double sample : samples) {
            sum += sample;
        }
        double mean = sum / n;
        double squares = 0;
        for (double sample : samples) {
            squares += (sample - mean) * (sample - mean);
        }
        return new Estimate(mean, n < 2 ? Double.NaN : Math.sqrt(squares / (n - 1) / n));
    }
}
