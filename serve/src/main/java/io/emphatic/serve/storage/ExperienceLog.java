package io.emphatic.serve.storage;

import io.emphatic.serve.storage.SegmentReader.LogDigest;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32C;

/** The rows of all time, in segments {@code log/steps-NNNNNNNNNNNN.jsonl} named after their first row, from 0 on. */
public final class ExperienceLog implements Closeable {
    public static final String DIRECTORY = "log";

    private static final Pattern SEGMENT = Pattern.compile("steps-(\\d{12})\\.jsonl");

    private final Storage storage;
    private final long segmentBytes;
    private final List<Long> segments; // the first row of each
    private LineFile file; // the last segment
    private CRC32C checksum = new CRC32C(); // of its rows
    private long rows;

    private ExperienceLog(Storage storage, long segmentBytes) throws IOException {
        this.storage = storage;
        this.segmentBytes = segmentBytes;
        this.segments = new ArrayList<>(segments(storage));
    }

    /** Reads the log whole, every checksum, and visits rows {@code from} one on. A torn last line is cut off. */
    public static ExperienceLog open(
            Storage storage, long segmentBytes, long from, LogDigest expected, SegmentReader.RowVisitor visitor)
            throws IOException {
        ExperienceLog log = new ExperienceLog(storage, segmentBytes);
        SegmentReader reader = new SegmentReader(storage);
        long length = 0;
        for (int k = 0; k < log.segments.size(); k++) {
            boolean last = k == log.segments.size() - 1;
            long first = log.segments.get(k);
            reader.read(name(first), first, last, from, (json, start, end, place) -> {
                requireSame(expected, reader.before, from);
                visitor.row(json, start, end, place);
            });
            log.checksum = reader.checksum;
            log.rows = first + reader.rows;
            length = reader.length;
            if (!last && log.segments.get(k + 1) != log.rows) {
                throw new DamagedDataException(name(first) + " ends with row " + log.rows
                        + " of the log, and the next is " + name(log.segments.get(k + 1))
                        + ": rows between them are missing\n" + SegmentReader.ADVICE);
            }
        }
        requireSame(expected, reader.before, from);
        if (log.rows < from) {
            throw new DamagedDataException("the log ends with row " + log.rows + ", and a snapshot knows " + from
                    + ": acknowledged rows are missing\n" + SegmentReader.ADVICE);
        }
        if (log.segments.isEmpty()) {
            log.segments.add(log.rows);
        }
        log.file = new LineFile(storage, name(log.segments.get(log.segments.size() - 1)), length);
        return log;
    }

    private static void requireSame(LogDigest expected, LogDigest found, long rows) throws DamagedDataException {
        if (expected != null && found != null && !expected.equals(found)) {
            throw new DamagedDataException(
                    SnapshotStore.name(rows) + " has learned from another log than the one beside it"
                            + "\nPut the right snapshots back, or delete these: the log is learned anew then.");
        }
    }

    static List<Long> segments(Storage storage) throws IOException {
        return storage.list(DIRECTORY).stream()
                .map(SEGMENT::matcher)
                .filter(Matcher::matches)
                .map(matcher -> Long.valueOf(matcher.group(1)))
                .toList();
    }

    public static boolean isWhole(Storage storage) throws IOException {
        List<String> names = storage.list(DIRECTORY);
        return names.isEmpty() || names.contains("steps-%012d.jsonl".formatted(0));
    }

    static String name(long firstRow) {
        return DIRECTORY + "/steps-%012d.jsonl".formatted(firstRow);
    }

    /** The first row of the log that is still there. */
    public long firstRow() {
        return segments.get(0);
    }

    public LogDigest digest() {
        return new LogDigest(lastSegment(), checksum.getValue());
    }

    public long rows() {
        return rows;
    }

    /** The first row of the last segment: when it changes is a good moment for a snapshot. */
    public long lastSegment() {
        return segments.get(segments.size() - 1);
    }

    /** Lines are on the disk when this returns; if it throws, the log is as it was before. */
    public void append(ByteBuffer lines, int count) throws IOException {
        if (file.length() >= segmentBytes) {
            roll();
        }
        ByteBuffer written = lines.duplicate();
        file.append(lines);
        checksum.update(written);
        rows += count;
    }

    private void roll() throws IOException {
        LineFile next = new LineFile(storage, name(rows), 0);
        file.close();
        file = next;
        segments.add(rows);
        checksum = new CRC32C();
    }

    public void deleteBefore(long row) throws IOException {
        while (segments.size() > 1 && segments.get(1) <= row) {
            storage.delete(name(segments.get(0)));
            segments.remove(0);
        }
    }

    /** Whether a failure means that the disk has no room: it may have again later. */
    public static boolean isFull(IOException e) {
        String message = String.valueOf(e.getMessage());
        return message.contains("No space left") || message.contains("quota exceeded");
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
