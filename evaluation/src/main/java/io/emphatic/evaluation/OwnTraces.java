package io.emphatic.evaluation;

import java.util.List;

/**
 * Every trace of every target is followed, EVALUATION.md §2: best with few targets.
 *
 * <pre>
 *   elstd   eₜ = ρₜ(γₜλₜeₜ₋₁ + (λₜiₜ + (1 − λₜ)Fₜ)φₜ)
 *   lstd    eₜ = ρₜ(γₜλₜeₜ₋₁ + φₜ)
 * </pre>
 */
final class OwnTraces implements TraceSystems {
    private final double[] lambdas; // of elstd; NaN: that of the rows. The first is also that of lstd.
    private final int perTarget;
    private final TraceSums sums; // of each target those of elstd, then that of lstd
    private final double[][] decay;
    private final double[][] gain;

    /**
     * @param lambdas of {@code elstd}, the first that of the rows too; NaN if these differ
     * @param length of the blocks' columns
     */
    OwnTraces(int features, int targets, double[] lambdas, int length) {
        this.lambdas = lambdas;
        this.perTarget = lambdas.length + 1;
        this.sums = new TraceSums(features, targets * perTarget, true);
        this.decay = new double[targets * perTarget][];
        this.gain = new double[targets * perTarget][];
        for (int trace = 0; trace < gain.length; trace++) {
            if (lambdas[trace % perTarget % lambdas.length] != 0) {
                decay[trace] = new double[length];
                gain[trace] = new double[length];
            }
        }
    }

    @Override
    public void add(EpisodeBlock block, double[][] ratios, List<SplitFollowOn> followOns) {
        for (int k = 0; k < ratios.length; k++) {
            int first = k * perTarget;
            double[] emphases = followOns.get(k).emphases();
            for (int j = 0; j < lambdas.length; j++) {
                int trace = first + j;
                if (decay[trace] == null) {
                    gain[trace] = emphases;
                } else {
                    prepare(block, lambdas[j], ratios[k], emphases, decay[trace], gain[trace]);
                }
            }
            int plain = first + lambdas.length;
            gain[plain] = ratios[k];
            if (decay[plain] != null) {
                decay[plain] = decay[first];
            }
        }
        sums.add(block, decay, gain);
    }

    private static void prepare(
            EpisodeBlock block, double lambda, double[] ratio, double[] emphases, double[] decays, double[] gains) {
        boolean varies = Double.isNaN(lambda);
        for (int i = 0; i < block.rows; i++) {
            double weight = varies ? block.lambda[i] : lambda;
            double interest = (block.flags[i] & EpisodeBlock.STARTS) != 0 ? ratio[i] * weight : 0;
            decays[i] = ratio[i] * block.gamma[i] * weight;
            gains[i] = Math.fma(1 - weight, emphases[i], interest);
        }
    }

    @Override
    public void addElstd(int target, double lambda, int without, double[] a, double[] b) {
        int j = 0;
        while (Double.compare(lambdas[j], lambda) != 0) {
            j++;
        }
        sums.addTo(target * perTarget + j, without, a, b);
    }

    @Override
    public void addLstd(int target, double[] a, double[] b) {
        sums.addTo(target * perTarget + lambdas.length, -1, a, b);
    }
}
