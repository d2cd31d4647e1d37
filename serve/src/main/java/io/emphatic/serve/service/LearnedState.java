package io.emphatic.serve.service;

import io.emphatic.logs.file.SavedState;
import io.emphatic.logs.live.ColumnTypes;
import io.emphatic.logs.live.LiveLearners;
import io.emphatic.logs.live.LiveRow;
import io.emphatic.logs.live.LiveSpec;
import io.emphatic.logs.spec.AmendedSpec;
import io.emphatic.logs.spec.Spec;
import io.emphatic.logs.sql.RowBatch;
import io.emphatic.serve.service.PostedSteps.PostedRow;
import io.emphatic.serve.service.PredictionChanges.Change;
import io.emphatic.serve.service.RefusedRequestException.Reason;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;

/** All that has been learned, and what else depends on the rows of the log alone. One thread at a time. */
final class LearnedState implements Closeable {
    private static final int BATCH = 2048;
    private static final long SLICE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private SpecInUse now;
    private List<String> names;
    final StreamTable streams = new StreamTable();
    final ColumnKinds columns = new ColumnKinds();
    final Map<String, String> switchedOff = new TreeMap<>(); // what kept others from going on: since when, why
    private byte[] lastRow = {}; // as it was posted: what is new has to be able to learn from it
    private SnapshotWriter draft; // that is being written; null for none
    private int lastMinute; // in which silent streams were let go
    private boolean isForgetting; // whether not all were, as yet
    private long rows;
    private int changes;

    LearnedState(AmendedSpec amended) throws IOException {
        LiveSpec spec = compiled(amended, Map.of());
        use(SpecInUse.of(amended, spec, new LiveLearners(spec)));
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
        names = List.copyOf(next.spec().predictions());
    }

    List<String> names() {
        return names;
    }

    long rows() {
        return rows;
    }

    int changes() {
        return changes;
    }

    /** The spec in use, and all that depends on it. */
    SpecInUse now() {
        return now;
    }

    /** The numbers of rows; new ones are refused if the spec cannot take them, or would change earlier ones. */
    List<LiveRow> evaluate(PostedSteps steps, boolean areNew) throws IOException {
        return evaluate(now.spec(), !areNew ? 0 : now.amended().added().isEmpty() ? RowBatch.SECONDS : 1, steps);
    }

    /** @param seconds 0 for rows that are not new */
    private List<LiveRow> evaluate(LiveSpec spec, int seconds, PostedSteps steps) throws IOException {
        List<LiveRow> all = new ArrayList<>(steps.size());
        for (int from = 0; from < steps.size(); from += BATCH) {
            ColumnTypes before = spec.types();
            all.addAll(spec.evaluate(steps, from, Math.min(steps.size(), from + BATCH), seconds));
            String hindrance = rows + from == 0 ? null : spec.changedMeaning(before);
            for (int row = from; row < all.size() && hindrance == null; row++) {
                LiveRow one = all.get(row);
                hindrance = one.isRefusedBySpec() ? "row " + (row + 1) + ": " + one.refusal() : null;
            }
            if (hindrance != null && seconds > 0) {
                throw Reason.HINDERED.refusal(hindrance);
            }
        }
        return all;
    }

    private boolean takes(PostedSteps steps, Set<String> without) throws IOException {
        if (without.size() == names.size()) {
            return false;
        }
        AmendedSpec left = now.amended();
        for (String name : without) {
            left = left.without(name);
        }
        try (LiveSpec spec = compiled(left, types())) {
            evaluate(spec, without.containsAll(now.amended().added()) ? RowBatch.SECONDS : 1, steps);
            return true;
        } catch (RefusedRequestException | IllegalArgumentException e) {
            return false;
        }
    }

    private Map<String, String> types() {
        Map<String, String> types = columns.types();
        types.putAll(now.spec().types().asMap());
        return types;
    }

    /** Goes back to the types before rows that were only looked at. */
    void forgetTypes(ColumnTypes before) throws IOException {
        now.spec().resetTypes(before);
        if (!now.spec().isCompiled()) {
            now = SpecInUse.of(now.amended(), now.spec(), new LiveLearners(now.spec())); // has learned nothing
        }
    }

    /** What would be answered to a row. Changes nothing. */
    double[] predict(LiveRow row) {
        return now.answer(now.learners().predict(row), now.learners().bars(row));
    }

    /** Learns from a row that is in the log, and returns its answer: what was predicted for it before. */
    double[] learn(StreamTable.Stream stream, PostedRow posted, LiveRow row) throws IOException {
        if (draft != null) {
            draft.before(stream, posted.seq());
        }
        now.resting().wake(stream);
        double[] predicted = now.learners().learn(row);
        double[] answer = now.answer(predicted, now.learners().outcome().bars());
        now.board()
                .row(stream.number, posted.seq(), predicted, row, now.learners().outcome());
        now.answers().add(stream.number, posted.seq(), posted.digest(), answer);
        rows++;
        return answer;
    }

    /** The snapshot that is being written, which saves a stream before it changes; null for none. */
    void setDraft(SnapshotWriter next) {
        draft = next;
    }

