package io.emphatic.serve.service;

import io.emphatic.serve.storage.ExperienceLog;
import io.emphatic.serve.storage.SnapshotStore;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Writes a snapshot whenever the log begins a segment: in slices, and to the disk by a thread of its own. */
final class SnapshotWriter implements Closeable {
    private static final long SLICE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private final LearnedState state;
    private final ExperienceLog log;
    private final SnapshotStore store;
    private final Consumer<String> warn;
    private final ExecutorService thread =
            Executors.newSingleThreadExecutor(task -> new Thread(task, "emphatic-snapshots"));
    private SnapshotDraft draft; // null for none
    private long drafted; // the rows of the draft
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
        if (draft != null && draft.advance(System.nanoTime() + SLICE_NANOS)) {
            SnapshotStore.Draft done = draft.file();
            end();
            if (done != null) {
                isBusy = true;
                thread.execute(() -> publish(done));
            }
        }
    }

    private void begin() throws IOException {
        drafted = state.rows();
        draft = new SnapshotDraft(state, store, log.digest(), warn);
        state.setDraft(draft);
    }

    private void end() {
        draft = null;
        state.setDraft(null);
    }

    /** Predictions are about to change, so that streams cannot be written any more as they were. */
    void abandon() {
        if (draft != null) {
            segment = 0; // once more
            close(draft.file());
            end();
        }
    }

    private void close(SnapshotStore.Draft file) {
        try {
            if (file != null) {
                file.close();
            }
        } catch (IOException | Error e) {
            tell(e);
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
        last = drafted;
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
        while (!draft.advance(System.nanoTime() + SLICE_NANOS)) {
            continue;
        }
        SnapshotStore.Draft done = draft.file();
        end();
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
