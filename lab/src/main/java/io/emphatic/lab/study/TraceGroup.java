package io.emphatic.lab.study;

import io.emphatic.Config;
import io.emphatic.batch.Batch;
import io.emphatic.experience.Transition;
import io.emphatic.lab.Mdp;
import io.emphatic.lab.Question;
import io.emphatic.lab.simulation.Arrivals;
import io.emphatic.lab.simulation.Chain;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Function;

/**
 * Settings that share their trace: for each question of the problem a batch, which learns from a walk and is measured
 * on the way.
 */
public final class TraceGroup {
    private final PreparedProblem problem;
    private final int every;
    private final double lambda;
    private final int learners;
    private final List<Batch.Maker> makers;

    /** @param settings of one {@link Setting#traceKey}. Not modified. */
    TraceGroup(PreparedProblem problem, int every, List<Setting> settings) {
        this(problem, every, settings, Batch::of);
    }

    public TraceGroup(
            PreparedProblem problem, int every, List<Setting> settings, Function<List<Config>, Batch.Maker> kind) {
        this.problem = problem;
        this.every = every;
        this.lambda = settings.get(0).lambda();
        this.learners = settings.size();
        this.makers = problem.questions.stream()
                .map(question -> kind.apply(settings.stream()
                        .map(setting -> setting.config(question.probabilities))
                        .toList()))
                .toList();
    }

    public LearningCurves learn(Walk walk) {
        int points = 1 + walk.edges().length / every;
        double[][] errors = new double[points][learners];
        long[] divergedAt = new long[learners];
        Arrays.fill(divergedAt, LearningCurves.NEVER);
        for (int q = 0; q < makers.size(); q++) {
            PreparedQuestion question = problem.questions.get(q);
            Batch batch = makers.get(q).batch(problem.initialWeights);
            learn(walk, question, batch, errors);
            for (int k = 0; k < learners; k++) {
                OptionalLong step = batch.divergedAt(k);
                if (step.isPresent()) {
                    long when = timeOf(step.getAsLong(), question, walk);
                    divergedAt[k] = divergedAt[k] == LearningCurves.NEVER ? when : Math.min(divergedAt[k], when);
                }
            }
        }
        for (int point = 0; point < points; point++) {
            for (int k = 0; k < learners; k++) {
                if (divergedAt[k] != LearningCurves.NEVER && (long) point * every > divergedAt[k]) {
                    errors[point][k] = Double.NaN;
                }
            }
        }
        return new LearningCurves(errors, divergedAt);
    }

    private void learn(Walk walk, PreparedQuestion prepared, Batch batch, double[][] errors) {
        Question question = prepared.question;
        double[] lambdas = question.lambda().clone();
        if (!Double.isNaN(lambda)) {
            Arrays.fill(lambdas, lambda);
        }
        Chain chain = problem.chain;
        Arrivals arrivals = new Arrivals(problem.mdp, chain, question, walk.features(), lambdas);
        PreparedQuestion.Meter meter = prepared.new Meter(batch.count());
        double[] now = new double[batch.count()];
        meter.measure(batch, walk.features(), now);
        add(now, 1.0 / makers.size(), errors[0]);
        Transition t = new Transition();
        boolean goesOn = false;
        int[] edges = walk.edges();
        for (int step = 0; step < edges.length; step++) {
            int edge = edges[step];
            int from = chain.from(edge);
            boolean learns = prepared.learnsFrom(from);
            if (learns) {
                if (!goesOn) {
                    t.start(arrivals.start(from));
                }
                t.follow(arrivals.over(edge));
                batch.update(t);
            }
            goesOn = learns && chain.to(edge) != Mdp.END;
            if ((step + 1) % every == 0) {
                meter.measure(batch, walk.features(), now);
                add(now, 1.0 / makers.size(), errors[(step + 1) / every]);
            }
        }
    }

    private static void add(double[] errors, double share, double[] sums) {
        for (int k = 0; k < errors.length; k++) {
            sums[k] += share * errors[k];
        }
    }

    /** The step of the walk that was the learner's step of this number. */
    private long timeOf(long learnerStep, PreparedQuestion question, Walk walk) {
        long learned = -1;
        int time = -1;
        while (learned < learnerStep) {
            time++;
            learned += question.learnsFrom(problem.chain.from(walk.edges()[time])) ? 1 : 0;
        }
        return time;
    }
}
