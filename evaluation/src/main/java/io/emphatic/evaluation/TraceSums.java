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
    private final List<TraceLanes> groups = new ArrayList<>();

    TraceSums(int features, int traces, boolean byFold) {
        this.features = features;
        this.byFold = byFold;
        this.tracesAtOnce = Math.max(1, LANES / features);
        for (int first = 0; first < traces; first += tracesAtOnce) {
            groups.add(new TraceLanes(first, Math.min(traces, first + tracesAtOnce)));
        }
    }

    /** What was traced so far does not go on. */
    void forget() {
        groups.forEach(group -> Arrays.fill(group.now, 0));
    }

    /**
     * @param decay a_t by row and trace, of no meaning in first rows; null if it is 0 for all
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
    private final class TraceLanes {
        private final int first;
        private final int end;
        private final double[] now; // eₜ
        private final double[][] kept; // eₜ of rows that are to be added
        private final double[] factors = new double[9];
        private final int[] rows = new int[ROWS_AT_ONCE]; // which these are, as places of their differences
        private int count;
        private int fold;
        private final double[][][] sums; // by fold and column of A, of all traces; the last column is b

        TraceLanes(int first, int end) {
            this.first = first;
            this.end = end;
            this.now = new double[(end - first) * features];
            this.kept = new double[ROWS_AT_ONCE][now.length];
            this.sums = new double[byFold ? EpisodeReader.FOLDS : 1][features + 1][now.length];
        }

        void add(EpisodeBlock block, double[][] decay, double[][] gain) {
            for (int i = 0; i < block.rows; i++) {
                int flags = block.flags[i];
                boolean isFirst = (flags & EpisodeBlock.FIRST) != 0;
                if (isFirst && (flags & EpisodeBlock.LAST) != 0) {
                    continue; // Neither counts nor is continued.
                }
                if (isFirst || decay == null) {
                    Arrays.fill(now, 0);
                }
                advance(block.phi, i * features, isFirst || decay == null ? null : decay[i], gain[i]);
                if ((flags & EpisodeBlock.STEP) != 0 && !isFirst) {
                    keep(block, i);
                }
            }
            flush(block.difference);
        }

        /** eₜ = aₜeₜ₋₁ + bₜφₜ. */
        private void advance(double[] phi, int at, double[] decay, double[] gain) {
            int p = 0;
            for (; p + 3 < features; p += 4) {
                advanceFour(p, phi, at + p, decay, gain);
            }
            for (; p < features; p++) {
                int lane = p;
                for (int v = first; v < end; v++) {
                    double a = decay == null ? 0 : decay[v];
                    now[lane] = Math.fma(a, now[lane], gain[v] * phi[at + p]);
                    lane += features;
                }
            }
        }

        private void advanceFour(int p, double[] phi, int at, double[] decay, double[] gain) {
            double[] e = now;
            double phi0 = phi[at];
            double phi1 = phi[at + 1];
            double phi2 = phi[at + 2];
            double phi3 = phi[at + 3];
            int lane = p;
            for (int v = first; v < end; v++) {
                double a = decay == null ? 0 : decay[v];
                double b = gain[v];
                e[lane] = Math.fma(a, e[lane], b * phi0);
                e[lane + 1] = Math.fma(a, e[lane + 1], b * phi1);
                e[lane + 2] = Math.fma(a, e[lane + 2], b * phi2);
                e[lane + 3] = Math.fma(a, e[lane + 3], b * phi3);
                lane += features;
            }
        }

        private void keep(EpisodeBlock block, int i) {
            int foldNow = byFold ? block.fold[i] : 0;
            if (count == ROWS_AT_ONCE || foldNow != fold) {
                flush(block.difference);
            }
            fold = foldNow;
            System.arraycopy(now, 0, kept[count], 0, now.length);
            rows[count++] = i * (features + 1);
        }

        private void flush(double[] difference) {
            if (count == 0) {
                return;
            }
            for (int r = count; r < ROWS_AT_ONCE; r++) {
                Arrays.fill(kept[r], 0);
                rows[r] = rows[0];
            }
            count = 0;
            double[][] sum = sums[fold];
            int q = 0;
            for (; q + 2 < sum.length; q += 3) {
                if (isAny(difference, rows[0] + q)
                        || isAny(difference, rows[1] + q)
                        || isAny(difference, rows[2] + q)) {
                    take(difference, q, 0);
                    take(difference, q + 1, 3);
                    take(difference, q + 2, 6);
                    LongLoops.addRows(kept[0], kept[1], kept[2], factors, sum[q], sum[q + 1], sum[q + 2]);
                }
            }
            for (; q < sum.length; q++) {
                take(difference, q, 0);
                LongLoops.addRows(kept[0], kept[1], kept[2], factors, sum[q], null, null);
            }
        }

        /** The difference of a column in the rows that are kept. */
        private void take(double[] difference, int column, int to) {
            for (int r = 0; r < ROWS_AT_ONCE; r++) {
                factors[to + r] = difference[rows[r] + column];
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
