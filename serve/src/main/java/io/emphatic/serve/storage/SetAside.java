package io.emphatic.serve.storage;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Takes the last rows out of a log, into {@code set-aside/}: a service then begins before them. */
public final class SetAside {
    private static final String DIRECTORY = "set-aside";
    private static final String TEMPORARY = DIRECTORY + "/next.tmp";

    private final Storage storage;
    private final List<Long> segments;
    private final List<Long> lengths = new ArrayList<>(); // of what stays of each segment
    private final long from;
    private long rows; // of the log
    private long taken;

    private SetAside(Storage storage, long from) throws IOException {
        this.storage = storage;
        this.from = from;
        this.segments = ExperienceLog.segments(storage);
    }

    /** Copies the rows from one on, which may be the one that comes next: there is nothing to take then. */
    public static SetAside copy(Storage storage, long from) throws IOException {
        SetAside one = new SetAside(storage, from);
        one.copy();
        if (from > one.rows || !one.segments.isEmpty() && from < one.segments.get(0)) {
            storage.delete(TEMPORARY);
            throw new IOException("there is no row " + from + " in the log: its rows are "
                    + (one.segments.isEmpty() ? 0 : one.segments.get(0)) + " to " + (one.rows - 1));
        }
        return one;
    }

    /** Takes the rows that are copied out of the log. */
    public long take() throws IOException {
        if (taken == 0) {
            storage.delete(TEMPORARY);
        } else {
            storage.rename(TEMPORARY, freeName(storage, "steps", from));
            cut();
        }
        return taken;
    }

    /** Of a file for what lies behind a row. */
    public static String freeName(Storage storage, String what, long row) throws IOException {
        String name = what + "-%012d".formatted(row);
        String free = name;
        for (int k = 2; storage.list(DIRECTORY).contains(free + ".jsonl"); k++) {
            free = name + "-" + k;
        }
        return DIRECTORY + "/" + free + ".jsonl";
    }

    private void copy() throws IOException {
        SegmentReader reader = new SegmentReader(storage);
        try (Storage.AppendedFile file = storage.append(TEMPORARY)) {
            file.truncate(0);
            for (int k = 0; k < segments.size(); k++) {
                long[] bytes = new long[1];
                boolean last = k == segments.size() - 1;
                String name = ExperienceLog.name(segments.get(k));
                reader.read(name, segments.get(k), last, from, (json, start, end, place) -> {
                    byte[] line = LogLine.seal(json, start, end);
                    file.write(ByteBuffer.wrap(line));
                    bytes[0] += line.length;
                    taken++;
                });
                lengths.add(reader.length - bytes[0]);
                rows = segments.get(k) + reader.rows;
            }
            file.sync();
        }
    }

    /** From the last segment backwards: whatever is left if that is interrupted is a log. */
    private void cut() throws IOException {
        int last = segments.size() - 1;
        while (last > 0 && segments.get(last) >= from) {
            storage.delete(ExperienceLog.name(segments.get(last--)));
        }
        try (Storage.AppendedFile file = storage.append(ExperienceLog.name(segments.get(last)))) {
            file.truncate(lengths.get(last));
            file.sync();
        }
    }
}
