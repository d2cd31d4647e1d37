package io.emphatic.logs.live;

import io.emphatic.Learner;
import io.emphatic.experience.Features;
import io.emphatic.experience.Transition;
import io.emphatic.logs.file.RowChunk;
import io.emphatic.logs.file.SingleRow;
import io.emphatic.logs.file.StreamState;
import io.emphatic.logs.learning.StepWalk;
import io.emphatic.logs.learning.TimeLine;
import io.emphatic.logs.spec.Plan;
import io.emphatic.logs.spec.PlannedPrediction;
import java.util.Arrays;

/** Walks along the rows of streams as they come, each row in its own stream, and lets learners learn. */
final class StreamRun extends StepWalk implements RowOutcome {
    /** A row completes the step before it, and its own if it ends or holds its next state. */
    private static final int MOST_STEPS = 2;

    private static final double[] NONE = {};

    private final CompiledSpec compiled;
    private final TimeLine[] lines;
    private final Learner[] shared; // null where each stream has its own
    private final Learner[] learners; // of the present stream
    private double[] values;
    private final double[] nextValues; // of the states that rows hold as their next
    private boolean isStart; // whether nothing before has led to the present row
    private final double[][][] steps; // by prediction: the numbers of each step of the last row
    private final int[] stepCounts;

    private StreamRun(CompiledSpec compiled, Learner[] shared, TimeLine[] lines) {
        super(compiled.plan(), compiled.plan().features().size(), lines);
        this.compiled = compiled;
        this.shared = shared;
        this.learners = new Learner[lines.length];
        this.lines = lines;
        this.steps = new double[lines.length][MOST_STEPS][RowOutcome.StepView.NUMBERS];
        this.stepCounts = new int[lines.length];
        this.nextValues = new double[lines.length];
        prepare(compiled.single().chunk());
    }

    /** @param shared the learners that streams share, by prediction; null where each has its own */
    static StreamRun of(CompiledSpec compiled, Learner[] shared) {
        Plan plan = compiled.plan();
        return new StreamRun(
                compiled,
                shared,
                plan.predictions().stream().map(one -> line(plan, one)).toArray(TimeLine[]::new));
    }

    private static TimeLine line(Plan plan, PlannedPrediction one) {
        boolean probabilities = one.config().algorithm().needsProbabilities();
        return new TimeLine(plan, one.steps(), one.cumulant(), probabilities);
    }

    CompiledSpec compiled() {
        return compiled;
    }

    /** Learns, and returns the value of each prediction for the row's state before it is learned from. */
    double[] learn(StreamState state, LiveRow row) {
        values = new double[lines.length];
        update(state, row);
        return values;
    }

    /** Learns, predicts nothing, and keeps no step to be looked at. */
    void learnOnly(StreamState state, LiveRow row) {
        values = NONE;
        update(state, row);
    }

    private void update(StreamState state, LiveRow row) {
        if (state.isLate(row.time())) {
            throw late(state, row);
        }
        isStart = false;
        Arrays.fill(stepCounts, 0);
        SingleRow single = compiled.single();
        single.read(row.numbers(), state);
        walk(single.chunk(), 0, 0, true);
        leaveLines();
        state.setLastTime(row.time());
    }

    /** No stream has its traces in shared learners. */
    void letRest() {
        rest();
    }

    @Override
    protected void enter(StreamState stream) {
        for (int p = 0; p < learners.length; p++) {
            learners[p] = stream.enter(p, shared == null ? null : shared[p]);
        }
    }

    @Override
    protected void leave(StreamState stream, boolean open) {
        for (int p = 0; p < learners.length; p++) {
            stream.leave(p, learners[p]);
        }
    }

    private static IllegalArgumentException late(StreamState state, LiveRow row) {
        return new IllegalArgumentException("the row comes too late: its time "
                + row.time().text() + " is not after " + state.lastTime().text()
                + ", that of the row before it in its stream");
    }

    double[] predict(Learner[] own, LiveRow row) {
        compiled.single().read(row.numbers());
        Features phi = compiled.single().chunk().features(0);
        double[] predicted = new double[own.length];
        for (int p = 0; p < own.length; p++) {
            predicted[p] = predict(own[p], phi);
        }
        return predicted;
    }

    @Override
    public int stepCount(int prediction) {
        return stepCounts[prediction];
    }

    @Override
    public RowOutcome.StepView step(int prediction, int number) {
        return RowOutcome.StepView.of(steps[prediction][number]);
    }

    @Override
    public boolean isStart() {
        return isStart;
    }

    @Override
    public double[] nextValues() {
        return nextValues;
    }

    @Override
    protected void start() {
        isStart = true;
    }

    @Override
    protected void act(int row) {
        RowChunk chunk = compiled.single().chunk();
        for (int p = 0; p < values.length; p++) {
            values[p] = predict(learners[p], chunk.features(row));
        }
        for (int p = 0; chunk.holdsNext() && p < values.length; p++) {
            Features next = chunk.nextFeatures(row);
            nextValues[p] = next == null ? 0 : predict(learners[p], next);
        }
    }

    /** NaN where least squares has no solution within the range of numbers. */
    private static double predict(Learner learner, Features phi) {
        try {
            return learner.predict(phi);
        } catch (ArithmeticException | IllegalStateException e) {
            return Double.NaN;
        }
    }

    @Override
    protected void step(long logRow) {
        for (int p = 0; p < learners.length; p++) {
            Transition t = lines[p].transition();
            if (t.isComplete()) { // a prediction that is new in the middle of a stream has no step yet
                Learner learner = learners[p];
                long before = learner.steps();
                learner.update(t);
                boolean learned = learner.steps() > before;
                if (values != NONE) {
                    RowOutcome.StepView.note(t, learner, learned, steps[p][stepCounts[p]++]);
                }
            }
        }
    }
}
