package io.emphatic.evaluation.internal.weights;

import io.emphatic.evaluation.internal.EvaluationConstants;

/** One target in the second pass: what is known from the first, and where the terms of its lives go. */
public interface TargetTerms {
    WeightTable table();

    /** Of each life that ended in the block, {@link EvaluationConstants#TERMS} numbers. */
    double[] terms();

    /** The term of an episode in {@code wis}, with ω and ωW. */
    double wisTerm(double stands, double weight, double returned);

    /** An episode with its whole weight. */
    void addWeight(double weight, double returned, boolean ended);
}
