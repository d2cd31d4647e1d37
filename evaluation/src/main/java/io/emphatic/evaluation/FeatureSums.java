package io.emphatic.evaluation;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What is true of the features whatever the target: their sum over starts, and whether a combination of them is 1 in
 * every row, Φu = 1, which makes {@code elstd} its own doubly robust estimate (EVALUATION.md §2).
 *
 * <p>u fits all rows so far. A row that is no combination of them changes u along the part of φ that is orthogonal to
 * them; any other row has to fit, or no u exists. Once the rows span all dimensions, a row costs one inner product.
 */
final class FeatureSums {
    private static final double TOLERANCE = 1e-7;

    private final int features;
    private final double[] starts;
    private final double[] unit; // u
    private final List<double[]> basis = new ArrayList<>(); // orthonormal, of the span of all rows
    private final List<double[]> spanning = new ArrayList<>(); // rows with that span, as they were
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
            fit(block.phi, at);
        }
    }

    private void fit(double[] phi, int at) {
        if (impossible) {
            return;
        }
        double one = 0;
        for (int p = 0; p < features; p++) {
            one += unit[p] * phi[at + p];
        }
        boolean isSpanned = basis.size() == features || !extend(Arrays.copyOfRange(phi, at, at + features), 1 - one);
        impossible = isSpanned && !(Math.abs(one - 1) <= TOLERANCE);
    }

    void exchange(SumExchange sums) throws IOException {
        sums.totals(starts);
        impossible = sums.any(impossible);
        int count = sums.ofPart(spanning.size());
        for (int k = 0; k < count; k++) {
            double[] row = sums.isWriting() ? spanning.get(k) : new double[features];
            sums.totals(row);
            if (!sums.isWriting()) {
                fit(row, 0);
            }
        }
    }

    /** Whether the row is no combination of those before: then u is changed so that it fits it as well. */
    private boolean extend(double[] row, double missing) {
        double[] left = row.clone();
        double all = Math.sqrt(TargetModels.dot(left, left));
        // Twice, since once leaves rounding errors.
        for (int round = 0; round < 2; round++) {
            for (double[] each : basis) {
                LongLoops.add(left, -TargetModels.dot(each, left), each);
            }
        }
        double norm = Math.sqrt(TargetModels.dot(left, left));
        if (!(norm > TOLERANCE * all)) {
            return false;
        }
        for (int p = 0; p < features; p++) {
            left[p] /= norm;
        }
        basis.add(left);
        spanning.add(row);
        LongLoops.add(unit, missing / norm, left);
        return true;
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
