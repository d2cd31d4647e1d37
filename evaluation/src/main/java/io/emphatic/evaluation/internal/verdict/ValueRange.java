package io.emphatic.evaluation.internal.verdict;

import io.emphatic.evaluation.internal.episodes.LogShape;
import io.emphatic.evaluation.log.EvaluationSettings;

/** What a value can be: in the declared range of returns, and else as the rewards of the log have it. */
record ValueRange(double low, double high) {

    static ValueRange of(EvaluationSettings settings, LogShape shape) {
        if (settings.range() != null) {
            return new ValueRange(settings.range().low(), settings.range().high());
        }
        return ofRewards(shape);
    }

    /** What the signs of the rewards say. */
    static ValueRange ofRewards(LogShape shape) {
        return new ValueRange(
                shape.isNeverNegative() ? 0 : Double.NEGATIVE_INFINITY,
                shape.isOfRates() ? 1 : shape.isNeverPositive() ? 0 : Double.POSITIVE_INFINITY);
    }

    /** The nearest number in the range; NaN of NaN. */
    double project(double value) {
        return Math.max(low, Math.min(high, value));
    }
}
