/**
 * One target policy through both passes ({@code TargetState}), groups of them that are worked on together, and their
 * weights in the second pass ({@code WeightTerms}).
 */
package io.emphatic.evaluation.internal.targets;
