package io.emphatic.serve.service;

import io.emphatic.logs.file.SavedState;
import io.emphatic.logs.live.ColumnTypes;
import io.emphatic.logs.live.LiveLearners;
import io.emphatic.logs.live.LiveRow;
import io.emphatic.logs.live.LiveSpec;
import io.emphatic.logs.spec.AmendedSpec;
import io.emphatic.logs.spec.Spec;
import io.emphatic.serve.quality.QualityBoard;
import io.emphatic.serve.service.PredictionChanges.Change;
import io.emphatic.serve.service.RefusedRequestException.Reason;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** All that has been learned, and what else depends on the rows of the log alone. One thread at a time. */
final class LearnedState implements Closeable {
    private static final int BATCH = 2048;

    /** A spec in use, and all that depends on which predictions it has. */
    record SpecInUse(
            AmendedSpec amended, LiveSpec spec, LiveLearners learners, QualityBoard board, RecentAnswers answers)
            implements Closeable {
        /** Nothing has been learned yet. */
        static SpecInUse of(AmendedSpec amended, LiveSpec spec) {
            return new SpecInUse(
                    amended,
                    spec,
                    new LiveLearners(spec),
                    new QualityBoard(spec.spec(), amended.returnRange()),
                    new RecentAnswers(spec.predictions().size()));
        }

        @Override
        public void close() throws IOException {
            spec.close();
        }
    }

    private SpecInUse now;
    private List<String> names;
    final StreamTable streams = new StreamTable();
    final ColumnKinds columns = new ColumnKinds();
    private byte[] lastRow = {}; // as it was posted: what is new has to be able to learn from it
    private SnapshotDraft draft; // that is being written; null for none
    private long rows;
    private int changes;

    /** Nothing has been learned yet. */
    LearnedState(AmendedSpec amended) throws IOException {
        use(SpecInUse.of(amended, compiled(amended, Map.of())));
    }

    /** Refuses a spec that could not learn from any row. */
    static void requireServable(AmendedSpec amended) throws IOException {
        LiveLearners.requireSharing(amended.spec());
        new LearnedState(amended).close();
    }

    /** Rows have a stream: a spec that says nothing of streams means those. */
    private static LiveSpec compiled(AmendedSpec amended, Map<String, String> types) throws IOException {
        Spec spec = amended.spec();
        Spec served = spec.stream() != null ? spec : spec.withStream("stream");
        return LiveSpec.of(served, ColumnTypes.growing(types), null, amended.added());
    }

    private void use(SpecInUse next) {
        now = next;
        names = List.copyOf(next.spec.predictions());
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
        return now.amended;
    }

    LiveSpec compiled() {
        return now.spec;
    }

    LiveLearners learners() {
        return now.learners;
    }

    QualityBoard board() {
        return now.board;
    }

    /** The numbers of rows. Learns nothing. */
    List<LiveRow> evaluate(PostedSteps steps) throws IOException {
        List<LiveRow> all = new ArrayList<>(steps.size());
        for (int from = 0; from < steps.size(); from += BATCH) {
            all.addAll(now.spec.evaluate(steps, from, Math.min(steps.size(), from + BATCH)));
        }
        return all;
    }

