package io.emphatic.lab.study;

import io.emphatic.Config;
import io.emphatic.batch.Batch;
import io.emphatic.experience.Transition;
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
        this.makers = problem.questions().stream()
                .map(question -> kind.apply(settings.stream()
                        .map(setting -> setting.config(question.probabilities()))
                        .toList()))
                .toList();
    }

    public LearningCurves learn(Walk walk) {
        int points = 1 + walk.steps() / every;
        double[][] errors = new double[points][learners];
        long[] divergedAt = new long[learners];
        Arrays.fill(divergedAt, LearningCurves.NEVER);
        for (int q = 0; q < makers.size(); q++) {
            PreparedQuestion question = problem.questions().get(q);
            Passage passage = question.along(walk, lambda);
            Batch batch = makers.get(q).batch(problem.initialWeights());
            learn(walk, question, passage, batch, errors);
            for (int k = 0; k < learners; k++) {
                OptionalLong step = batch.divergedAt(k);
                if (step.isPresent()) {
                    long when = timeOf(step.getAsLong(), passage);
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

    private void learn(Walk walk, PreparedQuestion question, Passage passage, Batch batch, double[][] errors) {
        ErrorMeter meter = question.meter(walk, batch.count());
        double[] now = new double[batch.count()];
        meter.measure(batch, now);
        add(now, 1.0 / makers.size(), errors[0]);
        Transition t = new Transition();
        boolean goesOn = false;
        int steps = walk.steps();
        for (int step = 0; step < steps; step++) {
            boolean learns = passage.learns(step);
            if (learns) {
                if (!goesOn) {
                    passage.start(step, t);
                }
                passage.advance(step, t);
                batch.update(t);
            }
            goesOn = learns && !passage.ends(step);
            if ((step + 1) % every == 0) {
                meter.measure(batch, now);
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
    private static long timeOf(long learnerStep, Passage passage) {
        long learned = -1;
        int time = -1;
        while (learned < learnerStep) {
            time++;
            learned += passage.learns(time) ? 1 : 0;
        }
        return time;
    }
}
