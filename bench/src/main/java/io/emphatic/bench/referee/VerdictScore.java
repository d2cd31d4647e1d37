package io.emphatic.bench.referee;

import io.emphatic.evaluation.result.Trust;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;

/**
 * How often a verdict was right, and a rule of the effective sample size beside it, with the same estimates.
 *
 * @param trusted the share of pairs that the verdict trusts
 * @param refused the share of pairs that it does not trust
 * @param missedIfTrusted P(the recommended estimate's interval misses the truth | trust); NaN if none is trusted
 * @param refusedIfGood P(do not trust | the recommended estimate was within tolerance); NaN if none was
 * @param rule the same numbers of "effective sample size ≥ 10 % of N", which has no verdict in between
 * @param ruleAsTrusting the first error of that rule, with a threshold at which it trusts as often as the verdict
 * @param ruleAsRefusing the second error of that rule, with a threshold at which it refuses as often as the verdict
 */
record VerdictScore(
        int pairs,
        double trusted,
        double refused,
        double missedIfTrusted,
        double refusedIfGood,
        UsualRule rule,
        double ruleAsTrusting,
        double ruleAsRefusing) {

    /** The usual rule: at least this share of the episodes. */
    private static final double USUAL_SHARE = 0.1;

    /** A rule that trusts or refuses. */
    record UsualRule(double trusted, double missedIfTrusted, double refusedIfGood) {}

    static VerdictScore of(List<Trial> trials) {
        Predicate<Trial> trusts = trial -> trial.verdict() == Trust.TRUST;
        Predicate<Trial> refuses = trial -> trial.verdict() == Trust.DO_NOT_TRUST;
        Predicate<Trial> enough = trial -> trial.effectiveShare() >= USUAL_SHARE;
        List<Trial> best = trials.stream()
                .sorted(Comparator.comparingDouble(Trial::effectiveShare).reversed())
                .toList();
        int trusted = count(trials, trusts);
        int refused = count(trials, refuses);
        List<Trial> asTrusted = best.subList(0, trusted);
        List<Trial> asRefused = best.subList(best.size() - refused, best.size());
        int good = count(trials, Trial::isWithinTolerance);
        return new VerdictScore(
                trials.size(),
                share(trusted, trials.size()),
                share(refused, trials.size()),
                share(count(trials, trusts.and(Trial::isMissed)), trusted),
                share(count(trials, refuses.and(Trial::isWithinTolerance)), good),
                new UsualRule(
                        share(count(trials, enough), trials.size()),
                        share(count(trials, enough.and(Trial::isMissed)), count(trials, enough)),
                        share(count(trials, enough.negate().and(Trial::isWithinTolerance)), good)),
                share(count(asTrusted, Trial::isMissed), trusted),
                share(count(asRefused, Trial::isWithinTolerance), good));
    }

    private static int count(List<Trial> trials, Predicate<Trial> which) {
        return (int) trials.stream().filter(which).count();
    }

    private static double share(int part, int whole) {
        return whole == 0 ? Double.NaN : (double) part / whole;
    }
}
