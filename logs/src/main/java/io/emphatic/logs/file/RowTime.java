package io.emphatic.logs.file;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * The values that order a row among those of its stream. Dates and times are whole numbers of microseconds, or of
 * nanoseconds where they have them.
 */
public record RowTime(StreamKey values) implements Comparable<RowTime> {
    @Override
    public int compareTo(RowTime other) {
        return values.compareTo(other.values);
    }

    public static RowTime ofWhole(long number) {
        return new RowTime(StreamKey.of(number));
    }

    /** Whether it is one whole number. */
    public boolean isWhole() {
        return values.isWhole();
    }

    /** The whole number that it is. */
    public long whole() {
        return values.whole();
    }

    public String text() {
        return values.text();
    }

    public void write(DataOutput out) throws IOException {
        values.write(out);
    }

    public static RowTime read(DataInput in) throws IOException {
        return new RowTime(StreamKey.read(in));
    }
}
