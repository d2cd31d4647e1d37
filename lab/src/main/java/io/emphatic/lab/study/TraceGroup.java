package io.emphatic.lab.study;

import io.emphatic.Config;
import io.emphatic.batch.Batch;
import io.emphatic.experience.Features;
import io.emphatic.experience.Transition;
import io.emphatic.lab.study.PreparedProblem.Passage;
import io.emphatic.lab.study.PreparedProblem.PreparedQuestion;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Settings of one algorithm that learn together because they share a trace: for each question of the problem a batch,
 * which learns from a walk and is measured on the way.
 */
public final class TraceGroup {
    private final PreparedProblem problem;
    private final int every;
    private final double lambda;
    private final int learners;
    private final List<Batch.Maker> makers;

    /** @param settings of one {@linkplain Setting#traceKey trace}. Not modified. */
    public TraceGroup(PreparedProblem problem, int every, List<Setting> settings) {
        this(problem, every, settings, Batch::of);
    }

    /** @param kind makes batches of configs */
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

    /** Shares settings out to groups of one trace, of at most {@code most} settings each. */
    public static List<List<Setting>> of(List<Setting> settings, int most) {
        List<List<Setting>> groups = new ArrayList<>();
        settings.stream()
                .collect(Collectors.groupingBy(Setting::traceKey, LinkedHashMap::new, Collectors.toList()))
                .values()
                .forEach(trace -> {
                    for (int first = 0; first < trace.size(); first += most) {
                        groups.add(trace.subList(first, Math.min(trace.size(), first + most)));
                    }
                });
        return groups;
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
            learn(passage, walk.steps(), question.meter(walk, batch.count()), batch, errors);
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

    private void learn(Passage passage, int steps, ErrorMeter meter, Batch batch, double[][] errors) {
        double[] now = new double[batch.count()];
        meter.measure(batch, now);
        add(now, 1.0 / makers.size(), errors[0]);
        Transition transition = new Transition();
        boolean continues = false;
        for (int step = 0; step < steps; step++) {
            boolean learns = passage.learns(step);
            if (learns) {
                if (!continues) {
                    passage.start(step, transition);
                }
                passage.advance(step, transition);
                batch.update(transition);
            }
            continues = learns && !passage.ends(step);
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

    /**
     * The learning curves of settings that share their trace, from one walk: the error of each at each point of the
     * learning curve, averaged over the questions of the problem.
     *
     * @param errors {@code errors[point][setting]}; NaN from where the setting has diverged
     * @param divergedAt the step of the walk, counted from 0, at which the setting diverged on any question;
     *     {@link #NEVER} if it did not
     */
    public record LearningCurves(double[][] errors, long[] divergedAt) {
        static final long NEVER = -1;

        /** Of one setting, by point. */
        double[] errors(int setting) {
            return Arrays.stream(errors).mapToDouble(point -> point[setting]).toArray();
        }
    }

    /** RMSVE = √(Σₛ d(s) (θᵀφ(s) − v_π(s))²) of the learners of one batch, Σₛ d(s) = 1. Not thread-safe. */
    static final class ErrorMeter {
        private final Features[] states;
        private final double[] weights;
        private final double[] values;
        private final double[] predictions;

        ErrorMeter(Features[] states, double[] weights, double[] values, int learners) {
            this.states = states;
            this.weights = weights;
            this.values = values;
            this.predictions = new double[learners];
        }

        void measure(Batch batch, double[] errors) {
            Arrays.fill(errors, 0);
            for (int m = 0; m < states.length; m++) {
                batch.predict(states[m], predictions);
                double value = values[m];
                double weight = weights[m];
                for (int k = 0; k < errors.length; k++) {
                    double difference = predictions[k] - value;
                    errors[k] += weight * difference * difference;
                }
            }
            for (int k = 0; k < errors.length; k++) {
                errors[k] = Math.sqrt(errors[k]);
            }
        }
    }
}
