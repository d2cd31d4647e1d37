package io.emphatic.serve.storage;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
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
 *   long        CRC-32C of the state
 *   bytes       the state
 * </pre>
 */
public final class SnapshotStore {
    /** The directory of the snapshots. */
    public static final String DIRECTORY = "snapshots";

    private static final long MAGIC = 0x454d504853455256L;
    private static final int VERSION = 3;
    private static final int KEPT = 2;
    private static final int HEADER = 8 + 4 + 8 + 8;
    private static final Pattern NAME = Pattern.compile("(\\d{12})\\.snapshot");

    private final Storage storage;

    public SnapshotStore(Storage storage) {
        this.storage = storage;
    }

    /** Keeps a state, which is on the disk when this returns, and drops the oldest. */
    public void write(long rows, byte[] state) throws IOException {
        String name = name(rows);
        String temporary = DIRECTORY + "/next.tmp"; // always the same, so that failures do not fill the disk
        try (Storage.AppendedFile file = storage.append(temporary)) {
            file.truncate(0);
            ByteBuffer header = ByteBuffer.allocate(HEADER);
            header.putLong(MAGIC)
                    .putInt(VERSION)
                    .putLong(rows)
                    .putLong(checksum(state))
                    .flip();
            file.write(header);
            file.write(ByteBuffer.wrap(state));
            file.sync();
        }
        storage.rename(temporary, name);
        List<Long> all = rows();
        for (long old : all.subList(0, Math.max(0, all.size() - KEPT))) {
            storage.delete(name(old));
        }
    }

    /** Deletes those that have learned from more rows. */
    public void deleteBehind(long rows) throws IOException {
        for (long known : rows()) {
            if (known > rows) {
                storage.delete(name(known));
            }
        }
    }

    /** The rows of each snapshot, in ascending order. */
    public List<Long> rows() throws IOException {
        List<Long> rows = new ArrayList<>();
        for (String name : storage.list(DIRECTORY)) {
            Matcher matcher = NAME.matcher(name);
            if (matcher.matches()) {
                rows.add(Long.parseLong(matcher.group(1)));
            }
        }
        return rows;
    }

    /**
     * The state that has learned from these rows.
     *
     * @throws DamagedDataException if it is not what was written
     */
    public byte[] read(long rows) throws IOException {
        byte[] bytes;
        try (InputStream in = storage.read(name(rows))) {
            bytes = in.readAllBytes();
        }
        if (bytes.length >= HEADER) {
            DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
            boolean known = in.readLong() == MAGIC && in.readInt() == VERSION && in.readLong() == rows;
            long checksum = in.readLong();
            byte[] state = in.readAllBytes();
            if (known && checksum == checksum(state)) {
                return state;
            }
        }
        throw new DamagedDataException(name(rows) + " is not as it was written");
    }

    private static long checksum(byte[] state) {
        CRC32C crc = new CRC32C();
        crc.update(state);
        return crc.getValue();
    }

    private static String name(long rows) {
        return DIRECTORY + "/%012d.snapshot".formatted(rows);
    }
}
