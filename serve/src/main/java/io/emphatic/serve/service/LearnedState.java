package io.emphatic.serve.service;

import io.emphatic.logs.file.SavedState;
import io.emphatic.logs.file.StreamKey;
import io.emphatic.logs.live.ColumnTypes;
import io.emphatic.logs.live.LiveLearners;
import io.emphatic.logs.live.LiveRow;
import io.emphatic.logs.live.LiveSpec;
import io.emphatic.logs.spec.AmendedSpec;
import io.emphatic.logs.spec.Spec;
import io.emphatic.serve.quality.QualityBoard;
import io.emphatic.serve.service.PredictionChanges.Change;
import io.emphatic.serve.service.RefusedRequestException.Reason;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** All that has been learned, and what else depends on the rows of the log alone. One thread at a time. */
final class LearnedState implements Closeable {
    private static final int BATCH = 2048;

    private AmendedSpec amended;
    private LiveSpec spec;
    private LiveLearners learners;
    private QualityBoard board;
    private RecentAnswers answers;
    private List<String> names;
    final StreamTable streams = new StreamTable();
    final ColumnKinds columns = new ColumnKinds();
    private final Map<StreamKey, Integer> streamNumbers = new HashMap<>(); // by the key of the learners
    private final List<StreamKey> streamKeys = new ArrayList<>(); // by number
    private long rows;
    private int changes;

    /** Nothing has been learned yet. */
    LearnedState(AmendedSpec amended) throws IOException {
        use(amended, LiveSpec.of(served(amended.spec()), ColumnTypes.growing(), null));
        learners = new LiveLearners(spec);
        board = new QualityBoard(spec.spec(), amended.returnRange());
        answers = new RecentAnswers(names.size());
    }

    /** Rows have a stream: a spec that says nothing of streams means those. */
    private static Spec served(Spec spec) {
        return spec.stream() != null ? spec : spec.withStream("stream");
    }

    private void use(AmendedSpec changed, LiveSpec compiled) {
        amended = changed;
        spec = compiled;
        names = List.copyOf(compiled.predictions());
    }

    /** The predictions, in the order of values. */
    List<String> names() {
        return names;
    }

    /** How many rows were learned from. */
    long rows() {
        return rows;
    }

    /** How many times predictions were added or removed. */
    int changes() {
        return changes;
    }

    AmendedSpec spec() {
        return amended;
    }

    LiveSpec compiled() {
        return spec;
    }

    LiveLearners learners() {
        return learners;
    }

    QualityBoard board() {
        return board;
    }

    /** The key that the learners have for a stream of the board. */
    StreamKey streamKey(int number) {
        return streamKeys.get(number);
    }

    /** The numbers of rows. Learns nothing. */
    List<LiveRow> evaluate(PostedSteps steps) throws IOException {
        List<LiveRow> all = new ArrayList<>(steps.size());
        for (int from = 0; from < steps.size(); from += BATCH) {
            all.addAll(spec.evaluate(steps, from, Math.min(steps.size(), from + BATCH)));
        }
        return all;
    }

    /**
     * The numbers of rows that are new.
     *
     * @throws RefusedRequestException if rows before would have had other numbers, had these been among them
     */
    List<LiveRow> evaluateNew(PostedSteps steps) throws IOException {
        ColumnTypes before = spec.types();
        List<LiveRow> all = new ArrayList<>(steps.size());
        for (int from = 0; from < steps.size(); from += BATCH) {
            all.addAll(spec.evaluate(steps, from, Math.min(steps.size(), from + BATCH)));
            String changed = rows + from == 0 ? null : spec.changedMeaning(before);
            if (changed != null) {
                throw Reason.UNUSABLE.refusal(changed);
            }
            before = spec.types();
        }
        return all;
    }

    /** Goes back to the types before rows that were only looked at. */
    void forgetTypes(ColumnTypes before) throws IOException {
        spec.resetTypes(before);
        if (!spec.isCompiled()) {
            learners = new LiveLearners(spec); // which have learned from nothing
        }
    }

    /** Learns from a row that is in the log, and returns what was predicted for it before. */
    double[] learn(StreamTable.Stream stream, long seq, LiveRow row) {
        int number = streamNumbers.computeIfAbsent(row.stream(), this::number);
        double[] predicted = learners.learn(row);
        board.row(number, seq, predicted, row, learners.outcome());
        answers.add(stream.number, seq, predicted);
        rows++;
        return predicted;
    }

    private int number(StreamKey key) {
        streamKeys.add(key);
        return streamKeys.size() - 1;
    }

    RecentAnswers answers() {
        return answers;
    }

    /** Adds or removes a prediction: all others continue as they are. One in the place of another begins anew. */
    void change(Change change) throws IOException {
        AmendedSpec changed = change.apply(amended);
        boolean replaces = change.prediction() != null && names.contains(change.name());
        if (replaces && names.size() > 1) {
            use(amended.without(change.name()), false);
        }
        use(changed, replaces && names.size() == 1 && names.contains(change.name()));
        changes++;
    }

    /** @param anew whether nothing learned so far is kept */
    private void use(AmendedSpec changed, boolean anew) throws IOException {
        LiveSpec compiled = compile(changed);
        LiveSpec before = spec;
        LiveLearners next = anew ? new LiveLearners(compiled) : LiveLearners.restore(compiled, learners.snapshot());
        int[] from = compiled.predictions().stream().mapToInt(names::indexOf).toArray();
        QualityBoard nextBoard = new QualityBoard(compiled.spec(), changed.returnRange());
        if (!anew) {
            nextBoard.takeFrom(board);
        }
        board = nextBoard;
        answers = answers.with(from);
        use(changed, compiled);
        learners = next;
        before.close();
    }

    /** Refuses what cannot be computed. */
    LiveSpec compile(AmendedSpec changed) throws IOException {
        Map<String, String> types = columns.types();
        types.putAll(spec.types().asMap());
        return LiveSpec.of(served(changed.spec()), ColumnTypes.growing(types), null);
    }

    /** Everything but the spec. */
    byte[] save() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            exchange(new SavedState(new DataOutputStream(bytes)));
        } catch (IOException e) {
            throw new IllegalStateException("bytes in memory cannot fail to be written", e);
        }
        return bytes.toByteArray();
    }

    /** Continues from what a state of the same spec has saved. */
    void restore(byte[] saved) throws IOException {
        exchange(new SavedState(new DataInputStream(new ByteArrayInputStream(saved))));
    }

    /** How many changes a saved state has seen: they are applied to the spec before it is restored. */
    static int changes(byte[] saved) throws IOException {
        return new DataInputStream(new ByteArrayInputStream(saved)).readInt();
    }

    private void exchange(SavedState state) throws IOException {
        changes = state.count(changes);
        rows = state.whole(rows);
        learners = state.value(
                learners, LearnedState::write, in -> LiveLearners.restore(spec, in.readNBytes(in.readInt())));
        streams.exchange(state);
        columns.exchange(state);
        int count = state.count(streamKeys.size());
        for (int k = 0; k < count; k++) {
            StreamKey key = StreamTable.exchange(k < streamKeys.size() ? streamKeys.get(k) : null, state);
            if (k == streamKeys.size()) {
                streamNumbers.put(key, number(key));
            }
        }
        board.exchange(state);
        answers.exchange(state);
    }

    private static void write(DataOutputStream out, LiveLearners learned) throws IOException {
        byte[] bytes = learned.snapshot();
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    @Override
    public void close() throws IOException {
        spec.close();
    }
}
