package io.emphatic.bench.referee;

import java.util.function.DoubleUnaryOperator;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.statistics.distribution.NormalDistribution;

/** A random factor of every reward, with mean 1: it changes no value, only how it can be seen in a log. */
enum Tails {
    NONE(0, u -> 1),
    /** No variance: its scale is the mean distance from the mean. */
    PARETO_1_5(2 * Math.pow(3, -1.5) / 0.5, u -> pareto(1.5, u)),
    PARETO_2_2(Math.sqrt(1 / (2.2 * 0.2)), u -> pareto(2.2, u)),
    LOGNORMAL_1_5(Math.sqrt(Math.expm1(1.5 * 1.5)), u -> lognormal(1.5, u)),
    /** 3 % buy, each for a lognormal amount. */
    BUYERS(Math.sqrt(Math.E / 0.03 - 1), u -> u < 0.97 ? 0 : lognormal(1, (u - 0.97) / 0.03) / 0.03);

    /** The standard deviation. */
    final double scale;

    private final DoubleUnaryOperator quantile;

    Tails(double scale, DoubleUnaryOperator quantile) {
        this.scale = scale;
        this.quantile = quantile;
    }

    double draw(UniformRandomProvider random) {
        return this == NONE ? 1 : quantile(random.nextDouble());
    }

    double quantile(double u) {
        return quantile.applyAsDouble(u);
    }

    private static double pareto(double alpha, double u) {
        return (alpha - 1) / alpha * Math.pow(1 - u, -1 / alpha);
    }

    private static double lognormal(double sigma, double u) {
        return Math.exp(sigma * normal(u) - sigma * sigma / 2);
    }

    /** The quantile of the standard normal distribution. */
    static double normal(double u) {
        return NormalDistribution.of(0, 1).inverseCumulativeProbability(Math.max(u, Double.MIN_NORMAL));
    }
}
