package io.emphatic.evaluation;

import java.util.Arrays;

/**
 * Sums of least squares for several traces side by side, EVALUATION.md §2: of each trace
 *
 * <pre>
 *   eₜ = aₜ eₜ₋₁ + bₜ φₜ     A = Σ eₜ(φₜ − γₜ₊₁φₜ₊₁)ᵀ     b = Σ eₜRₜ₊₁     over the steps
 * </pre>
 *
 * <p>The components of all traces lie one after the other, so that each addition to A is one long loop; R_{t+1} is
 * taken as a further component of the difference, which makes b a further column of A.
 */
final class TraceSums {
    private static final int SCRATCH = 1 << 14; // numbers

    private final int features;
    private final int lanes; // components of all traces
    private final int folds; // sums by fold, or one sum
    private final int rowsAtOnce;
    private final double[] traces; // of the row before, then those of some rows
    private final double[][] sums; // by fold; a column of A of all traces, then the next; at last b
    private final int[] steps;

    TraceSums(int features, int traces, boolean byFold) {
        this.features = features;
        this.lanes = traces * features;
        this.folds = byFold ? EpisodeReader.FOLDS : 1;
        this.rowsAtOnce = Math.max(8, Math.min(128, SCRATCH / Math.max(1, lanes)));
        this.traces = new double[(rowsAtOnce + 1) * lanes];
        this.sums = new double[folds][(features + 1) * lanes];
        this.steps = new int[rowsAtOnce];
    }

    /** How many numbers it would hold. */
    static long size(long features, long traces, boolean byFold) {
        return (features + 1) * traces * features * (byFold ? EpisodeReader.FOLDS : 1);
    }

    /**
     * @param decay a_t of each trace in the block's rows
     * @param gain b_t of the same
     */
    void add(EpisodeBlock block, double[][] decay, double[][] gain) {
        for (int from = 0; from < block.rows; from += rowsAtOnce) {
            int to = Math.min(block.rows, from + rowsAtOnce);
            advance(block, from, to, decay, gain);
            for (int fold = 0; fold < folds; fold++) {
                int count = 0;
                for (int i = from; i < to; i++) {
                    if (block.has(EpisodeBlock.STEP, i) && (folds == 1 || block.fold[i] == fold)) {
                        steps[count++] = i;
                    }
                }
                addSteps(block, from, count, sums[fold]);
            }
            System.arraycopy(traces, (to - from) * lanes, traces, 0, lanes);
        }
    }

    private void advance(EpisodeBlock block, int from, int to, double[][] decay, double[][] gain) {
        double[] phi = block.phi;
        for (int i = from; i < to; i++) {
            int now = (i - from + 1) * lanes;
            int phiAt = i * features;
            for (int v = 0; v < decay.length; v++) {
                double a = decay[v][i];
                double b = gain[v][i];
                int lane = now + v * features;
                if (a == 0) {
                    for (int p = 0; p < features; p++) {
                        traces[lane + p] = b * phi[phiAt + p];
                    }
                } else {
                    for (int p = 0; p < features; p++) {
                        traces[lane + p] = a * traces[lane - lanes + p] + b * phi[phiAt + p];
                    }
                }
            }
        }
    }

    private void addSteps(EpisodeBlock block, int from, int count, double[] sum) {
        int whole = count - count % 4;
        for (int k = 0; k < whole; k += 4) {
            addFour(block.difference, from, k, sum);
        }
        for (int k = whole; k < count; k++) {
            addOne(block.difference, from, k, sum);
        }
    }

    private void addFour(double[] difference, int from, int k, double[] sum) {
        int width = features + 1;
        int at0 = steps[k] * width;
        int at1 = steps[k + 1] * width;
        int at2 = steps[k + 2] * width;
        int at3 = steps[k + 3] * width;
        int e0 = (steps[k] - from + 1) * lanes;
        int e1 = (steps[k + 1] - from + 1) * lanes;
        int e2 = (steps[k + 2] - from + 1) * lanes;
        int e3 = (steps[k + 3] - from + 1) * lanes;
        for (int q = 0; q < width; q++) {
            double d0 = difference[at0 + q];
            double d1 = difference[at1 + q];
            double d2 = difference[at2 + q];
            double d3 = difference[at3 + q];
            if (d0 != 0 || d1 != 0 || d2 != 0 || d3 != 0) {
                addColumn(sum, q * lanes, d0, e0, d1, e1, d2, e2, d3, e3);
            }
        }
    }

    private void addColumn(
            double[] sum, int to, double d0, int e0, double d1, int e1, double d2, int e2, double d3, int e3) {
        double[] e = traces;
        for (int l = 0; l < lanes; l++) {
            sum[to + l] += d0 * e[e0 + l] + d1 * e[e1 + l] + d2 * e[e2 + l] + d3 * e[e3 + l];
        }
    }

    private void addOne(double[] difference, int from, int k, double[] sum) {
        int width = features + 1;
        int at = steps[k] * width;
        int e = (steps[k] - from + 1) * lanes;
        for (int q = 0; q < width; q++) {
            double d = difference[at + q];
            if (d != 0) {
                int to = q * lanes;
                for (int l = 0; l < lanes; l++) {
                    sum[to + l] += d * traces[e + l];
                }
            }
        }
    }

    /**
     * The system of one trace over all folds but one.
     *
     * @param without the fold to leave out; none if negative
     */
    LinearSystem system(int trace, int without) {
        double[] a = new double[features * features];
        double[] b = new double[features];
        for (int fold = 0; fold < folds; fold++) {
            if (fold == without) {
                continue;
            }
            for (int p = 0; p < features; p++) {
                int lane = trace * features + p;
                for (int q = 0; q < features; q++) {
                    a[p * features + q] += sums[fold][q * lanes + lane];
                }
                b[p] += sums[fold][features * lanes + lane];
            }
        }
        return new LinearSystem(a, b);
    }

    void addAll(TraceSums other) {
        for (int fold = 0; fold < folds; fold++) {
            for (int l = 0; l < sums[fold].length; l++) {
                sums[fold][l] += other.sums[fold][l];
            }
        }
        Arrays.fill(traces, 0);
    }
}
