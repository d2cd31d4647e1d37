package io.emphatic.evaluation;

import java.util.ArrayList;
import java.util.List;

/**
 * Whether the recommended estimate may be believed, and why; EVALUATION.md §4. Every observation that speaks against it
 * is a reason, and the gravest decides.
 */
final class TrustRule {
    private static final double FEWEST_EFFECTIVE = 10;
    private static final double FEW_EFFECTIVE = 30;
    private static final long FEWEST_LIVES = 10;
    private static final long FEW_LIVES = 30;
    private static final double HALF = 0.5;
    private static final double LARGE_SHARE = 0.2;
    private static final double MEAN_FAR_OFF = 6;
    private static final double MEAN_OFF = 4;
    private static final double LAMBDAS_APART = 4;
    private static final double LAMBDAS_DIFFER = 2;
    private static final double FAMILIES_DIFFER = 3;
    private static final double MUCH_LEFT_OVER = 0.05;

    private final List<String> against = new ArrayList<>();
    private Trust trust = Trust.TRUST;

    /** A verdict with its reasons, the gravest as they were found. */
    record Judged(Trust trust, List<String> reasons) {}

    /**
     * What is judged.
     *
     * @param recommended null if there is no estimate
     * @param hasInterval whether it has an interval
     * @param lambdasApart the range of {@code elstd} over λ in standard errors; 0 without values
     * @param familiesApart how many standard errors ratio-based and value-based estimates are apart; 0 without either
     * @param leftOver of all episodes, the mean g_T that was cut off
     */
    record Evidence(
            Estimator recommended,
            boolean hasInterval,
            WeightDiagnosis weights,
            double lambdasApart,
            double familiesApart,
            double leftOver,
            boolean behaviourEstimated) {}

    private TrustRule() {}

    static Judged judge(Evidence evidence) {
        return new TrustRule().decide(evidence);
    }

    private Judged decide(Evidence evidence) {
        if (evidence.recommended() == null || evidence.weights().effective() == 0) {
            refuse("No episode of the log has a weight: the log does not tell what the target would do.");
            return new Judged(trust, List.copyOf(against));
        }
        amountOfEvidence(evidence);
        tail(evidence.weights());
        meanWeight(evidence.weights());
        agreement(evidence);
        if (evidence.leftOver() > MUCH_LEFT_OVER && isRatioBased(evidence.recommended())) {
            warn("Episodes were cut: " + Rounded.percent(evidence.leftOver())
                    + " of what counts lies beyond the log, which this estimate cannot see.");
        }
        if (evidence.behaviourEstimated()) {
            warn("The behaviour's probabilities were estimated from the log.");
        }
        if (against.isEmpty()) {
            against.add("The weights are even (" + Rounded.of(evidence.weights().effective()) + " of "
                    + evidence.weights().episodes() + " episodes count) and nothing disagrees.");
        }
        return new Judged(trust, List.copyOf(against));
    }

    private void amountOfEvidence(Evidence evidence) {
        WeightDiagnosis weights = evidence.weights();
        if (!evidence.hasInterval()) {
            refuse("There is no honest interval for the estimate.");
        }
        if (weights.lives() < FEWEST_LIVES) {
            refuse("There are " + weights.lives() + " episodes only.");
        } else if (weights.lives() < FEW_LIVES) {
            warn("There are " + weights.lives() + " episodes only.");
        }
        String effective = "The weights leave " + Rounded.of(weights.effective()) + " effective episodes of "
                + weights.episodes() + ".";
        if (weights.effective() < FEWEST_EFFECTIVE && weights.lives() >= FEWEST_LIVES) {
            refuse(effective);
        } else if (weights.effective() < FEW_EFFECTIVE && weights.lives() >= FEW_LIVES) {
            warn(effective);
        }
    }

    private void tail(WeightDiagnosis weights) {
        if (weights.largestShare() != null && weights.largestShare() > LARGE_SHARE) {
            String share = "The largest weight is " + Rounded.percent(weights.largestShare()) + " of all weight.";
            if (weights.largestShare() > HALF) {
                refuse(share);
            } else {
                warn(share);
            }
        }
        if (weights.paretoK() == null) {
            return;
        }
        double limit = ParetoTail.threshold(weights.episodes());
        String tail = "The tail of the weights is heavy: Pareto k = " + Rounded.of(weights.paretoK());
        if (weights.paretoK() > limit) {
            refuse(tail + ", above " + Rounded.of(limit) + ".");
        } else if (weights.paretoK() > HALF) {
            warn(tail + ", above 0.5: their variance may be infinite.");
        }
    }

    private void meanWeight(WeightDiagnosis weights) {
        String mean = "The mean weight at t = " + weights.meanOffAt() + " is " + Rounded.of(weights.meanThere()) + ", "
                + Rounded.of(weights.meanOff())
                + " standard errors from 1: wrong probabilities, or actions that the behaviour never tries.";
        if (weights.meanOff() > MEAN_FAR_OFF) {
            refuse(mean);
        } else if (weights.meanOff() > MEAN_OFF) {
            warn(mean);
        }
    }

    private void agreement(Evidence evidence) {
        String lambdas = "The estimates over λ are " + Rounded.of(evidence.lambdasApart()) + " standard errors apart.";
        if (evidence.lambdasApart() > LAMBDAS_APART) {
            refuse(lambdas);
        } else if (evidence.lambdasApart() > LAMBDAS_DIFFER) {
            warn(lambdas);
        }
        if (evidence.familiesApart() > FAMILIES_DIFFER) {
            warn("Estimates from ratios and from values are " + Rounded.of(evidence.familiesApart())
                    + " standard errors apart.");
        }
    }

    private static boolean isRatioBased(Estimator estimator) {
        return estimator.ordinal() <= Estimator.CWPDIS.ordinal();
    }

    private void refuse(String reason) {
        trust = Trust.DO_NOT_TRUST;
        against.add(reason);
    }

    private void warn(String reason) {
        trust = trust == Trust.TRUST ? Trust.CARE : trust;
        against.add(reason);
    }
}
