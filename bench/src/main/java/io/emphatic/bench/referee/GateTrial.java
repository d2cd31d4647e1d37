package io.emphatic.bench.referee;

import io.emphatic.bench.referee.World.Target;
import io.emphatic.evaluation.log.GateQuestion;
import io.emphatic.evaluation.result.EvaluationResult;
import io.emphatic.evaluation.result.GateResult;
import io.emphatic.evaluation.result.GateResult.Decision;
import io.emphatic.evaluation.result.PolicyEstimate;
import io.emphatic.evaluation.result.TargetResult;
import io.emphatic.evaluation.result.Trust;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * One decision of the gate with margin 0, and the truth.
 *
 * @param truth how much more the policy earns than what ran
 * @param low the lower end of the interval of the difference; NaN without
 * @param certifiedGain how much more the certified mixture earns than what ran; 0 if none is certified
 * @param bestGain how much more the best of all mixtures earns; 0 if none earns more
 * @param spread the standard deviation of a return under the policy
 * @param tested the power of a t-test on as many episodes of the policy as the log has
 * @param covers whether the interval of the recommended estimate has the true value; also without one
 */
record GateTrial(
        String kind,
        int episodes,
        double truth,
        Decision decision,
        Trust verdict,
        double low,
        double certifiedGain,
        double bestGain,
        double spread,
        double tested,
        boolean covers) {
    private static final double ROUNDING = 1e-9;
    private static final double QUANTILE = 1.96;

    static GateTrial of(LogKind kind, int number, double probabilityError) {
        DrawnLog log = DrawnLog.of(kind, number);
        int count = log.world().targets().size();
        int k = (number + number / kind.sizes().length / 2) % count;
        Target policy = log.world().targets().get(k);
        GateQuestion question = new GateQuestion(policy.question().name(), GateQuestion.BEHAVIOUR, 0, 0.95);
        EvaluationResult result = log.evaluate(log.settings(probabilityError).with(question));
        GateResult gate = result.gate();
        Target ran = log.mixture(k, 0);
        double truth = policy.value() - ran.value();
        double best = GateQuestion.SHARES.stream()
                .mapToDouble(share -> log.mixture(k, share).value() - ran.value())
                .max()
                .orElseThrow();
        double stderr = Math.hypot(log.spread(policy), log.spread(ran))
                / Math.sqrt(log.episodes().size());
        double tested = stderr > 0 ? NormalDistribution.of(0, 1).cumulativeProbability(truth / stderr - QUANTILE) : 1;
        return new GateTrial(
                kind.name(),
                log.episodes().size(),
                truth,
                gate.decision(),
                gate.verdict(),
                gate.low() == null ? Double.NaN : gate.low(),
                gate.certified() == 0 ? 0 : log.mixture(k, gate.certified()).value() - ran.value(),
                Math.max(0, best),
                log.spread(policy),
                tested,
                covers(result.targets().get(k), policy.value()));
    }

    private static boolean covers(TargetResult result, double value) {
        return result.estimates().stream()
                .filter(estimate -> estimate.name().equals(result.recommended()) && estimate.low() != null)
                .allMatch(estimate -> covers(estimate, value));
    }

    private static boolean covers(PolicyEstimate estimate, double value) {
        double slack = ROUNDING * Math.abs(value);
        return estimate.low() - slack <= value && value <= estimate.high() + slack;
    }

    boolean isBetter() {
        return truth > ROUNDING * spread;
    }

    boolean passes() {
        return decision == Decision.PASS;
    }

    /** Whether it would pass if the margin were all that the policy earns more. */
    boolean passesAtTruth() {
        return decision != Decision.NOT_TO_BE_BELIEVED && low > truth + ROUNDING * spread;
    }

    boolean certifiesLoss() {
        return certifiedGain < -ROUNDING * spread;
    }
}
