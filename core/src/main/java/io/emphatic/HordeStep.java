package io.emphatic;

import java.util.Arrays;
import java.util.List;
import java.util.function.IntConsumer;

/**
 * One step of a {@link Horde}. Groups advance their traces, which is little work; then every tile of columns does the
 * rest on its own:
 *
 * <pre>
 *   wⱼ ← wⱼ − D bₜ φⱼ / c for the active j of φₜ, so that θ stays as it is while features join the trace
 *   δₜ = zₜ₊₁ + γₜ₊₁ θᵀφₜ₊₁ − θᵀφₜ,   θᵀφₜ₊₁ = wᵀφₜ₊₁ + D gᵀφₜ₊₁
 *   D ← D + α κₜ δₜ c
 * </pre>
 */
final class HordeStep {
    private final HordeColumns columns;
    private final HordeWeights<?> weights;
    private final HordePending pending;
    private final double limit;

    private final IntConsumer knowTile = this::know;
    private final IntConsumer prepareTile = this::prepare;
    private final Transition own = new Transition();
    private final IntConsumer learnTile = this::learn;

    private Features known;
    private Features phi;
    private Features phiNext;
    private double[] cumulants;
    private volatile boolean leaving;

    HordeStep(HordeColumns columns, HordeWeights<?> weights, HordePending pending, double limit) {
        this.columns = columns;
        this.weights = weights;
        this.pending = pending;
        this.limit = limit;
    }

