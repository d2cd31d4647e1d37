package io.emphatic.logs.live;

import io.emphatic.Learner;
import io.emphatic.experience.Features;
import io.emphatic.experience.SavedFormat;
import io.emphatic.experience.Transition;
import io.emphatic.logs.file.LearnerBars;
import io.emphatic.logs.file.RowChunk;
import io.emphatic.logs.file.SavedState;
import io.emphatic.logs.file.ShownRanges;
import io.emphatic.logs.file.SingleRow;
import io.emphatic.logs.file.StreamKey;
import io.emphatic.logs.file.StreamModels.StreamModel;
import io.emphatic.logs.file.StreamState;
import io.emphatic.logs.file.StreamState.OwningStream;
import io.emphatic.logs.learning.StepWalk;
import io.emphatic.logs.learning.TimeLine;
import io.emphatic.logs.spec.PlannedPrediction;
import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleBiFunction;

/**
 * Learns from rows as they come, with the state of each stream in the hands of the caller: each stream has its
 * learners, or streams share their weights. One thread at a time.
 */
public final class StreamLearners {
    private static final double[] NONE = {};
    private static final SavedFormat FORMAT = new SavedFormat("EMSTREAM", 3, "state", "state of a stream");

    private final LiveSpec spec;
    private final boolean isShared;
    private final StreamState.Layout layout; // each prediction has a time line

    private final ShownRanges ranges = new ShownRanges(); // counts only, where each stream has its own
    private Learner[] shared; // null where each stream has its own, and before the columns are known
    private RowWalk run; // of the row learned from last; null before the first

    private StreamLearners(LiveSpec spec, boolean isShared) {
        this.spec = spec;
        this.isShared = isShared;
        this.layout = new StreamState.Layout(spec.predictions(), spec.predictions(), 0);
    }

    /** Each stream has its own learners. */
    public StreamLearners(LiveSpec spec) {
        this(spec, false);
    }

    static StreamLearners sharing(LiveSpec spec) {
        return new StreamLearners(spec, true);
    }

    private List<PlannedPrediction> planned() {
        return spec.plan().predictions();
    }

    private Learner[] shared() {
        if (isShared && shared == null) {
            int size = spec.plan().features().size();
            shared = planned().stream()
                    .map(one -> LearnerBars.learner(spec.plan().spec().bands(), one.config(), size, true))
                    .toArray(Learner[]::new);
        }
        return shared;
    }

    private RowWalk run(CompiledSpec compiled) {
        if (run == null || run.compiled != compiled) {
            rest();
            run = new RowWalk(compiled);
        }
        return run;
    }

    /** No stream has its traces in shared learners. */
    private void rest() {
        if (run != null) {
            run.rest();
        }
    }

    /** A stream that has had no row. */
    public StreamState start() {
        return start(List.of());
    }

    /** A stream that continues from weights and steps of its models; refuses least squares, which learns sums. */
    public StreamState start(List<StreamModel> from) {
        if (isShared) {
            return new StreamState.Sharing(layout);
        }
        int size = spec.plan().features().size();
        List<Learner> learners = planned().stream()
                .map(one -> StreamModel.learner(from, one.name(), one.config(), size))
                .toList();
        return new OwningStream(learners.size(), learners::get);
    }

    /**
     * Learns from a row, which completes the step of the row before it.
     *
     * @return the value of each prediction for the row's state, before it is learned from
     * @throws IllegalArgumentException if the row is refused, or not after the row before; nothing has changed then
     */
    public double[] learn(StreamState state, LiveRow row) {
        RowWalk walk = run(row.compiled());
        double[] values = new double[walk.learners.length];
        walk.learn(state, row, values);
        return values;
    }

    /** Learns without predictions, which cost a product of vectors each, and without steps to be looked at. */
    public void learnOnly(StreamState state, LiveRow row) {
        run(row.compiled()).learn(state, row, NONE);
    }

    /** The value of each prediction for the row's state; NaN of one that has diverged. Changes nothing. */
    public double[] predict(StreamState state, LiveRow row) {
        return each(state, row, StreamLearners::predict);
    }

    private double[] each(StreamState state, LiveRow row, ToDoubleBiFunction<Learner, Features> number) {
        SingleRow single = row.state().single();
        single.read(row.numbers());
        Features phi = single.chunk().features(0);
        return Arrays.stream(learners(state))
                .mapToDouble(one -> number.applyAsDouble(one, phi))
                .toArray();
    }

    /** How far the error bar of each prediction for the row's state reaches to each side; NaN for none. */
    double[] bars(StreamState state, LiveRow row) {
        return each(state, row, this::bar);
    }

    private double bar(Learner learner, Features phi) {
        return LearnerBars.halfWidth(spec.spec().bands(), learner, phi);
    }

    /** What the row learned from last has completed; null before the first. Live. */
    RowOutcome outcome() {
        return run == null ? null : run.outcome;
    }

    /** What a stream has learned, a model for each prediction. */
    public List<StreamModel> models(StreamKey stream, StreamState state) {
        List<StreamModel> models = new ArrayList<>();
        byName(state).forEach((name, learner) -> models.add(StreamModel.of(stream, name, learner)));
        return models;
    }

