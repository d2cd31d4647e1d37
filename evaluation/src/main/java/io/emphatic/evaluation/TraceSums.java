package io.emphatic.evaluation;

import java.util.Arrays;

/**
 * Sums of least squares for several traces side by side, EVALUATION.md §2: of each trace
 *
 * <pre>
 *   eₜ = aₜ eₜ₋₁ + bₜ φₜ     (A, b) = Σ eₜ(φₜ − γₜ₊₁φₜ₊₁, Rₜ₊₁)ᵀ     over the steps
 * </pre>
 *
 * <p>The components of all traces lie one after the other, so that each addition to A is one long loop. First rows of
 * lives are left out.
 */
final class TraceSums {
    private static final int SCRATCH = 1 << 12; // numbers

    private final int features;
    private final int lanes; // components of all traces
    private final int folds; // sums by fold, or one sum
    private final int rowsAtOnce;
    private final double[][] traces; // of the row before, then those of some rows
    private final double[][][] sums; // by fold and column of A, of all traces; the last column is b
    private final int[] steps;

    TraceSums(int features, int traces, boolean byFold) {
        this.features = features;
        this.lanes = traces * features;
        this.folds = byFold ? EpisodeReader.FOLDS : 1;
        this.rowsAtOnce = Math.max(8, Math.min(128, SCRATCH / Math.max(1, lanes)));
        this.traces = new double[rowsAtOnce + 1][lanes];
        this.sums = new double[folds][features + 1][lanes];
        this.steps = new int[rowsAtOnce];
    }

    /** What was traced so far does not go on. */
    void forget() {
        Arrays.fill(traces[0], 0);
    }

    /**
     * @param decay a_t of each trace in the block's rows; of no meaning in first rows
     * @param gain b_t of the same
     */
    void add(EpisodeBlock block, double[][] decay, double[][] gain) {
        for (int from = 0; from < block.rows; from += rowsAtOnce) {
            int to = Math.min(block.rows, from + rowsAtOnce);
            advance(block, from, to, decay, gain);
            for (int fold = 0; fold < folds; fold++) {
                int count = 0;
                for (int i = from; i < to; i++) {
                    boolean counts = (block.flags[i] & (EpisodeBlock.STEP | EpisodeBlock.FIRST)) == EpisodeBlock.STEP;
                    if (counts && (folds == 1 || block.fold[i] == fold)) {
                        steps[count++] = i;
                    }
                }
                addSteps(block, from, count, sums[fold]);
            }
            System.arraycopy(traces[to - from], 0, traces[0], 0, lanes);
        }
    }

    private void advance(EpisodeBlock block, int from, int to, double[][] decay, double[][] gain) {
        double[] phi = block.phi;
        for (int i = from; i < to; i++) {
            boolean first = block.has(EpisodeBlock.FIRST, i);
            if (first && block.has(EpisodeBlock.LAST, i)) {
                continue; // Neither counts nor is continued.
            }
            double[] before = traces[i - from];
            double[] now = traces[i - from + 1];
            int phiAt = i * features;
            for (int v = 0; v < gain.length; v++) {
                double a = first ? 0 : decay[v][i];
                double b = gain[v][i];
                int lane = v * features;
                if (a == 0) {
                    for (int p = 0; p < features; p++) {
                        now[lane + p] = b * phi[phiAt + p];
                    }
                } else {
                    for (int p = 0; p < features; p++) {
                        now[lane + p] = a * before[lane + p] + b * phi[phiAt + p];
                    }
                }
            }
        }
    }

    private void addSteps(EpisodeBlock block, int from, int count, double[][] sum) {
        int width = features + 1;
        int whole = count - count % 4;
        for (int k = 0; k < whole; k += 4) {
            addFour(block.difference, from, k, sum);
        }
        for (int k = whole; k < count; k++) {
            int at = steps[k] * width;
            double[] e = traces[steps[k] - from + 1];
            for (int q = 0; q < width; q++) {
                if (block.difference[at + q] != 0) {
                    LongLoops.add(sum[q], block.difference[at + q], e);
                }
            }
        }
    }

    private void addFour(double[] difference, int from, int k, double[][] sum) {
        int width = features + 1;
        int at0 = steps[k] * width;
        int at1 = steps[k + 1] * width;
        int at2 = steps[k + 2] * width;
        int at3 = steps[k + 3] * width;
        double[] e0 = traces[steps[k] - from + 1];
        double[] e1 = traces[steps[k + 1] - from + 1];
        double[] e2 = traces[steps[k + 2] - from + 1];
        double[] e3 = traces[steps[k + 3] - from + 1];
        for (int q = 0; q < width; q++) {
            double d0 = difference[at0 + q];
            double d1 = difference[at1 + q];
            double d2 = difference[at2 + q];
            double d3 = difference[at3 + q];
            if (d0 != 0 || d1 != 0 || d2 != 0 || d3 != 0) {
                LongLoops.add(sum[q], d0, e0, d1, e1, d2, e2, d3, e3);
            }
        }
    }

    /** Adds the sums of a trace to a system, of all folds but one. */
    void addTo(int trace, int without, double[] a, double[] b) {
        for (int fold = 0; fold < folds; fold++) {
            for (int p = 0; p < features && fold != without; p++) {
                int lane = trace * features + p;
                for (int q = 0; q < features; q++) {
                    a[p * features + q] += sums[fold][q][lane];
                }
                b[p] += sums[fold][features][lane];
            }
        }
    }
}
