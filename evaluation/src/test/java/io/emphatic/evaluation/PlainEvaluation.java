package io.emphatic.evaluation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;

/**
 * The estimators of EVALUATION.md §1–3 of one target, a second time and straight from the equations: episodes in lists,
 * products instead of recursions, dense matrices.
 */
final class PlainEvaluation {
    private final PlainLog log;
    private final int target;
    private final List<Episode> episodes = new ArrayList<>();
    private int horizon;

    /** Rows from a start to the end of its life; {@code life} counts those with a start. */
    record Episode(int life, PlainLog.Life from, int start) {
        int length() {
            return from.rows().size() - start;
        }

        PlainLog.Row row(int t) {
            return from.rows().get(start + t);
        }

        boolean isStep(int t) {
            return t < length() - 1 || from.ended();
        }
    }

    /**
     * A value and its standard error.
     *
     * @param deviations of the terms of each life from the mean, times its episodes
     */
    record Plain(double value, double[] deviations, int episodes) {
        /** √(L/(L − 1) Σ deviation²) / N. */
        double stderr() {
            double squares = Arrays.stream(deviations).map(d -> d * d).sum();
            return Math.sqrt(squares * deviations.length / (deviations.length - 1)) / episodes;
        }

        /** The difference from another estimate on the same lives. */
        Plain minus(Plain other) {
            double[] differences = new double[deviations.length];
            for (int life = 0; life < differences.length; life++) {
                differences[life] = deviations[life] - other.deviations[life];
            }
            return new Plain(value - other.value, differences, episodes);
        }
    }

    PlainEvaluation(PlainLog log, int target) {
        this.log = log;
        this.target = target;
        int life = 0;
        for (PlainLog.Life each : log.lives()) {
            boolean asked = false;
            for (int s = 0; s < each.rows().size(); s++) {
                if (each.rows().get(s).starts()) {
                    episodes.add(new Episode(life, each, s));
                    horizon = Math.max(horizon, each.rows().size() - s);
                    asked = true;
                }
            }
            life += asked ? 1 : 0;
        }
    }

    int horizon() {
        return horizon;
    }

    private double ratio(PlainLog.Row row) {
        return row.ratios()[target];
    }

    /** gₜ. */
    private static double discount(Episode episode, int t) {
        double product = 1;
        for (int s = 1; s <= t; s++) {
            product *= episode.row(s).discount();
        }
        return product;
    }

    /** Wₜ, 1 for t = −1. */
    private double weight(Episode episode, int t) {
        double product = 1;
        for (int s = 0; s <= t; s++) {
            product *= ratio(episode.row(s));
        }
        return product;
    }

    private static double returned(Episode episode) {
        double sum = 0;
        for (int t = 0; t < episode.length(); t++) {
            sum += discount(episode, t) * episode.row(t).reward();
        }
        return sum;
    }

    private double wholeWeight(Episode episode) {
        return weight(episode, episode.length() - 1);
    }

    /** Mean and standard error of terms, those of a life taken together. */
    private Plain mean(ToDoubleFunction<Episode> term) {
        double sum = 0;
        for (Episode episode : episodes) {
            sum += term.applyAsDouble(episode);
        }
        double mean = sum / episodes.size();
        int lives = episodes.get(episodes.size() - 1).life() + 1;
        double[] deviations = new double[lives];
        for (Episode episode : episodes) {
            deviations[episode.life()] += term.applyAsDouble(episode) - mean;
        }
        return new Plain(mean, deviations, episodes.size());
    }

    Plain behaviour() {
        return mean(PlainEvaluation::returned);
    }

    Plain is() {
        return mean(episode -> wholeWeight(episode) * returned(episode));
    }

    Plain wis() {
        double weights = 0;
        double returns = 0;
        for (Episode episode : episodes) {
            weights += wholeWeight(episode);
            returns += wholeWeight(episode) * returned(episode);
        }
        double wis = returns / weights;
        double meanWeight = weights / episodes.size();
        return mean(episode -> wholeWeight(episode) * (returned(episode) - wis) / meanWeight + wis);
    }

    Plain pdis() {
        return mean(episode -> {
            double sum = 0;
            for (int t = 0; t < episode.length(); t++) {
                sum += discount(episode, t)
                        * weight(episode, t)
                        * episode.row(t).reward();
            }
            return sum;
        });
    }

    /** Wₜ in the sums at t: kept after an end, gone after a cut. */
    private double presentWeight(Episode episode, int t) {
        boolean gone = t >= episode.length() && !episode.from().ended();
        return gone ? 0 : weight(episode, Math.min(t, episode.length() - 1));
    }

