package io.emphatic.lab.theory;

import io.emphatic.Config;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * How wrong the fixed point of an algorithm is.
 *
 * @param config the algorithm with its parameters
 * @param converges whether the expected update converges for a small enough step size
 * @param rmse √Σ d_μ(s) (v̂(s) − v_π(s))²
 * @param interestRmse the same weighted by d_{μ,i} normalised to one; NaN if there is no interest
 * @param interestWeightedError d_{μ,i}ᵀ(v̂ − v_π)
 */
public record FixedPointError(
        Config config, boolean converges, double rmse, double interestRmse, double interestWeightedError) {
    private static final double ROUNDING = 1e-13;

    static FixedPointError of(SolvedQuestion solved, Config config, MeanUpdate mean) {
        double[] prediction = Linear.predictions(solved.mdp().features(), mean.fixedPoint());
        return of(solved, config, mean.converges(), prediction);
    }

    /** @param prediction v̂ of each state */
    static FixedPointError of(SolvedQuestion solved, Config config, boolean converges, double[] prediction) {
        double[] value = solved.value();
        double[] d = solved.stationary();
        double[] cared = solved.cared;
        double[] error = Linear.numbers(d.length, s -> prediction[s] - value[s]);
        double[] squares = Linear.times(error, error);
        double caredSum = Arrays.stream(cared).sum();
        double size = IntStream.range(0, d.length)
                .mapToDouble(s -> Math.abs(prediction[s]) + Math.abs(value[s]))
                .max()
                .orElse(0);
        return new FixedPointError(
                config,
                converges,
                unlessRounding(Math.sqrt(Linear.dot(d, squares)), size),
                unlessRounding(Math.sqrt(Linear.dot(cared, squares) / caredSum), size),
                unlessRounding(Linear.dot(cared, error), size * caredSum));
    }

    /** An error, or 0 if it is no more than rounding makes of two equal numbers of this size. */
    private static double unlessRounding(double error, double size) {
        return Math.abs(error) <= ROUNDING * size ? 0 : error;
    }
}
