package io.emphatic.evaluation.internal.values;

import io.emphatic.evaluation.internal.LongLoops;
import io.emphatic.evaluation.internal.SumExchange;
import io.emphatic.evaluation.internal.episodes.EpisodeBlock;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What is true of the features whatever the target: their sum over starts, and whether a combination of them is 1 in
 * every row, Φu = 1 (EVALUATION.md §2). u fits all rows so far: a row that is no combination of them changes u; any
 * other has to fit. Columns are scaled by their first value.
 */
public final class FeatureSums {
    private static final double TOLERANCE = 1e-7;

    private final int features;
    private final double[] starts;
    private final double[] others; // 1 for a feature that is not always 0 or 1
    private final double[] scale; // of columns; 0 for one that has been 0 so far
    private final double[] unit; // u
    private final List<double[]> basis = new ArrayList<>(); // orthonormal, of the span of all rows
    private final List<double[]> spanning = new ArrayList<>(); // rows with that span, as they were
    private boolean impossible;

    public FeatureSums(int features) {
        this.features = features;
        this.starts = new double[features];
        this.others = new double[features];
        this.scale = new double[features];
        this.unit = new double[features];
    }

    public void add(EpisodeBlock block) {
        for (int i = 0; i < block.rows; i++) {
            int at = i * features;
            if (block.has(EpisodeBlock.STARTS, i)) {
                for (int p = 0; p < features; p++) {
                    starts[p] += block.weight[i] * block.phi[at + p];
                }
            }
            for (int p = 0; p < features; p++) {
                double phi = block.phi[at + p];
                others[p] = phi == 0 || phi == 1 ? others[p] : 1;
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

    public void exchange(SumExchange sums) throws IOException {
        sums.totals(starts);
        sums.largest(others);
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
        double[] left = new double[features];
        for (int p = 0; p < features; p++) {
            if (scale[p] == 0 && row[p] != 0) {
                scale[p] = 1 / Math.abs(row[p]);
            }
            left[p] = row[p] * scale[p];
        }
        double all = Math.sqrt(ValueModels.dot(left, left));
        makeOrthogonal(left);
        double norm = Math.sqrt(ValueModels.dot(left, left));
        if (!(norm > TOLERANCE * all)) {
            return false;
        }
        for (int p = 0; p < features; p++) {
            left[p] /= norm;
            unit[p] += missing / norm * left[p] * scale[p];
        }
        basis.add(left);
        spanning.add(row);
        return true;
    }

    /** To all rows so far. Twice, since once leaves rounding errors. */
    private void makeOrthogonal(double[] vector) {
        for (int round = 0; round < 2; round++) {
            for (double[] each : basis) {
                LongLoops.add(vector, -ValueModels.dot(each, vector), each);
            }
        }
    }

    public double[] starts() {
        return starts;
    }

    /** Whether the feature is 0 or 1 in every row. */
    public boolean isFlag(int feature) {
        return others[feature] == 0;
    }

    public boolean hasUnit() {
        return !impossible;
    }
}
