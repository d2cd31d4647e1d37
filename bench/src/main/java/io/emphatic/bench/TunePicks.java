package io.emphatic.bench;

import io.emphatic.Algorithms;
import io.emphatic.Config;
import io.emphatic.Learner;
import io.emphatic.Lstd;
import io.emphatic.batch.Batch;
import io.emphatic.experience.Features;
import io.emphatic.experience.Transition;
import io.emphatic.lab.FiniteProblem;
import io.emphatic.lab.Mdp;
import io.emphatic.lab.Question;
import io.emphatic.lab.problems.Problems;
import io.emphatic.lab.theory.Theory;
import io.emphatic.validation.ProgressiveValidation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * How good the learner is that {@code tune} picks among its 90 default candidates: the root mean squared error of its
 * predictions over the run, divided by that of the candidate that was best in that run.
 *
 * <pre>
 *   java -cp bench/target/benchmarks.jar io.emphatic.bench.TunePicks STEPS [RUNS [named|random|own …]]
 * </pre>
 *
 * For each group of problems: the geometric mean of the ratio, how many runs are within 10 %, the largest ratio; the
 * same with the median as the baseline; untuned {@code wis-etd} with λ = 0.9; and how often the true difference of two
 * scores is within two standard errors.
 */
public final class TunePicks {
    private static final double[] LAMBDAS = {0, 0.5, 0.9};
    private static final int BLOCKS = 100;
    private static final double RIDGE = 1e-3;
    private static final double CAP = 1;
    private static final List<String> NAMED =
            List.of("collision", "boyan", "random-walk", "baird", "miner", "two-state");

    private TunePicks() {}

    public static void main(String[] arguments) {
        int steps = Integer.parseInt(arguments[0]);
        int runs = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 1;
        List<String> groups = arguments.length > 2
                ? List.of(arguments).subList(2, arguments.length)
                : List.of("named", "random", "own");
        System.out.println("| problems | steps | runs | picked / best | within 10 % | worst | by the median "
                + "| untuned wis-etd | covered |");
        System.out.println("|---|---|---|---|---|---|---|---|---|");
        for (String group : groups) {
            List<Mdp> problems = problems(group);
            List<Pick> picks = IntStream.range(0, problems.size() * runs)
                    .parallel()
                    .mapToObj(k -> pick(problems.get(k / runs), steps, k))
                    .flatMap(List::stream)
                    .toList();
            if (Boolean.getBoolean("verbose")) {
                picks.forEach(System.out::println);
            }
            double[] ratios = picks.stream().mapToDouble(Pick::ratio).toArray();
            System.out.printf(
                    Locale.ROOT,
                    "| %s | %,d | %d | %.3f | %d %% | %.2f | %.3f | %.3f | %.1f %% |%n",
                    group,
                    steps,
                    picks.size(),
                    geometricMean(ratios),
                    Math.round(
                            100.0 * Arrays.stream(ratios).filter(r -> r <= 1.1).count() / ratios.length),
                    Arrays.stream(ratios).max().orElse(0),
                    geometricMean(picks.stream().mapToDouble(Pick::byMedian).toArray()),
                    geometricMean(picks.stream().mapToDouble(Pick::untuned).toArray()),
                    100 * picks.stream().mapToDouble(Pick::covered).average().orElse(0));
        }
    }

    private static List<Mdp> problems(String group) {
        return switch (group) {
            case "named" ->
                NAMED.stream()
                        .map(name -> ((FiniteProblem) Problems.named(name)).mdp())
                        .toList();
            case "random" ->
                IntStream.range(0, 200)
                        .mapToObj(seed -> new GradedMdp(seed).mdp())
                        .toList();
            case "own" -> OwnProblems.all();
            default -> List.of(((FiniteProblem) Problems.named(group)).mdp());
        };
    }

    private static double geometricMean(double[] ratios) {
        return Math.exp(Arrays.stream(ratios).map(Math::log).average().orElse(Double.NaN));
    }

    /** One run: errors divided by the smallest of all candidates, and the share of differences that are covered. */
    private record Pick(String problem, double ratio, double byMedian, double untuned, double covered) {}

    /** What happened: a step leads to {@code state[t + 1]}, the start of the next episode if it ended. */
    private record Steps(int[] state, int[] action, double[] reward, boolean[] ends) {
        static Steps of(Mdp mdp, Question question, int count, SplittableRandom random) {
            Steps steps = new Steps(new int[count + 1], new int[count], new double[count], new boolean[count]);
            steps.state[0] = start(mdp, random);
            for (int t = 0; t < count; t++) {
                int s = steps.state[t];
                int a = draw(mdp.behaviour()[s], random);
                Mdp.Outcome[] all = mdp.outcomes()[s][a];
                Mdp.Outcome next = all[
                        draw(
                                Arrays.stream(all)
                                        .mapToDouble(Mdp.Outcome::probability)
                                        .toArray(),
                                random)];
                steps.action[t] = a;
                steps.reward[t] = question.reward(next);
                steps.ends[t] = next.to() == Mdp.END || mdp.isEnd(next.to());
                steps.state[t + 1] = steps.ends[t] ? start(mdp, random) : next.to();
            }
            return steps;
        }

