/**
 * One target policy through both passes ({@code TargetState}), all of them together ({@code TargetGroup}), and their
 * weights in the second pass ({@code WeightTerms}).
 */
package io.emphatic.evaluation.internal.targets;
