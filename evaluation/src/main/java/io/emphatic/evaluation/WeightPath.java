package io.emphatic.evaluation;

import java.io.IOException;

/** The weights W_t = ρ_0 ⋯ ρ_t of one target along the runs of its blocks; EVALUATION.md §1. */
final class WeightPath {
    private final double[] carried = new double[EpisodeReader.MOST_SLOTS]; // Wₜ₋₁ of the open episodes
    private final double[] weights;
    private boolean beyond;

    /** @param length of the blocks' columns */
    WeightPath(int length) {
        this.weights = new double[length];
    }

    /** W_t of each row of a run, from index 0 on. Valid until this is called again. */
    double[] follow(VisitRuns runs, int run, double[] ratio) {
        int row = runs.row[run];
        int count = runs.end[run] - row;
        double weight = runs.age[run] == 0 ? 1 : carried[runs.slot[run]];
        for (int j = 0; j < count; j++) {
            weight *= ratio[row + j];
            if (!(weight <= StartFollowOn.LARGEST)) {
                beyond = true;
                weight = 0;
            }
            if (weight < StartFollowOn.SMALLEST) {
                weight = 0;
            }
            weights[j] = weight;
        }
        carried[runs.slot[run]] = weight;
        return weights;
    }

    void exchange(SumExchange sums) throws IOException {
        beyond = sums.any(beyond);
    }

    /** Whether a product passed the range of numbers. */
    boolean isBeyond() {
        return beyond;
    }
}
