package io.emphatic.flink.state;

import io.emphatic.logs.file.StreamKey;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Arrays;

/**
 * By what Flink sorts rows that are evaluated: bytes in the order of streams, and of times within a stream. Rows of one
 * range of streams have the same hash, so that they meet in one task.
 */
public final class OrderedKey implements Comparable<OrderedKey> {
    private final byte[] bytes;
    private final int hash;

    public OrderedKey(byte[] bytes, int hash) {
        this.bytes = bytes;
        this.hash = hash;
    }

    public static OrderedKey of(StreamKey stream, StreamKey time, int hash) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        stream.writeOrdered(out);
        time.writeOrdered(out);
        return new OrderedKey(bytes.toByteArray(), hash);
    }

    /** Not to be modified. */
    public byte[] bytes() {
        return bytes;
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
