package io.emphatic.lab.study;

import io.emphatic.Config;
import io.emphatic.batch.Batch;
import io.emphatic.experience.Transition;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Settings that learn together, those of one trace or of several: for each question of the problem a batch, which
 * learns from a walk and is measured on the way.
 */
public final class TraceGroup {
    /** With more features, the loops of one trace have enough to do. */
    private static final int FEW_FEATURES = 16;

    private final PreparedProblem problem;
    private final int every;
    private final double[] lambdas; // by trace
    private final int learners;
    private final List<Batch.Maker> makers;

    /** @param settings those of one trace side by side. Not modified. */
    TraceGroup(PreparedProblem problem, int every, List<Setting> settings) {
        this(problem, every, settings, Batch::ofTraces);
    }

    /** @param kind makes batches of configs by trace */
    public TraceGroup(
            PreparedProblem problem,
            int every,
            List<Setting> settings,
            Function<List<List<Config>>, Batch.Maker> kind) {
        Collection<List<Setting>> traces = byTrace(settings.stream());
        this.problem = problem;
        this.every = every;
        this.lambdas =
                traces.stream().mapToDouble(trace -> trace.get(0).lambda()).toArray();
        this.learners = settings.size();
        this.makers = problem.questions().stream()
                .map(question -> kind.apply(traces.stream()
                        .map(trace -> trace.stream()
                                .map(setting -> setting.config(question.probabilities()))
                                .toList())
                        .toList()))
                .toList();
    }

    private static Collection<List<Setting>> byTrace(Stream<Setting> settings) {
        return settings.collect(Collectors.groupingBy(Setting::traceKey, LinkedHashMap::new, Collectors.toList()))
                .values();
    }

    /**
     * Shares settings out to groups that are fastest together, each with those of one trace side by side. Settings of
     * several traces come together up to a limit, so that there is work for all threads.
     *
     * @param most settings in a group
     * @param joined settings of several traces in a group, at most
     */
    public static List<List<Setting>> of(PreparedProblem problem, List<Setting> settings, int most, int joined) {
        int features = problem.initialWeights().length;
        List<List<Setting>> groups = new ArrayList<>();
        Map<String, List<Setting>> open = new LinkedHashMap<>(); // by algorithm; of such as can be joined
        for (List<Setting> trace : byTrace(settings.stream())) {
            for (int first = 0; first < trace.size(); first += most) {
                List<Setting> part = trace.subList(first, Math.min(trace.size(), first + most));
                Setting one = part.get(0);
                boolean joins = features <= FEW_FEATURES && Batch.joins(one.config());
                List<Setting> begun = joins ? open.get(one.algorithm()) : null;
                if (begun != null && begun.size() + part.size() <= joined) {
                    begun.addAll(part);
                } else {
                    List<Setting> group = new ArrayList<>(part);
                    groups.add(group);
                    if (joins) {
                        open.put(one.algorithm(), group);
                    }
                }
            }
        }
        return groups;
    }

    public LearningCurves learn(Walk walk) {
        int points = 1 + walk.steps() / every;
        double[][] errors = new double[points][learners];
        long[] divergedAt = new long[learners];
        Arrays.fill(divergedAt, LearningCurves.NEVER);
        for (int q = 0; q < makers.size(); q++) {
            PreparedQuestion question = problem.questions().get(q);
            Passage[] passages = Arrays.stream(lambdas)
                    .mapToObj(lambda -> question.along(walk, lambda))
                    .toArray(Passage[]::new);
            Passage passage = passages[0];
            Batch batch = makers.get(q).batch(problem.initialWeights());
            learn(walk, question, passages, batch, errors);
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

    private void learn(Walk walk, PreparedQuestion question, Passage[] passages, Batch batch, double[][] errors) {
        ErrorMeter meter = question.meter(walk, batch.count());
        double[] now = new double[batch.count()];
        meter.measure(batch, now);
        add(now, 1.0 / makers.size(), errors[0]);
        Transition[] transitions =
                Stream.generate(Transition::new).limit(passages.length).toArray(Transition[]::new);
        Passage passage = passages[0]; // they differ in λ only
        boolean goesOn = false;
        int steps = walk.steps();
        for (int step = 0; step < steps; step++) {
            boolean learns = passage.learns(step);
            if (learns) {
                advance(passages, step, !goesOn, transitions);
                batch.update(transitions);
            }
            goesOn = learns && !passage.ends(step);
            if ((step + 1) % every == 0) {
                meter.measure(batch, now);
                add(now, 1.0 / makers.size(), errors[(step + 1) / every]);
            }
        }
    }

    private static void advance(Passage[] passages, int step, boolean starts, Transition[] transitions) {
        for (int k = 0; k < passages.length; k++) {
            if (starts) {
                passages[k].start(step, transitions[k]);
            }
            passages[k].advance(step, transitions[k]);
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
