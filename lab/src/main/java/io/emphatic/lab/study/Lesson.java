package io.emphatic.lab.study;

import io.emphatic.Batch;
import io.emphatic.Config;
import io.emphatic.Features;
import io.emphatic.Transition;
import io.emphatic.lab.Chain;
import io.emphatic.lab.Mdp;
import io.emphatic.lab.Question;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;

/**
 * What settings that share their trace learn from one walk: the error of each at each point of the learning curve, averaged over the
 * predictions of the problem.
 *
 * @param errors {@code errors[point][setting]}; NaN from where the setting has diverged
 * @param divergedAt the step of the walk, counted from 0, at which any prediction of the setting diverged; {@link #NEVER} if none did
 */
record Lesson(double[][] errors, long[] divergedAt) {
    static final long NEVER = -1;

    /** @param settings of one {@link Setting#traceKey}. Not modified. */
    static Lesson of(World world, World.Walk walk, int every, List<Setting> settings) {
        return of(world, walk, every, settings, Batch::of);
    }

    /** How learners are made of configs and initial weights. */
    interface BatchMaker {
        Batch make(List<Config> configs, double[] initialWeights);
    }

    /** The same with another kind of batch. */
    static Lesson of(World world, World.Walk walk, int every, List<Setting> settings, BatchMaker maker) {
        int learners = settings.size();
        int points = 1 + walk.edges().length / every;
        double[][] errors = new double[points][learners];
        long[] divergedAt = new long[learners];
        Arrays.fill(divergedAt, NEVER);
        double share = 1.0 / world.predictions().size();
        for (Prediction prediction : world.predictions()) {
            List<Config> configs = settings.stream()
                    .map(setting -> setting.config(prediction.facts()))
                    .toList();
            Batch batch = maker.make(configs, world.initialWeights());
            learn(world, walk, every, settings.get(0).lambda(), prediction, batch, share, errors);
            for (int k = 0; k < learners; k++) {
                OptionalLong step = batch.divergedAt(k);
                if (step.isPresent()) {
                    long when = timeOf(step.getAsLong(), prediction, walk);
                    divergedAt[k] = divergedAt[k] == NEVER ? when : Math.min(divergedAt[k], when);
                }
            }
        }
        for (int point = 0; point < points; point++) {
            for (int k = 0; k < learners; k++) {
                if (divergedAt[k] != NEVER && (long) point * every > divergedAt[k]) {
                    errors[point][k] = Double.NaN;
                }
            }
        }
        return new Lesson(errors, divergedAt);
    }

    private static void learn(
            World world,
            World.Walk walk,
            int every,
            double lambda,
            Prediction prediction,
            Batch batch,
            double share,
            double[][] errors) {
        Question question = prediction.question();
        Features[] phi = walk.features();
        Features none = Features.none(phi[0].size());
        double[] lambdas = question.lambda().clone();
        if (!Double.isNaN(lambda)) {
            Arrays.fill(lambdas, lambda);
        }
        Prediction.Meter meter = prediction.new Meter(batch.count());
        double[] now = new double[batch.count()];
        meter.measure(batch, phi, now);
        add(now, share, errors[0]);
        Transition t = new Transition();
        boolean goesOn = false;
        int[] edges = walk.edges();
        Chain chain = world.chain();
        for (int step = 0; step < edges.length; step++) {
            int edge = edges[step];
            if (prediction.learned[edge]) {
                if (!goesOn) {
                    int s = chain.from(edge);
                    t.start(phi[s], lambdas[s], question.interest()[s]);
                }
                t.action(prediction.pi[edge], prediction.mu[edge]);
                int to = chain.to(edge);
                if (to == Mdp.END) {
                    t.arrive(prediction.reward[edge], none, 0, 0, 0);
                } else {
                    t.arrive(
                            prediction.reward[edge],
                            phi[to],
                            question.discount()[to],
                            lambdas[to],
                            question.interest()[to]);
                }
                batch.update(t);
                goesOn = to != Mdp.END;
            } else {
                goesOn = false;
            }
            if ((step + 1) % every == 0) {
                meter.measure(batch, phi, now);
                add(now, share, errors[(step + 1) / every]);
            }
        }
    }

    private static void add(double[] errors, double share, double[] sums) {
        for (int k = 0; k < errors.length; k++) {
            sums[k] += share * errors[k];
        }
    }

    /** The step of the walk that was the learner's step of this number. */
    private static long timeOf(long learnerStep, Prediction prediction, World.Walk walk) {
        long learned = -1;
        int time = -1;
        while (learned < learnerStep) {
            time++;
            learned += prediction.learned[walk.edges()[time]] ? 1 : 0;
        }
        return time;
    }
}
