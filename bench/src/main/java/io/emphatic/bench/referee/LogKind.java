package io.emphatic.bench.referee;

/**
 * A kind of log: where it comes from and what of it is written down.
 *
 * @param written the probabilities of the behaviour in the log
 * @param everyAction whether the targets' probabilities of all actions are given
 * @param cutAfter the number of rows after which an episode is cut, however it would go on; 0: never
 * @param sizes how many episodes a log has; the logs of a kind take turns
 */
public record LogKind(
        String name,
        WorldSource worlds,
        Sight sight,
        Written written,
        boolean everyAction,
        int cutAfter,
        int... sizes) {

    /** The features. All but {@code NONE} have a bias among them or sum to one. */
    public enum Sight {
        NONE,
        BIAS,
        /** One feature for each state that can be told apart. */
        TABULAR,
        /** The same for groups of states, four of them. */
        GROUPS,
        /** A bias and five uniform random numbers for each state that can be told apart. */
        RANDOM,
        /** Those of the problem, and a bias. */
        OWN
    }

    /** Which probabilities of the behaviour are written down. */
    public enum Written {
        RIGHT(1),
        /** μ^0.9, scaled to sum to one: wrong, but not by much. */
        BENT(0.9),
        /** √μ, scaled to sum to one. */
        WRONG(0.5),
        /** As if the behaviour had been uniform. */
        UNIFORM(0),
        /** The share of the action among the rows of the log in which the same is seen. */
        FREQUENCY(Double.NaN);

        final double exponent;

        Written(double exponent) {
            this.exponent = exponent;
        }
    }

    int size(int log) {
        return sizes[log % sizes.length];
    }
}
