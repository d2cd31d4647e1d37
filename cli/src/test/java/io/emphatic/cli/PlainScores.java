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

/**
 * The scores of candidates as the equations say (docs/EVALUATION.md §5), with a learner each and no care for speed:
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
    final double[][] byStream; // by stream, then by candidate

    private final List<Contender> contenders;
    private final Learner[] learners;
    private final Transition[] steps;
    private final double[] z;

    PlainScores(List<LogRow> rows, List<Contender> contenders) {
        int count = contenders.size();
        this.contenders = contenders;
        this.learners = new Learner[count];
        this.steps = new Transition[count];
        this.scores = new double[count];
        this.z = new double[count];
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
            double[] before = scores.clone();
            boolean cut = !row.terminated() && (row.truncated() || next == null);
            double[] v = predictions(row, starts);
            double baseline = median(v);
            double carried = starts ? 0 : row.gamma() * rhoBefore;
            double rho = row.pi() / row.mu();
            for (int a = 0; a < count; a++) {
                if (cut) {
                    scores[a] -= 2 * carried * z[a] * baseline;
                } else {
                    z[a] = row.interest() * v[a] + carried * z[a];
                    scores[a] += row.interest() * v[a] * v[a] - 2 * z[a] * ((1 - rho) * baseline + rho * row.r());
                    learn(a, row, row.terminated() ? null : next);
                }
                byStream[row.ep()][a] += scores[a] - before[a];
            }
            rhoBefore = rho;
            starts = row.terminated() || cut;
        }
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

    private double median(double[] v) {
        double[] alive = IntStream.range(0, v.length)
                .filter(a -> divergedAt[a] < 0)
                .mapToDouble(a -> v[a])
                .sorted()
                .toArray();
        int n = alive.length;
        return n == 0 ? 0 : (alive[n / 2] + alive[(n - 1) / 2]) / 2;
    }

    /** The standard error of the sum over streams of what is added to a score, minus that of another (−1 for none). */
    double stderr(int a, int other) {
        int n = byStream.length;
        double[] terms = Arrays.stream(byStream)
                .mapToDouble(scores -> scores[a] - (other < 0 ? 0 : scores[other]))
                .toArray();
        double mean = Arrays.stream(terms).sum() / n;
        double variance = Arrays.stream(terms).map(x -> (x - mean) * (x - mean)).sum() / (n - 1);
        return n * Math.sqrt(variance / n);
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
