package io.emphatic.bench.referee;

import io.emphatic.evaluation.result.Trust;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/**
 * How often verdicts were right, and a rule of the effective sample size beside them, with the same intervals. Shares
 * are NaN where there is nothing to share.
 *
 * @param trusted the share of pairs that are trusted
 * @param missedIfTrusted P(the truth is outside the interval, or there is none | trust)
 * @param missedIfCare P(the truth is outside the interval | care, and there is one)
 * @param missedIfRefused the same of those not trusted
 * @param refusedIfGood P(do not trust | the recommended estimate was good)
 * @param error the root mean square of (recommended − truth) / spread of the returns
 * @param wisError the same of {@code wis}, on the same pairs
 * @param ruleTrusted the share that the rule "effective sample size ≥ 10 % of N" trusts
 * @param missedIfRule P(the truth is outside the interval | the rule trusts)
 */
record Score(
        int pairs,
        double trusted,
        double missedIfTrusted,
        double missedIfCare,
        double missedIfRefused,
        double refusedIfGood,
        double error,
        double wisError,
        double ruleTrusted,
        double missedIfRule) {

    /** The usual rule: at least this share of the episodes. */
    private static final double USUAL_SHARE = 0.1;

    static Score of(List<Trial> trials) {
        Predicate<Trial> trusted = trial -> trial.verdict() == Trust.TRUST;
        Predicate<Trial> refused = trial -> trial.verdict() == Trust.DO_NOT_TRUST;
        Predicate<Trial> care = trusted.or(refused).negate();
        Predicate<Trial> enough = trial -> trial.effectiveShare() >= USUAL_SHARE;
        Predicate<Trial> uncovered = trial -> trial.isMissed() || !trial.hasInterval();
        return new Score(
                trials.size(),
                share(trials, trial -> true, trusted),
                share(trials, trusted, uncovered),
                share(trials, care.and(Trial::hasInterval), Trial::isMissed),
                share(trials, refused.and(Trial::hasInterval), Trial::isMissed),
                share(trials, Trial::isGood, refused),
                error(trials, Trial::value),
                error(trials, Trial::wis),
                share(trials, trial -> true, enough),
                share(trials, enough, uncovered));
    }

    /** Of the trials that are asked, the share that are found. */
    private static double share(List<Trial> trials, Predicate<Trial> asked, Predicate<Trial> found) {
        long whole = trials.stream().filter(asked).count();
        return whole == 0
                ? Double.NaN
                : (double) trials.stream().filter(asked.and(found)).count() / whole;
    }

    private static double error(List<Trial> trials, ToDoubleFunction<Trial> estimate) {
        return Math.sqrt(trials.stream()
                .filter(trial -> trial.spread() > 0 && Double.isFinite(trial.value() + trial.wis()))
                .mapToDouble(trial -> (estimate.applyAsDouble(trial) - trial.truth()) / trial.spread())
                .map(x -> x * x)
                .average()
                .orElse(Double.NaN));
    }
}
