/**
 * Off-policy evaluation: what a policy would have earned, from episodes that another policy logged.
 *
 * <p>API: {@link io.emphatic.evaluation.Evaluation} is the way in. {@code log} has what goes in: the settings and the
 * rows of a log. {@code result} has what comes out: estimates with intervals, comparisons, and a verdict for each
 * policy. All else is in {@code internal} and may change. Equations and conventions are those of EVALUATION.md §1–4.
 * The module uses the features of the core and knows nothing of files.
 *
 * <p>Two passes go through the log. {@code internal.episodes} finds the episodes and fills blocks of rows with them.
 * {@code internal.targets} works through each block for a group of target policies. In the first pass
 * {@code internal.weights} and {@code internal.values} collect sums; then least squares is solved; in the second pass
 * they yield the term of each life for each estimate. {@code internal.verdict} makes the result: errors, intervals,
 * comparisons, the recommended estimate, and how far to trust it.
 *
 * <p>A <em>life</em> is a run of rows that lead to each other. An <em>episode</em> begins at a start and reaches to the
 * end of its life. With the usual starts there is one episode in each life.
 */
package io.emphatic.evaluation;
