package io.emphatic.flink;

import io.emphatic.logs.file.StreamState;
import io.emphatic.logs.live.StreamLearners;
import java.io.IOException;

/**
 * What is kept of a stream in Flink's keyed state: learners while rows come, bytes after a checkpoint was read. On the
 * heap, Flink keeps the object itself and copies it when a checkpoint needs the old one, so that a row costs no more
 * than its update; the serializer turns it into bytes.
 */
final class KeptStream {
    private long rows;
    private long late;
    private byte[] bytes; // null once there are learners
    private StreamState state;
    private StreamLearners learners;

    /** Of a stream that was never seen. */
    KeptStream(StreamLearners learners, StreamState state) {
        this.learners = learners;
        this.state = state;
    }

    KeptStream(long rows, long late, byte[] bytes) {
        this.rows = rows;
        this.late = late;
        this.bytes = bytes;
    }

    /** How many rows it learned from. */
    long rows() {
        return rows;
    }

    /** How many rows came too late. */
    long late() {
        return late;
    }

    /** @param learners of the task that asks */
    StreamState state(StreamLearners learners) throws IOException {
        if (state == null) {
            state = learners.read(bytes);
            this.learners = learners;
            bytes = null;
        }
        return state;
    }

    void countRow() {
        rows++;
    }

    void countLate() {
        late++;
    }

    /** All that was learned. A checkpoint asks for it while other streams go on. */
    synchronized byte[] bytes() {
        return bytes == null ? learners.bytes(state) : bytes;
    }
}
