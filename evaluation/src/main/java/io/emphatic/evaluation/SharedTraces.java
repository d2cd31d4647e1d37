package io.emphatic.evaluation;

import java.util.ArrayList;
import java.util.List;

/**
 * Least squares of {@code lstd} and {@code elstd}, of several targets, without the first rows of lives. What the traces
 * of all targets have in common is made once ({@link SharedTrace}).
 */
final class SharedTraces {
    private final SharedTraceSums shared;
    private final NoticedRows noticed;
    private final List<EmphaticSums> emphatic = new ArrayList<>(); // by λ
    private final WeightedSums plainSums; // lstd if λ = 0, else null
    private final TraceSums plainTraces; // lstd with other λ, else null
    private final double[][] decay; // of lstd by row and target

    /**
     * @param lambdas of {@code elstd}, the first that of the rows too; NaN if these differ
     * @param length of the blocks' columns
     */
    SharedTraces(int features, int targets, double[] lambdas, int length) {
        this.plainSums = lambdas[0] == 0 ? new WeightedSums(features, targets, false) : null;
        this.plainTraces = lambdas[0] == 0 ? null : new TraceSums(features, targets, false);
        for (double lambda : lambdas) {
            boolean first = emphatic.isEmpty();
            emphatic.add(new EmphaticSums(features, lambda, targets, first, first ? plainSums : null, length));
        }
        this.shared = new SharedTraceSums(
                features, false, emphatic.stream().map(EmphaticSums::shared).toList());
        this.noticed = new NoticedRows(lambdas, targets, length);
        this.decay = new double[plainTraces == null ? 0 : length][targets];
    }

    /**
     * @param ratio ρ_t by row and target
     * @param followOn F_t of the same
     */
    void add(EpisodeBlock block, double[][] ratio, SplitFollowOn followOn) {
        if (plainSums != null) {
            plainSums.weigh(ratio);
        }
        emphatic.forEach(each -> each.weigh(followOn));
        noticed.look(block, followOn.emphases());
        shared.add(block, noticed);
        emphatic.forEach(each -> each.addLater(block, ratio, followOn));
        if (plainTraces != null) {
            addPlain(block, ratio);
        }
    }

    /** eₜ = ρₜ(γₜλₜeₜ₋₁ + φₜ). */
    private void addPlain(EpisodeBlock block, double[][] ratio) {
        for (int i = 0; i < block.rows; i++) {
            double kept = block.gamma[i] * block.lambda[i];
            for (int k = 0; k < ratio[i].length; k++) {
                decay[i][k] = ratio[i][k] * kept;
            }
        }
        plainTraces.add(block, decay, ratio);
    }

    /**
     * Adds the sums of {@code elstd} to a system.
     *
     * @param lambda of all rows; NaN: that of each row
     * @param without a fold that is left out, where the sums are kept by fold; negative: none
     */
    void addElstd(int target, double lambda, int without, double[] a, double[] b) {
        emphatic.stream()
                .filter(each -> each.isAt(lambda))
                .findFirst()
                .orElseThrow()
                .addTo(target, without, a, b);
    }

    /** Adds the sums of {@code lstd} with the λ of the rows to a system. */
    void addLstd(int target, double[] a, double[] b) {
        if (plainSums == null) {
            plainTraces.addTo(target, -1, a, b);
        } else {
            plainSums.addTo(target, -1, a, b);
        }
    }
}
