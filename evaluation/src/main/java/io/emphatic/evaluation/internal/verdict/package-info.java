/**
 * Makes the result of what was collected. The rules are apart from each other: {@code ComparisonSums.Recommendation}
 * chooses the estimate, {@code IntervalRule} its interval, {@code TrustRule} the verdict, {@code PolicyComparisons} the
 * differences.
 */
package io.emphatic.evaluation.internal.verdict;
