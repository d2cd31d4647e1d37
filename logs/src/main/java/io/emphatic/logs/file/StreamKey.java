package io.emphatic.logs.file;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** What the rows of one stream share, or what orders them: whole numbers, then texts by their code points. */
public record StreamKey(List<Object> values) implements Comparable<StreamKey>, Serializable {
    /** Of a log that is one stream. */
    public static final StreamKey NONE = new StreamKey(List.of());

    private static final int WHOLE = 1;
    private static final int NUMBER = 2;
    private static final int TEXT = 3;

    /** The key with these values, each a Long, a Double or a String. */
    public static StreamKey of(Object... values) {
        for (Object value : values) {
            if (!(value instanceof Long || value instanceof Double || value instanceof String)) {
                throw new IllegalArgumentException("a key is a whole number or a text, not " + value);
            }
        }
        return new StreamKey(List.of(values));
    }

    public StreamKey first(int count) {
        return new StreamKey(List.copyOf(values.subList(0, count)));
    }

    /** The key whose {@link #json} this is; whole numbers may be of any type. */
    public static StreamKey ofJson(Object json) {
        List<?> values = json == null ? List.of() : json instanceof List<?> list ? list : List.of(json);
        return of(values.stream()
                .map(value -> value instanceof Integer whole ? (Object) whole.longValue() : value)
                .toArray());
    }

    /** The first keys of a row, none of which is absent. */
    public static StreamKey ofFirst(Object[] keys, int count) {
        return new StreamKey(List.of(Arrays.copyOf(keys, count)));
    }

    /** As JSON has it: a number, a text, or a list of them where there are several keys; null for none. */
    public Object json() {
        return values.isEmpty() ? null : values.size() == 1 ? values.get(0) : values;
    }

    /** For messages: {@code pump-3}, or {@code coast, 7}. */
    public String text() {
        return values.stream().map(String::valueOf).collect(Collectors.joining(", "));
    }

    @Override
    public int compareTo(StreamKey other) {
        Object[] others = other.values.toArray();
        return Arrays.compare(values.toArray(), others, StreamKey::compare);
    }

    private static int compare(Object a, Object b) {
        if (a instanceof String one && b instanceof String two) {
            return Arrays.compare(one.codePoints().toArray(), two.codePoints().toArray()); // as DuckDB compares UTF-8
        }
        if (a instanceof Number one && b instanceof Number two) {
            return a instanceof Long && b instanceof Long
                    ? Long.compare(one.longValue(), two.longValue())
                    : Double.compare(one.doubleValue(), two.doubleValue());
        }
        return a instanceof Number ? -1 : 1;
    }

    public void write(DataOutput out) throws IOException {
        out.writeByte(values.size());
        for (Object value : values) {
            if (value instanceof Long whole) {
                out.writeByte(WHOLE);
                out.writeLong(whole);
            } else if (value instanceof Double number) {
                out.writeByte(NUMBER);
                out.writeDouble(number);
            } else {
                out.writeByte(TEXT);
                out.writeInt(((String) value).length());
                out.writeChars((String) value);
            }
        }
    }

    /** Writes bytes that are in the order of the keys, if they are compared without sign. */
    public void writeOrdered(DataOutput out) throws IOException {
        for (Object value : values) {
            if (value instanceof Number number) {
                out.writeByte(NUMBER);
                long bits = Double.doubleToLongBits(number.doubleValue());
                out.writeLong(bits < 0 ? ~bits : bits ^ Long.MIN_VALUE);
                out.writeLong((value instanceof Long whole ? whole : 0) ^ Long.MIN_VALUE);
            } else {
                out.writeByte(TEXT);
                for (byte unit : ((String) value).getBytes(StandardCharsets.UTF_8)) {
                    out.writeByte(unit);
                    if (unit == 0) {
                        out.writeByte(1); // so that 0, 0 ends the text
                    }
                }
                out.writeShort(0);
            }
        }
        out.writeByte(0);
    }

    public static StreamKey read(DataInput in) throws IOException {
        int size = in.readUnsignedByte();
        Object[] values = new Object[size];
        for (int k = 0; k < size; k++) {
            int kind = in.readByte();
            switch (kind) {
                case WHOLE -> values[k] = in.readLong();
                case NUMBER -> values[k] = in.readDouble();
                case TEXT -> {
                    StringBuilder text = new StringBuilder();
                    for (int left = in.readInt(); left > 0; left--) {
                        text.append(in.readChar());
                    }
                    values[k] = text.toString();
                }
                default -> throw new IOException("the bytes are not those of a key");
            }
        }
        return of(values);
    }

    @Override
    public String toString() {
        return text();
    }
}