    private Learner[] learners(StreamState state) {
        if (!(state instanceof OwningStream own)) {
            return shared();
        }
        Learner[] learners = new Learner[planned().size()];
        Arrays.setAll(learners, own::learner);
        return learners;
    }

    /** The learners of a stream, or those that all share, by prediction; empty before the columns are known. */
    Map<String, Learner> byName(StreamState state) {
        Map<String, Learner> learners = new LinkedHashMap<>();
        for (int p = 0; spec.isCompiled() && p < planned().size(); p++) {
            learners.put(planned().get(p).name(), learners(state)[p]);
        }
        return learners;
    }

    /** The learners that all streams share, by prediction; empty where each has its own. */
    Map<String, Learner> sharedByName() {
        rest();
        return isShared ? byName(null) : Map.of();
    }

    /** The whole state of a stream that has its learners: one that is read back continues with the same bits. */
    public byte[] bytes(StreamState state) {
        return FORMAT.bytes(out -> write(state, out));
    }

    ShownRanges ranges() {
        return ranges;
    }

    void write(StreamState state, DataOutputStream out) throws IOException {
        exchange(state, new SavedState(out));
    }

    private void exchange(StreamState state, SavedState saved) throws IOException {
        if (isShared) {
            rest(); // the stream may be the one that has its traces in them
        }
        state.exchange(layout, saved);
        if (!isShared) {
            saved.learners(byName(state));
        }
    }

    void exchangeShared(SavedState state) throws IOException {
        state.learners(sharedByName());
        ranges.exchange(state);
    }

    /** A stream as it was written, also with other predictions: those that are new begin with its next row. */
    public StreamState read(byte[] bytes) throws IOException {
        return FORMAT.read(new BufferedInputStream(new ByteArrayInputStream(bytes)), this::read);
    }

    StreamState read(DataInputStream in) throws IOException {
        StreamState state = start();
        exchange(state, new SavedState(in));
        return state;
    }

    /** NaN where least squares has no solution within the range of numbers. */
    private static double predict(Learner learner, Features phi) {
        try {
            return learner.predict(phi);
        } catch (ArithmeticException | IllegalStateException e) {
            return Double.NaN;
        }
    }

    /** Walks along the rows of streams as they come, each row in its own stream, and lets learners learn. */
    private final class RowWalk extends StepWalk {
        private final CompiledSpec compiled;
        private final Learner[] learners; // of the present stream
        private final RowOutcome outcome;
        private double[] values; // of the present row, by prediction; NONE to predict nothing

        RowWalk(CompiledSpec compiled) {
            super(
                    compiled.plan(),
                    compiled.plan().features().size(),
                    compiled.plan().predictions().stream()
                            .map(one -> new TimeLine(compiled.plan(), one, one.cumulant()))
                            .toArray(TimeLine[]::new));
            this.compiled = compiled;
            this.learners = new Learner[lines.length];
            this.outcome = new RowOutcome(lines.length);
            prepare(compiled.single().chunk());
        }

        /** @param predicted receives the value of each prediction; NONE to predict nothing and keep no outcome */
        void learn(StreamState state, LiveRow row, double[] predicted) {
            if (state.isLate(row.time())) {
                throw new IllegalArgumentException("the row comes too late: its time "
                        + row.time().text() + " is not after "
                        + state.lastTime().text() + ", that of the row before it in its stream");
            }
            values = predicted;
            outcome.clear();
            SingleRow single = compiled.single();
            single.read(row.numbers(), state, ranges);
            outcome.isBeyond = single.chunk().has(RowChunk.BEYOND, 0);
            for (int p = 0; p < lines.length; p++) {
                lines[p].setSkips(row.fault(p) != null);
            }
            walk(single.chunk(), 0, 0, true);
            leaveLines();
            state.setLastTime(row.time());
        }

        @Override
        protected void enter(StreamState stream) {
            for (int p = 0; p < learners.length; p++) {
                learners[p] = stream.enter(p, isShared ? shared()[p] : null);
            }
        }

        @Override
        protected void leave(StreamState stream, boolean open) {
            for (int p = 0; p < learners.length; p++) {
                stream.leave(p, learners[p]);
            }
        }

        @Override
        protected void start() {
            outcome.isStart = true;
        }

        @Override
        protected void act(int row) {
            RowChunk chunk = compiled.single().chunk();
            for (int p = 0; p < values.length; p++) {
                values[p] = predict(learners[p], chunk.features(row));
                outcome.bars[p] = bar(learners[p], chunk.features(row));
            }
            for (int p = 0; chunk.holdsNext() && p < values.length; p++) {
                Features next = chunk.nextFeatures(row);
                outcome.nextValues[p] = next == null ? 0 : predict(learners[p], next);
            }
        }

        @Override
        protected void step(long logRow) {
            for (int p = 0; p < learners.length; p++) {
                Transition t = lines[p].transition();
                if (t.isComplete()) { // a prediction that is new in the middle of a stream has no step yet
                    long before = learners[p].steps();
                    learners[p].update(t);
                    if (values != NONE) {
                        outcome.add(p, t, learners[p], learners[p].steps() > before);
                    }
                }
            }
        }
    }
}
