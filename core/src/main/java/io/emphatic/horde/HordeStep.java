package io.emphatic.horde;

import io.emphatic.Algorithm;
import io.emphatic.engine.Divergence;
import io.emphatic.engine.TdError;
import io.emphatic.experience.Check;
import io.emphatic.experience.Features;
import io.emphatic.experience.Transition;
import io.emphatic.horde.HordeLanes.LaneRun;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntConsumer;

/**
 * One step of a {@link Horde}. Groups advance their traces, which is little work; then each tile of lanes is processed
 * independently:
 *
 * <pre>
 *   wⱼ ← wⱼ − D bₜ φⱼ / c for the active j of φₜ, so that θ does not change when features join the trace
 *   δₜ = zₜ₊₁ + γₜ₊₁ θᵀφₜ₊₁ − θᵀφₜ,   θᵀφₜ₊₁ = wᵀφₜ₊₁ + D gᵀφₜ₊₁
 *   D ← D + α κₜ δₜ c
 * </pre>
 */
final class HordeStep {
    private final HordeLanes lanes;
    private final HordeWeights weights;
    private final PendingCorrections pending;

    private final IntConsumer valueTile = this::computeValues;
    private final IntConsumer judgeTile = this::judge;
    private final IntConsumer prepareTile = this::prepare;
    private final IntConsumer learnTile = this::learn;

    private Features valuedFeatures; // the φ of lanes.value, or null
    private int valuedEdition; // of the same
    private Features phi;
    private Features phiNext;
    private double[] cumulants;
    private double cumulantSum; // of magnitudes
    private volatile boolean stopping;

    HordeStep(HordeLanes lanes, HordeWeights weights, PendingCorrections pending) {
        this.lanes = lanes;
        this.weights = weights;
        this.pending = pending;
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
        double sum = HordeLanes.magnitude(cumulants, 0, cumulants.length);
        if (!Divergence.allows(sum)) {
            Check.finite("cumulant", cumulants);
        }
        return sum;
    }

    /** Whether both are one object, or have no active feature. */
    private static boolean same(Features one, Features other) {
        return one == other || (one.active() == 0 && other.active() == 0);
    }

    /** Discards the values kept from the last step, because lanes or weights have changed. */
    void forgetValues() {
        valuedFeatures = null;
    }

    /** @param cumulantSum of their magnitudes */
    void learn(
            HordeThreads threads, List<HordeGroup> groups, Transition[] steps, double[] cumulants, double cumulantSum) {
        this.cumulants = cumulants;
        this.cumulantSum = cumulantSum;
        this.phi = steps[0].phi();
        this.phiNext = steps[0].phiNext();
        if (phi != valuedFeatures || phi.edition() != valuedEdition) {
            for (int g = 0; g < steps.length; g++) {
                groups.get(g).setProducts(phi);
            }
            pending.setProducts(phi);
            threads.run(lanes.tiles(), valueTile);
        }
        pending.makeRoom(phi);
        for (int g = 0; g < steps.length; g++) {
            groups.get(g).begin(steps[g]);
            groups.get(g).makeRoom(pending);
        }
        stopping = false;
        threads.run(lanes.tiles(), judgeTile);
        if (stopping) {
            stop();
        }
        threads.run(lanes.tiles(), prepareTile);
        for (int g = 0; g < steps.length; g++) {
            groups.get(g).rowsWritten(pending);
        }
        pending.written();
        pending.join(phi);
        pending.setProducts(phiNext);
        for (int g = 0; g < steps.length; g++) {
            groups.get(g).advance(steps[g], pending);
            groups.get(g).setProducts(phiNext);
        }
        threads.run(lanes.tiles(), learnTile);
        valuedFeatures = phiNext;
        valuedEdition = phiNext.edition();
        this.cumulants = null;
    }

    /** Stops the predictions that have diverged, while trace and weights are still those before the step. */
    private void stop() {
        for (int q = 0; q < lanes.capacity(); q++) {
            if (lanes.owner[q] != null) {
                lanes.rate[q] = rate(q); // lanes are no longer in order
            }
            if (lanes.stops[q]) {
                lanes.stops[q] = false;
                lanes.owner[q].stop();
            }
        }
    }

    /** θᵀφₜ, if it was not kept from the step before. */
    private void computeValues(int tile) {
        weights.sum(phi, lanes, tile);
        for (LaneRun run : lanes.runs[tile]) {
            double along = run.group().gDotPhi;
            for (int q = run.from(); q < run.to(); q++) {
                lanes.value[q] = lanes.sum[q] + lanes.move[q] * along;
            }
        }
    }

    /** w ← w + D g, D = 0 for the groups that fold; writes the rows that are due. */
    private void prepare(int tile) {
        for (LaneRun run : lanes.runs[tile]) {
            if (run.group().foldsInRing) {
                shift(run, -run.group().gAlongPhi);
                weights.addToNewest(lanes.shift, run.from(), run.to());
                Arrays.fill(lanes.move, run.from(), run.to(), 0);
            }
        }
        weights.writeDue(lanes, tile); // before a fold takes the slot of an older one
        for (LaneRun run : lanes.runs[tile]) {
            if (run.group().folds && !run.group().foldsInRing) {
                weights.fold(run.group().trace, lanes.move, run.from(), run.to());
                Arrays.fill(lanes.move, run.from(), run.to(), 0);
            }
        }
    }

