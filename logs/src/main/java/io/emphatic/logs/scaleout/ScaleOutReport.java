package io.emphatic.logs.scaleout;

import java.util.List;

/**
 * What a job did.
 *
 * @param rows learned from
 * @param malformed lines that were not
 * @param late rows that were not, since their time went backwards within their stream
 * @param resumedFrom the checkpoint; null for none
 * @param models of all streams together; empty where each has its own
 */
public record ScaleOutReport(
        String log,
        long rows,
        long malformed,
        long late,
        long streams,
        int restarts,
        double seconds,
        String resumedFrom,
        List<MergedModel> models) {

    /** One model from all streams. */
    public record MergedModel(String prediction, long steps, double[] weights) {}
}
