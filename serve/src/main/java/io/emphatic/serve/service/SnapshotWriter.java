package io.emphatic.serve.service;

import io.emphatic.serve.storage.SnapshotStore;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Writes snapshots on a thread of its own, one whenever the log has begun a segment. */
final class SnapshotWriter implements Closeable {
    private final SnapshotStore store;
    private final Consumer<String> warn;
    private final ExecutorService thread =
            Executors.newSingleThreadExecutor(task -> new Thread(task, "emphatic-snapshots"));
    private long segment = -1; // the last of the log when a snapshot was taken
    private volatile boolean isBusy;
    private volatile long oldest; // rows of the older one of the last two; 0 for none
    private volatile long last = -1;

    SnapshotWriter(SnapshotStore store, Consumer<String> warn) {
        this.store = store;
        this.warn = warn;
    }

    /**
     * Whether the log has begun a segment since the last snapshot.
     *
     * @param lastSegment the first row of the log's last segment
     */
    boolean isDue(long lastSegment) {
        boolean due = !isBusy && segment >= 0 && lastSegment > segment;
        segment = due || segment < 0 ? lastSegment : segment;
        return due;
    }

    void write(long rows, byte[] state) {
        isBusy = true;
        thread.execute(() -> {
            try {
                writeLast(rows, state);
            } catch (IOException | RuntimeException | Error e) {
                warn.accept("a snapshot could not be written, which makes the next start slower: " + e.getMessage());
            } finally {
                isBusy = false;
            }
        });
    }

    /** At once. Nothing is written where nothing has changed since the last one. */
    void writeLast(long rows, byte[] state) throws IOException {
        if (rows == last) {
            return;
        }
        store.write(rows, state);
        last = rows;
        List<Long> all = store.rows();
        oldest = all.size() > 1 ? all.get(0) : 0;
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
