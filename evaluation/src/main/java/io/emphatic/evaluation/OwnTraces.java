package io.emphatic.evaluation;

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
    private final double[][] decay; // by row and trace
    private final double[][] gain;

    /**
     * @param lambdas of {@code elstd}, the first that of the rows too; NaN if these differ
     * @param length of the blocks' columns
     */
    OwnTraces(int features, int targets, double[] lambdas, int length) {
        this.lambdas = lambdas;
        this.perTarget = lambdas.length + 1;
        this.sums = new TraceSums(features, targets * perTarget, true);
        this.decay = new double[length][targets * perTarget];
        this.gain = new double[length][targets * perTarget];
    }

    @Override
    public void add(EpisodeBlock block, double[][] ratio, SplitFollowOn followOn) {
        double[][] emphases = followOn.emphases();
        for (int i = 0; i < block.rows; i++) {
            for (int j = 0; j < lambdas.length; j++) {
                double lambda = Double.isNaN(lambdas[j]) ? block.lambda[i] : lambdas[j];
                double interest = block.has(EpisodeBlock.STARTS, i) ? lambda : 0;
                double kept = block.gamma[i] * lambda;
                int trace = j;
                for (int k = 0; k < ratio[i].length; k++) {
                    decay[i][trace] = ratio[i][k] * kept;
                    gain[i][trace] = Math.fma(1 - lambda, emphases[i][k], ratio[i][k] * interest);
                    trace += perTarget;
                }
            }
            int plain = lambdas.length;
            for (int k = 0; k < ratio[i].length; k++) {
                decay[i][plain] = decay[i][plain - lambdas.length];
                gain[i][plain] = ratio[i][k];
                plain += perTarget;
            }
        }
        sums.add(block, decay, gain);
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
