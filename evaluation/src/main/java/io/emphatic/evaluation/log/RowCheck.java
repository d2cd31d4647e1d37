package io.emphatic.evaluation.log;

/** Refuses rows with numbers that no estimate could be made of. */
final class RowCheck {
    private static final double POLICY_TOLERANCE = 1e-6;

    private RowCheck() {}

    static void check(LoggedRow row, EvaluationSettings settings) {
        finite("the reward", row.reward);
        if (!(row.discount >= 0 && Double.isFinite(row.discount))) {
            throw new IllegalArgumentException("the discount is not a finite number ≥ 0: " + row.discount);
        }
        if (settings.lambda() == null && !(row.lambda >= 0 && row.lambda <= 1)) {
            throw new IllegalArgumentException("lambda is not in the interval [0, 1]: " + row.lambda);
        }
        for (int k = 0; row.hasOwnRatios() && k < row.ratios.length; k++) {
            double ratio = row.ratios[k][0];
            if (!(ratio >= 0 && Double.isFinite(ratio))) {
                throw new IllegalArgumentException("the ratio of target "
                        + settings.targets().get(k).name() + " is not a finite number ≥ 0: " + ratio);
            }
        }
        for (int k = 0; settings.actions() > 0 && k < row.policies.length; k++) {
            if (row.policies[k] != null) {
                checkPolicy(row, k, settings);
            }
        }
        boolean ownFeatures = settings.features() > 0 && row.featureRows == null;
        if (ownFeatures && (row.features == null || row.features.size() != settings.features())) {
            throw new IllegalArgumentException("the row has not " + settings.features() + " features");
        }
    }

    private static void checkPolicy(LoggedRow row, int target, EvaluationSettings settings) {
        if (row.action < 0 || row.action >= settings.actions()) {
            throw new IllegalArgumentException("no action has the index " + row.action);
        }
        double sum = 0;
        for (double probability : row.policies[target]) {
            if (!(probability >= 0)) {
                throw new IllegalArgumentException("a probability of target "
                        + settings.targets().get(target).name() + " is not a number ≥ 0: " + probability);
            }
            sum += probability;
        }
        if (!(Math.abs(sum - 1) <= POLICY_TOLERANCE)) {
            throw new IllegalArgumentException("the probabilities of target "
                    + settings.targets().get(target).name() + " sum to " + sum + ", not to 1");
        }
    }

    private static void finite(String what, double value) {
        if (!Double.isFinite(value)) {
            throw new IllegalArgumentException(what + " is not a finite number: " + value);
        }
    }
}
