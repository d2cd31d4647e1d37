package io.emphatic.evaluation.internal.verdict;

import io.emphatic.evaluation.internal.Estimator;
import io.emphatic.evaluation.internal.episodes.LogShape;
import io.emphatic.evaluation.internal.targets.TargetState;
import io.emphatic.evaluation.log.EvaluationSettings;
import io.emphatic.evaluation.result.GuaranteedInterval;

/** The value of each estimate of a target, and how far it may be off. */
record EstimateErrors(EvaluationSettings settings, LogShape shape) {
    /** The estimate, in the range of values. */
    double value(TargetState state, Estimator estimator) {
        double value =
                switch (estimator) {
                    case VDR, WDR, DR -> state.moments().mean(estimator.ordinal(), shape.clusters());
                    default -> state.solved().get(estimator);
                };
        return rangeOf(estimator).project(value);
    }

    /** A return up to a cut is not in the range of returns, and some estimates are of what came before the cuts. */
    private ValueRange rangeOf(Estimator estimator) {
        boolean isOfWhole =
                switch (estimator) {
                    case BEHAVIOUR, IS, WIS, PDIS -> shape.leftOver == 0;
                    default -> true;
                };
        return isOfWhole ? ValueRange.of(settings, shape) : ValueRange.ofRewards(shape);
    }

    IntervalRule interval(TargetState state, Estimator estimator) {
        Estimator unbiased = unbiased(estimator);
        boolean ofEpisodes = estimator == Estimator.IS || estimator == Estimator.WIS;
        return IntervalRule.of(
                value(state, estimator),
                state.moments().shape(estimator.ordinal(), shape.clusters()),
                effective(state, estimator),
                state.solved().containsKey(unbiased) ? value(state, unbiased) : Double.NaN,
                ofEpisodes && shape.longest > 1,
                shape.clusters);
    }

    /** The ends of the interval, in the range of values. */
    IntervalRule.Ends ends(TargetState state, Estimator estimator) {
        double value = value(state, estimator);
        IntervalRule interval = interval(state, estimator);
        if (!shape.isOfRates()) {
            return project(estimator, interval.about(value));
        }
        double sign = shape.isNeverNegative() ? 1 : -1;
        double perCluster = (double) shape.episodes / shape.clusters;
        return project(estimator, interval.aboutRate(value, sign, effective(state, estimator), perCluster));
    }

    /** The ends, brought into the range of values. */
    IntervalRule.Ends project(Estimator estimator, IntervalRule.Ends ends) {
        ValueRange of = rangeOf(estimator);
        return new IntervalRule.Ends(of.project(ends.low()), of.project(ends.high()));
    }

    boolean isOutsideGuarantee(TargetState state, Estimator estimator) {
        GuaranteedInterval guaranteed = state.guaranteed();
        double value = value(state, estimator);
        return guaranteed != null && !(guaranteed.low() <= value && value <= guaranteed.high());
    }

    /** Degrees of freedom. The interval of a rate knows how few episodes brought something: there, of the weights. */
    double support(TargetState state, Estimator estimator) {
        return shape.isOfRates()
                ? effective(state, estimator) - 1
                : interval(state, estimator).freedom();
    }

    /** How many clusters of equal weight the weights are worth. */
    double effective(TargetState state, Estimator estimator) {
        boolean unweighted = estimator == Estimator.BEHAVIOUR || shape.crowded;
        double perEpisode = (double) shape.clusters / shape.episodes;
        return (unweighted ? shape.effective() : state.ratioSums().effective()) * perEpisode;
    }

    /** The estimate without the bias that features may cause. */
    private static Estimator unbiased(Estimator estimator) {
        return switch (estimator) {
            case LSTD -> Estimator.ELSTD;
            case DM -> Estimator.DR;
            default -> estimator;
        };
    }

    /** What a value can be: in the declared range of returns, and else as the rewards of the log have it. */
    private record ValueRange(double low, double high) {
        static ValueRange of(EvaluationSettings settings, LogShape shape) {
            if (settings.range() != null) {
                return new ValueRange(settings.range().low(), settings.range().high());
            }
            return ofRewards(shape);
        }

        /** What the signs of the rewards say. */
        static ValueRange ofRewards(LogShape shape) {
            if (shape.isOfRates()) {
                return shape.isNeverNegative() ? new ValueRange(0, 1) : new ValueRange(-1, 0);
            }
            return new ValueRange(
                    shape.isNeverNegative() ? 0 : Double.NEGATIVE_INFINITY,
                    shape.isNeverPositive() ? 0 : Double.POSITIVE_INFINITY);
        }

        double project(double value) {
            return Math.max(low, Math.min(high, value));
        }
    }
}
