package io.emphatic.logs.live;

import io.emphatic.Learner;
import io.emphatic.experience.SavedFormat;
import io.emphatic.logs.file.LearnerBars;
import io.emphatic.logs.file.SavedState;
import io.emphatic.logs.file.ShownRanges;
import io.emphatic.logs.file.StreamKey;
import io.emphatic.logs.file.StreamState;
import io.emphatic.logs.learning.ModelWriter;
import io.emphatic.logs.model.Model;
import io.emphatic.logs.model.Origin;
import io.emphatic.logs.spec.Spec;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * All streams of a spec, and what they learn: one set of weights for each prediction, with traces for each stream; or a
 * learner for each stream and prediction, if the spec says {@code per: stream}. One thread at a time.
 */
public final class LiveLearners {
    private final LiveSpec spec;
    private final StreamLearners learners;
    private final Map<StreamKey, StreamState> streams = new LinkedHashMap<>();
    private long rows; // learned from

    /** @throws IllegalArgumentException if weights are to be shared between streams by learners that cannot */
    public LiveLearners(LiveSpec spec) {
        requireSharing(spec.spec());
        this.spec = spec;
        this.learners = isShared() ? StreamLearners.sharing(spec) : new StreamLearners(spec);
    }

    private boolean isShared() {
        return !spec.spec().perStream();
    }

    /** Refuses streams that are to share weights where learners of the spec cannot. */
    public static void requireSharing(Spec spec) {
        if (spec.perStream()) {
            return;
        }
        for (Spec.Prediction one : spec.predictions()) {
            try {
                LearnerBars.learner(spec.bands(), one.config(), 1, true);
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException("prediction " + one.name() + ": " + e.getMessage(), e);
            }
        }
    }

    /** What was learned, for {@code predict} and {@code learn --as-logged --from}, where streams share weights. */
    public Model model(String version, String time, String name, int streams) throws IOException {
        if (!isShared()) {
            throw new IllegalStateException("each stream has its own model: there is no model of all");
        }
        Origin origin = new Origin(
                version, time, name, "", null, rows, streams, spec.plan().spec(), List.of());
        return ModelWriter.of(spec.plan(), learners.sharedByName(), learners.ranges(), origin);
    }

    /**
     * Learns from a row, which completes the step of the row before it in its stream.
     *
     * @return the value of each prediction for the row's state, before it is learned from
     * @throws IllegalArgumentException if the row is refused, or not after the row before; nothing has changed then
     */
    public double[] learn(LiveRow row) {
        StreamState state = state(row);
        double[] values = learners.learn(state, row);
        streams.putIfAbsent(row.stream(), state);
        rows++;
        return values;
    }

    private StreamState state(LiveRow row) {
        StreamState known = streams.get(row.stream());
        return known == null ? learners.start() : known;
    }

    /** The time of the last row of a stream; null before, and where there is no order. */
    public StreamKey lastTime(StreamKey stream) {
        StreamState known = streams.get(stream);
        return known == null ? null : known.lastTime();
    }

    /** The value of each prediction; NaN of one that has diverged. Changes nothing. */
    public double[] predict(LiveRow row) {
        return learners.predict(state(row), row);
    }

    /** How far the error bar of each of these values reaches to each side; NaN for none. */
    public double[] bars(LiveRow row) {
        return learners.bars(state(row), row);
    }

    /** Refuses what fails with a new stream, whose row it may be; null where none is known. Changes nothing. */
    public void tryOut(LiveRow row) {
        if (row != null) {
            learners.predict(learners.start(), row);
        } else if (spec.isCompiled()) {
            learners.byName(learners.start());
        }
    }

    /** What the row learned from last has completed; null before the first. Live. */
    public RowOutcome outcome() {
        return learners.outcome();
    }

    /** What rows have shown, beyond which none is learned from. Live. */
    public ShownRanges ranges() {
        return learners.ranges();
    }

