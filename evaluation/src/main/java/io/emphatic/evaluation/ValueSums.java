package io.emphatic.evaluation;

import java.util.ArrayList;
import java.util.List;

/**
 * The first pass over the state values of several targets: least squares of {@code lstd} and {@code elstd}, the latter
 * also at each of {@link TargetGroup#LAMBDAS} and by fold; EVALUATION.md §2.
 */
final class ValueSums {
    private final int features;
    private final Double ownLambda; // null if it differs from row to row
    private final List<Double> traced = new ArrayList<>(); // other λ whose traces are followed
    private final int perTarget; // traces among the others: lstd, then those λ
    private final TraceSums firsts; // what all traces share, by fold
    private final TraceSums own; // elstd by fold
    private final TraceSums others;
    private final List<StartTraceSums> starts = new ArrayList<>(); // elstd with λ = 1; none if that is the own one
    private final double[][] firstGain;
    private final double[][] ownDecay;
    private final double[][] ownGain;
    private final double[][] otherDecay;
    private final double[][] otherGain;

    /** @param length of the blocks' columns */
    ValueSums(EvaluationSettings settings, int targets, int length) {
        this.features = settings.features();
        this.ownLambda = settings.lambda();
        for (double lambda : TargetGroup.LAMBDAS) {
            if (!isOwn(lambda) && lambda != 1) {
                traced.add(lambda);
            }
        }
        this.perTarget = 1 + traced.size();
        this.firsts = new TraceSums(features, targets, true, true);
        this.own = new TraceSums(features, targets, true, false);
        this.others = new TraceSums(features, targets * perTarget, false, false);
        for (int k = 0; k < targets && !isOwn(1); k++) {
            starts.add(new StartTraceSums(features));
        }
        this.firstGain = new double[targets][];
        this.ownDecay = new double[targets][length];
        this.ownGain = new double[targets][length];
        this.otherDecay = new double[targets * perTarget][length];
        this.otherGain = new double[targets * perTarget][length];
    }

    /** How many numbers are kept for one target. */
    static long size(EvaluationSettings settings) {
        long features = settings.features();
        return TraceSums.size(features, 2, true) + TraceSums.size(features, 1 + TargetGroup.LAMBDAS.length, false);
    }

    private boolean isOwn(double lambda) {
        return ownLambda != null && ownLambda == lambda;
    }

    /**
     * @param ratios ρ_t of each target in the block's rows
     * @param followOns F_t of the same
     */
    void add(EpisodeBlock block, List<double[]> ratios, List<double[]> followOns) {
        for (int k = 0; k < ratios.size(); k++) {
            prepare(block, k, ratios.get(k), followOns.get(k));
        }
        firsts.add(block, null, firstGain);
        own.add(block, ownDecay, ownGain);
        others.add(block, otherDecay, otherGain);
        for (int k = 0; k < starts.size(); k++) {
            starts.get(k).add(block, ratios.get(k));
        }
    }

    private void prepare(EpisodeBlock block, int k, double[] ratio, double[] followOn) {
        firstGain[k] = ratio;
        emphatic(block, ratio, followOn, Double.NaN, ownDecay[k], ownGain[k]);
        int at = k * perTarget;
        plain(block, ratio, otherDecay[at], otherGain[at]);
        for (double lambda : traced) {
            at++;
            emphatic(block, ratio, followOn, lambda, otherDecay[at], otherGain[at]);
        }
    }

    /** eₜ = ρₜ(γₜλₜeₜ₋₁ + (λₜiₜ + (1 − λₜ)Fₜ)φₜ), with one λ for all rows unless it is NaN. */
    private static void emphatic(
            EpisodeBlock block, double[] ratio, double[] followOn, double constant, double[] decay, double[] gain) {
        boolean varies = Double.isNaN(constant);
        for (int i = 0; i < block.rows; i++) {
            double lambda = varies ? block.lambda[i] : constant;
            double interest = block.has(EpisodeBlock.STARTS, i) ? 1 : 0;
            decay[i] = ratio[i] * block.gamma[i] * lambda;
            gain[i] = ratio[i] * (lambda * interest + (1 - lambda) * followOn[i]);
        }
    }

    /** eₜ = ρₜ(γₜλₜeₜ₋₁ + φₜ). */
    private static void plain(EpisodeBlock block, double[] ratio, double[] decay, double[] gain) {
        for (int i = 0; i < block.rows; i++) {
            decay[i] = ratio[i] * block.gamma[i] * block.lambda[i];
            gain[i] = ratio[i];
        }
    }

    /** {@code elstd} of a target with the λ of the rows, on all folds but one; on all if that is negative. */
    LinearSystem elstd(int target, int without) {
        LinearSystem system = begun(target, without);
        own.addTo(target, without, system.a(), system.b());
        return system;
    }

    /** {@code elstd} of a target with one λ in all rows. */
    LinearSystem elstdAt(int target, double lambda) {
        if (isOwn(lambda)) {
            return elstd(target, -1);
        }
        LinearSystem system = begun(target, -1);
        int place = traced.indexOf(lambda);
        if (place < 0) {
            starts.get(target).addTo(system.a(), system.b());
        } else {
            others.addTo(target * perTarget + 1 + place, -1, system.a(), system.b());
        }
        return system;
    }

    LinearSystem lstd(int target) {
        LinearSystem system = begun(target, -1);
        others.addTo(target * perTarget, -1, system.a(), system.b());
        return system;
    }

    /** A system with what all traces share. */
    private LinearSystem begun(int target, int without) {
        LinearSystem system = new LinearSystem(new double[features * features], new double[features]);
        firsts.addTo(target, without, system.a(), system.b());
        return system;
    }
}