    /**
     * Marks the predictions that the step would bring past the limit; sets α κ of each where lanes are not in order.
     */
    private void judge(int tile) {
        for (LaneRun run : lanes.runs[tile]) {
            HordeGroup group = run.group();
            double shared = group.shared;
            double traceNorm = group.traceNorm;
            double features = group.gammaNext == 0 ? phi.norm() : phi.norm() + phiNext.norm();
            if (lanes.inOrder && surelyAllowsAll(run, features)) {
                continue;
            }
            for (int q = run.from(); q < run.to(); q++) {
                if (lanes.cumulantIndex[q] >= 0) {
                    double rate = rate(q);
                    lanes.rate[q] = rate;
                    double cumulant = cumulants[lanes.cumulantIndex[q]];
                    double norm = lanes.weightsNorm[q];
                    if (!Divergence.surelyAllows(cumulant, features, rate, shared, traceNorm, norm)) {
                        double scale = rate * delta(group, q);
                        if (!Divergence.allows(shared, scale, norm + Math.abs(scale) * traceNorm)) {
                            lanes.stops[q] = true;
                            stopping = true;
                        }
                    }
                }
            }
        }
    }

    /**
     * Whether a step may be taken by all lanes, which are in order: sums of magnitudes bound each of them. The bound of
     * ‖θ‖ grows with every step by what any lane could move, and is found out anew when it has become useless.
     */
    private boolean surelyAllowsAll(LaneRun run, double features) {
        HordeGroup group = run.group();
        double rate = run.alphas() * Math.abs(group.c.kappa());
        if (!surelyAllows(run, features, rate)) {
            run.norm = HordeLanes.magnitude(lanes.weightsNorm, run.from(), run.to());
            if (!surelyAllows(run, features, rate)) {
                run.norm = Double.POSITIVE_INFINITY;
                return false;
            }
        }
        run.norm += rate * (cumulantSum + run.norm * features) * group.traceNorm;
        return true;
    }

    private boolean surelyAllows(LaneRun run, double features, double rate) {
        HordeGroup group = run.group();
        return Divergence.surelyAllows(cumulantSum, features, rate, group.shared, group.traceNorm, run.norm);
    }

    /** α κ of a prediction. */
    private double rate(int q) {
        return lanes.owner[q].stepSize().at(lanes.steps[q])
                * lanes.owner[q].group().c.kappa();
    }

    /** δₜ = zₜ₊₁ + γₜ₊₁ θᵀφₜ₊₁ − θᵀφₜ before anything has changed, of one prediction. */
    private double delta(HordeGroup group, int q) {
        double valueNext = group.gammaNext == 0 ? 0 : lanes.owner[q].predict(phiNext);
        return TdError.of(cumulants[lanes.cumulantIndex[q]], group.gammaNext, lanes.value[q], valueNext);
    }

    private void learn(int tile) {
        // wⱼ ← wⱼ − D bₜ φⱼ / c, pending or at once
        for (LaneRun run : lanes.runs[tile]) {
            shift(run, run.group().gAlongPhi);
        }
        weights.join(phi, lanes.shift, lanes.from(tile), lanes.to(tile));
        weights.sum(phiNext, lanes, tile);
        for (LaneRun run : lanes.runs[tile]) {
            learn(run.group(), run.from(), run.to());
        }
    }

    private void learn(HordeGroup group, int from, int to) {
        final double[] move = lanes.move;
        final double[] value = lanes.value;
        double gammaNext = group.gammaNext;
        double along = group.gDotPhi;
        double scale = group.trace.scale.scale();
        if (lanes.inOrder) {
            learnInOrder(group, from, to);
            return;
        }
        for (int q = from; q < to; q++) {
            if (lanes.cumulantIndex[q] >= 0) {
                // δₜ = zₜ₊₁ + γₜ₊₁ θᵀφₜ₊₁ − θᵀφₜ
                double valueNext = lanes.sum[q] + move[q] * along;
                double delta = TdError.of(cumulants[lanes.cumulantIndex[q]], gammaNext, value[q], valueNext);
                double increment = lanes.rate[q] * delta;
                // D ← D + α κₜ δₜ c
                move[q] += increment * scale;
                lanes.weightsNorm[q] += Math.abs(increment) * group.traceNorm;
                lanes.delta[q] = delta;
                lanes.steps[q]++;
            }
            value[q] = lanes.sum[q] + move[q] * along;
        }
    }

    /** The same where lanes are in order, as loops that the compiler vectorises. */
    private void learnInOrder(HordeGroup group, int from, int to) {
        final double[] move = lanes.move;
        final double[] value = lanes.value;
        final double[] sum = lanes.sum;
        final double[] delta = lanes.delta;
        final double[] alpha = lanes.alpha;
        final double[] norm = lanes.weightsNorm;
        final double[] cumulant = cumulants;
        final long[] steps = lanes.steps;
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
            value[q] = sum[q] + move[q] * along;
        }
        for (int q = from; q < to; q++) {
            steps[q]++;
        }
    }

    /** The correction vector D · gAlongPhi of the lanes of one group. */
    private void shift(LaneRun run, double gAlongPhi) {
        for (int q = run.from(); q < run.to(); q++) {
            lanes.shift[q] = lanes.move[q] * gAlongPhi;
        }
    }
}
