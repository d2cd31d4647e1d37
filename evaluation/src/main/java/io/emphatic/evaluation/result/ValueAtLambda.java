package io.emphatic.evaluation.result;

/**
 * What {@code elstd} estimates with one λ in all rows.
 *
 * @param stderr null where there is none (a single episode)
 */
public record ValueAtLambda(double lambda, double value, Double stderr) {}
