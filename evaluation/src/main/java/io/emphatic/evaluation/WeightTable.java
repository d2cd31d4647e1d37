package io.emphatic.evaluation;

/**
 * What the second pass knows of the weights of one target at each t, from the sums of the first; EVALUATION.md §1, §2
 * and §4. An ended episode keeps its last weight with reward 0 in all later t; a cut one leaves the sums after its last
 * row, and those of {@code wdr} after the step before it.
 *
 * <pre>
 *   r̄ₜ = Σ WₜgₜRₜ₊₁ / Σ Wₜ     δ̄ₜ = Σ Wₜgₜδₜ(v̂) / Σ Wₜ over the steps
 * </pre>
 *
 * In {@code wdr} the weight wₜ of a step multiplies gₜ(Rₜ₊₁ − v̂ₜ) and, in the row after it, gₜ₊₁v̂ₜ₊₁: gₜδₜ(v̂) in
 * all.
 */
final class WeightTable {
    final double[] effectiveSize; // (Σ Wₜ)² / Σ Wₜ²
    final double[] meanWeight; // of the episodes still there
    final double[] meanWeightError; // its standard error
    final double[] inverse; // N / Σ Wₜ, or 0
    final double[] meanReward; // r̄ₜ
    final double[] laterRewards; // Σ r̄ₛ N/Σ Wₛ over s ≥ t
    final double[] stepInverse; // N / Σ Wₜ over steps, or 0
    final double[] stepMean; // δ̄ₜ
    final double[] laterModel; // Σ δ̄ₛ N/Σ Wₛ over s ≥ t, of those that ended before
    double cwpdis;
    double modelTotal; // Σ δ̄ₜ
    boolean weightless; // Σ Wₜ = 0 at some t

    /** @param without v̂ of each fold; null without values */
    WeightTable(RatioSums sums, LogShape shape, double[][] without) {
        int ages = sums.ages();
        double episodes = shape.episodes;
        this.effectiveSize = new double[ages];
        this.meanWeight = new double[ages];
        this.meanWeightError = new double[ages];
        this.inverse = new double[ages];
        this.meanReward = new double[ages];
        this.laterRewards = new double[ages + 1];
        this.stepInverse = new double[ages];
        this.stepMean = new double[ages];
        this.laterModel = new double[ages + 1];
        double[] present = shape.present(ages);
        double ended = 0;
        double endedSquares = 0;
        for (int t = 0; t < ages; t++) {
            ended += sums.endedSum()[t];
            endedSquares += sums.endedSquares()[t];
            double total = sums.sum()[t] + ended;
            double squares = sums.squares()[t] + endedSquares;
            describe(t, total, squares, present[t]);
            inverse[t] = total > 0 ? episodes / total : 0;
            weightless |= !(total > 0);
            meanReward[t] = total > 0 ? sums.rewards()[t] / total : 0;
            cwpdis += meanReward[t];
            double steps = total - sums.cutSum()[t];
            stepInverse[t] = steps > 0 ? episodes / steps : 0;
        }
        if (without != null && sums.differences() != null) {
            centre(sums, episodes, without);
        }
        for (int t = ages - 1; t >= 0; t--) {
            laterRewards[t] = laterRewards[t + 1] + meanReward[t] * inverse[t];
            laterModel[t] = laterModel[t + 1] + stepMean[t] * stepInverse[t];
        }
    }

    /** The first t with Σ Wₜ = 0. */
    int firstWeightless() {
        int t = 0;
        while (t < inverse.length && inverse[t] > 0) {
            t++;
        }
        return t;
    }

    private void describe(int t, double total, double squares, double present) {
        effectiveSize[t] = squares > 0 ? total * (total / squares) : 0;
        meanWeight[t] = present > 0 ? total / present : 0;
        double variance = present > 1 ? (squares - total * meanWeight[t]) / (present - 1) : 0;
        meanWeightError[t] = present > 0 ? Math.sqrt(Math.max(0, variance) / present) : 0;
    }

    private void centre(RatioSums sums, double episodes, double[][] without) {
        for (int t = 0; t < stepMean.length; t++) {
            double steps = sums.rewards()[t] - sums.cutRewards()[t];
            for (int fold = 0; fold < EpisodeReader.FOLDS; fold++) {
                int size = without[fold].length;
                for (int p = 0; p < size; p++) {
                    steps -= without[fold][p] * sums.differences()[fold][t * size + p];
                }
            }
            stepMean[t] = steps * stepInverse[t] / episodes;
            modelTotal += stepMean[t];
        }
    }
}
