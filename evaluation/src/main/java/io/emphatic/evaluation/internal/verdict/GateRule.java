package io.emphatic.evaluation.internal.verdict;

import io.emphatic.evaluation.log.EvaluationSettings;
import io.emphatic.evaluation.log.GateQuestion;
import io.emphatic.evaluation.result.DifferenceBounds;
import io.emphatic.evaluation.result.GateResult;
import io.emphatic.evaluation.result.GateResult.Decision;
import io.emphatic.evaluation.result.GateResult.NextLog;
import io.emphatic.evaluation.result.GateResult.TestedMixture;
import io.emphatic.evaluation.result.TargetResult;
import io.emphatic.evaluation.result.Trust;
import java.util.ArrayList;
import java.util.List;

/**
 * Whether a policy passes: the lower end of the interval of its difference exceeds the margin, and the verdict does not
 * refuse. Then what would change that; EVALUATION.md §7 and §8.
 */
record GateRule(
        EvaluationSettings settings,
        ComparisonSums.PolicyComparisons compared,
        List<TargetResult> results,
        boolean isDoubted,
        DifferenceBounds bounds) {
    private static final String UNBOUNDED = "A gate at any time needs what guaranteed intervals need: a declared"
            + " return_range, probabilities that are right, and episodes that are independent.";
    private static final double PRECISION = 1e-12; // of log Γ

    private GateQuestion question() {
        return settings.gate();
    }

    private double gamma() {
        return settings.declared().probabilityError();
    }

    GateResult decide() {
        List<String> names =
                settings.targets().stream().map(target -> target.name()).toList();
        int policy = names.indexOf(question().policy());
        int against = names.indexOf(question().against());
        Trust verdict = results.get(policy).verdict();
        List<String> reasons = new ArrayList<>(results.get(policy).reasons());
        if (against >= 0) {
            TargetResult other = results.get(against);
            verdict = verdict.compareTo(other.verdict()) >= 0 ? verdict : other.verdict();
            other.reasons().forEach(reason -> reasons.add(other.name() + ": " + reason));
        }
        ValueDifference difference = at(question().confidence(), compared.difference(policy, against, false));
        boolean anytime = question().anytime();
        if (anytime && bounds == null) {
            reasons.add(0, UNBOUNDED);
        }
        IntervalRule.Ends ends = anytime ? ends(bounds) : difference == null ? null : difference.ends(gamma());
        boolean isRefused = isDoubted || verdict == Trust.DO_NOT_TRUST || anytime && bounds == null;
        boolean isShown = ends != null && ends.low() > question().margin();
        Decision decision = isRefused ? Decision.NOT_TO_BE_BELIEVED : isShown ? Decision.PASS : Decision.NOT_SHOWN;
        return new GateResult(
                decision,
                question(),
                difference == null ? null : difference.value(),
                ends == null ? null : ValueDifference.finite(ends.low()),
                ends == null ? null : ValueDifference.finite(ends.high()),
                verdict,
                List.copyOf(reasons),
                isRefused || anytime || difference == null ? null : gammaStar(difference),
                against < 0 && !anytime ? tested(policy) : List.of(),
                decision == Decision.PASS || anytime || difference == null
                        ? List.of()
                        : logNext(difference, isRefused));
    }

    private static IntervalRule.Ends ends(DifferenceBounds bounds) {
        return bounds == null ? null : new IntervalRule.Ends(bounds.low(), bounds.high());
    }

    /** Null of null. */
    private static ValueDifference at(double confidence, ValueDifference difference) {
        return difference == null ? null : difference.with(difference.rule().at(confidence));
    }

    /** The largest Γ at which the lower end exceeds the margin; null without. */
    private Double gammaStar(ValueDifference difference) {
        if (!(difference.ends(1).low() > question().margin()) || !difference.hasLives()) {
            return null;
        }
        double holds = 0; // log Γ
        double fails = Math.log(GateResult.LARGEST_GAMMA);
        if (difference.end(GateResult.LARGEST_GAMMA, -1) > question().margin()) {
            return GateResult.LARGEST_GAMMA;
        }
        while (fails - holds > PRECISION) {
            double middle = (holds + fails) / 2;
            boolean isAbove = difference.end(Math.exp(middle), -1) > question().margin();
            holds = isAbove ? middle : holds;
            fails = isAbove ? fails : middle;
        }
        return Math.exp(holds);
    }

    /** A fixed sequence, which needs no correction for having looked often: it stops at the first that fails. */
    private List<TestedMixture> tested(int policy) {
        List<TestedMixture> tested = new ArrayList<>();
        for (double share : GateQuestion.SHARES) {
            int k = share == 1 ? policy : results.size() - (GateQuestion.SHARES.size() - 1) + tested.size();
            double confidence =
                    share == 1 ? question().confidence() : 2 * question().confidence() - 1;
            ValueDifference difference = at(confidence, compared.difference(k, -1, share < 1));
            if (difference == null) {
                break;
            }
            IntervalRule.Ends ends = difference.ends(gamma());
            Trust verdict = results.get(k).verdict();
            boolean certified = !isDoubted
                    && verdict != Trust.DO_NOT_TRUST
                    && ends.low() > question().margin();
            Double low = ValueDifference.finite(ends.low());
            tested.add(new TestedMixture(share, difference.value(), low, verdict.words(), certified));
            if (!certified) {
                break;
            }
        }
        return List.copyOf(tested);
    }

    /** The second moment of a term, with a share ε of the policy, is the mean of its square over Π(1 − ε + ερ). */
    private List<NextLog> logNext(ValueDifference difference, boolean isRefused) {
        List<NextLog> logs = new ArrayList<>();
        int sign = difference.value() > question().margin() ? -1 : 1;
        double now = difference.hasLives() ? difference.error(0) : Double.NaN;
        // what wrong probabilities move stays, however many episodes there are
        double wanted =
                difference.hasLives() ? sign * (question().margin() - difference.moved(gamma(), sign)) : Double.NaN;
        for (int e = 0; e < GateQuestion.LOGGED_SHARES.size(); e++) {
            double stderr = now > 0 ? difference.rule().stderr() * difference.error(e) / now : Double.NaN;
            double clusters = difference.rule().with(stderr).clustersFor(wanted);
            if (e == 0 && isRefused && clusters <= difference.clusters().count()) {
                return List.of();
            }
            double perCluster = (double) difference.clusters().episodes()
                    / difference.clusters().count();
            logs.add(new NextLog(
                    GateQuestion.LOGGED_SHARES.get(e), ValueDifference.finite(Math.ceil(clusters * perCluster))));
        }
        return List.copyOf(logs);
    }
}
