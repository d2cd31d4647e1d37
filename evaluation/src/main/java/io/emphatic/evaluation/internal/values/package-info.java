/**
 * Linear values by least squares. {@code ValueSums} and {@code ActionValueSums} are the first pass,
 * {@code LinearSystem} is solved between the passes, {@code ValueTerms} and {@code ActionValueTerms} are the second
 * pass.
 */
package io.emphatic.evaluation.internal.values;