        private static int start(Mdp mdp, SplittableRandom random) {
            return mdp.start().length == 0 ? 0 : draw(mdp.start(), random);
        }

        private static int draw(double[] probabilities, SplittableRandom random) {
            double u = random.nextDouble();
            int k = 0;
            while (k < probabilities.length - 1 && u >= probabilities[k]) {
                u -= probabilities[k++];
            }
            return k;
        }

        /** Plays the steps from … to−1 to a time line. */
        void advance(int t, Mdp mdp, Question q, Features[] phi, double lambda, Transition line) {
            int s = state[t];
            if (t == 0 || ends[t - 1]) {
                line.start(phi[s], lambda, q.interest()[s]);
            }
            line.action(q.policy()[s][action[t]], mdp.behaviour()[s][action[t]]);
            int next = state[t + 1];
            if (ends[t]) {
                line.arrive(reward[t], Features.none(phi[s].size()), 0, 0, 0);
            } else {
                line.arrive(reward[t], phi[next], q.discount()[next], lambda, q.interest()[next]);
            }
        }
    }

    private static List<Pick> pick(Mdp mdp, int count, int seed) {
        List<Pick> picks = new ArrayList<>();
        for (Question question : mdp.questions()) {
            picks.add(new Run(mdp, question, Steps.of(mdp, question, count, new SplittableRandom(seed + 1))).pick());
        }
        return picks;
    }

    private static List<Config> candidates(String algorithm, double scale) {
        List<Config> all = new ArrayList<>();
        if (algorithm.equals("wis-etd")) {
            for (double decay : new double[] {0, Math.min(0.5, 0x1p-10 / scale)}) {
                for (double usage : new double[] {scale, 8 * scale, 64 * scale}) {
                    all.add(configure(algorithm, Map.of("usage_decay", decay, "initial_usage", usage)));
                }
            }
            return all;
        }
        for (int exponent = -14; exponent <= 0; exponent += 2) {
            Map<String, Double> parameters =
                    new LinkedHashMap<>(Map.of("step_size", Math.scalb(1.0, exponent) / scale));
            if (!algorithm.equals("gtd")) {
                parameters.put("overshoot", 0.3);
            }
            all.add(configure(algorithm, parameters));
        }
        return all;
    }

    private static Config configure(String algorithm, Map<String, Double> parameters) {
        return Algorithms.named(algorithm).configure(parameters);
    }

    private static final class Run {
        private final Mdp mdp;
        private final Question question;
        private final Steps steps;
        private final Features[] phi;
        private final double[] values;

        Run(Mdp mdp, Question question, Steps steps) {
            this.mdp = mdp;
            this.question = question;
            this.steps = steps;
            this.phi = Arrays.stream(mdp.features()).map(Features::dense).toArray(Features[]::new);
            this.values = Theory.of(mdp, question).value();
        }

        private double meanSquare() {
            double sum = 0;
            for (int t = 0; t < steps.action.length; t++) {
                sum += phi[steps.state[t]].norm() * phi[steps.state[t]].norm();
            }
            return sum / steps.action.length;
        }

        /** The predictions for all states of the solutions of both halves. */
        private double[][] halves(double meanSquare) {
            int count = steps.action.length;
            int size = phi[0].size();
            Learner[] solvers = {
                new Lstd(RIDGE * meanSquare / size).learner(size), new Lstd(RIDGE * meanSquare / size).learner(size)
            };
            Transition line = new Transition();
            for (int t = 0; t < count; t++) {
                steps.advance(t, mdp, question, phi, 0.9, line);
                solvers[t < count / 2 ? 0 : 1].update(line);
            }
            return Arrays.stream(solvers)
                    .map(solver ->
                            Arrays.stream(phi).mapToDouble(solver::predict).toArray())
                    .toArray(double[][]::new);
        }

