package io.emphatic.horde;

import io.emphatic.Algorithm;
import io.emphatic.engine.Divergence;
import io.emphatic.engine.TdError;
import io.emphatic.experience.Check;
import io.emphatic.experience.Features;
import io.emphatic.experience.Transition;
import io.emphatic.horde.HordeColumns.Span;
import java.util.Arrays;
import java.util.List;

/**
 * One step of a {@link Horde}. Groups advance their traces, which is little work; then tile after tile of columns:
 *
 * <pre>
 *   wⱼ ← wⱼ − D bₜ φⱼ / c for the active j of φₜ, so that θ does not change when features join the trace
 *   δₜ = zₜ₊₁ + γₜ₊₁ θᵀφₜ₊₁ − θᵀφₜ,   θᵀφₜ₊₁ = wᵀφₜ₊₁ + D gᵀφₜ₊₁
 *   D ← D + α κₜ δₜ c
 * </pre>
 */
final class HordeStep {
    private final List<HordePrediction> predictions;
    private final HordeColumns columns;
    private final HordeWeights weights;

    private Features valuedFeatures; // the φ of columns.value, or null
    private Features phi;
    private Features phiNext;
    private double cumulantSum; // of magnitudes

    HordeStep(List<HordePrediction> predictions, HordeColumns columns, HordeWeights weights) {
        this.predictions = predictions;
        this.columns = columns;
        this.weights = weights;
    }

    /**
     * Refuses steps and cumulants that do not fit, before anything has changed.
     *
     * @return the sum of the magnitudes of the cumulants
     */
    static double check(Horde horde, Transition[] steps, double[] cumulants) {
        if (steps == null || cumulants == null) {
            throw new IllegalArgumentException(
                    "the " + (steps == null ? "transitions" : "cumulants") + " of the step are missing: null");
        }
        if (steps.length != horde.groups().size()
                || cumulants.length != horde.predictions().size()) {
            throw new IllegalArgumentException("a horde of " + horde.groups().size() + " groups and "
                    + horde.predictions().size()
                    + " predictions needs as many transitions and cumulants, not " + steps.length + " and "
                    + cumulants.length);
        }
        for (int g = 0; g < steps.length; g++) {
            Transition t = steps[g];
            if (t == null) {
                throw new IllegalArgumentException("the transition of group " + g + " is missing: null");
            }
            if (!t.isComplete()) {
                throw new IllegalStateException("there is no whole step to learn from in the transition of group " + g
                        + ": start, then action or ratio, then arrive");
            }
            horde.requireSize(t.phi());
            if (!same(t.phi(), steps[0].phi()) || !same(t.phiNext(), steps[0].phiNext())) {
                throw new IllegalArgumentException(
                        "the transitions of a horde have to share their features: those of group " + g + " are others");
            }
            Algorithm algorithm = horde.groups().get(g).algorithm;
            if (algorithm.needsProbabilities() && !t.hasProbabilities()) {
                throw new IllegalArgumentException(algorithm
                        + " needs the probabilities π and μ of each action, not only their ratio (group " + g + ")");
            }
        }
        double sum = HordeColumns.magnitude(cumulants, 0, cumulants.length);
        if (!Divergence.allows(sum)) {
            Check.finite("cumulant", cumulants);
        }
        return sum;
    }

    /** Whether both are one object, or have no active feature. */
    private static boolean same(Features one, Features other) {
        return one == other || (one.active() == 0 && other.active() == 0);
    }

    /** Discards the values kept from the last step, because columns or weights have changed. */
    void forgetValues() {
        valuedFeatures = null;
    }

    /** @param cumulantSum of their magnitudes */
    void learn(List<HordeGroup> groups, Transition[] steps, double[] cumulants, double cumulantSum) {
        this.cumulantSum = cumulantSum;
        this.phi = steps[0].phi();
        this.phiNext = steps[0].phiNext();
        columns.begin(cumulants);
        if (phi != valuedFeatures) {
            for (int g = 0; g < steps.length; g++) {
                groups.get(g).setProduct(phi);
            }
            computeValues();
        }
        for (int g = 0; g < steps.length; g++) {
            groups.get(g).begin(steps[g]);
        }
        if (stopDiverged()) {
            columns.divide(predictions);
            columns.begin(cumulants);
        }
        fold();
        for (int g = 0; g < steps.length; g++) {
            groups.get(g).advance(steps[g]);
            groups.get(g).setProduct(phiNext);
        }
        for (int tile = 0; tile < columns.spans.length; tile++) {
            learn(tile);
        }
        valuedFeatures = phiNext;
    }

    /** θᵀφₜ, if it was not kept from the step before. */
    private void computeValues() {
        for (int tile = 0; tile < columns.spans.length; tile++) {
            weights.sum(phi, columns.sum, columns.from(tile), columns.to(tile));
            for (Span span : columns.spans[tile]) {
                setValues(span.group, span.from, span.to);
            }
        }
    }

