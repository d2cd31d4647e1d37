package io.emphatic.serve.service;

import io.emphatic.serve.service.StreamTable.Stream;
import io.emphatic.serve.storage.ExperienceLog;
import io.emphatic.serve.storage.SnapshotStore;
import java.io.Closeable;
import java.io.IOException;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Writes a snapshot whenever the log begins a segment, while learning continues: a stream when its turn comes, or
 * before it learns from its next row. In slices, and to the disk by a thread of its own.
 */
final class SnapshotWriter implements Closeable {
    private static final long SLICE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private final LearnedState state;
    private final ExperienceLog log;
    private final SnapshotStore store;
    private final Consumer<String> warn;
    private final ExecutorService thread =
            Executors.newSingleThreadExecutor(task -> new Thread(task, "emphatic-snapshots"));
    private SnapshotStore.Draft draft; // null for none
    private long rows; // of the draft
    private int streams; // that there were when it began
    private int next; // of them
    private final BitSet written = new BitSet();
    private long segment; // the last of the log when a snapshot was taken
    private volatile boolean isBusy; // whether one is on its way to the disk
    private volatile long oldest; // rows of the older one of the last two; 0 for none
    private volatile long last = -1;

    SnapshotWriter(LearnedState state, ExperienceLog log, SnapshotStore store, Consumer<String> warn) {
        this.state = state;
        this.log = log;
        this.store = store;
        this.warn = warn;
        this.segment = log.lastSegment();
    }

    /** Whether one is under way, so that {@link #advance} is to be called soon. */
    boolean isDrafting() {
        return draft != null;
    }

    /** Goes a little further, or begins if the log has begun a segment since the last one. */
    void advance() {
        if (draft == null && !isBusy && log.lastSegment() > segment) {
            segment = log.lastSegment();
            try {
                begin();
            } catch (IOException e) {
                tell(e);
            }
        }
        SnapshotStore.Draft done = write(System.nanoTime() + SLICE_NANOS);
        if (done != null) {
            isBusy = true;
            thread.execute(() -> publish(done));
        }
    }

    /** Everything but the streams is written. */
    void begin() throws IOException {
        rows = state.rows();
        streams = state.streams.numbers();
        next = 0;
        written.clear();
        SnapshotStore.Draft begun = store.begin(rows, log.digest());
        try {
            state.write(begun.out());
        } catch (IOException | RuntimeException | Error e) {
            begun.close();
            throw e;
        }
        draft = begun;
        state.setDraft(this);
    }

    /** Some streams more, until a time; returns what is complete then, null for none. */
    SnapshotStore.Draft write(long untilNanos) {
        boolean isInTime = true;
        while (draft != null && next < streams && isInTime) {
            Stream stream = state.streams.get(next++);
            if (stream != null) {
                before(stream, stream.next);
            }
            isInTime = System.nanoTime() - untilNanos < 0;
        }
        return draft == null || next < streams ? null : end();
    }

    /** A stream is about to learn from the row with this seq. */
    void before(Stream stream, long seq) {
        if (stream.number >= streams || written.get(stream.number)) {
            return;
        }
        try {
            written.set(stream.number);
            state.write(stream, seq, draft.out());
        } catch (IOException | RuntimeException | Error e) { // learning continues
            tell(e);
            drop();
        }
    }

    private SnapshotStore.Draft end() {
        SnapshotStore.Draft ended = draft;
        draft = null;
        state.setDraft(null);
        return ended;
    }

    private void drop() {
        try {
            end().close();
        } catch (IOException | Error e) {
            tell(e);
        }
    }

    /** Predictions are about to change, so that streams cannot be written any more as they were. */
    void abandon() {
        if (draft != null) {
            segment = 0; // once more
            drop();
        }
    }

    private void publish(SnapshotStore.Draft done) {
        try {
            done.publish();
            published();
        } catch (IOException | RuntimeException | Error e) {
            tell(e);
        } finally {
            isBusy = false;
        }
    }

    private void published() throws IOException {
        last = rows;
        List<Long> all = store.rows();
        oldest = all.size() > 1 ? all.get(0) : 0;
    }

    private void tell(Throwable e) {
        warn.accept("a snapshot could not be written, which makes the next start slower: " + e.getMessage());
    }

    /** At once, when nothing is learned any more. Nothing is written where nothing has changed since the last one. */
    void writeLast() throws IOException {
        abandon();
        if (state.rows() == last) {
            return;
        }
        begin();
        SnapshotStore.Draft done = null;
        while (draft != null) {
            done = write(System.nanoTime() + SLICE_NANOS);
        }
        if (done != null) {
            done.publish();
            published();
        }
    }

    /** The rows that every snapshot that is kept has learned from. */
    long oldest() {
        return oldest;
    }

    @Override
    public void close() {
        thread.shutdown();
        try {
            thread.awaitTermination(1, TimeUnit.MINUTES);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
