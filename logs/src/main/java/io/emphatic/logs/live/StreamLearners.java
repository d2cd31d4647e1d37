package io.emphatic.logs.live;

import io.emphatic.Learner;
import io.emphatic.SavedFormat;
import io.emphatic.logs.file.StreamKey;
import io.emphatic.logs.file.StreamModel;
import io.emphatic.logs.file.StreamState;
import io.emphatic.logs.spec.PlannedPrediction;
import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Learns from rows as they come, with the state of each stream in the hands of the caller: each stream has its
 * learners, or streams share their weights. One thread at a time.
 */
public final class StreamLearners {
    private static final SavedFormat FORMAT = new SavedFormat("EMSTREAM", 2, "state", "state of a stream");

    private final LiveSpec spec;
    private final boolean isShared;
    private final StreamState.Layout layout; // each prediction has a time line
    private final LearnerBytes bytes = new LearnerBytes();
    private Learner[] shared; // null where each stream has its own, and before the columns are known
    private StreamRun run; // of the row learned from last; null before the first

    private StreamLearners(LiveSpec spec, boolean isShared) {
        this.spec = spec;
        this.isShared = isShared;
        this.layout = new StreamState.Layout(spec.predictions(), spec.predictions(), 0);
    }

    /** Each stream has its learners. */
    public StreamLearners(LiveSpec spec) {
        this(spec, false);
    }

    /** Streams share their weights. */
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
                    .map(one -> one.config().sharedLearner(new double[size]))
                    .toArray(Learner[]::new);
        }
        return shared;
    }

    private StreamRun run(CompiledSpec compiled) {
        if (run == null || run.compiled() != compiled) {
            rest();
            run = StreamRun.of(compiled, shared());
        }
        return run;
    }

    /** No stream has its traces in shared learners. */
    private void rest() {
        if (run != null) {
            run.letRest();
        }
    }

    /** A stream that was never seen. */
    public StreamState start() {
        return start(Map.of());
    }

    /**
     * A stream that continues from what it has learned before, by prediction: its weights, and its number of steps.
     * What an algorithm learns beside its weights begins anew.
     *
     * @throws IllegalArgumentException for least squares, which learns sums that weights do not hold
     */
    public StreamState start(Map<String, StreamModel> from) {
        if (isShared) {
            return new StreamState.Sharing(layout);
        }
        List<StreamModel> models = List.copyOf(from.values());
        int size = spec.plan().features().size();
        return new StreamState.Owning(
                planned().size(),
                planned().stream()
                        .map(one -> StreamModel.learner(models, one.name(), one.config(), size))
                        .toArray(Learner[]::new));
    }

    /**
     * Learns from a row, which completes the step of the row before it.
     *
     * @return the value of each prediction for the row's state, before it is learned from
     * @throws IllegalArgumentException if the row is refused, or its time is not after that of the row before; nothing
     *     has changed then
     */
    public double[] learn(StreamState state, LiveRow row) {
        return run(row.compiled()).learn(state, row);
    }

    /**
     * Learns without predictions, which cost a product of vectors each, and with least squares a solution; and without
     * steps to be looked at.
     */
    public void learnOnly(StreamState state, LiveRow row) {
        run(row.compiled()).learnOnly(state, row);
    }

    /**
     * Whether the time of a row is not after that of the row before it in its stream, so that {@link #learn} refuses
     * it.
     */
    public boolean isLate(StreamState state, LiveRow row) {
        return state.isLate(row.time());
    }

    /** The value of each prediction for the row's state. Changes nothing. */
    public double[] predict(StreamState state, LiveRow row) {
        return run(row.compiled()).predict(learners(state), row);
    }

    /** What the row learned from last has completed; null before the first. Live. */
    RowOutcome outcome() {
        return run;
    }

    /** What the stream has learned, prediction by prediction. */
    public List<StreamModel> models(StreamKey stream, StreamState state) {
        List<StreamModel> models = new ArrayList<>();
        byName(state).forEach((name, learner) -> models.add(StreamModel.of(stream, name, learner)));
        return models;
    }

    private Learner[] learners(StreamState state) {
        if (!(state instanceof StreamState.Owning own)) {
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

    void write(StreamState state, DataOutput out) throws IOException {
        state.write(layout, out);
        if (!isShared) {
            bytes.write(byName(state), out);
        }
    }

    void writeShared(DataOutput out) throws IOException {
        bytes.write(sharedByName(), out);
    }

    /**
     * A stream as it was written, by this spec or by one with other predictions: those that this one does not have are
     * left out, and those that are new begin with the stream's next row.
     *
     * @throws IOException if the bytes are damaged, or of learners with another config or number of features
     */
    public StreamState read(byte[] bytes) throws IOException {
        return FORMAT.read(new BufferedInputStream(new ByteArrayInputStream(bytes)), this::read);
    }

    StreamState read(DataInputStream in) throws IOException {
        StreamState state = start();
        state.read(layout, in);
        if (!isShared) {
            LearnerBytes.read(in, byName(state));
        }
        return state;
    }
}
