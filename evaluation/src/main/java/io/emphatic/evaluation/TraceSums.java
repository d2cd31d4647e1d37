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
 * <p>First rows of lives are left out.
 */
final class TraceSums {
    private static final int LANES = 640; // components at once that fit into the cache, unless one trace has more

    private final int features;
    private final int tracesAtOnce;
    private final List<TraceLanes> groups = new ArrayList<>();

    TraceSums(int features, int traces, boolean byFold) {
        this.features = features;
        this.tracesAtOnce = Math.max(1, LANES / features);
        for (int first = 0; first < traces; first += tracesAtOnce) {
            groups.add(new TraceLanes(first, Math.min(traces, first + tracesAtOnce), byFold));
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
        groups.get(trace / tracesAtOnce).sums.addTo(trace % tracesAtOnce, without, a, b);
    }

    /** Some of the traces. */
    private final class TraceLanes {
        private final int first;
        private final int end;
        private final double[] now; // eₜ
        private final LaneSums sums;

        TraceLanes(int first, int end, boolean byFold) {
            this.first = first;
            this.end = end;
            this.now = new double[(end - first) * features];
            this.sums = new LaneSums(features, end - first, byFold);
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
                    System.arraycopy(now, 0, sums.add(block, i), 0, now.length);
                }
            }
            sums.flush(block);
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
    }
}
