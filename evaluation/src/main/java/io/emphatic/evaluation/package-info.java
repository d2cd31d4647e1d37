/**
 * Off-policy evaluation: what a policy would have earned, from episodes that another policy logged.
 *
 * <p>Equations and conventions are those of EVALUATION.md §1–4. Uses the features of the core; knows nothing of files.
 *
 * <p>Read {@link io.emphatic.evaluation.Evaluation} first: a source plays a log to it twice. An {@code EpisodeReader}
 * finds the episodes and fills an {@code EpisodeBlock}; a {@code TargetGroup} works through blocks for some of the
 * targets, each of which is a lane of the arrays of a row ({@code TargetLanes}). First pass: {@code RatioLanes},
 * {@code ValueSums} and {@code ActionValueSums} collect sums. Between the passes least squares is solved
 * ({@code LinearSystem}, {@code TargetModels}) and the weights at each t are known ({@code WeightTable}). Second pass:
 * {@code RatioTerms}, {@code ValueTerms} and {@code ActionValueTerms} yield the term of each life for each estimate,
 * {@code TermMoments} their standard errors, {@code ComparedLives} those of differences. {@code ResultAssembly} makes
 * the {@link io.emphatic.evaluation.EvaluationResult} of it, with {@code IntervalRule} and {@code TrustRule}.
 *
 * <p>A <em>life</em> is a run of rows that lead to each other; an <em>episode</em> begins at a start and reaches to the
 * end of its life. With the usual starts there is one episode in each life.
 */
package io.emphatic.evaluation;
