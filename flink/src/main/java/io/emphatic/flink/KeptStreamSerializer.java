package io.emphatic.flink;

import java.io.IOException;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/** The memory of a stream as bytes of our own snapshots. */
final class KeptStreamSerializer extends WireSerializer<KeptStream> {
    private static final long serialVersionUID = 1;

    @Override
    public boolean isImmutableType() {
        return false;
    }

    @Override
    public KeptStream copy(KeptStream from) {
        return new KeptStream(from.rows(), from.late(), from.bytes());
    }

    @Override
    public void serialize(KeptStream memory, DataOutputView out) throws IOException {
        byte[] bytes = memory.bytes();
        out.writeLong(memory.rows());
        out.writeLong(memory.late());
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    @Override
    public KeptStream deserialize(DataInputView in) throws IOException {
        long rows = in.readLong();
        long late = in.readLong();
        byte[] bytes = new byte[in.readInt()];
        in.readFully(bytes);
        return new KeptStream(rows, late, bytes);
    }

    @Override
    public TypeSerializerSnapshot<KeptStream> snapshotConfiguration() {
        return new KeptStreamSnapshot();
    }

    /** Flink makes one by its constructor. */
    public static final class KeptStreamSnapshot extends SimpleTypeSerializerSnapshot<KeptStream> {
        public KeptStreamSnapshot() {
            super(KeptStreamSerializer::new);
        }
    }
}
