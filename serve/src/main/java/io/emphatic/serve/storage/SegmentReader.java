package io.emphatic.serve.storage;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.zip.CRC32C;

/** Reads the lines of segments and checks each. */
public final class SegmentReader {
    /** What a log is up to a row: the first row of its last segment, and the CRC-32C of its rows there. */
    public record LogDigest(long segment, long checksum) {}

    static final String ADVICE = "Put the file back from a copy. Without one, start with another --data directory, and"
            + " give it what can be read: the rows before are whole.";

    @FunctionalInterface
    public interface RowVisitor {
        /** A row as it was posted: bytes that may be modified, and are not kept. */
        void row(byte[] json, int from, int to, Place place) throws IOException;
    }

    /** A line of a file, counted from 1. */
    public record Place(String file, long line) {
        public DamagedDataException damage(String what) {
            return new DamagedDataException(file + ", line " + line + ": " + what + "\n" + ADVICE);
        }
    }

    private final Storage storage;
    private byte[] buffer = new byte[1 << 16];
    CRC32C checksum = new CRC32C(); // of all bytes of the rows of the segment read last, to continue with
    LogDigest before; // of the log before the first row that is visited, in whatever segment; null if not known
    long rows;
    long length;

    SegmentReader(Storage storage) {
        this.storage = storage;
    }

    /** @param last whether a last line without an end is torn, and not damage */
    void read(String name, long firstRow, boolean last, long from, RowVisitor visitor) throws IOException {
        rows = 0;
        length = 0;
        checksum = new CRC32C();
        try (InputStream in = storage.read(name)) {
            int filled = 0;
            while (true) {
                int read = in.read(buffer, filled, buffer.length - filled);
                if (read < 0) {
                    break;
                }
                filled += read;
                int done = lines(name, firstRow, filled, from, visitor);
                System.arraycopy(buffer, done, buffer, 0, filled - done);
                filled -= done;
                if (filled == buffer.length) {
                    buffer = Arrays.copyOf(buffer, 2 * buffer.length);
                }
            }
            if (filled > 0 && !last) {
                throw new Place(name, rows + 1).damage("the line is cut off, and there are later segments");
            }
        }
    }

    /** The whole lines among the first bytes of the buffer; returns where they end. */
    private int lines(String name, long firstRow, int filled, long from, RowVisitor visitor) throws IOException {
        int start = 0;
        for (int k = 0; k < filled; k++) {
            if (buffer[k] == '\n') {
                Place place = new Place(name, rows + 1);
                int end = LogLine.check(buffer, start, k);
                if (end < 0) {
                    throw place.damage("the checksum does not match: the line is not as it was written");
                }
                checksum.update(buffer, start, k + 1 - start);
                if (firstRow + rows >= from) {
                    buffer[end] = '}';
                    visitor.row(buffer, start, end + 1, place);
                }
                rows++;
                length += k + 1 - start;
                before = firstRow + rows == from ? new LogDigest(firstRow, checksum.getValue()) : before;
                start = k + 1;
            }
        }
        return start;
    }
}
