/** One target policy through both passes ({@code TargetState}), and groups of them that are worked on together. */
package io.emphatic.evaluation.internal.targets;