    /** The streams that have had a row. */
    public Set<StreamKey> streams() {
        return Collections.unmodifiableSet(streams.keySet());
    }

    /** The weights of a stream, or of all for null where they are shared; empty before the columns are known. */
    public double[] weights(String prediction, StreamKey stream) {
        return learner(prediction, stream).map(Learner::weights).orElse(new double[0]);
    }

    /** How many steps a prediction has learned from; {@code stream} as in {@link #weights}. */
    public long stepsLearned(String prediction, StreamKey stream) {
        return learner(prediction, stream).map(Learner::steps).orElse(0L);
    }

    /** The step at which it diverged, from 0; empty if it has not. {@code stream} as in {@link #weights}. */
    public OptionalLong divergedAt(String prediction, StreamKey stream) {
        return learner(prediction, stream).map(Learner::divergedAt).orElse(OptionalLong.empty());
    }

    /** Why a prediction that all streams share has no error bar; null where it has one, or no row has come yet. */
    public String barRefusal(String prediction) {
        return learner(prediction, null).map(LearnerBars::refusal).orElse(null);
    }

    private Optional<Learner> learner(String prediction, StreamKey stream) {
        if (!spec.predictions().contains(prediction)) {
            throw new IllegalArgumentException("there is no prediction " + prediction);
        }
        if (!isShared() && stream == null) {
            throw new IllegalArgumentException("each stream has its own weights: name one");
        }
        if (!isShared() && !streams.containsKey(stream)) {
            throw new IllegalArgumentException("there is no stream " + stream);
        }
        return Optional.ofNullable(learners.byName(streams.get(stream)).get(prediction));
    }

    /** Writes all but the streams. */
    public void writeShared(DataOutputStream out) throws IOException {
        out.writeBoolean(isShared());
        out.writeLong(rows);
        Map<String, String> types = spec.isCompiled() ? spec.types().asMap() : Map.of();
        out.writeInt(types.size());
        for (Map.Entry<String, String> type : types.entrySet()) {
            out.writeUTF(type.getKey());
            out.writeUTF(type.getValue());
        }
        learners.exchangeShared(new SavedState(out));
    }

    /** Writes the state of a stream that has not learned since {@link #writeShared}. */
    public void writeStream(StreamKey stream, DataOutputStream out) throws IOException {
        learners.write(streams.get(stream), out);
    }

    /** The stream as it was written, by this spec or by one with other predictions. */
    public void readStream(StreamKey stream, DataInputStream in) throws IOException {
        streams.put(stream, learners.read(in));
    }

    /** Drops a stream: its next row is its first. */
    public void forget(StreamKey stream) {
        streams.remove(stream);
    }

    /** These learners with other predictions, as {@link #readShared} has it, stream by stream. */
    public LiveLearners with(LiveSpec other) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        writeShared(new DataOutputStream(bytes));
        LiveLearners next = readShared(other, new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
        for (StreamKey stream : streams.keySet()) {
            bytes.reset();
            writeStream(stream, new DataOutputStream(bytes));
            next.readStream(stream, new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
        }
        return next;
    }

    /** What {@link #writeShared} has written, without streams; predictions are found by name. Types are modified. */
    public static LiveLearners readShared(LiveSpec spec, DataInputStream in) throws IOException {
        boolean wasShared = in.readBoolean();
        long rows = in.readLong();
        if (wasShared == spec.spec().perStream()) {
            throw new IllegalArgumentException(
                    wasShared
                            ? "all streams have shared their weights, and the spec says per: stream"
                            : "each stream has had its own weights, and the spec does not say per: stream");
        }
        Map<String, String> types = new LinkedHashMap<>();
        for (int left = SavedFormat.readCount(in, 1 << 20); left > 0; left--) {
            String name = in.readUTF();
            types.put(name, in.readUTF());
        }
        spec.restoreTypes(types);
        LiveLearners all = new LiveLearners(spec);
        all.rows = rows;
        all.learners.exchangeShared(new SavedState(in));
        return all;
    }
}
