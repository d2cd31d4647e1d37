package io.emphatic.lab.theory;

import io.emphatic.Config;

/**
 * How wrong the fixed point of an algorithm is, and no more: what a curve over a parameter needs.
 *
 * @param converges whether the mean ODE converges
 * @param rmse as in {@link Solution}
 * @param interestRmse likewise
 * @param interestWeightedError likewise
 */
public record FixedPointError(
        Config config, boolean converges, double rmse, double interestRmse, double interestWeightedError) {

    static FixedPointError of(Theory theory, Config config, MeanUpdate mean) {
        Errors errors = Errors.of(
                Linear.predictions(theory.mdp().features(), mean.fixedPoint()),
                theory.value(),
                theory.stationary(),
                theory.cared());
        return new FixedPointError(
                config, mean.converges(), errors.rmse(), errors.interestRmse(), errors.interestWeightedError());
    }
}
