package io.emphatic.serve.storage;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The rows of all time, in segments {@code log/steps-NNNNNNNNNNNN.jsonl} that are named after their first row, counted
 * from 0. Rows are appended and never changed. One thread at a time.
 */
public final class ExperienceLog implements Closeable {
    /** The directory of the segments. */
    public static final String DIRECTORY = "log";

    private static final Pattern SEGMENT = Pattern.compile("steps-(\\d{12})\\.jsonl");

    private final Storage storage;
    private final long segmentBytes;
    private final List<Long> segments; // the first row of each
    private LineFile file; // the last segment
    private long rows;

    private ExperienceLog(Storage storage, long segmentBytes) throws IOException {
        this.storage = storage;
        this.segmentBytes = segmentBytes;
        this.segments = segments(storage);
    }

    /**
     * Opens the log, and reads it from its first row to its last: every checksum is looked at. A torn last line was
     * never acknowledged, and is cut off.
     *
     * @param segmentBytes a segment that has this size is the last no longer
     * @param from the first row that is visited
     * @throws DamagedDataException if something else is wrong with it
     */
    public static ExperienceLog open(Storage storage, long segmentBytes, long from, SegmentReader.RowVisitor visitor)
            throws IOException {
        ExperienceLog log = new ExperienceLog(storage, segmentBytes);
        SegmentReader reader = new SegmentReader(storage);
        long length = 0;
        for (int k = 0; k < log.segments.size(); k++) {
            boolean last = k == log.segments.size() - 1;
            long first = log.segments.get(k);
            reader.read(name(first), first, last, from, visitor);
            log.rows = first + reader.rows();
            length = reader.length();
            if (!last && log.segments.get(k + 1) != log.rows) {
                throw new DamagedDataException(name(first) + " ends with row " + log.rows
                        + " of the log, and the next is " + name(log.segments.get(k + 1))
                        + ": rows between them are missing\n" + SegmentReader.ADVICE);
            }
        }
        if (log.rows < from) {
            throw new DamagedDataException("the log ends with row " + log.rows + ", and a snapshot knows " + from
                    + ": acknowledged rows are missing\n" + SegmentReader.ADVICE);
        }
        if (log.segments.isEmpty()) {
            log.segments.add(log.rows);
        }
        log.file = LineFile.open(storage, name(log.segments.get(log.segments.size() - 1)), length);
        return log;
    }

    /** The first row of each segment. */
    static List<Long> segments(Storage storage) throws IOException {
        List<Long> segments = new ArrayList<>();
        for (String name : storage.list(DIRECTORY)) {
            Matcher matcher = SEGMENT.matcher(name);
            if (matcher.matches()) {
                segments.add(Long.parseLong(matcher.group(1)));
            }
        }
        return segments;
    }

    /** Whether a log has its first row, or none at all. */
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

    /** How many rows were ever acknowledged. */
    public long rows() {
        return rows;
    }

    /** The first row of the last segment: when it changes is a good moment for a snapshot. */
    public long lastSegment() {
        return segments.get(segments.size() - 1);
    }

    /**
     * Appends lines of {@link LogLine}; they are on the disk when this returns.
     *
     * @param count how many lines
     * @throws IOException if not: the log is as it was before
     */
    public void append(ByteBuffer lines, int count) throws IOException {
        if (file.length() >= segmentBytes) {
            roll();
        }
        file.append(lines);
        rows += count;
    }

    private void roll() throws IOException {
        LineFile next = LineFile.open(storage, name(rows), 0);
        file.close();
        file = next;
        segments.add(rows);
    }

    /** Deletes the segments that have only rows before this one. */
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
