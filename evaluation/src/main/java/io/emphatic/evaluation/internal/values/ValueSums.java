package io.emphatic.evaluation.internal.values;

import io.emphatic.evaluation.internal.EvaluationConstants;
import io.emphatic.evaluation.internal.LongLoops;
import io.emphatic.evaluation.internal.SumExchange;
import io.emphatic.evaluation.internal.episodes.EpisodeBlock;
import io.emphatic.evaluation.log.EvaluationSettings;
import java.io.IOException;
import java.util.Arrays;
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
    private final int features;
    private final double ownLambda; // NaN: that of the rows
    private final double[] lambdas; // of elstd: the own one, then the others
    private final double[][] traces; // eₜ by component and trace: of each λ those of all targets, then those of lstd
    private final double[] decay; // aₜ of each trace
    private final double[] gain; // bₜ
    private final double[] step; // eₜ, component after component
    private final DifferenceSums sums; // (A, b) = Σ eₜ(φₜ − γₜ₊₁φₜ₊₁, Rₜ₊₁)ᵀ over the steps, by fold

    public ValueSums(EvaluationSettings settings, int targets) {
        this.targets = targets;
        this.features = settings.features();
        this.ownLambda = settings.lambda() == null ? Double.NaN : settings.lambda();
        DoubleStream others = Arrays.stream(EvaluationConstants.LAMBDAS).filter(lambda -> lambda != ownLambda);
        this.lambdas = DoubleStream.concat(DoubleStream.of(ownLambda), others).toArray();
        int count = (lambdas.length + 1) * targets;
        this.traces = new double[features][count];
        this.decay = new double[count];
        this.gain = new double[count];
        this.step = new double[features * count];
        this.sums = new DifferenceSums(features, features * count, true);
    }

    /** How many numbers are kept for one target at most. */
    public static long size(EvaluationSettings settings) {
        long features = settings.features();
        int traces = EvaluationConstants.LAMBDAS.length + 2;
        return traces * (features + 1) * features * EvaluationConstants.FOLDS;
    }

    /** @param emphases ρ_t F_t by row and target */
    public void add(EpisodeBlock block, double[][] emphases) {
        for (int i = 0; i < block.rows; i++) {
            setCoefficients(block, i, block.ratio[i], emphases[i]);
            boolean isFirst = block.has(EpisodeBlock.FIRST, i);
            for (int p = 0; p < features; p++) {
                double[] e = traces[p];
                if (isFirst) {
                    Arrays.fill(e, 0);
                } else if (i % EvaluationConstants.ROWS_UNCHECKED == 0) {
                    LongLoops.dropSmall(e);
                }
                // eₜ = aₜeₜ₋₁ + bₜφₜ
                LongLoops.advance(e, decay, gain, block.phi[i * features + p]);
                System.arraycopy(e, 0, step, p * e.length, e.length);
            }
            if (block.has(EpisodeBlock.STEP, i)) {
                sums.add(block, i, step);
            }
        }
    }

    private void setCoefficients(EpisodeBlock block, int i, double[] ratio, double[] emphases) {
        int at = 0;
        for (double each : lambdas) {
            double lambda = Double.isNaN(each) ? block.lambda[i] : each;
            double interest = lambda * block.interest(i);
            for (int k = 0; k < targets; k++) {
                decay[at] = ratio[k] * block.gamma[i] * lambda;
                gain[at++] = Math.fma(1 - lambda, emphases[k], ratio[k] * interest);
            }
        }
        for (int k = 0; k < targets; k++) {
            decay[at] = ratio[k] * block.gamma[i] * block.lambda[i];
            gain[at++] = ratio[k] * block.weight[i];
        }
    }

    public void exchange(SumExchange exchange) throws IOException {
        sums.exchange(exchange);
    }

    /** {@code elstd} of a target with the λ of the rows, on all folds but one; on all if that is negative. */
    public LinearSystem elstd(int target, int without) {
        return system(target, without);
    }

    /** {@code elstd} of a target with one λ in all rows. */
    public LinearSystem elstdAt(int target, double lambda) {
        int place = 0;
        while (lambdas[place] != lambda) {
            place++;
        }
        return system(place * targets + target, -1);
    }

    public LinearSystem lstd(int target) {
        return system(lambdas.length * targets + target, -1);
    }

    private LinearSystem system(int trace, int without) {
        double[] a = new double[features * features];
        double[] b = new double[features];
        for (int fold = 0; fold < EvaluationConstants.FOLDS; fold++) {
            double[][] columns = sums.sums(fold);
            for (int p = 0; p < features && fold != without; p++) {
                int at = p * decay.length + trace;
                for (int q = 0; q < features; q++) {
                    a[p * features + q] += columns[q][at];
                }
                b[p] += columns[features][at];
            }
        }
        return new LinearSystem(a, b);
    }
}
