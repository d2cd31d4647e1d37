package io.emphatic.serve.storage;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** Lines that are on their way to a file. Not for more than one thread. */
public final class LineBuffer {
    private byte[] bytes;
    private int size;

    /** @param expected how many bytes there will be, about */
    public LineBuffer(int expected) {
        bytes = new byte[expected];
    }

    public int size() {
        return size;
    }

    public void clear() {
        size = 0;
    }

    /** Appends bytes. Not modified, not kept. */
    void add(byte[] from, int start, int count) {
        makeRoom(count);
        System.arraycopy(from, start, bytes, size, count);
        size += count;
    }

    /** Appends bytes of another buffer, from one of its places to another. */
    public void add(LineBuffer from, int start, int end) {
        add(from.bytes, start, end - start);
    }

    void add(char ascii) {
        makeRoom(1);
        bytes[size++] = (byte) ascii;
    }

    /** Appends a number that is not negative, in decimal digits. */
    void addDigits(long number) {
        int digits = 1;
        for (long left = number; left > 9; left /= 10) {
            digits++;
        }
        makeRoom(digits);
        size += digits;
        long left = number;
        for (int at = size - 1; digits > 0; at--, digits--) {
            bytes[at] = (byte) ('0' + left % 10);
            left /= 10;
        }
    }

    private void makeRoom(int count) {
        if (size + count > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(size + count, 2 * bytes.length));
        }
    }

    /** All of it. Live. */
    public ByteBuffer asBuffer() {
        return ByteBuffer.wrap(bytes, 0, size);
    }
}
