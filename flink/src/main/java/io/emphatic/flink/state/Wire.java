package io.emphatic.flink.state;

import io.emphatic.logs.file.StreamKey;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/** How values go over the network and into checkpoints: field by field, never by Java serialization. */
public final class Wire {
    public static final TypeInformation<TextLine> LINE = Types.POJO(TextLine.class);
    public static final TypeInformation<StreamKey> KEY = new KeySerializer().type(StreamKey.class);
    public static final TypeInformation<KeyedRow> ROW = Types.POJO(
            KeyedRow.class,
            Map.of("stream", KEY, "time", KEY, "numbers", Types.PRIMITIVE_ARRAY(Types.DOUBLE), "position", Types.LONG));
    public static final TypeInformation<RejectedLine> REJECTED = Types.POJO(RejectedLine.class);

    public static final TypeInformation<OrderedKey> ORDERED = new OrderedSerializer().type(OrderedKey.class);

    private Wire() {}

    /** One line of a source, by its number or offset; {@code header} is null where the line is a JSON object. */
    public record TextLine(String source, long position, String header, String text) {}

    /** A row whose expressions have been evaluated; {@code time} is null where the spec has no order. */
    public record KeyedRow(StreamKey stream, StreamKey time, double[] numbers, long position) {}

    /** What was not learned from: {@code late} or {@code malformed}; the line itself, or the row's stream and time. */
    public record RejectedLine(String rejected, String source, long position, String reason, String line) {}

    /** Bytes in the order of streams and times. Rows of one range of streams have the same hash, so that they meet. */
    public record OrderedKey(byte[] bytes, int hash) implements Comparable<OrderedKey> {
        public static OrderedKey of(StreamKey stream, StreamKey time, int hash) throws IOException {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            DataOutputStream out = new DataOutputStream(bytes);
            stream.writeOrdered(out);
            time.writeOrdered(out);
            return new OrderedKey(bytes.toByteArray(), hash);
        }

        @Override
        public int compareTo(OrderedKey other) {
            return Arrays.compareUnsigned(bytes, other.bytes);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof OrderedKey key && Arrays.equals(bytes, key.bytes);
        }

        @Override
        public int hashCode() {
            return hash;
        }
    }

    public static final class KeySerializer extends WireSerializer<StreamKey> {
        private static final long serialVersionUID = 1;

        @Override
        public void serialize(StreamKey key, DataOutputView out) throws IOException {
            key.write(out);
        }

        @Override
        public StreamKey deserialize(DataInputView in) throws IOException {
            return StreamKey.read(in);
        }
    }

    /** Flink sorts by the bytes of a key, which it compares with their sign. */
    public static final class OrderedSerializer extends WireSerializer<OrderedKey> {
        private static final long serialVersionUID = 1;

        @Override
        public void serialize(OrderedKey key, DataOutputView out) throws IOException {
            for (byte one : key.bytes()) {
                out.writeByte(one ^ Byte.MIN_VALUE);
            }
        }

        @Override
        public OrderedKey deserialize(DataInputView in) {
            throw new UnsupportedOperationException("keys are computed from rows, and never read");
        }
    }
}
