package io.emphatic.lab.problems.miner;

import io.emphatic.Algorithm.FixedPoint;
import io.emphatic.Algorithms;
import io.emphatic.Config;
import io.emphatic.Learner;
import io.emphatic.lab.Estimate;
import io.emphatic.lab.Mdp;
import io.emphatic.lab.Question;
import io.emphatic.lab.Seeds;
import io.emphatic.lab.Threads;
import io.emphatic.lab.internal.explanation.Verdict;
import io.emphatic.lab.problems.miner.MinerMap.Block;
import io.emphatic.lab.problems.miner.MinerResult.MeanLearning;
import io.emphatic.lab.problems.miner.MinerResult.Point;
import io.emphatic.lab.problems.miner.MinerResult.PolicyResult;
import io.emphatic.lab.simulation.Chain;
import io.emphatic.lab.simulation.Experience;
import io.emphatic.lab.theory.Solution;
import io.emphatic.lab.theory.Theory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Figure 2 of Mahmood, Yu, White &amp; Sutton (2015), §5: three off-policy predictions learned at once from one
 * behaviour, against their true values.
 */
public final class MinerReproduction {
    private static final long PART = 0;

    private MinerReproduction() {}

    /** How many ticks {@link #run} gives its listener. */
    public static long ticks(MinerSetting setting) {
        return (long) setting.runs() * points(setting);
    }

    /**
     * Does the experiment. But for the seconds it took, the result does not depend on the number of threads.
     *
     * @param tick called {@link #ticks} times, by any of the threads
     */
    public static MinerResult run(MinerSetting setting, int threads, Runnable tick) {
        long began = System.nanoTime();
        Mdp mdp = new Miner(setting.map()).mdp();
        List<Theory> theories = Theory.of(mdp);
        List<PolicyResult> predictions = new ArrayList<>();
        long steps;
        try (Threads pool = new Threads(threads)) {
            Chain behaviour = Chain.of(mdp, mdp.behaviour());
            List<Config> configs = configs(setting, mdp);
            List<Run> runs = pool.map(
                    IntStream.range(0, setting.runs()), number -> run(setting, mdp, behaviour, configs, number, tick));
            steps = runs.stream().mapToLong(Run::steps).sum();
            for (int q = 0; q < theories.size(); q++) {
                predictions.add(prediction(setting, theories.get(q), q, runs, pool));
            }
        }
        return new MinerResult(setting, (System.nanoTime() - began) / 1e9, steps, List.copyOf(predictions));
    }

    private static PolicyResult prediction(MinerSetting setting, Theory theory, int q, List<Run> runs, Threads pool) {
        Mdp mdp = theory.mdp();
        Question question = theory.question();
        Optional<Solution> own = Optional.of(Algorithms.named(setting.algorithm()))
                .filter(Theory.algorithms()::contains)
                .map(algorithm -> theory.solution(algorithm, setting.given(mdp, question)));
        Solution etd = theory.solution(Theory.algorithm(FixedPoint.EMPHASIS));
        int start = mdp.states().indexOf("S");
        MonteCarlo monteCarlo = new MonteCarlo(mdp, question, start, MonteCarlo.MOST_STEPS);
        return new PolicyResult(
                question.name(),
                theory.value()[start],
                monteCarlo.estimate(setting.seed(), 1 + q, pool),
                etd.fixedPoint()[Block.A.ordinal()],
                own.filter(Solution::hasFixedPoint)
                        .map(solution -> solution.fixedPoint()[Block.A.ordinal()])
                        .orElse(Double.NaN),
                theory.followOn().spectralRadius(),
                own.map(solution -> Verdict.of(theory, solution)),
                learning(setting, runs, q),
                setting.clips()
                        ? Optional.of(learning(setting, runs, mdp.questions().size() + q))
                        : Optional.empty());
    }

    private static MeanLearning learning(MinerSetting setting, List<Run> runs, int learner) {
        double[][] byRun = runs.stream().map(run -> run.estimates()[learner]).toArray(double[][]::new);
        List<Estimate> means = IntStream.range(0, byRun[0].length)
                .mapToObj(point -> Estimate.of(
                        Arrays.stream(byRun).mapToDouble(run -> run[point]).toArray()))
                .toList();
        List<Point> curve = IntStream.range(0, setting.entrapments() / MinerSetting.POINT)
                .mapToObj(k -> new Point(
                        (k + 1) * MinerSetting.POINT,
                        means.get(k).mean(),
                        means.get(k).stderr()))
                .toList();
        int last = means.size() - 1;
        long diverged =
                Arrays.stream(byRun).filter(run -> Double.isNaN(run[last])).count();
        return new MeanLearning(means.get(last), curve, byRun, (int) diverged);
    }

    /** The Block A weight of each learner at each point of the curve; NaN once it has diverged. */
    private record Run(long steps, double[][] estimates) {}

    /** The learners: one for every question, and one each without clipping if the setting clips. */
    private static List<Config> configs(MinerSetting setting, Mdp mdp) {
        return (setting.clips() ? Stream.of(setting, setting.unclipped()) : Stream.of(setting))
                .flatMap(each -> mdp.questions().stream().map(question -> each.config(mdp, question)))
                .toList();
    }

    private static Run run(
            MinerSetting setting, Mdp mdp, Chain behaviour, List<Config> configs, int number, Runnable tick) {
        Experience experience = new Experience(mdp, behaviour, Seeds.generator(setting.seed(), PART, number));
        Learner[] learners = configs.stream()
                .map(config -> config.learner(mdp.featureNames().size()))
                .toArray(Learner[]::new);
        int questions = mdp.questions().size();
        double[] discount = mdp.questions().get(0).discount(); // 0 where the miner is entrapped
        double[][] estimates = new double[learners.length][points(setting)];
        long steps = 0;
        int entrapped = 0;
        while (entrapped < setting.entrapments()) {
            experience.step();
            for (int k = 0; k < learners.length; k++) {
                learners[k].update(experience.transition(k % questions));
            }
            steps++;
            if (discount[experience.state()] == 0) {
                entrapped++;
                if (entrapped % MinerSetting.POINT == 0 || entrapped == setting.entrapments()) {
                    for (int k = 0; k < learners.length; k++) {
                        boolean diverged = learners[k].divergedAt().isPresent();
                        estimates[k][(entrapped - 1) / MinerSetting.POINT] =
                                diverged ? Double.NaN : learners[k].weights()[Block.A.ordinal()];
                    }
                    tick.run();
                }
            }
        }
        return new Run(steps, estimates);
    }

    private static int points(MinerSetting setting) {
        return (setting.entrapments() + MinerSetting.POINT - 1) / MinerSetting.POINT;
    }
}
