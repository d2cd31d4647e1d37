package io.emphatic.evaluation.internal.weights;

import io.emphatic.evaluation.internal.EvaluationConstants;
import io.emphatic.evaluation.internal.LongLoops;
import io.emphatic.evaluation.internal.SumExchange;
import io.emphatic.evaluation.internal.episodes.EpisodeBlock;
import java.io.IOException;

/**
 * The follow-on trace of several targets with interest at the starts, EVALUATION.md §1: F_t = i_t + γ_t ρ_{t−1}
 * F_{t−1}.
 *
 * <p>A product past {@link EvaluationConstants#LARGEST_PRODUCT} has no square in the range of numbers: from there on
 * nothing made of F is of use.
 */
public final class FollowOnTrace {
    private final double[] carried; // ρₜ₋₁Fₜ₋₁
    private final double[] largest; // ρₜFₜ
    private final double[][] emphases; // ρₜFₜ by row and target

    /** @param length of the blocks' columns */
    public FollowOnTrace(int targets, int length) {
        this.carried = new double[targets];
        this.largest = new double[targets];
        this.emphases = new double[length][targets];
    }

    /** Advances over the rows of the block. */
    public void advance(EpisodeBlock block, double[][] ratio) {
        double[] before = carried;
        for (int i = 0; i < block.rows; i++) {
            double interest = block.has(EpisodeBlock.STARTS, i) ? 1 : 0;
            LongLoops.follow(before, ratio[i], block.gamma[i], interest, emphases[i]);
            LongLoops.raise(largest, emphases[i]);
            before = emphases[i];
            if (i % EvaluationConstants.ROWS_UNCHECKED == 0) {
                LongLoops.dropSmall(before);
            }
        }
        System.arraycopy(before, 0, carried, 0, carried.length);
    }

    /** ρ_t F_t of the block's rows, by row and target. */
    public double[][] emphases() {
        return emphases;
    }

    public void exchange(SumExchange sums) throws IOException {
        sums.largest(largest);
    }

    /** Whether a product of the target passed what numbers can hold. */
    public boolean isBeyond(int target) {
        return !(largest[target] < EvaluationConstants.LARGEST_PRODUCT);
    }
}
