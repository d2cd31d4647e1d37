package io.emphatic.flink.source;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Lines of text in UTF-8, with the byte at which each begins. */
public final class Lines implements Closeable {
    private final InputStream in;
    private byte[] buffer = new byte[1 << 16];
    private int from; // of what has not been returned
    private int to;
    private long position;

    /** @param position of the first byte that the stream gives */
    public Lines(InputStream in, long position) {
        this.in = in;
        this.position = position;
    }

    /** Of the first byte of the next line. */
    public long position() {
        return position;
    }

    /** Without the end of the line; null after the last. */
    public String next() throws IOException {
        int end = from;
        while (true) {
            while (end < to && buffer[end] != '\n') {
                end++;
            }
            if (end < to) {
                return take(end, 1);
            }
            int seen = end - from;
            if (!fill()) {
                return from == to ? null : take(to, 0);
            }
            end = from + seen;
        }
    }

    private String take(int end, int terminator) {
        int last = end > from && buffer[end - 1] == '\r' ? end - 1 : end;
        String line = new String(buffer, from, last - from, StandardCharsets.UTF_8);
        position += end + terminator - from;
        from = end + terminator;
        return line;
    }

    /** Reads more behind what is left; false at the end. */
    private boolean fill() throws IOException {
        if (to - from == buffer.length) { // a line longer than the buffer
            buffer = Arrays.copyOf(buffer, 2 * buffer.length);
        }
        System.arraycopy(buffer, from, buffer, 0, to - from);
        to -= from;
        from = 0;
        int read = in.read(buffer, to, buffer.length - to);
        to += Math.max(0, read);
        return read >= 0;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
