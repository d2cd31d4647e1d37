package io.emphatic.evaluation.internal.values;

import io.emphatic.evaluation.internal.EvaluationConstants;
import io.emphatic.evaluation.internal.episodes.EpisodeBlock;
import io.emphatic.evaluation.log.EvaluationSettings;
import java.util.Arrays;
import java.util.stream.DoubleStream;

/**
 * The first pass over the state values of several targets: least squares of {@code lstd} and {@code elstd}, the latter
 * also at each of {@link EvaluationConstants#LAMBDAS}; EVALUATION.md §2. The traces are
 *
 * <pre>
 *   elstd   eₜ = ρₜ(γₜλₜeₜ₋₁ + (λₜiₜ + (1 − λₜ)Fₜ)φₜ)
 *   lstd    eₜ = ρₜ(γₜλₜeₜ₋₁ + φₜ)
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

    /**
     * @param ratio ρ_t by row and target
     * @param emphases ρ_t F_t by row and target
     */
    public void add(EpisodeBlock block, double[][] ratio, double[][] emphases) {
        for (int i = 0; i < block.rows; i++) {
            int at = 0;
            for (double each : lambdas) {
                double lambda = Double.isNaN(each) ? block.lambda[i] : each;
                double interest = block.has(EpisodeBlock.STARTS, i) ? lambda : 0;
                for (int k = 0; k < targets; k++) {
                    decay[i][at] = ratio[i][k] * block.gamma[i] * lambda;
                    gain[i][at++] = Math.fma(1 - lambda, emphases[i][k], ratio[i][k] * interest);
                }
            }
            for (int k = 0; k < targets; k++) {
                decay[i][at] = ratio[i][k] * block.gamma[i] * block.lambda[i];
                gain[i][at++] = ratio[i][k];
            }
        }
        traces.add(block, decay, gain);
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
}
