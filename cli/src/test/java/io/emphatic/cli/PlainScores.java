package io.emphatic.cli;

import io.emphatic.Config;
import io.emphatic.Learner;
import io.emphatic.experience.Features;
import io.emphatic.experience.Transition;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * The scores of candidates as the equations say (docs/EVALUATION.md §10), with a learner each and no care for speed:
 * what {@code tune} is compared with.
 */
final class PlainScores {
    /** A row of a log whose streams are {@code ep}. */
    record LogRow(
            int ep,
            double[] phi,
            double mu,
            double pi,
            double r,
            double gamma,
            double lambda,
            double interest,
            boolean terminated,
            boolean truncated) {}

    /** A learner, its λ and its features in each row. */
    record Contender(Config config, Function<LogRow, Double> lambda, Function<LogRow, double[]> features) {}

    final double[] scores;
    final long[] divergedAt;
    final double[][] byStream; // by stream, then by candidate, without the cap

    private final List<Contender> contenders;
    private final Learner[] learners;
    private final Transition[] steps;
    private final double[] z;
    private final double[] uncapped;

    PlainScores(List<LogRow> rows, List<Contender> contenders) {
        this(rows, contenders, LogRow::phi);
    }

    /** @param baseline the features that the baseline sees */
    PlainScores(List<LogRow> rows, List<Contender> contenders, Function<LogRow, double[]> baseline) {
        int count = contenders.size();
        double[][] halves = halves(rows, baseline);
        double ofZero = 0; // the z of always to predict 0
        double uncappedOfZero = 0;
        this.contenders = contenders;
        this.learners = new Learner[count];
        this.steps = new Transition[count];
        this.scores = new double[count];
        this.z = new double[count];
        this.uncapped = new double[count];
        this.divergedAt = new long[count];
        Arrays.fill(divergedAt, -1);
        int streams = rows.get(rows.size() - 1).ep() + 1;
        this.byStream = new double[streams][count];
        for (int a = 0; a < count; a++) {
            Contender one = contenders.get(a);
            learners[a] = one.config().learner(one.features().apply(rows.get(0)).length);
            steps[a] = new Transition();
        }
        double rhoBefore = 0;
        boolean starts = true;
        for (int t = 0; t < rows.size(); t++) {
            LogRow row = rows.get(t);
            LogRow next = t + 1 < rows.size() && rows.get(t + 1).ep() == row.ep() ? rows.get(t + 1) : null;
            boolean cut = !row.terminated() && (row.truncated() || next == null);
            double[] v = predictions(row, starts);
            double[] solution = halves[t < rows.size() / 2 ? 1 : 0];
            double b = dot(baseline.apply(row), solution);
            double carried = starts ? 0 : row.gamma() * Math.min(1, rhoBefore);
            double all = starts ? 0 : row.gamma() * rhoBefore;
            double rho = row.pi() / row.mu();
            if (!cut) {
                LogRow after = row.terminated() ? null : next;
                double error = rho
                        * (row.r() - b + (after == null ? 0 : after.gamma() * dot(baseline.apply(after), solution)));
                ofZero = -row.interest() * b + carried * ofZero;
                uncappedOfZero = -row.interest() * b + all * uncappedOfZero;
                for (int a = 0; a < count; a++) {
                    double u = v[a] - b;
                    z[a] = row.interest() * u + carried * z[a];
                    uncapped[a] = row.interest() * u + all * uncapped[a];
                    double squares = row.interest() * (u * u - b * b);
                    scores[a] += squares - 2 * (z[a] - ofZero) * error;
                    byStream[row.ep()][a] += squares - 2 * (uncapped[a] - uncappedOfZero) * error;
                    learn(a, row, after);
                }
            }
            rhoBefore = rho;
            starts = row.terminated() || cut;
        }
    }

    /** LSTD(0.9) of each half of the rows, with a ridge of a thousandth of the mean square of a feature. */
    private static double[][] halves(List<LogRow> rows, Function<LogRow, double[]> features) {
        int n = features.apply(rows.get(0)).length;
        double meanSquare = rows.stream()
                .map(features)
                .mapToDouble(phi -> dot(phi, phi))
                .average()
                .orElseThrow();
        double[][][] a = new double[2][n][n + 1]; // and b in the last column
        int[] terms = new int[2];
        double[] e = new double[n];
        double decay = 0;
        for (int t = 0; t < rows.size(); t++) {
            LogRow row = rows.get(t);
            LogRow next = t + 1 < rows.size() && rows.get(t + 1).ep() == row.ep() ? rows.get(t + 1) : null;
            if (!row.terminated() && (row.truncated() || next == null)) {
                decay = 0;
                continue;
            }
            int half = t < rows.size() / 2 ? 0 : 1;
            double[] phi = features.apply(row);
            double[] after = row.terminated() ? new double[n] : features.apply(next);
            double carried = terms[half]++ == 0 ? 0 : decay * row.gamma() * 0.9;
            double rho = row.pi() / row.mu();
            for (int j = 0; j < n; j++) {
                e[j] = rho * (carried * e[j] + phi[j]);
                for (int k = 0; k < n; k++) {
                    a[half][j][k] += e[j] * (phi[k] - (row.terminated() ? 0 : next.gamma()) * after[k]);
                }
                a[half][j][n] += e[j] * row.r();
            }
            decay = row.terminated() ? 0 : 1;
        }
        return new double[][] {solve(a[0], terms[0], meanSquare), solve(a[1], terms[1], meanSquare)};
    }

