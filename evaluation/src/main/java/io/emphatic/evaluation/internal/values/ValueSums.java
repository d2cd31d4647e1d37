package io.emphatic.evaluation.internal.values;

import io.emphatic.evaluation.internal.EvaluationConstants;
import io.emphatic.evaluation.internal.LongLoops;
import io.emphatic.evaluation.internal.SumExchange;
import io.emphatic.evaluation.internal.episodes.EpisodeBlock;
import io.emphatic.evaluation.log.EvaluationSettings;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;

/**
 * The first pass over the state values of several targets: least squares of {@code lstd} and {@code elstd}, the latter
 * also at each of {@link EvaluationConstants#LAMBDAS}; EVALUATION.md §2. The traces are
 *
 * <pre>
 *   elstd   eₜ = ρₜ(γₜλₜeₜ₋₁ + (λₜiₜ + (1 − λₜ)Fₜ)φₜ)
 *   lstd    eₜ = ρₜ(γₜλₜeₜ₋₁ + ωφₜ)
 * </pre>
 */
public final class ValueSums {
    private final int targets;
    private final double ownLambda; // NaN: that of the rows
    private final double[] lambdas; // of elstd: the own one, then the others
    private final TraceSums traces; // of each λ those of all targets, then those of lstd
    private final double[][] decay; // by row and trace
    private final double[][] gain;

    /** @param length of the blocks' columns */
    public ValueSums(EvaluationSettings settings, int targets, int length) {
        this.targets = targets;
        this.ownLambda = settings.lambda() == null ? Double.NaN : settings.lambda();
        DoubleStream others = Arrays.stream(EvaluationConstants.LAMBDAS).filter(lambda -> lambda != ownLambda);
        this.lambdas = DoubleStream.concat(DoubleStream.of(ownLambda), others).toArray();
        int count = (lambdas.length + 1) * targets;
        this.traces = new TraceSums(settings.features(), count);
        this.decay = new double[length][count];
        this.gain = new double[length][count];
    }

    /** How many numbers are kept for one target at most. */
    public static long size(EvaluationSettings settings) {
        long features = settings.features();
        int traces = EvaluationConstants.LAMBDAS.length + 2;
        return traces * (features + 1) * features * EvaluationConstants.FOLDS;
    }

    /** By row and target: ratios ρ_t, emphases ρ_t F_t. */
    public void add(EpisodeBlock block, double[][] ratio, double[][] emphases) {
        for (int i = 0; i < block.rows; i++) {
            int at = 0;
            for (double each : lambdas) {
                double lambda = Double.isNaN(each) ? block.lambda[i] : each;
                double interest = lambda * block.interest(i);
                for (int k = 0; k < targets; k++) {
                    decay[i][at] = ratio[i][k] * block.gamma[i] * lambda;
                    gain[i][at++] = Math.fma(1 - lambda, emphases[i][k], ratio[i][k] * interest);
                }
            }
            for (int k = 0; k < targets; k++) {
                decay[i][at] = ratio[i][k] * block.gamma[i] * block.lambda[i];
                gain[i][at++] = ratio[i][k] * block.weight[i];
            }
        }
        traces.add(block, decay, gain);
    }

    public void exchange(SumExchange sums) throws IOException {
        for (TraceSums.TraceSlice group : traces.groups) {
            group.sums.exchange(sums);
        }
    }

    /** {@code elstd} of a target with the λ of the rows, on all folds but one; on all if that is negative. */
    public LinearSystem elstd(int target, int without) {
        return traces.system(target, without);
    }

    /** {@code elstd} of a target with one λ in all rows. */
    public LinearSystem elstdAt(int target, double lambda) {
        int place = 0;
        while (lambdas[place] != lambda) {
            place++;
        }
        return traces.system(place * targets + target, -1);
    }

    public LinearSystem lstd(int target) {
        return traces.system(lambdas.length * targets + target, -1);
    }

    /** eₜ = aₜ eₜ₋₁ + bₜ φₜ and (A, b) = Σ eₜ(φₜ − γₜ₊₁φₜ₊₁, Rₜ₊₁)ᵀ over the steps, by fold, of several traces. */
    private static final class TraceSums {
        private static final int COMPONENTS_AT_ONCE = 640; // they fit into the cache, unless one trace has more

        private final int features;
        private final int tracesAtOnce;
        private final List<TraceSlice> groups = new ArrayList<>();

        TraceSums(int features, int traces) {
            this.features = features;
            this.tracesAtOnce = Math.max(1, COMPONENTS_AT_ONCE / features);
            for (int first = 0; first < traces; first += tracesAtOnce) {
                groups.add(new TraceSlice(first, Math.min(traces, first + tracesAtOnce)));
            }
        }

        /** By row and trace: decay a_t, ignored in the first row of a life, and gain b_t. */
        void add(EpisodeBlock block, double[][] decay, double[][] gain) {
            groups.forEach(group -> group.add(block, decay, gain));
        }

        /** The system of a trace, of all folds but one; of all folds if {@code without} is negative. */
        LinearSystem system(int trace, int without) {
            double[] a = new double[features * features];
            double[] b = new double[features];
            TraceSlice group = groups.get(trace / tracesAtOnce);
            DifferenceSums sums = group.sums;
            int count = group.end - group.first;
            int from = trace % tracesAtOnce;
            for (int fold = 0; fold < sums.folds(); fold++) {
                double[][] columns = sums.sums(fold);
                for (int p = 0; p < features && fold != without; p++) {
                    for (int q = 0; q < features; q++) {
                        a[p * features + q] += columns[q][p * count + from];
                    }
                    b[p] += columns[features][p * count + from];
                }
            }
            return new LinearSystem(a, b);
        }

        /** Some of the traces. */
        private final class TraceSlice {
            private final int first;
            private final int end;
            private final double[][] traces; // eₜ by component and trace
            private final double[] kept; // aₜ and bₜ of these traces
            private final double[] added;
            private final double[] step; // eₜ, component after component
            private final DifferenceSums sums;

            TraceSlice(int first, int end) {
                this.first = first;
                this.end = end;
                this.traces = new double[features][end - first];
                this.kept = new double[end - first];
                this.added = new double[end - first];
                this.step = new double[features * (end - first)];
                this.sums = new DifferenceSums(features, features * (end - first), true);
            }

            void add(EpisodeBlock block, double[][] decay, double[][] gain) {
                int count = end - first;
                for (int i = 0; i < block.rows; i++) {
                    System.arraycopy(decay[i], first, kept, 0, count);
                    System.arraycopy(gain[i], first, added, 0, count);
                    boolean isFirst = block.has(EpisodeBlock.FIRST, i);
                    for (int p = 0; p < features; p++) {
                        double[] e = traces[p];
                        if (isFirst) {
                            Arrays.fill(e, 0);
                        } else if (i % EvaluationConstants.ROWS_UNCHECKED == 0) {
                            LongLoops.dropSmall(e);
                        }
                        // eₜ = aₜeₜ₋₁ + bₜφₜ
                        LongLoops.advance(e, kept, added, block.phi[i * features + p]);
                        System.arraycopy(e, 0, step, p * count, count);
                    }
                    if (block.has(EpisodeBlock.STEP, i)) {
                        sums.add(block, i, step);
                    }
                }
            }
        }
    }
}