    private void setValues(HordeGroup group, int from, int to) {
        final double[] value = columns.value;
        final double[] sum = columns.sum;
        final double[] move = columns.move;
        double along = group.gDotPhi;
        for (int q = from; q < to; q++) {
            value[q] = sum[q] + move[q] * along;
        }
    }

    /** Stops the predictions that the step would bring past the limit, before trace or weights have changed. */
    private boolean stopDiverged() {
        boolean stopped = false;
        for (Span[] ofTile : columns.spans) {
            for (Span span : ofTile) {
                double features = span.group.gammaNext == 0 ? phi.norm() : phi.norm() + phiNext.norm();
                if (!surelyAllowsAll(span, features)) {
                    for (int q = span.from; q < span.to; q++) {
                        if (!allows(span.group, features, q)) {
                            columns.owner[q].stop();
                            stopped = true;
                        }
                    }
                }
            }
        }
        return stopped;
    }

    /**
     * Whether a step may be taken by all columns of a span: sums of magnitudes bound each of them. The bound of ‖θ‖
     * grows with every step by what any column could move, and is computed anew when it has become useless.
     */
    private boolean surelyAllowsAll(Span span, double features) {
        double rate = span.alphas * Math.abs(span.group.c.kappa());
        if (!surelyAllows(span, features, rate)) {
            span.norm = HordeColumns.magnitude(columns.weightsNorm, span.from, span.to);
            if (!surelyAllows(span, features, rate)) {
                span.norm = Double.POSITIVE_INFINITY;
                return false;
            }
        }
        span.norm += rate * (cumulantSum + span.norm * features) * span.group.traceNorm;
        return true;
    }

    private boolean surelyAllows(Span span, double features, double rate) {
        HordeGroup group = span.group;
        return Divergence.surelyAllows(cumulantSum, features, rate, group.shared, group.traceNorm, span.norm);
    }

    private boolean allows(HordeGroup group, double features, int q) {
        double rate = columns.alpha[q] * group.c.kappa();
        double norm = columns.weightsNorm[q];
        double cumulant = columns.cumulant[q];
        if (Divergence.surelyAllows(cumulant, features, rate, group.shared, group.traceNorm, norm)) {
            return true;
        }
        // δₜ = zₜ₊₁ + γₜ₊₁ θᵀφₜ₊₁ − θᵀφₜ
        double valueNext = group.gammaNext == 0 ? 0 : columns.owner[q].predict(phiNext);
        double scale = rate * TdError.of(cumulant, group.gammaNext, columns.value[q], valueNext);
        return Divergence.allows(group.shared, scale, norm + Math.abs(scale) * group.traceNorm);
    }

    /** w ← w + D g, D = 0 for the groups that fold. */
    private void fold() {
        for (Span[] ofTile : columns.spans) {
            for (Span span : ofTile) {
                if (span.group.folds) {
                    weights.fold(span.group.trace, columns.move, span.from, span.to);
                    Arrays.fill(columns.move, span.from, span.to, 0);
                }
            }
        }
    }

    private void learn(int tile) {
        // wⱼ ← wⱼ − D bₜ φⱼ / c
        for (Span span : columns.spans[tile]) {
            double gAlongPhi = span.group.gAlongPhi;
            for (int q = span.from; q < span.to; q++) {
                columns.shift[q] = columns.move[q] * gAlongPhi;
            }
        }
        weights.join(phi, columns.shift, columns.from(tile), columns.to(tile));
        weights.sum(phiNext, columns.sum, columns.from(tile), columns.to(tile));
        for (Span span : columns.spans[tile]) {
            learn(span.group, span.from, span.to);
            setValues(span.group, span.from, span.to);
        }
    }

    /** Each loop is short enough for the compiler to vectorise it. */
    private void learn(HordeGroup group, int from, int to) {
        final double[] move = columns.move;
        final double[] value = columns.value;
        final double[] sum = columns.sum;
        final double[] delta = columns.delta;
        final double[] alpha = columns.alpha;
        final double[] norm = columns.weightsNorm;
        final double[] cumulant = columns.cumulant;
        final long[] steps = columns.steps;
        double gammaNext = group.gammaNext;
        double along = group.gDotPhi;
        double scale = group.trace.scale.scale();
        double kappa = group.c.kappa();
        double traceNorm = group.traceNorm;
        if (gammaNext == 0) {
            for (int q = from; q < to; q++) {
                delta[q] = cumulant[q] - value[q];
            }
        } else {
            for (int q = from; q < to; q++) {
                // δₜ = zₜ₊₁ + γₜ₊₁ θᵀφₜ₊₁ − θᵀφₜ
                delta[q] = cumulant[q] + gammaNext * (sum[q] + move[q] * along) - value[q];
            }
        }
        for (int q = from; q < to; q++) {
            // D ← D + α κₜ δₜ c
            double increment = alpha[q] * kappa * delta[q];
            move[q] += increment * scale;
            norm[q] += Math.abs(increment) * traceNorm;
        }
        for (int q = from; q < to; q++) {
            steps[q]++;
        }
    }
}
