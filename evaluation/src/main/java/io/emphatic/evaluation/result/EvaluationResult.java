package io.emphatic.evaluation.result;

import java.util.List;

/**
 * The answer.
 *
 * @param findings what the reader should know, for example why an estimator is absent
 * @param anytime the race of the policies, which may be looked at whenever the log has grown; null where no range of
 *     returns is declared, nothing is guaranteed, or they are one or more than {@link Race#MOST_POLICIES}
 * @param gate what was decided; null if nothing was
 */
public record EvaluationResult(
        LogSize size,
        boolean behaviourEstimated,
        List<TargetResult> targets,
        List<PolicyComparison> comparisons,
        List<String> findings,
        List<Race.Racer> anytime,
        GateResult gate) {
    /**
     * How much of a log was read.
     *
     * @param episodes how many episodes, N; one for each start
     * @param effectiveEpisodes (Σ ω)² / Σ ω² over their weights; N where they have none
     * @param lives how many runs of rows the episodes lie in
     * @param clusters how many independent pieces of evidence these are: errors, intervals and checks are over these
     * @param steps how many rows belong to episodes
     * @param ended how many episodes came to an end
     * @param cut how many did not: their lives were cut
     * @param leftOver of cut episodes, the mean g_T left over, which ratio-based estimators cannot see; 0 if none
     */
    public record LogSize(
            long episodes,
            double effectiveEpisodes,
            long lives,
            long clusters,
            long steps,
            long ended,
            long cut,
            double leftOver) {}
}
