package io.emphatic.flink.state;

import io.emphatic.logs.file.StreamState;
import io.emphatic.logs.live.StreamLearners;
import java.io.IOException;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/** A stream in Flink's keyed state: learners while rows come, bytes after a checkpoint was read. */
public final class FlinkStream {
    private long rows;
    private long late;
    private byte[] bytes; // null once there are learners
    private StreamState state;
    private StreamLearners learners;

    public FlinkStream(StreamLearners learners, StreamState state) {
        this.learners = learners;
        this.state = state;
    }

    public FlinkStream(long rows, long late, byte[] bytes) {
        this.rows = rows;
        this.late = late;
        this.bytes = bytes;
    }

    public long rows() {
        return rows;
    }

    public long late() {
        return late;
    }

    /** @param learners of the task that asks */
    public StreamState state(StreamLearners learners) throws IOException {
        if (state == null) {
            state = learners.read(bytes);
            this.learners = learners;
            bytes = null;
        }
        return state;
    }

    public void countRow() {
        rows++;
    }

    public void countLate() {
        late++;
    }

    /** All that was learned. A checkpoint asks for it while other streams continue. */
    public synchronized byte[] bytes() {
        return bytes == null ? learners.bytes(state) : bytes;
    }

    /** The memory of a stream as bytes of our own snapshots. */
    public static final class Serializer extends WireSerializer<FlinkStream> {
        private static final long serialVersionUID = 1;

        @Override
        public boolean isImmutableType() {
            return false;
        }

        @Override
        public FlinkStream copy(FlinkStream from) {
            return new FlinkStream(from.rows(), from.late(), from.bytes());
        }

        @Override
        public void serialize(FlinkStream memory, DataOutputView out) throws IOException {
            byte[] bytes = memory.bytes();
            out.writeLong(memory.rows());
            out.writeLong(memory.late());
            out.writeInt(bytes.length);
            out.write(bytes);
        }

        @Override
        public FlinkStream deserialize(DataInputView in) throws IOException {
            long rows = in.readLong();
            long late = in.readLong();
            byte[] bytes = new byte[in.readInt()];
            in.readFully(bytes);
            return new FlinkStream(rows, late, bytes);
        }
    }
}
