package io.emphatic.evaluation;

import java.util.ArrayList;
import java.util.List;

/** What the traces of all targets have in common is made once ({@link SharedTrace}): best with many targets. */
final class SharedTraces implements TraceSystems {
    private final SharedTraceSums shared;
    private final List<EmphaticSums> emphatic = new ArrayList<>(); // by λ
    private final WeightedSums plainSums; // lstd if λ = 0, else null
    private final TraceSums plainTraces; // lstd with other λ, else null
    private final double[][] decay;
    private final double[][] weights; // ρₜFₜ by target
    private final double[][] firstWeights; // the same with F of first starts

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
        this.decay = new double[plainTraces == null ? 0 : targets][length];
        this.weights = new double[targets][];
        this.firstWeights = new double[targets][];
    }

    @Override
    public void add(EpisodeBlock block, double[][] ratios, List<SplitFollowOn> followOns) {
        for (int k = 0; k < ratios.length; k++) {
            weights[k] = followOns.get(k).emphases();
            firstWeights[k] = followOns.get(k).firstEmphases();
        }
        if (plainSums != null) {
            plainSums.weigh(ratios);
        }
        emphatic.forEach(each -> each.weigh(weights, firstWeights));
        shared.add(block);
        emphatic.forEach(each -> each.addLater(block, ratios, followOns));
        if (plainTraces != null) {
            addPlain(block, ratios);
        }
    }

    /** eₜ = ρₜ(γₜλₜeₜ₋₁ + φₜ). */
    private void addPlain(EpisodeBlock block, double[][] ratios) {
        for (int k = 0; k < ratios.length; k++) {
            for (int i = 0; i < block.rows; i++) {
                decay[k][i] = ratios[k][i] * block.gamma[i] * block.lambda[i];
            }
        }
        plainTraces.add(block, decay, ratios);
    }

    @Override
    public void addElstd(int target, double lambda, int without, double[] a, double[] b) {
        emphatic.stream()
                .filter(each -> each.isAt(lambda))
                .findFirst()
                .orElseThrow()
                .addTo(target, without, a, b);
    }

    @Override
    public void addLstd(int target, double[] a, double[] b) {
        if (plainSums == null) {
            plainTraces.addTo(target, -1, a, b);
        } else {
            plainSums.addTo(target, -1, a, b);
        }
    }
}
