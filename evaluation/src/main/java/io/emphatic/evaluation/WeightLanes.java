package io.emphatic.evaluation;

import java.io.IOException;
import java.util.Arrays;

/** The weights W_t = ρ_0 ⋯ ρ_t of several targets along the runs of their blocks; EVALUATION.md §1. */
final class WeightLanes {
    private final int lanes;
    private final double[][] carried = new double[EpisodeReader.MOST_SLOTS][]; // Wₜ of the open episodes, by lane
    private final double[] largest;

    WeightLanes(int lanes) {
        this.lanes = lanes;
        this.largest = new double[lanes];
    }

    /** W_{t−1} before the first row of a run, by lane. */
    double[] open(VisitRuns runs, int run) {
        int slot = runs.slot[run];
        if (carried[slot] == null) {
            carried[slot] = new double[lanes];
        }
        if (runs.age[run] == 0) {
            Arrays.fill(carried[slot], 1);
        }
        return carried[slot];
    }

    /** W_t of the next row, in place of W_{t−1}. */
    void advance(double[] weight, double[] ratio, int row) {
        LongLoops.weigh(weight, ratio);
        LongLoops.raise(largest, weight);
        if (row % StartFollowOn.ROWS_UNCHECKED == 0) {
            LongLoops.dropSmall(weight);
        }
    }

    void exchange(SumExchange sums) throws IOException {
        sums.largest(largest);
    }

    /** Whether a product of the lane passed the range of numbers. */
    boolean isBeyond(int lane) {
        return !(largest[lane] < StartFollowOn.LARGEST);
    }
}