    boolean isPresent(Episode episode, int t) {
        return t < episode.length() || episode.from().ended();
    }

    double effectiveSize(int t) {
        double sum = 0;
        double squares = 0;
        for (Episode episode : episodes) {
            double weight = presentWeight(episode, t);
            sum += weight;
            squares += weight * weight;
        }
        return sum * sum / squares;
    }

    double meanWeight(int t) {
        double sum = 0;
        int count = 0;
        for (Episode episode : episodes) {
            sum += presentWeight(episode, t);
            count += isPresent(episode, t) ? 1 : 0;
        }
        return sum / count;
    }

    Plain cwpdis() {
        double[] total = new double[horizon];
        double[] mean = new double[horizon];
        double cwpdis = 0;
        for (int t = 0; t < horizon; t++) {
            double rewards = 0;
            for (Episode episode : episodes) {
                total[t] += presentWeight(episode, t);
                rewards += t < episode.length()
                        ? weight(episode, t)
                                * discount(episode, t)
                                * episode.row(t).reward()
                        : 0;
            }
            mean[t] = rewards / total[t];
            cwpdis += mean[t];
        }
        double value = cwpdis;
        Plain plain = mean(episode -> {
            double sum = value;
            for (int t = 0; t < horizon; t++) {
                double reward = t < episode.length()
                        ? discount(episode, t) * episode.row(t).reward()
                        : 0;
                sum += presentWeight(episode, t) / (total[t] / episodes.size()) * (reward - mean[t]);
            }
            return sum;
        });
        return new Plain(value, plain.deviations(), episodes.size());
    }

    // ---- §2

    /** Fₜ of a life: over its starts, the discounts and ratios since. */
    private double followOn(PlainLog.Life life, int t) {
        double sum = 0;
        for (int s = 0; s <= t; s++) {
            if (life.rows().get(s).starts()) {
                double product = 1;
                for (int r = s + 1; r <= t; r++) {
                    product *= life.rows().get(r).discount() * ratio(life.rows().get(r - 1));
                }
                sum += product;
            }
        }
        return sum;
    }

    private static int firstStart(PlainLog.Life life) {
        int s = 0;
        while (s < life.rows().size() && !life.rows().get(s).starts()) {
            s++;
        }
        return s;
    }

    /** How eₜ is made: what row s adds, and by how much row r shrinks what came before. */
    interface TraceOf {
        double[] gain(PlainLog.Life life, int s);

        double decay(PlainLog.Life life, int r);
    }

    private double[] trace(TraceOf of, PlainLog.Life life, int t, int size) {
        double[] sum = new double[size];
        for (int s = firstStart(life); s <= t; s++) {
            double product = 1;
            for (int r = s + 1; r <= t; r++) {
                product *= of.decay(life, r);
            }
            double[] gain = of.gain(life, s);
            for (int p = 0; p < size; p++) {
                sum[p] += product * gain[p];
            }
        }
        return sum;
    }

    /** elstd with one λ, or with those of the rows if it is null. */
    TraceOf emphatic(Double lambda) {
        return new TraceOf() {
            @Override
            public double[] gain(PlainLog.Life life, int s) {
                PlainLog.Row row = life.rows().get(s);
                double own = lambda == null ? row.lambda() : lambda;
                double emphasis = own * (row.starts() ? 1 : 0) + (1 - own) * followOn(life, s);
                return scaled(row.features(), ratio(row) * emphasis);
            }

            @Override
            public double decay(PlainLog.Life life, int r) {
                PlainLog.Row row = life.rows().get(r);
                return ratio(row) * row.discount() * (lambda == null ? row.lambda() : lambda);
            }
        };
    }

    TraceOf plainTrace() {
        return new TraceOf() {
            @Override
            public double[] gain(PlainLog.Life life, int s) {
                PlainLog.Row row = life.rows().get(s);
                return scaled(row.features(), ratio(row));
            }

            @Override
            public double decay(PlainLog.Life life, int r) {
                PlainLog.Row row = life.rows().get(r);
                return ratio(row) * row.discount() * row.lambda();
            }
        };
    }

    TraceOf actionTrace() {
        return new TraceOf() {
            @Override
            public double[] gain(PlainLog.Life life, int s) {
                return taken(life.rows().get(s));
            }

            @Override
            public double decay(PlainLog.Life life, int r) {
                PlainLog.Row row = life.rows().get(r);
                return ratio(row) * row.discount() * row.lambda();
            }
        };
    }

    private static double[] scaled(double[] x, double factor) {
        double[] result = x.clone();
        for (int p = 0; p < x.length; p++) {
            result[p] *= factor;
        }
        return result;
    }

