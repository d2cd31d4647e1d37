package io.emphatic.serve.storage;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PushbackInputStream;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32C;

/**
 * States to recover from, {@code snapshots/NNNNNNNNNNNN.snapshot}, named after the rows that they have learned from.
 * The last two are kept: should the newest be damaged, the one before takes its place.
 *
 * <pre>
 *   8 bytes     "EMPHSERV"
 *   int         version
 *   long        rows
 *   long, long  the digest of the log up to there
 *   bytes       the state
 *   long        CRC-32C of all before
 * </pre>
 */
public record SnapshotStore(Storage storage) {
    public static final String DIRECTORY = "snapshots";

    private static final long MAGIC = 0x454d504853455256L;
    private static final int VERSION = 11;
    private static final int KEPT = 2;
    private static final int CHUNK = 1 << 16;
    private static final Pattern NAME = Pattern.compile("(\\d{12})\\.snapshot");

    public interface StateReader<T> {
        T read(DataInputStream in) throws IOException;
    }

    /** A snapshot while it is written, as it goes. */
    public final class Draft implements Closeable {
        private static final String TEMPORARY = DIRECTORY + "/next.tmp"; // always one: failures do not fill the disk

        private final long rows;
        private final Storage.AppendedFile file;
        private final CRC32C checksum = new CRC32C();
        private final DataOutputStream out;

        private Draft(long rows, SegmentReader.LogDigest digest) throws IOException {
            this.rows = rows;
            this.file = storage.append(TEMPORARY);
            file.truncate(0);
            out = new DataOutputStream(new BufferedOutputStream(
                    new OutputStream() {
                        @Override
                        public void write(int value) throws IOException {
                            write(new byte[] {(byte) value}, 0, 1);
                        }

                        @Override
                        public void write(byte[] bytes, int from, int length) throws IOException {
                            checksum.update(bytes, from, length);
                            file.write(ByteBuffer.wrap(bytes, from, length));
                        }
                    },
                    CHUNK));
            out.writeLong(MAGIC);
            out.writeInt(VERSION);
            out.writeLong(rows);
            out.writeLong(digest.segment());
            out.writeLong(digest.checksum());
        }

        public DataOutputStream out() {
            return out;
        }

        /** It is on the disk when this returns, and the oldest is dropped. */
        public void publish() throws IOException {
            try (file) {
                out.flush();
                out.writeLong(checksum.getValue());
                out.flush();
                file.sync();
            }
            storage.rename(TEMPORARY, name(rows));
            List<Long> all = rows();
            for (long old : all.subList(0, Math.max(0, all.size() - KEPT))) {
                storage.delete(name(old));
            }
        }

        @Override
        public void close() throws IOException {
            file.close();
        }
    }

    /** Begins a snapshot of what was learned from these rows. One at a time. */
    public Draft begin(long rows, SegmentReader.LogDigest digest) throws IOException {
        return new Draft(rows, digest);
    }

    public void deleteBehind(long rows) throws IOException {
        for (long known : rows()) {
            if (known > rows) {
                storage.delete(name(known));
            }
        }
    }

    /** The rows of each snapshot, in ascending order. */
    public List<Long> rows() throws IOException {
        return storage.list(DIRECTORY).stream()
                .map(NAME::matcher)
                .filter(Matcher::matches)
                .map(matcher -> Long.valueOf(matcher.group(1)))
                .toList();
    }

    /** Reads a snapshot whole, and returns the digest that the log had. */
    public SegmentReader.LogDigest check(long rows) throws IOException {
        CRC32C checksum = new CRC32C();
        byte[] last; // what may be the checksum
        try (PushbackInputStream in = new PushbackInputStream(storage.read(name(rows)), Long.BYTES)) {
            for (last = in.readNBytes(CHUNK); last.length > Long.BYTES; last = in.readNBytes(CHUNK)) {
                checksum.update(last, 0, last.length - Long.BYTES);
                in.unread(last, last.length - Long.BYTES, Long.BYTES);
            }
        }
        boolean isWhole = last.length == Long.BYTES && ByteBuffer.wrap(last).getLong() == checksum.getValue();
        try (DataInputStream in = new DataInputStream(storage.read(name(rows)))) {
            if (isWhole && in.readLong() == MAGIC && in.readInt() == VERSION && in.readLong() == rows) {
                return new SegmentReader.LogDigest(in.readLong(), in.readLong());
            }
        }
        throw new DamagedDataException(name(rows) + " is not as it was written");
    }

    /** Reads the state that has learned from these rows, once it is {@linkplain #check checked}. */
    public <T> T read(long rows, StateReader<T> reader) throws IOException {
        try (DataInputStream in = new DataInputStream(new BufferedInputStream(storage.read(name(rows)), CHUNK))) {
            in.skipNBytes(Long.BYTES + Integer.BYTES + 3 * Long.BYTES);
            return reader.read(in);
        }
    }

    public static String name(long rows) {
        return DIRECTORY + "/%012d.snapshot".formatted(rows);
    }
}
