package io.emphatic.serve.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.emphatic.serve.storage.FaultyStorage.Fault;
import io.emphatic.serve.storage.FaultyStorage.PowerLoss;
import java.io.IOException;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SnapshotStoreTest {
    private static byte[] state(int number) {
        byte[] state = new byte[1000];
        new SplittableRandom(number).nextBytes(state);
        return state;
    }

    private static void write(SnapshotStore store, int rows) throws IOException {
        try (SnapshotStore.Draft draft = store.begin(rows, new SegmentReader.LogDigest(rows, 5))) {
            draft.out().write(state(rows));
            draft.publish();
        }
    }

    private static byte[] read(SnapshotStore store, long rows) throws IOException {
        assertThat(store.check(rows)).isEqualTo(new SegmentReader.LogDigest(rows, 5));
        return store.read(rows, in -> in.readNBytes(1000));
    }

    @Test
    void theLastTwoAreKept() throws IOException {
        SnapshotStore store = new SnapshotStore(new FaultyStorage());
        for (int rows = 1; rows <= 4; rows++) {
            write(store, rows);
        }
        assertThat(store.rows()).containsExactly(3L, 4L);
        assertThat(read(store, 4)).isEqualTo(state(4));
    }

    @Test
    void everyChangedByteIsFound() throws IOException {
        FaultyStorage storage = new FaultyStorage();
        SnapshotStore store = new SnapshotStore(storage);
        write(store, 7);
        String name = storage.names().get(0);
        for (int at = 0; at < storage.bytes(name).length; at++) {
            storage.flip(name, at);
            assertThatThrownBy(() -> read(store, 7)).isInstanceOf(DamagedDataException.class);
            storage.flip(name, at);
        }
        assertThat(read(store, 7)).isEqualTo(state(7));
    }

    @ParameterizedTest
    @EnumSource(Fault.class)
    void whateverCallFailsAWholeSnapshotIsLeft(Fault fault) throws IOException {
        for (int call = 0; call < 12; call++) {
            FaultyStorage storage = new FaultyStorage();
            SnapshotStore store = new SnapshotStore(storage);
            write(store, 1);
            write(store, 2);
            storage.failAt(call, fault);
            try {
                write(store, 3);
            } catch (IOException | PowerLoss e) {
                // as it was meant
            }
            SnapshotStore after = new SnapshotStore(storage.afterPowerLoss(new SplittableRandom(call)));
            long newest = after.rows().get(after.rows().size() - 1);
            assertThat(newest).isGreaterThanOrEqualTo(2);
            assertThat(read(after, newest)).isEqualTo(state((int) newest));
        }
    }
}
