package io.emphatic.evaluation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Sums of least squares for several traces side by side, EVALUATION.md §2: of each trace
 *
 * <pre>
 *   eₜ = aₜ eₜ₋₁ + bₜ φₜ     (A, b) = Σ eₜ(φₜ − γₜ₊₁φₜ₊₁, Rₜ₊₁)ᵀ     over the steps
 * </pre>
 *
 * <p>The components of some traces lie one after the other, so that each addition to A is one long loop, over three
 * rows at once. First rows of lives are left out.
 */
final class TraceSums {
    private static final int LANES = 640; // components at once that fit into the cache, unless one trace has more
    private static final int ROWS_AT_ONCE = 3;

    private final int features;
    private final boolean byFold;
    private final int tracesAtOnce;
    private final List<Lanes> groups = new ArrayList<>();

    TraceSums(int features, int traces, boolean byFold) {
        this.features = features;
        this.byFold = byFold;
        this.tracesAtOnce = Math.max(1, LANES / features);
        for (int first = 0; first < traces; first += tracesAtOnce) {
            groups.add(new Lanes(first, Math.min(traces, first + tracesAtOnce)));
        }
    }

    /** What was traced so far does not go on. */
    void forget() {
        groups.forEach(group -> Arrays.fill(group.now, 0));
    }

    /**
     * @param decay a_t of each trace in the block's rows, of no meaning in first rows; null for a trace whose a_t is 0
     * @param gain b_t of the same
     */
    void add(EpisodeBlock block, double[][] decay, double[][] gain) {
        groups.forEach(group -> group.add(block, decay, gain));
    }

    /** Adds the sums of a trace to a system, of all folds but one. */
    void addTo(int trace, int without, double[] a, double[] b) {
        groups.get(trace / tracesAtOnce).addTo(trace % tracesAtOnce, without, a, b);
    }

    /** Some of the traces. */
    private final class Lanes {
        private final int first;
        private final int end;
        private final double[] now; // eₜ
        private final double[] kept = new double[ROWS_AT_ONCE * LongLoops.STRIDE]; // eₜ of rows that are to be added
        private final int[] rows = new int[ROWS_AT_ONCE]; // which these are, as places of their differences
        private int count;
        private int fold;
        private final double[][][] sums; // by fold and column of A, of all traces; the last column is b

        Lanes(int first, int end) {
            this.first = first;
            this.end = end;
            this.now = new double[(end - first) * features];
            this.sums = new double[byFold ? EpisodeReader.FOLDS : 1][features + 1][now.length];
        }

        void add(EpisodeBlock block, double[][] decay, double[][] gain) {
            for (int i = 0; i < block.rows; i++) {
                int flags = block.flags[i];
                if ((flags & EpisodeBlock.FIRST) != 0 && (flags & EpisodeBlock.LAST) != 0) {
                    continue; // Neither counts nor is continued.
                }
                boolean isFirst = (flags & EpisodeBlock.FIRST) != 0;
                for (int v = first; v < end; v++) {
                    double a = isFirst || decay[v] == null ? 0 : decay[v][i];
                    advance(now, (v - first) * features, a, gain[v][i], block.phi, i * features);
                }
                if ((flags & EpisodeBlock.STEP) != 0 && !isFirst) {
                    keep(block, i);
                }
            }
            flush(block.difference);
        }

        private void advance(double[] e, int lane, double a, double b, double[] phi, int at) {
            if (a == 0) {
                for (int p = 0; p < features; p++) {
                    e[lane + p] = b * phi[at + p];
                }
            } else {
                for (int p = 0; p < features; p++) {
                    e[lane + p] = Math.fma(a, e[lane + p], b * phi[at + p]);
                }
            }
        }

        private void keep(EpisodeBlock block, int i) {
            int foldNow = byFold ? block.fold[i] : 0;
            if (count == ROWS_AT_ONCE || foldNow != fold) {
                flush(block.difference);
            }
            fold = foldNow;
            System.arraycopy(now, 0, kept, count * LongLoops.STRIDE, now.length);
            rows[count++] = i * (features + 1);
        }

        private void flush(double[] difference) {
            if (count == 0) {
                return;
            }
            for (int r = count; r < ROWS_AT_ONCE; r++) {
                int from = r * LongLoops.STRIDE;
                Arrays.fill(kept, from, from + now.length, 0);
                rows[r] = rows[0];
            }
            count = 0;
            double[][] sum = sums[fold];
            int q = 0;
            for (; q + 2 < sum.length; q += 3) {
                int r0 = rows[0] + q;
                int r1 = rows[1] + q;
                int r2 = rows[2] + q;
                if (isAny(difference, r0) || isAny(difference, r1) || isAny(difference, r2)) {
                    LongLoops.addRows(
                            kept, r0, r1, r2, 1, difference, sum[q], difference, sum[q + 1], difference, sum[q + 2]);
                }
            }
            for (; q < sum.length; q++) {
                LongLoops.addRows(
                        kept, rows[0] + q, rows[1] + q, rows[2] + q, 1, difference, sum[q], null, null, null, null);
            }
        }

        /** Whether one of three columns has a difference; sparse features have few. */
        private boolean isAny(double[] difference, int at) {
            return difference[at] != 0 || difference[at + 1] != 0 || difference[at + 2] != 0;
        }

        void addTo(int trace, int without, double[] a, double[] b) {
            for (int k = 0; k < sums.length; k++) {
                for (int p = 0; p < features && k != without; p++) {
                    int lane = trace * features + p;
                    for (int q = 0; q < features; q++) {
                        a[p * features + q] += sums[k][q][lane];
                    }
                    b[p] += sums[k][features][lane];
                }
            }
        }
    }
}
