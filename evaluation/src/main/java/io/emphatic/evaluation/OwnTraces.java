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
    private final TraceSums emphatic; // elstd of each target at each λ
    private final TraceSums plain; // lstd of each target
    private final NoticedRows noticed;
    private final double[][] decay; // of elstd by row and trace
    private final double[][] gain;
    private final double[][] plainDecay; // of lstd by row and target; null if it is 0

    /**
     * @param lambdas of {@code elstd}, the first that of the rows too; NaN if these differ
     * @param length of the blocks' columns
     */
    OwnTraces(int features, int targets, double[] lambdas, int length) {
        this.lambdas = lambdas;
        this.emphatic = new TraceSums(features, targets * lambdas.length, true);
        this.plain = new TraceSums(features, targets, false);
        this.noticed = new NoticedRows(lambdas, targets, length);
        this.decay = new double[length][targets * lambdas.length];
        this.gain = new double[length][targets * lambdas.length];
        this.plainDecay = lambdas[0] == 0 ? null : new double[length][targets];
    }

    @Override
    public void add(EpisodeBlock block, double[][] ratio, SplitFollowOn followOn) {
        double[][] emphases = followOn.emphases();
        noticed.look(block, emphases);
        for (int i = 0; i < block.rows; i++) {
            for (int j = 0; j < lambdas.length; j++) {
                prepare(block, i, j, ratio[i], emphases[i]);
            }
            for (int k = 0; plainDecay != null && k < ratio[i].length; k++) {
                plainDecay[i][k] = decay[i][k * lambdas.length];
            }
        }
        emphatic.add(block, decay, gain, noticed);
        plain.add(block, plainDecay, ratio, null);
    }

    private void prepare(EpisodeBlock block, int i, int j, double[] ratio, double[] emphases) {
        double lambda = Double.isNaN(lambdas[j]) ? block.lambda[i] : lambdas[j];
        double interest = block.has(EpisodeBlock.STARTS, i) ? lambda : 0;
        double kept = block.gamma[i] * lambda;
        int trace = j;
        for (int k = 0; k < ratio.length; k++) {
            decay[i][trace] = ratio[k] * kept;
            gain[i][trace] = Math.fma(1 - lambda, emphases[k], ratio[k] * interest);
            trace += lambdas.length;
        }
    }

    @Override
    public void addElstd(int target, double lambda, int without, double[] a, double[] b) {
        int j = 0;
        while (Double.compare(lambdas[j], lambda) != 0) {
            j++;
        }
        emphatic.addTo(target * lambdas.length + j, without, a, b);
    }

    @Override
    public void addLstd(int target, double[] a, double[] b) {
        plain.addTo(target, -1, a, b);
    }
}
