package io.emphatic.evaluation.internal.weights;

import io.emphatic.evaluation.internal.EvaluationConstants;
import io.emphatic.evaluation.internal.LongLoops;
import io.emphatic.evaluation.internal.SumExchange;
import io.emphatic.evaluation.internal.episodes.EpisodeBlock;
import io.emphatic.evaluation.internal.episodes.EpisodeRuns;
import java.io.IOException;
import java.util.Arrays;

/** The weights W_t = ω ρ_0 ⋯ ρ_t of several targets along the runs of their blocks; EVALUATION.md §1 and §6. */
public final class EpisodeWeights {
    private final int targets;
    private final double[][] carried = new double[EvaluationConstants.MOST_OPEN_EPISODES][]; // Wₜ by target
    private final double[] largest;

    public EpisodeWeights(int targets) {
        this.targets = targets;
        this.largest = new double[targets];
    }

    /** W_{t−1} before the first row of a run, by target. */
    public double[] open(EpisodeBlock block, int run) {
        EpisodeRuns runs = block.runs;
        int slot = runs.slot[run];
        if (carried[slot] == null) {
            carried[slot] = new double[targets];
        }
        if (runs.age[run] == 0) {
            Arrays.fill(carried[slot], block.weight[runs.row[run]]);
        }
        return carried[slot];
    }

    /** W_t of the next row, in place of W_{t−1}. */
    public void advance(double[] weight, double[] ratio, int row) {
        LongLoops.weigh(weight, ratio);
        LongLoops.raise(largest, weight);
        if (row % EvaluationConstants.ROWS_UNCHECKED == 0) {
            LongLoops.dropSmall(weight);
        }
    }

    void exchange(SumExchange sums) throws IOException {
        sums.largest(largest);
    }

    /** Whether a product of the target passed the range of numbers. */
    boolean isBeyond(int target) {
        return !(largest[target] < EvaluationConstants.LARGEST_PRODUCT);
    }
}
