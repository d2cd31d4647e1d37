package io.emphatic.evaluation.internal.verdict;

import io.emphatic.evaluation.internal.Estimator;
import io.emphatic.evaluation.internal.episodes.LogShape;
import io.emphatic.evaluation.internal.targets.TargetState;

/** The value of each estimate of a target, and how far it may be off. */
final class EstimateErrors {
    private final LogShape shape;
    private final LogShape.Clusters clusters;

    EstimateErrors(LogShape shape) {
        this.shape = shape;
        this.clusters = shape.clusters();
    }

    double value(TargetState state, Estimator estimator) {
        return switch (estimator) {
            case VDR, WDR, DR -> state.moments().mean(estimator.ordinal(), clusters);
            default -> state.solved().get(estimator);
        };
    }

    IntervalRule interval(TargetState state, Estimator estimator) {
        boolean unweighted = estimator == Estimator.BEHAVIOUR || shape.crowded;
        double perEpisode = (double) shape.lives / shape.episodes;
        Estimator unbiased = unbiased(estimator);
        boolean ofEpisodes = estimator == Estimator.IS || estimator == Estimator.WIS;
        return IntervalRule.of(
                value(state, estimator),
                state.moments().shape(estimator.ordinal(), clusters),
                unweighted ? shape.lives : state.ratioSums().effective() * perEpisode,
                state.solved().containsKey(unbiased) ? value(state, unbiased) : Double.NaN,
                ofEpisodes && shape.longest > 1,
                shape.lives);
    }

    /** The estimate without the bias that features may cause. */
    private static Estimator unbiased(Estimator estimator) {
        return switch (estimator) {
            case LSTD -> Estimator.ELSTD;
            case DM -> Estimator.DR;
            default -> estimator;
        };
    }
}
