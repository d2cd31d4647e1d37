package io.emphatic.serve.service;

import io.emphatic.serve.service.StreamTable.Stream;
import io.emphatic.serve.storage.ExperienceLog.LogDigest;
import io.emphatic.serve.storage.SnapshotStore;
import java.io.IOException;
import java.util.BitSet;
import java.util.function.Consumer;

/** A snapshot written while learning goes on: a stream when its turn comes, or before it learns from its next row. */
final class SnapshotDraft {
    private static final int STREAMS_AT_ONCE = 64;

    private final LearnedState state;
    private final SnapshotStore.Draft file;
    private final Consumer<String> warn;
    private final int count; // streams that there were
    private final BitSet written = new BitSet();
    private int next;
    private boolean isBroken;

    /** Begins: everything but the streams is written. */
    SnapshotDraft(LearnedState state, SnapshotStore store, LogDigest digest, Consumer<String> warn) throws IOException {
        this.state = state;
        this.warn = warn;
        this.count = state.streams.numbers();
        this.file = store.begin(state.rows(), digest);
        try {
            state.write(file.out());
        } catch (IOException | RuntimeException e) {
            file.close();
            throw e;
        }
    }

    /** A stream is about to learn from the row with this seq. */
    void before(Stream stream, long seq) {
        if (stream.number < count && !written.get(stream.number)) {
            write(stream, seq);
        }
    }

    private void write(Stream stream, long learned) {
        try {
            written.set(stream.number);
            if (!isBroken) {
                state.write(stream, learned, file.out());
            }
        } catch (IOException | RuntimeException | Error e) { // learning goes on
            isBroken = true;
            try (file) {
                warn.accept("a snapshot could not be written, which makes the next start slower: " + e.getMessage());
            } catch (IOException closing) {
                e.addSuppressed(closing);
            }
        }
    }

    /** Writes some streams more, until a time; whether that were the last. */
    boolean advance(long untilNanos) {
        do {
            for (int k = 0; k < STREAMS_AT_ONCE && next < count; k++, next++) {
                Stream stream = state.streams.get(next);
                if (stream != null) {
                    before(stream, stream.next);
                }
            }
        } while (next < count && !isBroken && System.nanoTime() - untilNanos < 0);
        return isBroken || next == count;
    }

    /** Null if it could not be written. */
    SnapshotStore.Draft file() {
        return isBroken ? null : file;
    }
}
