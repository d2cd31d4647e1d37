package io.emphatic.bench.referee;

import io.emphatic.evaluation.result.EvaluationResult;
import io.emphatic.evaluation.result.PolicyEstimate;
import io.emphatic.evaluation.result.TargetResult;
import io.emphatic.evaluation.result.Trust;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * One target on one log: what the evaluation said, and the truth.
 *
 * @param log its number among the logs of its kind
 * @param spread the standard deviation of the return of an episode under the target
 * @param value the recommended estimate; NaN if there is none
 * @param low the lower end of its interval; NaN, as {@code high}, if there is none
 * @param wis that estimate, to compare with
 * @param effectiveShare the effective sample size of the weights of whole episodes, as a share of the episodes
 * @param reasons what the verdict says
 */
record Trial(
        String kind,
        int log,
        int target,
        int episodes,
        double truth,
        double spread,
        Trust verdict,
        String recommended,
        double value,
        double low,
        double high,
        double wis,
        double effectiveShare,
        List<String> reasons) {

    /** As exact as the mean of this many episodes of the target itself: good enough. */
    private static final int TOLERATED_EPISODES = 25;

    /** Or within this share of the value, where returns hardly differ. */
    private static final double TOLERATED_SHARE = 0.05;

    /** Rounding does not count as a miss. */
    private static final double ROUNDING = 1e-9;

    /** All targets on one log. */
    static List<Trial> of(LogKind kind, int number) {
        DrawnLog log = DrawnLog.of(kind, number);
        EvaluationResult result = log.evaluate();
        return IntStream.range(0, result.targets().size())
                .mapToObj(k -> of(kind.name(), number, log, k, result.targets().get(k)))
                .toList();
    }

    private static Trial of(String kind, int number, DrawnLog log, int k, TargetResult result) {
        Optional<PolicyEstimate> best = estimate(result, result.recommended());
        return new Trial(
                kind,
                number,
                k,
                log.episodes().size(),
                log.world().targets().get(k).value(),
                log.spread(k),
                result.verdict(),
                best.map(PolicyEstimate::name).orElse(""),
                best.map(PolicyEstimate::value).orElse(Double.NaN),
                best.map(PolicyEstimate::low).orElse(Double.NaN),
                best.map(PolicyEstimate::high).orElse(Double.NaN),
                estimate(result, "wis").map(PolicyEstimate::value).orElse(Double.NaN),
                log.effectiveShare(k),
                result.reasons());
    }

    private static Optional<PolicyEstimate> estimate(TargetResult result, String name) {
        return result.estimates().stream()
                .filter(estimate -> estimate.name().equals(name))
                .findFirst();
    }

    boolean hasInterval() {
        return low <= high;
    }

    /** Whether the truth is outside the interval. */
    boolean isMissed() {
        double slack = ROUNDING * (Math.abs(truth) + spread);
        return hasInterval() && !(low - slack <= truth && truth <= high + slack);
    }

    /**
     * Whether the recommended estimate was good, whatever its interval: its error is at most the standard error of the
     * mean of {@value #TOLERATED_EPISODES} episodes of the target itself, or {@value #TOLERATED_SHARE} of the value.
     */
    boolean isGood() {
        double tolerated = Math.max(spread / Math.sqrt(TOLERATED_EPISODES), TOLERATED_SHARE * Math.abs(truth));
        return Math.abs(value - truth) <= tolerated + ROUNDING;
    }
}