    /** Refuses what does not fit, before anything has changed. */
    static void check(Horde horde, Transition[] steps, double[] cumulants) {
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
            Algorithm algorithm = horde.groups().get(g).config().algorithm();
            if (algorithm.needsProbabilities() && !t.hasProbabilities()) {
                throw new IllegalArgumentException(algorithm
                        + " needs the probabilities π and μ of each action, not only their ratio (group " + g + ")");
            }
        }
        for (int p = 0; p < cumulants.length; p++) {
            Check.finite("cumulant", p, cumulants[p]);
        }
    }

    /** Whether they are one object, or both have no active feature: then there is nothing to compare. */
    private static boolean same(Features one, Features other) {
        return one == other || (one.active() == 0 && other.active() == 0);
    }

    /** What was kept of the last step is of no use: columns or weights have changed. */
    void forget() {
        known = null;
    }

    void learn(Workers workers, List<HordeGroup> groups, Transition[] steps, double[] cumulants) {
        this.cumulants = cumulants;
        this.phi = steps[0].phi();
        this.phiNext = steps[0].phiNext();
        if (phi != known) {
            for (int g = 0; g < steps.length; g++) {
                groups.get(g).know(phi);
            }
            pending.look(phi);
            workers.run(columns.tiles(), knowTile);
        }
        pending.makeRoom(phi);
        for (int g = 0; g < steps.length; g++) {
            groups.get(g).begin(steps[g], limit);
            groups.get(g).makeRoom(pending);
        }
        leaving = false;
        workers.run(columns.tiles(), prepareTile);
        for (int g = 0; g < steps.length; g++) {
            groups.get(g).settled(pending);
        }
        pending.settled();
        if (leaving) {
            leave();
        }
        pending.join(phi);
        pending.look(phiNext);
        for (int g = 0; g < steps.length; g++) {
            groups.get(g).advance(steps[g], pending);
            groups.get(g).know(phiNext);
        }
        workers.run(columns.tiles(), learnTile);
        known = phiNext;
        this.cumulants = null;
    }

    /** Those that might overflow go, while trace and weights are those before the step. */
    private void leave() {
        for (int q = 0; q < columns.capacity(); q++) {
            if (columns.leaves[q]) {
                columns.leaves[q] = false;
                columns.owner[q].leave();
            }
        }
    }

    /** The same step for the predictions that have left. */
    void learnAlone(
            List<HordePrediction> predictions, List<HordeGroup> groups, Transition[] steps, double[] cumulants) {
        for (int p = 0; p < predictions.size(); p++) {
            Learner alone = predictions.get(p).alone();
            if (alone != null) {
                own.copy(steps[groups.indexOf(predictions.get(p).group())], cumulants[p]);
                alone.update(own);
            }
        }
    }

    /** θᵀφₜ when it was not kept from the step before. */
    private void know(int tile) {
        weights.sum(phi, columns, tile);
        for (int run = columns.tileRuns[tile]; run < columns.tileRuns[tile + 1]; run++) {
            double along = columns.runGroup[run].alongKnown();
            for (int q = columns.runFrom[run]; q < columns.runTo[run]; q++) {
                columns.value[q] = columns.sum[q] + columns.move[q] * along;
            }
        }
    }

    /**
     * α κ, who might overflow, and w ← w + D g, D = 0 for the groups that fold; rows that lack too much are written.
     */
    private void prepare(int tile) {
        int firstRun = columns.tileRuns[tile];
        int lastRun = columns.tileRuns[tile + 1];
        for (int run = firstRun; run < lastRun; run++) {
            HordeGroup group = columns.runGroup[run];
            int from = columns.runFrom[run];
            int to = columns.runTo[run];
            foresee(group, from, to);
            if (group.amends()) {
                shift(from, to, -group.joining());
                weights.amend(columns.shift, from, to);
                Arrays.fill(columns.move, from, to, 0);
            }
        }
        weights.settle(columns, tile); // before a fold takes the place of an older one
        for (int run = firstRun; run < lastRun; run++) {
            HordeGroup group = columns.runGroup[run];
            int from = columns.runFrom[run];
            int to = columns.runTo[run];
            if (group.folds() && !group.amends()) {
                weights.fold(group.trace(), columns.move, from, to);
                Arrays.fill(columns.move, from, to, 0);
            }
        }
    }

    /** As {@link Bounds} judges a step of a learner, from norms alone. */
    private void foresee(HordeGroup group, int from, int to) {
        double reach = phi.norm() + phiNext.norm();
        for (int q = from; q < to; q++) {
            if (columns.place[q] >= 0) {
                double rate = columns.owner[q].stepSize().at(columns.steps[q]) * group.kappa();
                columns.rate[q] = rate;
                double bound = columns.bound[q];
                double step = Math.abs(rate) * (Math.abs(cumulants[columns.place[q]]) + bound * reach);
                boolean safe = reach < limit // or features are not finite in single precision
                        && bound * reach < limit // of θᵀφ
                        && step < limit
                        && bound + step * group.traceNorm() < limit;
                if (group.isStopped() || !safe) {
                    columns.leaves[q] = true;
                    leaving = true;
                }
            }
        }
    }

    private void learn(int tile) {
        int firstRun = columns.tileRuns[tile];
        int lastRun = columns.tileRuns[tile + 1];
        // wⱼ ← wⱼ − D bₜ φⱼ / c, in time
        for (int run = firstRun; run < lastRun; run++) {
            shift(columns.runFrom[run], columns.runTo[run], columns.runGroup[run].joining());
        }
        weights.join(phi, columns.shift, columns.from(tile), columns.to(tile));
        weights.sum(phiNext, columns, tile);
        for (int run = firstRun; run < lastRun; run++) {
            learn(columns.runGroup[run], columns.runFrom[run], columns.runTo[run]);
        }
    }

    private void learn(HordeGroup group, int from, int to) {
        final double[] move = columns.move;
        final double[] value = columns.value;
        double gammaNext = group.gammaNext();
        double along = group.alongKnown();
        double scale = group.trace().scale().scale();
        for (int q = from; q < to; q++) {
            if (columns.place[q] >= 0) {
                // δₜ = zₜ₊₁ + γₜ₊₁ θᵀφₜ₊₁ − θᵀφₜ
                double valueNext = columns.sum[q] + move[q] * along;
                double bootstrap = gammaNext == 0 ? 0 : gammaNext * valueNext;
                double delta = cumulants[columns.place[q]] + bootstrap - value[q];
                double increment = columns.rate[q] * delta;
                // D ← D + α κₜ δₜ c
                move[q] += increment * scale;
                columns.bound[q] += Math.abs(increment) * group.traceNorm();
                columns.delta[q] = delta;
                columns.steps[q]++;
            }
            value[q] = columns.sum[q] + move[q] * along;
        }
    }

    /** The vector by which features join the trace of a group, D times this. */
    private void shift(int from, int to, double joining) {
        for (int q = from; q < to; q++) {
            columns.shift[q] = columns.move[q] * joining;
        }
    }
}
