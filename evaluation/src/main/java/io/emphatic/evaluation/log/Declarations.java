package io.emphatic.evaluation.log;

import java.util.List;

/**
 * What only somebody who knows where the log comes from can say, and what things are called.
 *
 * @param nothingElseMattered whether nothing that the log does not have decided both what was done, or when an episode
 *     was cut or ended, and what it brought
 * @param tolerance a recommended interval this wide or less is good enough, though it depends on few episodes; 0: never
 * @param probabilityError by which factor, at most, the weight of an episode may be wrong, because the recorded
 *     probabilities are; 1: they are right
 * @param features the names of features; empty: they are numbered
 * @param actions the names of actions; empty: they are numbered
 * @param cluster what episodes share that are one piece of evidence; null: their stream
 */
public record Declarations(
        boolean nothingElseMattered,
        double tolerance,
        double probabilityError,
        List<String> features,
        List<String> actions,
        String cluster) {
    /** Nothing is said: tolerance 0, right probabilities, and no names. */
    public static final Declarations NONE = new Declarations(false, 0, List.of(), List.of());

    public Declarations {
        features = List.copyOf(features);
        actions = List.copyOf(actions);
        if (!(tolerance >= 0 && Double.isFinite(tolerance))) {
            throw new IllegalArgumentException("tolerance is not a finite number ≥ 0: " + tolerance);
        }
        if (!(probabilityError >= 1 && Double.isFinite(probabilityError))) {
            throw new IllegalArgumentException("probability_error is not a finite factor ≥ 1: " + probabilityError);
        }
    }

    /** With streams as the pieces of evidence. */
    public Declarations(
            boolean nothingElseMattered,
            double tolerance,
            double probabilityError,
            List<String> features,
            List<String> actions) {
        this(nothingElseMattered, tolerance, probabilityError, features, actions, null);
    }

    /** With right probabilities. */
    public Declarations(boolean nothingElseMattered, double tolerance, List<String> features, List<String> actions) {
        this(nothingElseMattered, tolerance, 1, features, actions);
    }

    /** What several pieces of evidence are called, or one. */
    public String pieces(boolean several) {
        return cluster == null ? several ? "streams" : "stream" : (several ? "values of " : "value of ") + cluster;
    }
}
