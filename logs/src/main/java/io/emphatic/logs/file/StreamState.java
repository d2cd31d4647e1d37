package io.emphatic.logs.file;

import io.emphatic.Learner;
import io.emphatic.engine.ParkedStream;
import io.emphatic.experience.Features;
import io.emphatic.experience.Transition;
import io.emphatic.logs.spec.Plan;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;

/**
 * Where a stream is: how its next row follows the last one, the step that its last row is part of, and its traces
 * ({@link Sharing}) or its learners ({@link OwningStream}). Whoever reads rows, from a log, live or on Flink, holds a
 * map of these. How a row follows the row before it is decided here and only here:
 *
 * <ul>
 *   <li>the next row of a stream is the state that the action of the row before led to;
 *   <li>{@code terminated} means that the state arrived at is terminal: γ = 0, no features, no row;
 *   <li>{@code truncated}, or the end of a stream, means that nothing is known beyond: that row is not learned from;
 *   <li>a gap in time, where the spec gives the step of the order, is a cut;
 *   <li>the row after any of them is a start, with nothing before it.
 * </ul>
 *
 * Where a row holds its own next state, every row is complete by itself. It follows the row before it in its stream if
 * that row was not the last before a cut and led to this state, feature by feature; otherwise it is a start.
 *
 * <p>Of a log, the position belongs to the thread that reads, steps and traces to those that learn, and ratios to the
 * one that collects. This class itself is the state of streams that come one after another and share one trace.
 */
public class StreamState {
    private static final double[] NONE = {};
    private static final EpisodeRatios[] NO_RATIOS = {};
    private boolean open; // whether the last row is incomplete, or led on to the state that it holds
    private double time; // of the last row, where gaps are cuts
    private double[] next = NONE; // the numbers of the next state in the last row, where rows hold it
    private boolean ofAnotherLog; // whether the last row is the last of another log, or of another run

    private final Transition[] steps; // by time line
    private final double[] rewards; // of the last action, where it has led nowhere yet
    private EpisodeRatios[] ratios = NO_RATIOS; // by policy; not where rows come one by one
    private StreamKey lastTime; // where rows come one by one, and in an order; null before

    /** The last ratio of a stream under one policy, and the product of those of its present episode. */
    public static final class EpisodeRatios {
        public double last;

        public double logProduct;
        public boolean open;
    }

    public StreamState() {
        this(0);
    }

    StreamState(int lines) {
        this.steps = new Transition[lines];
        this.rewards = new double[lines];
        Arrays.setAll(steps, k -> new Transition());
    }

    /** The flags of the next row; {@code back} is how far one that is read again is from the last. */
    final byte advance(Plan plan, double[][] numbers, int row, ShownRanges shared, long back) {
        ShownRanges shown = shared == null || ranges() == null ? shared : ranges();
        if (shown != null && (back > 0 ? shown.wasBeyond(back) : shown.isBeyond(plan, numbers, row, shared))) {
            open = false;
            ofAnotherLog = false;
            return RowChunk.BEYOND | RowChunk.STARTS | RowChunk.IS_CUT;
        }
        boolean holdsNext = plan.next() != null;
        boolean gap = isBehindGap(plan, numbers, row);
        boolean follows = open && !gap && (!holdsNext || isWhereLastLed(numbers, row));
        byte flags = !follows ? RowChunk.STARTS : ofAnotherLog ? RowChunk.RESUMES : 0;
        boolean ends = plan.ends().terminates().at(numbers, row) != 0;
        boolean cut = !ends && plan.ends().truncates().at(numbers, row) != 0;
        open = !ends && !cut;
        ofAnotherLog = false;
        if (holdsNext && !ends) {
            remember(plan, numbers, row);
        }
        return (byte) (flags | (ends ? RowChunk.TERMINATES : cut && !holdsNext ? RowChunk.IS_CUT : 0));
    }

    /** What the rows of this stream have shown; null where all streams have that in common. */
    public ShownRanges ranges() {
        return null;
    }

    /** Its next row is that of another stream, and a start. */
    final void begin() {
        open = false;
    }

    public final boolean isOpen() {
        return open;
    }

    private boolean isBehindGap(Plan plan, double[][] numbers, int row) {
        if (plan.ends().timeStep() == null) {
            return false;
        }
        double before = time;
        time = plan.ends().timeStep().time().at(numbers, row);
        return plan.ends().timeStep().isGap(before, time);
    }

    private boolean isWhereLastLed(double[][] numbers, int row) {
        boolean same = true;
        for (int slot = 0; slot < next.length && same; slot++) {
            same = numbers[slot][row] == next[slot];
        }
        return same;
    }

    private void remember(Plan plan, double[][] numbers, int row) {
        if (next.length != plan.next().size()) {
            next = new double[plan.next().size()];
        }
        for (int slot = 0; slot < next.length; slot++) {
            next[slot] = numbers[plan.next().slot(slot)][row];
        }
    }

    public final boolean hasSteps() {
        return steps.length > 0;
    }

