package io.emphatic.evaluation.internal.verdict;

import io.emphatic.evaluation.internal.episodes.LogShape;
import io.emphatic.evaluation.internal.verdict.WrongProbabilities.Moved;
import io.emphatic.evaluation.result.PolicyComparison;

/**
 * How much more one policy earns than another, on the same lives.
 *
 * @param rule of its interval
 * @param lives null, as both estimates that follow, where they are not kept
 */
record ValueDifference(
        String a,
        String b,
        double value,
        IntervalRule rule,
        LogShape.Clusters clusters,
        LifeTable lives,
        WrongProbabilities first,
        WrongProbabilities second) {
    PolicyComparison comparison(double gamma) {
        IntervalRule.Ends ends = ends(gamma);
        return new PolicyComparison(a, b, value, finite(rule.stderr()), finite(ends.low()), finite(ends.high()));
    }

    ValueDifference with(IntervalRule other) {
        return new ValueDifference(a, b, value, other, clusters, lives, first, second);
    }

    boolean hasLives() {
        return first != null && second != null;
    }

    /** The interval, if weights may be wrong by a factor; NaN where that cannot be said. */
    IntervalRule.Ends ends(double gamma) {
        if (gamma == 1) {
            return rule.about(value);
        }
        if (!hasLives()) {
            return new IntervalRule.Ends(Double.NaN, Double.NaN);
        }
        return new IntervalRule.Ends(end(gamma, -1), end(gamma, 1));
    }

    /** The upper end, or, with the sign −1, the lower one. */
    double end(double gamma, int sign) {
        Moved up = first.most(gamma, sign);
        Moved down = second.most(gamma, -sign);
        double more = lives.error(up.influence(), down.influence(), 0, clusters) - error(0);
        IntervalRule wider = rule.with(Math.max(0, rule.stderr() + more));
        return value + up.shift() - down.shift() + (sign < 0 ? -wider.below() : wider.above());
    }

    /** The difference, as far up as wrong probabilities move it, or, with the sign −1, down. */
    double moved(double gamma, int sign) {
        return value
                + first.most(gamma, sign).shift()
                - second.most(gamma, -sign).shift();
    }

    /** The standard error with right probabilities, of one of the logs that could be written next. */
    double error(int logged) {
        return lives.error(first.most(1, 1).influence(), second.most(1, 1).influence(), logged, clusters);
    }

    /** Null for what is not finite. */
    public static Double finite(double value) {
        return Double.isFinite(value) ? value : null;
    }
}
