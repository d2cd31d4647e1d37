package io.emphatic.evaluation;

import java.util.ArrayList;
import java.util.List;

/**
 * What is true of the features whatever the target: their sum over starts, and whether a combination of them is 1 in
 * every row, Φu = 1, which makes {@code elstd} its own doubly robust estimate (EVALUATION.md §2).
 *
 * <p>u fits all rows so far. A row that it does not fit changes it along the part of φ that is orthogonal to those
 * rows; if nothing is left of φ, no u exists.
 */
final class FeatureSums {
    private static final double TOLERANCE = 1e-7;

    private final int features;
    private final double[] starts;
    private final double[] unit; // u
    private final List<double[]> basis = new ArrayList<>(); // orthonormal, of the rows that changed u
    private boolean impossible;

    FeatureSums(int features) {
        this.features = features;
        this.starts = new double[features];
        this.unit = new double[features];
    }

    void add(EpisodeBlock block) {
        for (int i = 0; i < block.rows; i++) {
            int at = i * features;
            if (block.has(EpisodeBlock.STARTS, i)) {
                for (int p = 0; p < features; p++) {
                    starts[p] += block.phi[at + p];
                }
            }
            double one = 0;
            for (int p = 0; p < features; p++) {
                one += unit[p] * block.phi[at + p];
            }
            if (!impossible && !(Math.abs(one - 1) <= TOLERANCE)) {
                change(block, at, 1 - one);
            }
        }
    }

    private void change(EpisodeBlock block, int at, double missing) {
        double[] left = new double[features];
        System.arraycopy(block.phi, at, left, 0, features);
        double all = Math.sqrt(TargetModels.dot(left, left));
        // Twice, since once leaves rounding errors.
        for (int round = 0; round < 2; round++) {
            for (double[] each : basis) {
                LongLoops.add(left, -TargetModels.dot(each, left), each);
            }
        }
        double norm = Math.sqrt(TargetModels.dot(left, left));
        if (!(norm > TOLERANCE * all)) {
            impossible = true;
            return;
        }
        for (int p = 0; p < features; p++) {
            left[p] /= norm;
        }
        basis.add(left);
        LongLoops.add(unit, missing / norm, left);
    }

    /** Σ φ over starts. */
    double[] starts() {
        return starts;
    }

    /** Whether Φu = 1 in every row. */
    boolean hasUnit() {
        return !impossible;
    }
}