        Pick pick() {
            double meanSquare = meanSquare();
            double scale = Math.scalb(1.0, (int) Math.round(Math.log(meanSquare) / Math.log(2)));
            List<Batch> batches = new ArrayList<>();
            Transition[] lines = new Transition[LAMBDAS.length];
            List<Integer> lineOf = new ArrayList<>();
            for (int l = 0; l < LAMBDAS.length; l++) {
                lines[l] = new Transition();
                for (String algorithm : List.of("etd", "td", "gtd", "wis-etd")) {
                    batches.add(Batch.of(candidates(algorithm, scale)).batch(new double[phi[0].size()]));
                    lineOf.add(l);
                }
            }
            batches.add(Batch.of(List.of(configure("wis-etd", Map.of()))).batch(new double[phi[0].size()]));
            lineOf.add(LAMBDAS.length - 1);
            int untuned = batches.stream().mapToInt(Batch::count).sum() - 1;
            double[][] halves = halves(meanSquare);
            Scores scores = new Scores(untuned + 1);
            double[] predictions = new double[untuned + 1];
            int count = steps.action.length;
            for (int t = 0; t < count; t++) {
                for (int l = 0; l < lines.length; l++) {
                    steps.advance(t, mdp, question, phi, LAMBDAS[l], lines[l]);
                }
                int at = 0;
                for (int b = 0; b < batches.size(); b++) {
                    batches.get(b).update(lines[lineOf.get(b)], predictions, at);
                    at += batches.get(b).count();
                }
                double[] other = halves[t < count / 2 ? 1 : 0];
                int s = steps.state[t];
                double next = steps.ends[t] ? 0 : other[steps.state[t + 1]];
                scores.step(lines[0], predictions, values[s], other[s], next);
                if ((long) (t + 1) * BLOCKS / count != (long) t * BLOCKS / count) {
                    scores.endBlock();
                }
            }
            return scores.pick(mdp.name(), untuned);
        }
    }

    /** Scores and true errors of the candidates of a run, and of its blocks. */
    private static final class Scores {
        private final ProgressiveValidation solved;
        private final ProgressiveValidation unbiased; // without the cap
        private final ProgressiveValidation median;
        private final double[] errors;
        private final double[] last;
        private final List<double[]> blocks = new ArrayList<>();

        Scores(int learners) {
            solved = new ProgressiveValidation(learners);
            unbiased = new ProgressiveValidation(learners);
            median = new ProgressiveValidation(learners);
            errors = new double[learners];
            last = new double[learners];
        }

        void step(Transition t, double[] predictions, double value, double baseline, double baselineNext) {
            solved.step(t, predictions, baseline, baselineNext, CAP);
            unbiased.step(t, predictions, baseline, baselineNext, Double.POSITIVE_INFINITY);
            median.step(t, predictions, median.median(predictions));
            for (int k = 0; k < errors.length; k++) {
                double error = predictions[k] - value;
                errors[k] += t.interest() * error * error;
            }
        }

        void endBlock() {
            double[] block = new double[last.length];
            for (int k = 0; k < last.length; k++) {
                block[k] = unbiased.score(k) - last[k];
                last[k] = unbiased.score(k);
            }
            blocks.add(block);
        }

        Pick pick(String problem, int untuned) {
            int picked = best(solved::score, untuned);
            int byMedian = best(median::score, untuned);
            double least = errors[best(k -> errors[k], untuned)];
            return new Pick(
                    problem,
                    over(errors[picked], least),
                    over(errors[byMedian], least),
                    over(errors[untuned], least),
                    covered(picked, untuned));
        }

        /** Where everything is predicted, as 0 is where no reward ever comes, there is nothing to choose. */
        private static double over(double error, double least) {
            return least == 0 && error == 0 ? 1 : Math.sqrt(error / least);
        }

        private static int best(IntToDoubleFunction score, int count) {
            int best = 0;
            for (int k = 1; k < count; k++) {
                best = score.applyAsDouble(k) < score.applyAsDouble(best) ? k : best;
            }
            return best;
        }

        private double covered(int picked, int count) {
            int covered = 0;
            int all = 0;
            for (int k = 0; k < count; k++) {
                double truth = errors[k] - errors[picked];
                double behind = solved.score(k) - solved.score(picked);
                if (k != picked && Double.isFinite(behind) && Double.isFinite(truth)) {
                    all++;
                    double cap = behind - (unbiased.score(k) - unbiased.score(picked));
                    covered += Math.abs(behind - truth) <= 2 * Math.hypot(stderr(k, picked), cap) ? 1 : 0;
                }
            }
            return (double) covered / all;
        }

        /** As {@code tune}'s: longer where few blocks matter. */
        private double stderr(int k, int other) {
            int n = blocks.size();
            double mean = blocks.stream()
                            .mapToDouble(block -> block[k] - block[other])
                            .sum()
                    / n;
            double[] squares = blocks.stream()
                    .mapToDouble(block -> Math.pow(block[k] - block[other] - mean, 2))
                    .toArray();
            double sum = Arrays.stream(squares).sum();
            double kurtosis = n * (Arrays.stream(squares).map(x -> x * x).sum() / sum / sum);
            double freedom = Math.max(1, Math.min(n - 1, 2 * n / (kurtosis - 1)));
            double stderr = Math.sqrt(sum * n / (n - 1));
            return Double.isFinite(freedom) ? stderr * quantile(freedom) / quantile(1e9) : stderr;
        }

        private static double quantile(double freedom) {
            return TDistribution.of(freedom).inverseSurvivalProbability(0.025);
        }
    }
}