    /** Why a row that was admitted cannot follow by its key or its time; null if it can. */
    String refusal(String name, LiveRow row) throws IOException {
        StreamTable.Stream stream = streams.find(name);
        String refusal = row.isRefused() ? row.refusal() : streams.admitKey(stream, row.stream());
        if (refusal != null || row.time() == null) {
            return refusal;
        }
        if (stream.isCommitted()) { // another one can be taken back, and must not be known to those that rest
            now.resting().wake(stream);
        }
        return streams.admitTime(stream, row.time(), now.learners().lastTime(row.stream()));
    }

    void remember(byte[] row) {
        lastRow = row;
    }

    /** Makes a change ready: all that can fail has been done, and nothing of this state has changed. */
    SpecInUse prepare(Change change) throws IOException {
        AmendedSpec changed = change.apply(now.amended());
        boolean replaces = change.prediction() != null && names.contains(change.name());
        if (!replaces || names.size() == 1) {
            return prepare(changed, now, replaces, change.name());
        }
        try (SpecInUse without = prepare(now.amended().without(change.name()), now, false, change.name())) {
            return prepare(changed, without, false, change.name());
        }
    }

    /** @param anew whether nothing learned so far is kept */
    private SpecInUse prepare(AmendedSpec changed, SpecInUse from, boolean anew, String name) throws IOException {
        LiveSpec compiled = compiled(changed, types());
        try {
            LiveLearners learners =
                    anew ? new LiveLearners(compiled) : from.learners().with(compiled);
            tryOut(compiled, learners, compiled.predictions().indexOf(name));
            SpecInUse next = SpecInUse.of(changed, compiled, learners);
            next.answers().takeFrom(from.answers(), from.fields(), next.fields());
            if (!anew) {
                next.board().takeFrom(from.board());
                next.resting().takeFrom(from.resting());
            }
            return next;
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
        LiveRow row = compiled.evaluate(steps, 0, 1, RowBatch.SECONDS).get(0);
        String fault = row.isRefused() ? row.refusal() : prediction < 0 ? null : row.fault(prediction);
        if (fault != null) {
            throw new IllegalArgumentException(
                    "the last row, seq " + steps.rows.get(0).seq() + " of stream " + steps.rows.get(0).stream()
                            + ", could not be learned from: " + fault);
        }
        learners.tryOut(row);
    }

    /** Uses what was {@linkplain #prepare made ready} for the rows to come. */
    void adopt(SpecInUse next, Change change) throws IOException {
        SpecInUse before = now;
        use(next);
        next.board().joinRaces();
        changes++;
        note(change);
        before.close();
    }

    /** A change was made. */
    void note(Change change) {
        switchedOff.remove(change.name());
        if (change.why() != null) {
            switchedOff.put(change.name(), "at row " + change.row() + ": " + change.why());
        }
    }

    /** The predictions that were put and without which rows can be taken; empty if those of the spec cannot either. */
    Optional<Set<String>> hindering(PostedSteps steps) throws IOException {
        Set<String> put = now.amended().added();
        Set<String> out = new TreeSet<>(put);
        if (put.isEmpty() || !takes(steps, out)) {
            return Optional.empty();
        }
        for (String name : put) {
            out.remove(name);
            if (!takes(steps, out)) {
                out.add(name);
            }
        }
        return Optional.of(out);
    }

    /** A change that is not made, and counts. */
    void leaveOut() {
        changes++;
    }

    /** Writes everything but the spec and the streams, of which the first are to follow. */
    void write(DataOutputStream out) throws IOException {
        out.writeInt(changes);
        now.learners().writeShared(out);
        exchange(new SavedState(out));
    }

    /** @param learned the seq of the first row that was not learned from when all else was written */
    void write(StreamTable.Stream stream, long learned, DataOutputStream out) throws IOException {
        out.writeInt(stream.number);
        stream.write(learned, out);
        now.resting().write(stream, out);
    }

    /** @param changed how many changes the state that was written has seen */
    void restore(int changed, DataInputStream in) throws IOException {
        changes = changed;
        now = SpecInUse.of(now.amended(), now.spec(), LiveLearners.readShared(now.spec(), in));
        for (int left = exchange(new SavedState(in)); left > 0; left--) {
            now.resting().read(streams.read(in.readInt(), in), in);
        }
    }

    /** Returns how many streams there are. */
    private int exchange(SavedState state) throws IOException {
        rows = state.whole(rows);
        lastRow = state.bytes(lastRow);
        columns.exchange(state);
        now.board().exchange(state);
        now.answers().exchange(state, now.fields().size());
        return streams.exchange(state);
    }

    /** Whether {@link #doChores} is to be called soon. */
    boolean hasChores() {
        return isForgetting || now.resting().isConverting();
    }

    /** Converts streams that rest, and once a minute lets silent ones go, for a moment: posts do not wait for all. */
    void doChores(Duration forgetAfter) throws IOException {
        long until = System.nanoTime() + SLICE_NANOS;
        int minute = StreamTable.minute();
        now.resting().convert(until);
        isForgetting |= forgetAfter != null && minute > lastMinute;
        if (isForgetting && draft == null) {
            lastMinute = minute;
            int since = minute - (int) forgetAfter.toMinutes();
            isForgetting = !streams.forgetSilent(since, until, now.resting()::forget);
        }
    }

    @Override
    public void close() throws IOException {
        now.close();
    }
}
