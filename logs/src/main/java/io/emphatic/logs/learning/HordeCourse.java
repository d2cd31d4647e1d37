package io.emphatic.logs.learning;

import io.emphatic.Config;
import io.emphatic.Features;
import io.emphatic.Horde;
import io.emphatic.HordeGroup;
import io.emphatic.HordePrediction;
import io.emphatic.StepSize;
import io.emphatic.Transition;
import io.emphatic.logs.file.Batch;
import io.emphatic.logs.spec.Plan;
import io.emphatic.logs.spec.Policy;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Many predictions of the one-trace family in a {@link Horde}. Those that share policy, discount, λ, interest and rule
 * share a time line, a trace, and what is watched of the steps, and differ in cumulant and step size.
 */
final class HordeCourse extends Course {
    /**
     * How many predictions a horde has at most. Hordes learn side by side, whatever the number of processors; a
     * prediction's numbers do not depend on who else is in its horde.
     */
    private static final int MOST = 256;

    /**
     * How many predictions have to share a trace for a horde to be used. It does not pay with 3, and is more than twice
     * as fast with 16; with fewer, results equal those of the core's learners to the last bit, and that is worth more
     * ({@code docs/decisions/logs.md}).
     */
    private static final int FEWEST = 16;

    /** A group's time line and what is watched of it. */
    private static final class Line {
        private final TimeLine time;
        private final EmphasisDiagnostics emphases;
        private HordeGroup group;

        Line(Plan plan, Plan.Target target, Quantiles.Precision precision) {
            this.time = new TimeLine(plan, target);
            this.emphases = new EmphasisDiagnostics(precision);
        }
    }

    private final List<Member> members = new ArrayList<>();
    private final List<Line> lines = new ArrayList<>();
    private final Transition[] transitions;
    private final double[] cumulants;
    private Horde horde;
    private double[][] columns;

    private HordeCourse(Plan plan, List<Plan.Target> targets, Quantiles.Precision precision, boolean recorded) {
        super(plan.features().size(), recorded);
        this.horde = new Horde(plan.features().size()); // with one thread, there is nothing to close
        horde.reserve(targets.size());
        Map<Sharing, Line> bySharing = new LinkedHashMap<>();
        for (Plan.Target target : targets) {
            Line line = bySharing.computeIfAbsent(Sharing.of(target), sharing -> {
                Line made = new Line(plan, target, precision);
                made.group = horde.group(target.config());
                lines.add(made);
                return made;
            });
            members.add(new Member(target, line, line.group.add(stepSize(target.config())), recorded));
        }
        this.transitions = lines.stream().map(line -> line.time.transition()).toArray(Transition[]::new);
        this.cumulants = new double[targets.size()];
    }

    private static StepSize stepSize(Config config) {
        Map<String, Double> parameters = config.parameters();
        return new StepSize(parameters.get("step_size"), parameters.get("c1"), parameters.get("c2"));
    }

    /**
     * Those of a plan's predictions that learn faster in hordes than alone, in hordes. Which ones these are depends on
     * the plan alone.
     */
    static List<HordeCourse> of(Plan plan, Quantiles.Precision precision, boolean recorded) {
        List<Plan.Target> fit = groups(plan).stream().flatMap(List::stream).toList();
        List<HordeCourse> courses = new ArrayList<>();
        for (int from = 0; from < fit.size(); from += MOST) {
            courses.add(
                    new HordeCourse(plan, fit.subList(from, Math.min(from + MOST, fit.size())), precision, recorded));
        }
        return courses;
    }

    /**
     * How many traces a plan has at most: one for each group of a horde, which may be cut into several, and for each
     * other prediction.
     */
    static int traces(Plan plan) {
        List<List<Plan.Target>> groups = groups(plan);
        int inHordes = groups.stream().mapToInt(List::size).sum();
        return groups.size() + inHordes / MOST + plan.targets().size() - inHordes;
    }

    /** The predictions that share a trace with enough others. */
    private static List<List<Plan.Target>> groups(Plan plan) {
        Map<Sharing, List<Plan.Target>> groups = new LinkedHashMap<>();
        for (Plan.Target target : plan.targets()) {
            if (Horde.accepts(target.config())) {
                groups.computeIfAbsent(Sharing.of(target), sharing -> new ArrayList<>())
                        .add(target);
            }
        }
        return groups.values().stream().filter(group -> group.size() >= FEWEST).toList();
    }

