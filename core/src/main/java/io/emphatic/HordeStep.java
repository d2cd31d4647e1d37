package io.emphatic;

import java.util.Arrays;
import java.util.List;
import java.util.function.IntConsumer;

/**
 * One step of a {@link Horde}. Groups advance their traces, which is little work; then every tile of columns does the rest on its own:
 *
 * <pre>
 *   wⱼ ← wⱼ − D bₜ φⱼ / c for the active j of φₜ, so that θ stays as it is while features join the trace
 *   δₜ = zₜ₊₁ + γₜ₊₁ θᵀφₜ₊₁ − θᵀφₜ,   θᵀφₜ₊₁ = wᵀφₜ₊₁ + D gᵀφₜ₊₁
 *   D ← D + α κₜ δₜ c
 * </pre>
 */
final class HordeStep {
    private final HordeColumns columns;
    private final HordeWeights weights;
    private final double limit;

    private final IntConsumer knowTile = this::know;
    private final IntConsumer foldTile = this::fold;
    private final IntConsumer learnTile = this::learn;

    private Features known;
    private Features phi;
    private Features phiNext;
    private double[] cumulants;

    HordeStep(HordeColumns columns, HordeWeights weights, double limit) {
        this.columns = columns;
        this.weights = weights;
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
            workers.run(columns.tiles(), knowTile);
        }
        boolean folds = false;
        for (int g = 0; g < steps.length; g++) {
            HordeGroup group = groups.get(g);
            if (!group.begin(steps[g])) {
                stop(group);
            }
            folds |= group.folds();
        }
        if (folds) {
            workers.run(columns.tiles(), foldTile);
        }
        for (int g = 0; g < steps.length; g++) {
            HordeGroup group = groups.get(g);
            group.advance(steps[g]);
            group.know(phiNext);
        }
        workers.run(columns.tiles(), learnTile);
        known = phiNext;
        this.cumulants = null;
    }

    /** No prediction of the group goes on. */
    private void stop(HordeGroup group) {
        for (int run = 0; run < columns.runGroup.length; run++) {
            if (columns.runGroup[run] == group) {
                for (int q = columns.runFrom[run]; q < columns.runTo[run]; q++) {
                    diverged(q);
                }
            }
        }
    }

    private void diverged(int column) {
        if (columns.place[column] >= 0) {
            columns.place[column] = -1;
            columns.divergedAt[column] = columns.steps[column];
        }
    }

    /** θᵀφₜ when it was not kept from the step before. */
    private void know(int tile) {
        int from = tile * HordeColumns.TILE;
        int to = Math.min(from + HordeColumns.TILE, columns.capacity());
        weights.sum(phi, columns.sum, from, to);
        for (int run = columns.tileRuns[tile]; run < columns.tileRuns[tile + 1]; run++) {
            double along = columns.runGroup[run].alongKnown();
            for (int q = columns.runFrom[run]; q < columns.runTo[run]; q++) {
                columns.value[q] = columns.sum[q] + columns.move[q] * along;
            }
        }
    }

    /** w ← w + D g, D = 0 for the groups that fold. */
    private void fold(int tile) {
        for (int run = columns.tileRuns[tile]; run < columns.tileRuns[tile + 1]; run++) {
            HordeGroup group = columns.runGroup[run];
            if (group.folds()) {
                int from = columns.runFrom[run];
                int to = columns.runTo[run];
                if (!isZero(columns.move, from, to)) {
                    weights.fold(group.trace(), columns.move, from, to);
                }
                Arrays.fill(columns.move, from, to, 0);
            }
        }
    }

    private void learn(int tile) {
        int from = tile * HordeColumns.TILE;
        int to = Math.min(from + HordeColumns.TILE, columns.capacity());
        int firstRun = columns.tileRuns[tile];
        int lastRun = columns.tileRuns[tile + 1];

        // wⱼ ← wⱼ − D bₜ φⱼ / c
        for (int run = firstRun; run < lastRun; run++) {
            double joining = columns.runGroup[run].joining();
            for (int q = columns.runFrom[run]; q < columns.runTo[run]; q++) {
                columns.shift[q] = columns.move[q] * joining;
            }
        }
        if (!isZero(columns.shift, from, to)) {
            weights.subtract(phi, columns.shift, from, to);
        }
        weights.sum(phiNext, columns.sum, from, to);
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
                double alpha = columns.owner[q].stepSize().at(columns.steps[q]);
                double increment = alpha * group.kappa() * delta;
                double bound = columns.bound[q] + Math.abs(increment) * group.traceNorm();
                if (bound < limit && Math.abs(increment) < limit) {
                    // D ← D + α κₜ δₜ c
                    move[q] += increment * scale;
                    columns.bound[q] = bound;
                    columns.delta[q] = delta;
                    columns.steps[q]++;
                } else {
                    diverged(q);
                }
            }
            value[q] = columns.sum[q] + move[q] * along;
        }
    }

    private static boolean isZero(double[] x, int from, int to) {
        for (int q = from; q < to; q++) {
            if (x[q] != 0) {
                return false;
            }
        }
        return true;
    }
}
