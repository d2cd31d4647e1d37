package io.emphatic.evaluation;

import java.util.ArrayList;
import java.util.List;

/**
 * The first pass over the state values of several targets: least squares of {@code lstd} and {@code elstd}, the latter
 * also at each of {@link TargetGroup#LAMBDAS} and by fold; EVALUATION.md §2. In the first row of a life every trace of
 * every λ is ρφ: these rows are summed once for all of them.
 */
final class ValueSums {
    private final int features;
    private final WeightedSums firstSums; // what all traces share, by fold
    private final SharedTraceSums firsts;
    private final SharedTraceSums shared; // of the rows after the first
    private final EmphaticSums own; // elstd by fold
    private final List<EmphaticSums> emphatic = new ArrayList<>(); // that one first, then other λ
    private final List<StartTraceSums> starts = new ArrayList<>(); // elstd with λ = 1; none if that is the own one
    private final WeightedSums plainSums; // lstd if λ = 0, else null
    private final TraceSums plainTraces; // lstd with other λ, else null
    private final double[][] decay;
    private final double[][] weights; // ρₜFₜ by target
    private final double[][] firstWeights; // the same with F of first starts

    /** @param length of the blocks' columns */
    ValueSums(EvaluationSettings settings, int targets, int length) {
        this.features = settings.features();
        boolean varies = settings.lambda() == null;
        double ownLambda = varies ? Double.NaN : settings.lambda();
        this.firstSums = new WeightedSums(features, targets, true);
        this.firsts = new SharedTraceSums(features, true, List.of(new SharedTrace(0, List.of(firstSums))));
        this.plainSums = ownLambda == 0 ? new WeightedSums(features, targets, false) : null;
        this.plainTraces = ownLambda == 0 ? null : new TraceSums(features, targets, false);
        this.own = new EmphaticSums(features, ownLambda, targets, true, plainSums, length);
        emphatic.add(own);
        for (double lambda : TargetGroup.LAMBDAS) {
            if (lambda != ownLambda && lambda != 1) {
                emphatic.add(new EmphaticSums(features, lambda, targets, false, null, length));
            }
        }
        this.shared = new SharedTraceSums(
                features, false, emphatic.stream().map(EmphaticSums::shared).toList());
        for (int k = 0; k < targets && ownLambda != 1; k++) {
            starts.add(new StartTraceSums(features, length));
        }
        this.decay = new double[plainTraces == null ? 0 : targets][length];
        this.weights = new double[targets][];
        this.firstWeights = new double[targets][];
    }

    /** How many numbers are kept for one target. */
    static long size(EvaluationSettings settings) {
        long features = settings.features();
        return WeightedSums.size(features, true)
                + EmphaticSums.size(features, true)
                + (TargetGroup.LAMBDAS.length + 1) * EmphaticSums.size(features, false);
    }

    /**
     * @param ratios ρ_t of each target in the block's rows
     * @param followOns F_t of the same
     */
    void add(EpisodeBlock block, double[][] ratios, List<SplitFollowOn> followOns) {
        for (int k = 0; k < ratios.length; k++) {
            weights[k] = followOns.get(k).emphases();
            firstWeights[k] = followOns.get(k).firstEmphases();
        }
        firstSums.weigh(ratios);
        firsts.add(block);
        if (plainSums != null) {
            plainSums.weigh(ratios);
        }
        emphatic.forEach(each -> each.weigh(weights, firstWeights));
        shared.add(block);
        emphatic.forEach(each -> each.addLater(block, ratios, followOns));
        for (int k = 0; k < starts.size(); k++) {
            starts.get(k).add(block, ratios[k]);
        }
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

    /** {@code elstd} of a target with the λ of the rows, on all folds but one; on all if that is negative. */
    LinearSystem elstd(int target, int without) {
        LinearSystem system = begun(target, without);
        own.addTo(target, without, system.a(), system.b());
        return system;
    }

    /** {@code elstd} of a target with one λ in all rows. */
    LinearSystem elstdAt(int target, double lambda) {
        LinearSystem system = begun(target, -1);
        EmphaticSums sums =
                emphatic.stream().filter(each -> each.isAt(lambda)).findFirst().orElse(null);
        if (sums == null) {
            starts.get(target).addTo(system.a(), system.b());
        } else {
            sums.addTo(target, -1, system.a(), system.b());
        }
        return system;
    }

    LinearSystem lstd(int target) {
        LinearSystem system = begun(target, -1);
        if (plainSums == null) {
            plainTraces.addTo(target, -1, system.a(), system.b());
        } else {
            plainSums.addTo(target, -1, system.a(), system.b());
        }
        return system;
    }

    /** A system with what all traces share. */
    private LinearSystem begun(int target, int without) {
        LinearSystem system = new LinearSystem(new double[features * features], new double[features]);
        firstSums.addTo(target, without, system.a(), system.b());
        return system;
    }
}