    @Override
    void begin(Batch batch) {
        columns = batch.numbers();
        lines.forEach(line -> line.time.begin(batch));
    }

    @Override
    void start(int row, Features phi) {
        for (Line line : lines) {
            line.time.start(row, phi);
        }
    }

    @Override
    void act(int row) {
        for (Line line : lines) {
            line.time.act(row);
        }
        for (int p = 0; p < cumulants.length; p++) {
            cumulants[p] = members.get(p).target.cumulant().at(columns, row);
        }
    }

    @Override
    void arrive(int row, Features phi) {
        for (Line line : lines) {
            line.time.arrive(0, row, phi); // a horde takes rewards as cumulants
        }
    }

    @Override
    void terminate(Features none) {
        for (Line line : lines) {
            line.time.terminate(0, none);
        }
    }

    @Override
    void predict(int k) {
        Features phi = transitions[0].phi();
        for (Member member : members) {
            member.values[k] = member.prediction.predict(phi);
        }
    }

    @Override
    void learn(int k, long place, long rows) {
        horde.update(transitions, cumulants);
        for (Member member : members) {
            member.learned(k, place, rows);
        }
        for (Line line : lines) {
            line.emphases.learned(line.group.followOn(), line.group.emphasis());
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

    /** Saves everything that was learned, to the bit. */
    void write(DataOutputStream out) throws IOException {
        horde.write(out);
        for (Line line : lines) {
            line.emphases.write(out);
        }
        for (Member member : members) {
            member.write(out);
        }
    }

    /** Goes on from what was saved. */
    void read(DataInputStream in) throws IOException {
        horde = Horde.read(in, 1);
        for (int g = 0; g < lines.size(); g++) {
            lines.get(g).group = horde.groups().get(g);
            lines.get(g).emphases.read(in);
        }
        for (int p = 0; p < members.size(); p++) {
            members.get(p).prediction = horde.predictions().get(p);
            members.get(p).read(in);
        }
    }

    /** One of its predictions. */
    static final class Member implements Outcome {
        private final Plan.Target target;
        private final Line line;
        private final ErrorDiagnostics errorSizes = new ErrorDiagnostics();
        private final double[] values; // null when nobody wants them
        private final double[] errors;
        private HordePrediction prediction;
        private long steps;
        private volatile long endedAt = -1;
        private Report.Spread followOn; // until it diverged, as the next one; null as long as it has not
        private Report.Spread emphasis;

        Member(Plan.Target target, Line line, HordePrediction prediction, boolean recorded) {
            this.target = target;
            this.line = line;
            this.prediction = prediction;
            this.values = recorded ? new double[Batch.CAPACITY + 1] : null;
            this.errors = recorded ? new double[Batch.CAPACITY + 1] : null;
        }

        /** Takes note of what the step did; its line has not yet. */
        void learned(int k, long place, long rows) {
            boolean learned = endedAt < 0 && prediction.steps() != steps;
            if (learned) {
                steps++;
                errorSizes.learned(prediction.tdError(), place, rows);
            } else if (endedAt < 0) {
                followOn = line.emphases.followOn();
                emphasis = line.emphases.emphasis();
                endedAt = steps;
            }
            if (errors != null) {
                errors[k] = learned ? prediction.tdError() : Double.NaN;
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

        void write(DataOutputStream out) throws IOException {
            errorSizes.write(out);
            out.writeLong(endedAt);
            Report.Spread.write(followOn, out);
            Report.Spread.write(emphasis, out);
        }

        void read(DataInputStream in) throws IOException {
            errorSizes.read(in);
            steps = prediction.steps();
            endedAt = in.readLong();
            followOn = Report.Spread.read(in);
            emphasis = Report.Spread.read(in);
        }

        @Override
        public long endedAt() {
            return endedAt;
        }

        @Override
        public Report.Prediction report(double[] meanFeatures, Map<Policy, RatioDiagnostics> policies) {
            return new Report.Prediction(
                    target.name(),
                    target.config(),
                    prediction.steps(),
                    prediction.weights(),
                    prediction.predict(Features.dense(meanFeatures)),
                    prediction.divergedAt(),
                    policies.get(target.policy()).of(prediction.steps()),
                    endedAt < 0 ? line.emphases.followOn() : followOn,
                    endedAt < 0 ? line.emphases.emphasis() : emphasis,
                    errorSizes.means());
        }
    }
}
