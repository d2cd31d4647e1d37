package io.emphatic.lab.study;

import io.emphatic.Config;
import io.emphatic.batch.Batch;
import io.emphatic.experience.Features;
import io.emphatic.experience.Transition;
import io.emphatic.lab.Chain;
import io.emphatic.lab.Mdp;
import io.emphatic.lab.Question;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Function;

/**
 * Takes settings that share their trace through walks: for each prediction of the problem a batch, which learns and is
 * measured.
 */
final class Teacher {
    private final World world;
    private final int every;
    private final double lambda;
    private final int learners;
    private final List<Batch.Maker> makers;

    /** @param settings of one {@link Setting#traceKey}. Not modified. */
    Teacher(World world, int every, List<Setting> settings) {
        this(world, every, settings, Batch::of);
    }

    /** The same with another kind of batch. */
    Teacher(World world, int every, List<Setting> settings, Function<List<Config>, Batch.Maker> kind) {
        this.world = world;
        this.every = every;
        this.lambda = settings.get(0).lambda();
        this.learners = settings.size();
        this.makers = world.predictions().stream()
                .map(prediction -> kind.apply(settings.stream()
                        .map(setting -> setting.config(prediction.facts()))
                        .toList()))
                .toList();
    }

    /** New learners, one walk. */
    Lesson teach(World.Walk walk) {
        int points = 1 + walk.edges().length / every;
        double[][] errors = new double[points][learners];
        long[] divergedAt = new long[learners];
        Arrays.fill(divergedAt, Lesson.NEVER);
        for (int q = 0; q < makers.size(); q++) {
            Prediction prediction = world.predictions().get(q);
            Batch batch = makers.get(q).batch(world.initialWeights());
            learn(walk, prediction, batch, errors);
            for (int k = 0; k < learners; k++) {
                OptionalLong step = batch.divergedAt(k);
                if (step.isPresent()) {
                    long when = timeOf(step.getAsLong(), prediction, walk);
                    divergedAt[k] = divergedAt[k] == Lesson.NEVER ? when : Math.min(divergedAt[k], when);
                }
            }
        }
        for (int point = 0; point < points; point++) {
            for (int k = 0; k < learners; k++) {
                if (divergedAt[k] != Lesson.NEVER && (long) point * every > divergedAt[k]) {
                    errors[point][k] = Double.NaN;
                }
            }
        }
        return new Lesson(errors, divergedAt);
    }

    private void learn(World.Walk walk, Prediction prediction, Batch batch, double[][] errors) {
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
        add(now, 1.0 / makers.size(), errors[0]);
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
