package io.emphatic.evaluation.internal.verdict;

import io.emphatic.evaluation.internal.values.FeatureSums;
import io.emphatic.evaluation.internal.weights.BalanceSums.Imbalance;
import io.emphatic.evaluation.log.Declarations;
import java.util.List;
import org.apache.commons.statistics.distribution.NormalDistribution;

/** Whether an imbalance is more than chance, after as many tests as there were, and where it is, in words. */
record BalanceRule(Declarations declared, FeatureSums features) {
    // Of all tests together.
    private static final double LEVEL_REFUSED = 0.001;
    private static final double LEVEL_OF_CARE = 0.01;
    private static final double ROUNDING = 1e-9;

    record Found(String sentence, boolean isSure) {}

    /** Null if it may be chance. */
    Found judge(Imbalance found) {
        boolean isSeen = found.tests() > 0 && found.off() > limit(LEVEL_OF_CARE, found.tests());
        return isSeen ? new Found(sentence(found), found.off() > limit(LEVEL_REFUSED, found.tests())) : null;
    }

    private String sentence(Imbalance found) {
        String why = ", " + Findings.rounded(found.off())
                + " standard errors away: wrong probabilities, or actions that the log hardly ever tries.";
        if (found.feature() >= 0 && !features.isFlag(found.feature())) {
            return "Weighted by the ratios, " + name(declared.features(), found.feature(), "feature ") + ofAction(found)
                    + " has another mean than in the log" + why;
        }
        String visits = found.feature() < 0
                ? "In the log"
                : "In " + Findings.percent(found.share()) + " of the visits" + where(found.feature());
        if (found.weighed() <= ROUNDING && found.action() < 0) {
            return visits + " the log never does what the target does there.";
        }
        if (found.action() < 0) {
            return visits + " the ratios have a mean of " + Findings.rounded(found.weighed()) + " instead of 1" + why;
        }
        return visits + " the weighted log does " + name(declared.actions(), found.action(), "action ") + " in "
                + Findings.percent(found.weighed()) + ", the target in " + Findings.percent(found.wanted()) + why;
    }

    /** Where a feature is not 0, in brackets; empty for the feature −1. */
    String where(int feature) {
        if (feature < 0) {
            return "";
        }
        String name = name(declared.features(), feature, "feature ");
        return " (" + (features.isFlag(feature) ? name.replaceFirst("^(\\w+)=(?!=)", "$1 = ") : name + " is not 0")
                + ")";
    }

    /** Bonferroni's, two-sided. */
    private static double limit(double level, int tests) {
        return NormalDistribution.of(0, 1).inverseSurvivalProbability(level / 2 / tests);
    }

    private String ofAction(Imbalance found) {
        return found.action() < 0 ? "" : " with " + name(declared.actions(), found.action(), "action ");
    }

    private static String name(List<String> names, int index, String otherwise) {
        return index < names.size() ? names.get(index) : otherwise + (index + 1);
    }
}