    /** xₜ = φ(Sₜ) ⊗ 1 of the action taken. */
    private double[] taken(PlainLog.Row row) {
        double[] x = new double[row.features().length * log.settings().actions()];
        System.arraycopy(row.features(), 0, x, row.action() * row.features().length, row.features().length);
        return x;
    }

    /** x̄ₜ. */
    private double[] expected(PlainLog.Row row) {
        int n = row.features().length;
        double[] x = new double[n * log.settings().actions()];
        for (int j = 0; j < x.length; j++) {
            x[j] = row.policies()[target][j / n] * row.features()[j % n];
        }
        return x;
    }

    private double[] left(PlainLog.Row row, boolean ofActions) {
        return ofActions ? taken(row) : row.features();
    }

    private double[] right(PlainLog.Row row, boolean ofActions) {
        return ofActions ? expected(row) : row.features();
    }

    private int size(boolean ofActions) {
        return log.settings().features() * (ofActions ? log.settings().actions() : 1);
    }

    private List<PlainLog.Life> asked() {
        return log.lives().stream()
                .filter(life -> firstStart(life) < life.rows().size())
                .toList();
    }

    private DMatrixRMaj[] system(TraceOf of, boolean ofActions, int withoutFold) {
        int size = size(ofActions);
        DMatrixRMaj a = new DMatrixRMaj(size, size);
        DMatrixRMaj b = new DMatrixRMaj(size, 1);
        List<PlainLog.Life> lives = asked();
        for (int j = 0; j < lives.size(); j++) {
            PlainLog.Life life = lives.get(j);
            int steps = life.rows().size() - (life.ended() ? 0 : 1);
            for (int t = firstStart(life); t < steps && j % 5 != withoutFold; t++) {
                double[] e = trace(of, life, t, size);
                double[] difference = left(life.rows().get(t), ofActions).clone();
                if (t + 1 < life.rows().size()) {
                    PlainLog.Row next = life.rows().get(t + 1);
                    double[] arriving = right(next, ofActions);
                    for (int q = 0; q < size; q++) {
                        difference[q] -= next.discount() * arriving[q];
                    }
                }
                for (int p = 0; p < size; p++) {
                    for (int q = 0; q < size; q++) {
                        a.add(p, q, e[p] * difference[q]);
                    }
                    b.add(p, 0, e[p] * life.rows().get(t).reward());
                }
            }
        }
        return new DMatrixRMaj[] {a, b};
    }

    double[] solve(TraceOf of, boolean ofActions, int withoutFold) {
        DMatrixRMaj[] system = system(of, ofActions, withoutFold);
        return times(pseudoInverse(system[0]), system[1].data);
    }

    private static DMatrixRMaj pseudoInverse(DMatrixRMaj a) {
        DMatrixRMaj inverse = new DMatrixRMaj(a.numCols, a.numRows);
        CommonOps_DDRM.pinv(a, inverse);
        return inverse;
    }

    private static double[] times(DMatrixRMaj a, double[] b) {
        DMatrixRMaj product = new DMatrixRMaj(a.numRows, 1);
        CommonOps_DDRM.mult(a, DMatrixRMaj.wrap(b.length, 1, b), product);
        return product.data;
    }

    static double dot(double[] a, double[] b) {
        double sum = 0;
        for (int p = 0; p < a.length; p++) {
            sum += a[p] * b[p];
        }
        return sum;
    }

    /** δₜ of a step. */
    private double error(Episode episode, int t, double[] theta, boolean ofActions) {
        PlainLog.Row row = episode.row(t);
        double next = 0;
        if (t + 1 < episode.length()) {
            next = episode.row(t + 1).discount() * dot(theta, right(episode.row(t + 1), ofActions));
        }
        return row.reward() + next - dot(theta, left(row, ofActions));
    }

    /** v̂(S₀) + Σ gₜWₜδₜ of an episode. */
    double bracket(Episode episode, double[] theta, boolean ofActions) {
        double sum = dot(theta, right(episode.row(0), ofActions));
        for (int t = 0; t < episode.length(); t++) {
            if (episode.isStep(t)) {
                sum += discount(episode, t) * weight(episode, t) * error(episode, t, theta, ofActions);
            }
        }
        return sum;
    }

    /** The estimate: mean over starts of θᵀφ; the standard error: that of the bracket. */
    Plain elstd(Double lambda) {
        double[] theta = solve(emphatic(lambda), false, -1);
        double value = mean(episode -> dot(theta, episode.row(0).features())).value();
        return new Plain(value, mean(episode -> bracket(episode, theta, false)).deviations(), episodes.size());
    }

