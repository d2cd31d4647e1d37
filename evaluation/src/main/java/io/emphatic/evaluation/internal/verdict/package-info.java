/**
 * Makes the result of what was collected. The rules are apart from each other: {@code ComparisonSums} chooses the
 * estimate and has the differences, {@code IntervalRule} the interval, {@code TrustRule} the verdict.
 */
package io.emphatic.evaluation.internal.verdict;