    public final Transition step(int line) {
        return steps[line];
    }

    /** The reward of the last action, by time line, where it has led nowhere yet. Live. */
    public final double[] rewards() {
        return rewards;
    }

    public final Features here() {
        Features here = null;
        for (int k = 0; here == null && k < steps.length; k++) {
            here = steps[k].here(); // null for a time line that is new
        }
        return here;
    }

    public final EpisodeRatios ratios(int policy) {
        while (policy >= ratios.length) {
            ratios = Arrays.copyOf(ratios, ratios.length + 1);
            ratios[ratios.length - 1] = new EpisodeRatios();
        }
        return ratios[policy];
    }

    /** Of the last row; null before, and where there is no order. */
    public final StreamKey lastTime() {
        return lastTime;
    }

    public final void setLastTime(StreamKey time) {
        lastTime = time;
    }

    /** Whether a time is not after that of the last row. */
    public final boolean isLate(StreamKey now) {
        return lastTime != null && now != null && now.compareTo(lastTime) <= 0;
    }

    /** The learner for the rows to come: its own, or the shared one with this stream's traces. */
    public Learner enter(int prediction, Learner shared) {
        return shared;
    }

    /** The rows to come are those of another stream: takes its traces out of a shared learner. */
    public void leave(int prediction, Learner learner) {}

    /** What the states of some streams have in common: names of time lines and predictions, the origin of times. */
    public record Layout(List<String> lines, List<String> predictions, double origin) {}

    /**
     * All but learners. Time lines are in the same state, whose features are saved once; those that are not found where
     * state is read begin with the stream's next row.
     */
    public void exchange(Layout layout, SavedState state) throws IOException {
        lastTime = state.optional(lastTime, (out, key) -> key.write(out), StreamKey::read);
        ofAnotherLog |= state.isRead();
        open = state.flag(open);
        double saved = state.number(time + layout.origin);
        time = state.isRead() ? saved - layout.origin : time;
        next = state.numbers(next);
        double[] lastRatios =
                state.numbers(Arrays.stream(ratios).mapToDouble(one -> one.last).toArray());
        for (int k = 0; k < lastRatios.length; k++) {
            ratios(k).last = lastRatios[k];
        }
        Features here = state.optional(here(), (out, phi) -> phi.write(out), Features::read);
        int count = state.count(steps.length);
        for (int k = 0; k < count; k++) {
            int line = layout.lines.indexOf(state.text(state.isRead() ? null : layout.lines.get(k)));
            Transition step = line < 0 ? new Transition() : steps[line];
            state.value(step, (out, one) -> one.write(out), in -> {
                step.read(in, here);
                return step;
            });
            double reward = state.number(line < 0 ? 0 : rewards[line]);
            if (line >= 0) {
                rewards[line] = reward;
            }
        }
    }

    /** A stream that shares the weights of learners with others: its traces are parked while others learn. */
    public static final class Sharing extends StreamState {
        private final ParkedStream[] traces; // by prediction

        public Sharing(Layout layout) {
            super(layout.lines.size());
            this.traces = new ParkedStream[layout.predictions.size()];
            Arrays.setAll(traces, p -> new ParkedStream());
        }

        @Override
        public Learner enter(int prediction, Learner shared) {
            if (!traces[prediction].isEmpty()) {
                shared.resume(traces[prediction]);
            }
            return shared;
        }

        @Override
        public void leave(int prediction, Learner learner) {
            learner.park(traces[prediction]);
        }

        @Override
        public void exchange(Layout layout, SavedState state) throws IOException {
            super.exchange(layout, state);
            int count = state.count(traces.length);
            for (int k = 0; k < count; k++) {
                int p = layout.predictions.indexOf(state.text(state.isRead() ? null : layout.predictions.get(k)));
                double[] numbers = state.numbers(p < 0 ? NONE : traces[p].numbers());
                if (p >= 0 && state.isRead()) {
                    traces[p] = new ParkedStream(numbers);
                }
            }
        }
    }

    /** A stream with a learner of its own for each prediction. */
    public static class OwningStream extends StreamState {
        private final Learner[] learners; // by prediction
        private final IntFunction<Learner> maker;
        private final ShownRanges ranges = new ShownRanges();

        /** @param maker of the learner of each prediction, when it is first needed */
        public OwningStream(int predictions, IntFunction<Learner> maker) {
            super(predictions);
            this.learners = new Learner[predictions];
            this.maker = maker;
        }

        public final Learner learner(int prediction) {
            if (learners[prediction] == null) {
                learners[prediction] = maker.apply(prediction);
            }
            return learners[prediction];
        }

        @Override
        public final ShownRanges ranges() {
            return ranges;
        }

        @Override
        public Learner enter(int prediction, Learner shared) {
            return learner(prediction);
        }

        @Override
        public void exchange(Layout layout, SavedState state) throws IOException {
            super.exchange(layout, state);
            ranges.exchange(state);
        }
    }
}
