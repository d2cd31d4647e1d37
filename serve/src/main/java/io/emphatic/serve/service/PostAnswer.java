package io.emphatic.serve.service;

import java.util.List;

/**
 * What a post is answered with.
 *
 * @param names of the predictions
 * @param values of every row, one after another, for each prediction; NaN where a duplicate is so old that what was
 *     predicted for it is forgotten
 */
public record PostAnswer(PostedSteps steps, int accepted, int duplicates, List<String> names, double[] values) {
    /** The stream of a row; null where a dry run has none. */
    public String stream(int row) {
        return steps.streams[row];
    }

    /** The seq of a row; −1 where a dry run has none. */
    public long seq(int row) {
        return steps.seqs[row];
    }
}