    /** By elimination, with the largest of the rows that are left. */
    private static double[] solve(double[][] a, int terms, double meanSquare) {
        int n = a.length;
        for (int j = 0; j < n; j++) {
            for (int k = 0; k <= n; k++) {
                a[j][k] /= terms;
            }
            a[j][j] += 1e-3 * meanSquare / n;
        }
        for (int p = 0; p < n; p++) {
            int pivot = p;
            for (int j = p; j < n; j++) {
                pivot = Math.abs(a[j][p]) > Math.abs(a[pivot][p]) ? j : pivot;
            }
            double[] row = a[pivot];
            a[pivot] = a[p];
            a[p] = row;
            for (int j = 0; j < n; j++) {
                double factor = a[j][p] / row[p];
                for (int k = p; j != p && k <= n; k++) {
                    a[j][k] -= factor * row[k];
                }
            }
        }
        return IntStream.range(0, n).mapToDouble(j -> a[j][n] / a[j][j]).toArray();
    }

    private static double dot(double[] x, double[] y) {
        return IntStream.range(0, x.length).mapToDouble(j -> x[j] * y[j]).sum();
    }

    private double[] predictions(LogRow row, boolean starts) {
        double[] v = new double[contenders.size()];
        for (int a = 0; a < v.length; a++) {
            Contender one = contenders.get(a);
            Features phi = Features.dense(one.features().apply(row));
            if (starts) {
                steps[a].start(phi, one.lambda().apply(row), row.interest());
            }
            v[a] = learners[a].predict(phi);
        }
        return v;
    }

    private void learn(int a, LogRow row, LogRow next) {
        Contender one = contenders.get(a);
        steps[a].action(row.pi(), row.mu());
        if (next == null) {
            steps[a].arrive(row.r(), Features.none(learners[a].size()), 0, 0, 0);
        } else {
            Features phi = Features.dense(one.features().apply(next));
            steps[a].arrive(row.r(), phi, next.gamma(), one.lambda().apply(next), next.interest());
        }
        learners[a].update(steps[a]);
        divergedAt[a] = learners[a].divergedAt().orElse(-1);
    }

    /**
     * The standard error of the sum over streams of what is added to a score without the cap, minus that of another (−1
     * for none), longer as Student's quantile is where few streams matter, and how far the score with the cap is from
     * that sum.
     */
    double stderr(int a, int other) {
        int n = byStream.length;
        double[] terms = Arrays.stream(byStream)
                .mapToDouble(scores -> scores[a] - (other < 0 ? 0 : scores[other]))
                .toArray();
        double mean = Arrays.stream(terms).sum() / n;
        double variance = Arrays.stream(terms).map(x -> (x - mean) * (x - mean)).sum() / (n - 1);
        double capped = scores[a] - (other < 0 ? 0 : scores[other]);
        double fourths = Arrays.stream(terms).map(x -> Math.pow(x - mean, 4)).sum() / n;
        double kurtosis = fourths / Math.pow(variance * (n - 1) / n, 2);
        double freedom = Math.max(1, Math.min(n - 1, 2 * n / (kurtosis - 1)));
        double longer =
                variance == 0 ? 1 : TDistribution.of(freedom).inverseCumulativeProbability(0.975) / 1.959963984540054;
        return Math.hypot(n * Math.sqrt(variance / n) * longer, capped - n * mean);
    }

    /** Streams that end, are cut and just stop, with γ, λ, i, π and μ of each row. */
    static List<LogRow> randomRows(long seed, int size) {
        Random random = new Random(seed);
        List<LogRow> rows = new ArrayList<>();
        int ep = 0;
        for (int k = 0; k < size; k++) {
            int fate = random.nextInt(24);
            rows.add(new LogRow(
                    ep,
                    new double[] {random.nextGaussian(), random.nextGaussian(), random.nextDouble()},
                    0.2 + 0.8 * random.nextDouble(),
                    random.nextInt(6) == 0 ? 0 : random.nextDouble(),
                    random.nextGaussian(),
                    pick(random, 0, 0.5, 0.9, 1),
                    pick(random, 0, 0.3, 0.9, 1),
                    pick(random, 0, 1, 2.5),
                    fate == 0,
                    fate == 1));
            ep += fate == 2 ? 1 : 0;
        }
        return rows;
    }

    private static double pick(Random random, double... values) {
        return values[random.nextInt(values.length)];
    }

    static String csv(List<LogRow> rows) {
        StringBuilder text = new StringBuilder("ep,f0,f1,f2,mu,pi,r,gamma,lambda,interest,terminated,truncated\n");
        for (LogRow row : rows) {
            text.append(row.ep() + "," + row.phi()[0] + "," + row.phi()[1] + "," + row.phi()[2] + "," + row.mu() + ","
                    + row.pi() + "," + row.r() + "," + row.gamma() + "," + row.lambda() + "," + row.interest() + ","
                    + row.terminated() + "," + row.truncated() + "\n");
        }
        return text.toString();
    }
}
