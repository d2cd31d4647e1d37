package io.emphatic.evaluation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Some of the targets, worked on together, by one thread at a time: their traces lie side by side in long loops.
 * Nothing here is shared with other groups but the blocks, which are only read.
 */
final class TargetGroup {
    /** Where {@code elstd} is shown. */
    static final double[] LAMBDAS = {0, 0.5, 0.9, 1};

    /** Terms of a life: those of each {@link Estimator}, then those of {@code elstd} at each of {@link #LAMBDAS}. */
    static final int TERMS = Estimator.count() + LAMBDAS.length;

    private final EvaluationSettings settings;
    private final int from;
    private final List<TargetState> targets = new ArrayList<>();
    private final double[] others; // the λ of traces beside that of the rows
    private final TraceSums ownSums; // elstd with the λ of the rows; null without features
    private final TraceSums otherSums; // of each target lstd, then elstd with other λ
    private double[][] ownDecay;
    private double[][] ownGain;
    private double[][] otherDecay;
    private double[][] otherGain;
    private ValueTerms valueTerms;

    /** @param length of the blocks' columns */
    TargetGroup(EvaluationSettings settings, int from, int to, int length, boolean withValues) {
        this.settings = settings;
        this.from = from;
        for (int k = from; k < to; k++) {
            targets.add(new TargetState(settings, k, length, withValues));
        }
        this.others = otherLambdas(settings.lambda());
        int traces = targets.size() * (1 + others.length);
        this.ownSums = withValues ? new TraceSums(settings.features(), targets.size(), true) : null;
        this.otherSums = withValues ? new TraceSums(settings.features(), traces, false) : null;
        if (withValues) {
            ownDecay = new double[targets.size()][length];
            ownGain = new double[targets.size()][length];
            otherDecay = new double[traces][length];
            otherGain = new double[traces][length];
        }
    }

    /** How many numbers least squares keeps for one target. */
    static long size(EvaluationSettings settings) {
        int count = 1 + otherLambdas(settings.lambda()).length;
        return TraceSums.size(settings.features(), 1, true) + TraceSums.size(settings.features(), count, false);
    }

    private static double[] otherLambdas(Double own) {
        double[] kept = new double[LAMBDAS.length];
        int count = 0;
        for (double lambda : LAMBDAS) {
            if (own == null || own != lambda) {
                kept[count++] = lambda;
            }
        }
        return Arrays.copyOf(kept, count);
    }

    List<TargetState> targets() {
        return targets;
    }

    /** The first pass. */
    void addSums(EpisodeBlock block) {
        for (TargetState target : targets) {
            target.addSums(block);
        }
        if (ownSums == null) {
            return;
        }
        int perTarget = 1 + others.length;
        for (int k = 0; k < targets.size(); k++) {
            double[] ratio = block.ratio[from + k];
            double[] followOn = targets.get(k).followOns();
            coefficients(block, ratio, followOn, Double.NaN, ownDecay[k], ownGain[k]);
            lstdCoefficients(block, ratio, otherDecay[k * perTarget], otherGain[k * perTarget]);
            for (int j = 0; j < others.length; j++) {
                int at = k * perTarget + 1 + j;
                coefficients(block, ratio, followOn, others[j], otherDecay[at], otherGain[at]);
            }
        }
        ownSums.add(block, ownDecay, ownGain);
        otherSums.add(block, otherDecay, otherGain);
    }

    /** eₜ = ρₜ(γₜλₜeₜ₋₁ + (λₜiₜ + (1 − λₜ)Fₜ)φₜ), with one λ for all rows unless it is NaN. */
    private static void coefficients(
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
    private static void lstdCoefficients(EpisodeBlock block, double[] ratio, double[] decay, double[] gain) {
        for (int i = 0; i < block.rows; i++) {
            decay[i] = ratio[i] * block.gamma[i] * block.lambda[i];
            gain[i] = ratio[i];
        }
    }

    /**
     * Between the passes: solves what was summed.
     *
     * @param starts Σ φ over starts
     */
    void solve(LogShape shape, double[] starts, boolean folded) {
        ownDecay = null;
        ownGain = null;
        otherDecay = null;
        otherGain = null;
        List<TargetModels> models = new ArrayList<>();
        for (int k = 0; k < targets.size(); k++) {
            TargetModels solved =
                    ownSums == null ? null : solveOne(k, targets.get(k).isBeyond(), starts, folded);
            models.add(solved);
            targets.get(k).solve(shape, solved, starts, folded);
        }
        if (ownSums != null) {
            valueTerms = new ValueTerms(settings.features(), models);
        }
    }

    private TargetModels solveOne(int k, boolean beyond, double[] starts, boolean folded) {
        int perTarget = 1 + others.length;
        double[] elstd = beyond ? null : ownSums.system(k, -1).solve();
        double[][] byLambda = new double[LAMBDAS.length][];
        int other = 0;
        for (int j = 0; j < LAMBDAS.length; j++) {
            boolean own = other >= others.length || others[other] != LAMBDAS[j];
            int at = k * perTarget + 1 + other;
            other += own ? 0 : 1;
            if (!beyond) {
                byLambda[j] = own ? elstd : otherSums.system(at, -1).solve();
            }
        }
        double[][] without = null;
        if (folded && elstd != null) {
            without = new double[EpisodeReader.FOLDS][];
            for (int fold = 0; fold < EpisodeReader.FOLDS && without != null; fold++) {
                without[fold] = ownSums.system(k, fold).solve();
                without = without[fold] == null ? null : without;
            }
        }
        LinearSystem lstd = otherSums.system(k * perTarget, -1);
        double[] theta = lstd.solve();
        double[] dual = theta == null ? null : lstd.solveTransposed(starts);
        return new TargetModels(elstd, byLambda, without, theta, dual);
    }

    /** The second pass. */
    void addTerms(EpisodeBlock block) {
        for (TargetState target : targets) {
            target.prepareTerms(block);
        }
        if (valueTerms != null) {
            valueTerms.add(block, from, targets);
        }
        for (TargetState target : targets) {
            target.addTerms(block);
        }
    }
}
