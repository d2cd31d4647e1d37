package io.emphatic.lab.problems.miner;

import io.emphatic.Algorithms;
import io.emphatic.FixedPoint;
import io.emphatic.lab.Mdp;
import io.emphatic.lab.Question;
import io.emphatic.lab.Threads;
import io.emphatic.lab.internal.explanation.Verdict;
import io.emphatic.lab.problems.miner.MinerResult.MeanLearning;
import io.emphatic.lab.problems.miner.MinerResult.Point;
import io.emphatic.lab.problems.miner.MinerResult.PolicyResult;
import io.emphatic.lab.theory.MeanPath;
import io.emphatic.lab.theory.Solution;
import io.emphatic.lab.theory.Theory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Figure 2 of Mahmood, Yu, White &amp; Sutton (2015), §5: three off-policy predictions learned at once from one
 * behaviour, against their true values.
 */
public final class MinerReproduction {
    private MinerReproduction() {}

    /** How many ticks {@link #run} gives its listener. */
    public static long ticks(MinerSetting setting) {
        return (long) setting.runs() * MinerRuns.points(setting);
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
            List<MinerRuns.Run> runs = new MinerRuns(setting, mdp).all(pool, tick);
            steps = runs.stream().mapToLong(MinerRuns.Run::steps).sum();
            for (int q = 0; q < theories.size(); q++) {
                predictions.add(prediction(setting, theories.get(q), q, runs, pool));
            }
        }
        return new MinerResult(setting, (System.nanoTime() - began) / 1e9, steps, List.copyOf(predictions));
    }

    private static PolicyResult prediction(
            MinerSetting setting, Theory theory, int q, List<MinerRuns.Run> runs, Threads pool) {
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
                own.filter(solution -> solution.converges() && setting.has("step_size"))
                        .map(solution -> settled(theory, solution))
                        .orElse(Double.NaN),
                theory.followOn().spectralRadius(),
                own.map(solution -> Verdict.of(theory, solution)),
                learning(setting, runs, q),
                setting.clips()
                        ? Optional.of(learning(setting, runs, mdp.questions().size() + q))
                        : Optional.empty());
    }

    /** The last time of the path of the mean update, which is long enough for it to settle. */
    private static double settled(Theory theory, Solution solution) {
        double[] times =
                MeanPath.of(theory, solution, new double[solution.b().length]).times();
        return times[times.length - 1];
    }

    private static MeanLearning learning(MinerSetting setting, List<MinerRuns.Run> runs, int learner) {
        int last = MinerRuns.points(setting) - 1;
        List<Point> curve = new ArrayList<>();
        for (int point = 0; (point + 1) * MinerSetting.POINT <= setting.entrapments(); point++) {
            var mean = MinerRuns.mean(runs, learner, point);
            curve.add(new Point((point + 1) * MinerSetting.POINT, mean.mean(), mean.stderr()));
        }
        double[][] byRun = runs.stream().map(run -> run.estimates()[learner]).toArray(double[][]::new);
        long diverged =
                Arrays.stream(byRun).filter(run -> Double.isNaN(run[last])).count();
        return new MeanLearning(MinerRuns.mean(runs, learner, last), List.copyOf(curve), byRun, (int) diverged);
    }
}
