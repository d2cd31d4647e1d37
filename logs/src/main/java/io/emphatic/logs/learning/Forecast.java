package io.emphatic.logs.learning;

import io.emphatic.Features;
import io.emphatic.Learner;
import io.emphatic.Snapshot;
import io.emphatic.Transition;
import io.emphatic.logs.file.Batch;
import io.emphatic.logs.spec.Plan;
import io.emphatic.logs.spec.Policy;
import io.emphatic.logs.spec.Slots.Quantity;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A few predictions that ask the same and differ in how they learn: one time line, a learner each. Most often there is
 * one only.
 */
final class Forecast extends Course {
    /**
     * How many there are at most. Two that share a time line save the second a quarter of its work, but then neither
     * can learn beside the other on a processor of its own; three take about as long as reading does.
     */
    private static final int MOST = 3;

    /** Everything that a time line knows. */
    private record Question(
            Policy policy,
            boolean probabilities,
            Quantity cumulant,
            Quantity discount,
            Quantity lambda,
            Quantity interest) {
        static Question of(Plan.Target target) {
            return new Question(
                    target.policy(),
                    target.config().algorithm().needsProbabilities(),
                    target.cumulant(),
                    target.discount(),
                    target.lambda(),
                    target.interest());
        }
    }

    private final TimeLine line;
    private final Quantity cumulant;
    private final List<Member> members = new ArrayList<>();
    private double[][] columns;
    private double reward;

    private Forecast(Plan plan, List<Plan.Target> targets, Quantiles.Precision precision, boolean recorded) {
        super(plan.features().size(), recorded);
        this.line = new TimeLine(plan, targets.get(0));
        this.cumulant = targets.get(0).cumulant();
        for (Plan.Target target : targets) {
            members.add(new Member(target, plan.features().size(), precision, recorded));
        }
    }

    /**
     * These predictions, those that ask the same side by side as far as there is room.
     *
     * @param recorded whether each row's prediction and error are wanted
     */
    static List<Forecast> of(Plan plan, List<Plan.Target> targets, Quantiles.Precision precision, boolean recorded) {
        Map<Question, List<Plan.Target>> byQuestion = new LinkedHashMap<>();
        for (Plan.Target target : targets) {
            byQuestion
                    .computeIfAbsent(Question.of(target), question -> new ArrayList<>())
                    .add(target);
        }
        List<Forecast> forecasts = new ArrayList<>();
        for (List<Plan.Target> same : byQuestion.values()) {
            for (int from = 0; from < same.size(); from += MOST) {
                forecasts.add(new Forecast(
                        plan, same.subList(from, Math.min(from + MOST, same.size())), precision, recorded));
            }
        }
        return forecasts;
    }

    @Override
    void begin(Batch batch) {
        columns = batch.numbers();
        line.begin(batch);
    }

    @Override
    void start(int row, Features phi) {
        line.start(row, phi);
    }

    @Override
    void act(int row) {
        line.act(row);
        reward = cumulant.at(columns, row);
    }

    @Override
    void arrive(int row, Features phi) {
        line.arrive(reward, row, phi);
    }

    @Override
    void terminate(Features none) {
        line.terminate(reward, none);
    }

    @Override
    void predict(int k) {
        for (Member member : members) {
            member.values[k] = member.learner.predict(line.transition().phi());
        }
    }

    @Override
    void learn(int k, long place, long rows) {
        for (int m = 0; m < members.size(); m++) { // an iterator for every step would be garbage
            members.get(m).learn(line.transition(), k, place, rows);
        }
    }

    @Override
    void leave(int k) {
        for (Member member : members) {
            member.errors[k] = Double.NaN;
        }
    }

    @Override
    List<Member> outcomes() {
        return members;
    }

    /** One of its predictions: a learner and what is watched of it. */
    static final class Member implements Outcome {
        private final Plan.Target target;
        private final EmphasisDiagnostics emphases;
        private final ErrorDiagnostics errorSizes = new ErrorDiagnostics();
        private final double[] values; // null when nobody wants them
        private final double[] errors;
        private Learner learner;
        private volatile long endedAt = -1;

        private Member(Plan.Target target, int size, Quantiles.Precision precision, boolean recorded) {
            this.target = target;
            this.emphases = new EmphasisDiagnostics(precision);
            this.learner = target.config().learner(size);
            this.values = recorded ? new double[Batch.CAPACITY + 1] : null;
            this.errors = recorded ? new double[Batch.CAPACITY + 1] : null;
        }

        private void learn(Transition step, int k, long place, long rows) {
            long before = learner.steps();
            learner.update(step);
            boolean learned = learner.steps() != before;
            if (learned) {
                if (emphases.isEmphatic()) {
                    emphases.learned(learner.followOn(), learner.emphasis());
                }
                errorSizes.learned(learner.tdError(), place, rows);
            } else {
                endedAt = before;
            }
            if (errors != null) {
                errors[k] = learned ? learner.tdError() : Double.NaN;
            }
        }

        @Override
        public Plan.Target target() {
            return target;
        }

        @Override
        public double value(int k) {
            return values[k];
        }

        @Override
        public double error(int k) {
            return errors[k];
        }

        @Override
        public long endedAt() {
            return endedAt;
        }

        /** Saves everything that was learned, to the bit. */
        void write(DataOutputStream out) throws IOException {
            learner.snapshot().write(out);
            emphases.write(out);
            errorSizes.write(out);
        }

        /** Goes on from what was saved. */
        void read(DataInputStream in) throws IOException {
            learner = Snapshot.read(in).restore();
            endedAt = learner.divergedAt().orElse(-1);
            emphases.read(in);
            errorSizes.read(in);
        }

        @Override
        public Report.Prediction report(double[] meanFeatures, Map<Policy, RatioDiagnostics> policies) {
            return new Report.Prediction(
                    target.name(),
                    target.config(),
                    learner.steps(),
                    learner.weights(),
                    learner.predict(Features.dense(meanFeatures)),
                    learner.divergedAt(),
                    policies.get(target.policy()).of(learner.steps()),
                    emphases.followOn(),
                    emphases.emphasis(),
                    errorSizes.means());
        }
    }
}
