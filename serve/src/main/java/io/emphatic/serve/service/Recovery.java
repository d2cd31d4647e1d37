package io.emphatic.serve.service;

import io.emphatic.logs.live.LiveRow;
import io.emphatic.logs.spec.AmendedSpec;
import io.emphatic.serve.service.PostedSteps.PostedRow;
import io.emphatic.serve.service.PredictionChanges.Change;
import io.emphatic.serve.storage.DamagedDataException;
import io.emphatic.serve.storage.ExperienceLog;
import io.emphatic.serve.storage.SegmentReader.LogDigest;
import io.emphatic.serve.storage.SegmentReader.Place;
import io.emphatic.serve.storage.SnapshotStore;
import io.emphatic.serve.storage.Storage;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/** Brings a service back, to the bit: the last whole snapshot, then the rows and changes of the log behind it. */
final class Recovery {
    private static final int BATCH = 2048;

    final PredictionChanges changes;
    private final Set<Integer> leftOut; // numbers of changes that are to be left out if they cannot be made
    LearnedState state;
    ExperienceLog log;
    private long firstReplayed;
    private LogDigest digest; // of the log, as the snapshot has it; null for none
    final List<String> warnings = new ArrayList<>();
    private final ByteArrayOutputStream batch = new ByteArrayOutputStream();
    private int lastStart; // where the last row of the batch begins
    private final List<Place> places = new ArrayList<>();

    private Recovery(PredictionChanges changes, Set<Integer> leftOut) {
        this.changes = changes;
        this.leftOut = leftOut;
    }

    static Recovery recover(Storage storage, ServiceSettings settings) throws IOException {
        AmendedSpec spec = AmendedSpec.parse(settings.specName(), settings.spec());
        PredictionChanges changes = PredictionChanges.open(storage);
        Recovery recovery = new Recovery(changes, settings.leftOutChanges());
        recovery.startFrom(new SnapshotStore(storage), spec);
        recovery.log = ExperienceLog.open(
                storage, settings.segmentBytes(), recovery.state.rows(), recovery.digest, (json, from, to, place) -> {
                    recovery.lastStart = recovery.batch.size();
                    recovery.batch.write(json, from, to - from);
                    recovery.batch.write('\n');
                    recovery.places.add(place);
                    long row = recovery.state.rows() + recovery.places.size();
                    if (recovery.places.size() == BATCH || recovery.isChangeDue(row)) {
                        recovery.relearn();
                    }
                });
        if (recovery.log.firstRow() > recovery.firstReplayed) {
            throw new DamagedDataException(
                    "the log begins with row " + recovery.log.firstRow() + ", and the last whole snapshot"
                            + " has learned from " + recovery.firstReplayed + ": rows between them are missing"
                            + "\nPut the newest files of snapshots back from a copy, or start with another --data directory.");
        }
        // the log was cut, or is an older copy
        changes.setAsideBehind(recovery.log.rows()).ifPresent(recovery.warnings::add);
        recovery.relearn();
        recovery.applyChanges();
        return recovery;
    }

    /** From the newest snapshot that is whole, or from nothing. */
    private void startFrom(SnapshotStore snapshots, AmendedSpec spec) throws IOException {
        List<Long> all = snapshots.rows();
        for (int k = all.size() - 1; k >= 0 && state == null; k--) {
            try {
                digest = snapshots.check(all.get(k));
                state = snapshots.read(all.get(k), in -> restored(spec, in));
            } catch (DamagedDataException e) {
                warnings.add(e.getMessage() + ": it is passed over");
            }
        }
        if (state == null) {
            digest = null;
            state = new LearnedState(spec);
            applyChanges();
        }
        firstReplayed = state.rows();
    }

    private LearnedState restored(AmendedSpec spec, DataInputStream saved) throws IOException {
        AmendedSpec changed = spec;
        int count = saved.readInt();
        if (count > changes.all().size()) {
            throw new DamagedDataException(
                    "a snapshot knows " + count + " changes of predictions, and changes.jsonl has "
                            + changes.all().size());
        }
        for (Change change : changes.all().subList(0, count)) {
            changed = change.apply(changed);
        }
        LearnedState restored = new LearnedState(changed);
        changes.all().subList(0, count).forEach(restored::note);
        restored.restore(count, saved);
        return restored;
    }

    private boolean isChangeDue(long row) {
        return state.changes() < changes.all().size()
                && changes.all().get(state.changes()).row() <= row;
    }

    private void applyChanges() throws IOException {
        while (isChangeDue(state.rows())) {
            apply(state.changes());
        }
    }

    private void apply(int number) throws IOException {
        Change change = changes.all().get(number);
        if (change.leftOut()) {
            state.leaveOut();
            return;
        }
        try {
            state.adopt(state.prepare(change), change);
        } catch (IOException | RuntimeException e) {
            if (!leftOut.contains(number)) {
                throw changes.unusable(number, e);
            }
            changes.leaveOut(number);
            state.leaveOut();
        }
    }

    private void relearn() throws IOException {
        if (!places.isEmpty()) {
            byte[] body = batch.toByteArray();
            PostedSteps steps = parse(body);
            List<LiveRow> rows = state.evaluate(steps, false);
            for (int k = 0; k < rows.size(); k++) {
                relearn(steps.rows.get(k), places.get(k), rows.get(k));
            }
            state.streams.commit();
            state.columns.add(steps);
            state.remember(Arrays.copyOfRange(body, lastStart, body.length));
            batch.reset();
            places.clear();
        }
        applyChanges();
    }

    private PostedSteps parse(byte[] body) throws IOException {
        try {
            return StepParser.parse(body, body.length, false);
        } catch (RefusedRequestException e) {
            throw places.get(0).damage("the " + BATCH + " rows from here on cannot be read: " + e.getMessage());
        }
    }

    private void relearn(PostedRow posted, Place place, LiveRow row) throws IOException {
        String name = posted.stream();
        try {
            if (!state.streams.admit(posted)) {
                throw place.damage("seq " + posted.seq() + " of stream " + name + " is there twice");
            }
        } catch (RefusedRequestException e) {
            throw place.damage(e.getMessage().lines().findFirst().orElseThrow());
        }
        String refusal = state.refusal(name, row);
        if (refusal != null) {
            throw place.damage("the spec cannot learn from this row: " + refusal);
        }
        state.learn(state.streams.find(name), posted, row);
    }
}