    /**
     * The numbers of rows that are new.
     *
     * @throws RefusedRequestException if rows before would have had other numbers, had these been among them
     */
    List<LiveRow> evaluateNew(PostedSteps steps) throws IOException {
        LiveSpec spec = now.spec;
        ColumnTypes before = spec.types();
        List<LiveRow> all = new ArrayList<>(steps.size());
        for (int from = 0; from < steps.size(); from += BATCH) {
            all.addAll(now.spec.evaluate(steps, from, Math.min(steps.size(), from + BATCH)));
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
        now.spec.resetTypes(before);
        if (!now.spec.isCompiled()) {
            now = SpecInUse.of(now.amended, now.spec); // which has learned from nothing
        }
    }

    /** Learns from a row that is in the log, and returns what was predicted for it before. */
    double[] learn(StreamTable.Stream stream, long seq, long digest, LiveRow row) {
        if (draft != null) {
            draft.before(stream, seq);
        }
        double[] predicted = now.learners.learn(row);
        now.board.row(stream.number, seq, predicted, row, now.learners.outcome());
        now.answers.add(stream.number, seq, digest, predicted);
        rows++;
        return predicted;
    }

    RecentAnswers answers() {
        return now.answers;
    }

    /** What has to be told of a stream before it changes; null for none. */
    void setDraft(SnapshotDraft next) {
        draft = next;
    }

    /** A row that was learned from, as it was posted. */
    void remember(byte[] row) {
        lastRow = row;
    }

    /**
     * Makes a change ready: all that can fail has been done, and nothing of this state has changed. Predictions that
     * stay continue as they are; one in the place of another begins anew.
     *
     * @throws IllegalArgumentException if the change is not possible; the message says why
     */
    SpecInUse prepare(Change change) throws IOException {
        AmendedSpec changed = change.apply(now.amended);
        boolean replaces = change.prediction() != null && names.contains(change.name());
        if (!replaces || names.size() == 1) {
            return prepare(changed, now, replaces, change.name());
        }
        try (SpecInUse without = prepare(now.amended.without(change.name()), now, false, change.name())) {
            return prepare(changed, without, false, change.name());
        }
    }

    /** @param anew whether nothing learned so far is kept */
    private SpecInUse prepare(AmendedSpec changed, SpecInUse from, boolean anew, String name) throws IOException {
        Map<String, String> types = columns.types();
        types.putAll(now.spec.types().asMap());
        LiveSpec compiled = compiled(changed, types);
        try {
            LiveLearners learners = anew ? new LiveLearners(compiled) : from.learners.with(compiled);
            tryOut(compiled, learners, compiled.predictions().indexOf(name));
            QualityBoard board = new QualityBoard(compiled.spec(), changed.returnRange());
            if (!anew) {
                board.takeFrom(from.board);
            }
            List<String> known = from.spec.predictions();
            int[] numbers =
                    compiled.predictions().stream().mapToInt(known::indexOf).toArray();
            return new SpecInUse(changed, compiled, learners, board, from.answers.with(numbers));
        } catch (IOException | RuntimeException e) {
            compiled.close();
            throw e;
        }
    }

    /** Refuses a prediction that cannot learn from the last row that was learned from; −1 for none. */
    private void tryOut(LiveSpec compiled, LiveLearners learners, int prediction) throws IOException {
        if (lastRow.length == 0) {
            learners.tryOut(null);
            return;
        }
        byte[] body = lastRow.clone();
        PostedSteps steps = StepParser.parse(body, body.length, false);
        LiveRow row = compiled.evaluate(steps, 0, 1).get(0);
        String fault = row.isRefused() ? row.refusal() : prediction < 0 ? null : row.fault(prediction);
        if (fault != null) {
            throw new IllegalArgumentException("the last row, seq " + steps.seqs[0] + " of stream " + steps.streams[0]
                    + ", could not be learned from: " + fault);
        }
        learners.tryOut(row);
    }

    /** Uses what was {@linkplain #prepare made ready} for the rows to come. */
    void adopt(SpecInUse next) throws IOException {
        SpecInUse before = now;
        use(next);
        changes++;
        before.close();
    }

    /** A change that is not made, and counts. */
    void leaveOut() {
        changes++;
    }

    /** Writes everything but the spec and the streams, of which the first are to follow. */
    void write(DataOutputStream out) throws IOException {
        out.writeInt(changes);
        now.learners.writeShared(out);
        exchange(new SavedState(out));
    }

    /**
     * Writes what is known of a stream, which has not learned since all else was written.
     *
     * @param learned the seq of the first row that was not learned from
     */
    void write(StreamTable.Stream stream, long learned, DataOutputStream out) throws IOException {
        out.writeInt(stream.number);
        stream.write(learned, out);
        now.learners.writeStream(stream.key(), out);
        now.board.exchangeStream(stream.number, new SavedState(out));
    }

    /**
     * Continues from what a state of the same spec has written.
     *
     * @param changed how many changes it has seen, which have been read
     */
    void restore(int changed, DataInputStream in) throws IOException {
        changes = changed;
        now = new SpecInUse(now.amended, now.spec, LiveLearners.readShared(now.spec, in), now.board, now.answers);
        for (int left = exchange(new SavedState(in)); left > 0; left--) {
            StreamTable.Stream stream = streams.read(in.readInt(), in);
            now.learners.readStream(stream.key(), in);
            now.board.exchangeStream(stream.number, new SavedState(in));
        }
    }

    /** Returns how many streams there are. */
    private int exchange(SavedState state) throws IOException {
        rows = state.whole(rows);
        lastRow = state.bytes(lastRow);
        columns.exchange(state);
        now.board.exchange(state);
        now.answers.exchange(state);
        return streams.exchange(state);
    }

    /** Lets streams go that have been silent; how many. */
    int forgetSilent(int sinceMinute) {
        List<StreamTable.Stream> silent = streams.forgetSilent(sinceMinute);
        for (StreamTable.Stream stream : silent) {
            now.learners.forget(stream.key());
            now.board.forget(stream.number);
        }
        return silent.size();
    }

    @Override
    public void close() throws IOException {
        now.close();
    }
}
