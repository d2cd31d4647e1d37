package io.emphatic.logs.learning;

import java.util.ArrayList;
import java.util.List;

/**
 * What a model predicted for some rows.
 *
 * @param unknownCategories how many rows had a category that the model does not know
 * @param withoutPrediction how many rows had no prediction, because a feature was NULL or no number
 * @param unreadable how many of those were not readable as rows
 * @param firstUnreadable what was wrong with the first of them; null if there is none
 */
public record LogSummary(
        String log,
        long rows,
        long unknownCategories,
        long withoutPrediction,
        long unreadable,
        String firstUnreadable,
        List<PredictionSummary> predictions) {

    /** Over the rows that have a prediction; NaN if there is none. */
    public record PredictionSummary(String name, String algorithm, double mean, double min, double max) {}

    /** Reasons to trust the predictions less. */
    public List<String> warnings() {
        List<String> warnings = new ArrayList<>();
        if (unknownCategories > 0) {
            warnings.add(unknownCategories + " of " + rows
                    + " rows have a category that was not in the log learned from: it activates no feature");
        }
        if (withoutPrediction > unreadable) {
            warnings.add((withoutPrediction - unreadable) + " of " + rows
                    + " rows have a feature that is NULL or not a number: their predictions are empty");
        }
        if (unreadable > 0) {
            warnings.add(unreadable + " of " + rows
                    + " lines are not rows that can be read: their predictions are empty; the first is "
                    + firstUnreadable);
        }
        return warnings;
    }
}