    /** Mean over episodes of v̂(S₀) + Σ Fₜρₜδₜ(v̂) with the v̂ of elstd. */
    double ownDoublyRobust(Double lambda) {
        double[] theta = solve(emphatic(lambda), false, -1);
        return mean(episode -> bracket(episode, theta, false)).value();
    }

    /** The estimate by the solution itself, the standard error by what each life does to it. */
    private Plain solved(TraceOf of, boolean ofActions) {
        DMatrixRMaj[] system = system(of, ofActions, -1);
        DMatrixRMaj inverse = pseudoInverse(system[0]);
        double[] theta = times(inverse, system[1].data);
        double value =
                mean(episode -> dot(theta, right(episode.row(0), ofActions))).value();
        List<PlainLog.Life> lives = asked();
        double[] deviations = new double[lives.size()];
        for (int j = 0; j < lives.size(); j++) {
            PlainLog.Life life = lives.get(j);
            double[] residual = new double[theta.length];
            double own = 0;
            int starts = 0;
            for (Episode episode : episodes) {
                if (episode.life() == j) {
                    own += dot(theta, right(episode.row(0), ofActions));
                    starts++;
                }
            }
            Episode whole = new Episode(j, life, 0);
            for (int t = firstStart(life); t < life.rows().size(); t++) {
                if (whole.isStep(t)) {
                    double delta = error(whole, t, theta, ofActions);
                    double[] e = trace(of, life, t, theta.length);
                    for (int p = 0; p < e.length; p++) {
                        residual[p] += e[p] * delta;
                    }
                }
            }
            double[] change = times(inverse, residual);
            double effect = 0;
            for (Episode episode : episodes) {
                effect += dot(change, right(episode.row(0), ofActions));
            }
            deviations[j] = own + effect - starts * value;
        }
        return new Plain(value, deviations, episodes.size());
    }

    Plain lstd() {
        return solved(plainTrace(), false);
    }

    Plain dm() {
        return solved(actionTrace(), true);
    }

    private double[][] folds(TraceOf of, boolean ofActions) {
        double[][] folds = new double[5][];
        for (int fold = 0; fold < 5; fold++) {
            folds[fold] = solve(of, ofActions, fold);
        }
        return folds;
    }

    Plain vdr() {
        double[][] folds = folds(emphatic(null), false);
        return mean(episode -> bracket(episode, folds[episode.life() % 5], false));
    }

    Plain dr() {
        double[][] folds = folds(actionTrace(), true);
        return mean(episode -> bracket(episode, folds[episode.life() % 5], true));
    }

    /** Wₜ in the sums of wdr: gone from the last row of a cut episode on. */
    private double stepWeight(Episode episode, int t) {
        boolean gone = t >= episode.length() - 1 && !episode.from().ended();
        return gone ? 0 : weight(episode, Math.min(t, episode.length() - 1));
    }

    Plain wdr() {
        double[][] folds = folds(emphatic(null), false);
        double count = episodes.size();
        double[] total = new double[horizon];
        for (int t = 0; t < horizon; t++) {
            for (Episode episode : episodes) {
                total[t] += stepWeight(episode, t);
            }
        }
        double value = 0;
        double[] x = new double[horizon];
        double[] y = new double[horizon];
        for (Episode episode : episodes) {
            for (int t = 0; t < episode.length(); t++) {
                double g = discount(episode, t);
                double v = dot(folds[episode.life() % 5], episode.row(t).features());
                double before = t == 0 ? 1 / count : weight(episode, t - 1) / total[t - 1];
                value += g * before * v;
                y[t] += g * before * v;
                if (episode.isStep(t)) {
                    double now = weight(episode, t) / total[t];
                    value += g * now * (episode.row(t).reward() - v);
                    x[t] += g * now * (episode.row(t).reward() - v);
                }
            }
        }
        double wdr = value;
        Plain plain = mean(episode -> {
            double sum = wdr;
            for (int t = 0; t < horizon; t++) {
                boolean there = t < episode.length();
                double g = there ? discount(episode, t) : 0;
                double v = there ? dot(folds[episode.life() % 5], episode.row(t).features()) : 0;
                double reward = there ? episode.row(t).reward() : 0;
                double before = t == 0 ? 1 : stepWeight(episode, t - 1) * count / total[t - 1];
                sum += before * (g * v - y[t]);
                if (total[t] > 0) {
                    sum += stepWeight(episode, t) * count / total[t] * (g * (reward - v) - x[t]);
                }
            }
            return sum;
        });
        return new Plain(value, plain.deviations(), episodes.size());
    }
}
