/**
 * Products of ratios: the weights W of episodes. {@code WeightSums} is the first pass, {@code WeightTable} what is
 * known between the passes.
 */
package io.emphatic.evaluation.internal.weights;
