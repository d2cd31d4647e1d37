package io.emphatic.logs.live;

import io.emphatic.Config;
import io.emphatic.Learner;
import io.emphatic.SavedFormat;
import io.emphatic.logs.file.RowTime;
import io.emphatic.logs.file.StreamKey;
import io.emphatic.logs.file.StreamModel;
import io.emphatic.logs.learning.LonelyStreams;
import io.emphatic.logs.spec.PlannedPrediction;
import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A learner for each stream and prediction, with the state of each stream in the hands of the caller. One thread at a
 * time.
 */
public final class StreamLearners {
    private static final SavedFormat FORMAT = new SavedFormat("EMSTREAM", 1, "state", "state of a stream");

    private final LiveSpec spec;
    private final Map<Config, byte[]> configs = new ConcurrentHashMap<>(); // as they are written with each learner
    private StreamRun run;

    public StreamLearners(LiveSpec spec) {
        this.spec = spec;
    }

    private StreamRun run(CompiledSpec compiled) {
        if (run == null || run.compiled() != compiled) {
            run = StreamRun.of(compiled);
        }
        return run;
    }

    private List<PlannedPrediction> planned() {
        return spec.plan().predictions();
    }

    /** A stream that was never seen. */
    public StreamState start() {
        return start(Map.of());
    }

    /**
     * A stream that goes on from what it has learned before, by prediction: its weights, and its number of steps. What
     * an algorithm learns beside its weights begins anew.
     *
     * @throws IllegalArgumentException for least squares, which learns sums that weights do not hold
     */
    public StreamState start(Map<String, StreamModel> from) {
        int size = spec.plan().features().size();
        Learner[] learners = new Learner[planned().size()];
        for (int p = 0; p < learners.length; p++) {
            PlannedPrediction one = planned().get(p);
            StreamModel model = from.get(one.name());
            learners[p] = model == null ? one.config().learner(size) : LonelyStreams.goOn(one.config(), model, size);
        }
        return new StreamState(learners);
    }

    /**
     * Learns from a row, which completes the step of the row before it.
     *
     * @return the value of each prediction for the row's state, before it is learned from
     * @throws IllegalArgumentException if the row is refused, or its time is not after that of the row before; nothing
     *     has changed then
     */
    public double[] learn(StreamState state, LiveRow row) {
        return run(row.compiled()).learn(state, state.learners, row);
    }

    /**
     * The same without predictions, which cost a product of vectors each, and with least squares a solution; and
     * without steps to be looked at.
     */
    public void learnOnly(StreamState state, LiveRow row) {
        run(row.compiled()).learnOnly(state, state.learners, row);
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
        return run(row.compiled()).predict(state.learners, row);
    }

    /** The walk of the row learned from last; null before the first. */
    StreamRun run() {
        return run;
    }

    /** What the stream has learned, prediction by prediction. */
    public List<StreamModel> models(StreamKey stream, StreamState state) {
        List<StreamModel> models = new ArrayList<>();
        for (int p = 0; p < state.learners.length; p++) {
            Learner learner = state.learners[p];
            models.add(new StreamModel(
                    stream, planned().get(p).name(), learner.steps(), learner.weights(), learner.divergedAt()));
        }
        return models;
    }

    /** The whole state of a stream: one that is read back goes on with the same bits. */
    public byte[] bytes(StreamState state) {
        return FORMAT.bytes(out -> write(state, out));
    }

    void write(StreamState state, DataOutput out) throws IOException {
        writePlace(state, spec.predictions(), out);
        out.writeInt(state.learners.length);
        for (int p = 0; p < state.learners.length; p++) {
            out.writeUTF(planned().get(p).name());
            byte[] learned = LearnerBytes.of(config(planned().get(p).config()), state.learners[p]);
            out.writeInt(learned.length);
            out.write(learned);
        }
    }

    private byte[] config(Config config) throws IOException {
        byte[] known = configs.get(config);
        if (known == null) {
            known = LearnerBytes.of(config);
            configs.put(config, known);
        }
        return known;
    }

    static void writePlace(StreamState state, List<String> names, DataOutput out) throws IOException {
        RowTime last = state.last();
        out.writeBoolean(last != null);
        if (last != null) {
            last.write(out);
        }
        state.writeSteps(names, out);
    }

    static void readPlace(StreamState state, List<String> names, DataInputStream in) throws IOException {
        state.remember(in.readBoolean() ? RowTime.read(in) : null);
        state.readSteps(names, in);
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
        readPlace(state, spec.predictions(), in);
        LearnerBytes.read(in, named(state.learners));
        return state;
    }

    private Map<String, LearnerBytes.NamedLearner> named(Learner[] learners) {
        Map<String, LearnerBytes.NamedLearner> targets = new LinkedHashMap<>();
        for (int p = 0; p < learners.length; p++) {
            PlannedPrediction one = planned().get(p);
            targets.put(one.name(), new LearnerBytes.NamedLearner(one.config(), learners[p]));
        }
        return targets;
    }
}
