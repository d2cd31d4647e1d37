package io.emphatic.flink;

import io.emphatic.logs.file.StreamKey;
import java.util.Arrays;

/**
 * Some rows, to be taken out stream by stream: what is known of a stream, some forty lines of a processor's cache, is
 * then fetched once for all of its rows. Streams come in the order of their first rows, and rows of a stream in the
 * order in which they were added.
 */
final class RowGroups {
    private static final int NONE = -1;
    private static final int SPREAD = 0x9E3779B9; // 2³² divided by the golden ratio

    private final KeyedRow[] rows;
    private final int[] next; // by row: the next one of its stream
    private final int[] last; // by the first row of a stream: the last one
    private final int[] firsts; // the first row of each stream
    private final int[] table; // the same by hash; twice as long as there may be rows
    private final int shift;
    private int size;
    private int streams;

    /** Takes the rows of one stream, one after another. */
    @FunctionalInterface
    interface GroupVisitor {
        void visit(StreamKey stream, StreamRows rows) throws Exception;
    }

    /** The rows of one stream. */
    final class StreamRows {
        private int at;

        boolean hasNext() {
            return at != NONE;
        }

        KeyedRow next() {
            KeyedRow row = rows[at];
            at = next[at];
            return row;
        }
    }

    /** @param capacity a power of two */
    RowGroups(int capacity) {
        this.rows = new KeyedRow[capacity];
        this.next = new int[capacity];
        this.last = new int[capacity];
        this.firsts = new int[capacity];
        this.table = new int[2 * capacity];
        this.shift = Integer.numberOfLeadingZeros(2 * capacity) + 1;
        Arrays.fill(table, NONE);
    }

    int size() {
        return size;
    }

    boolean isFull() {
        return size == rows.length;
    }

    void add(KeyedRow row) {
        int added = size++;
        rows[added] = row;
        next[added] = NONE;
        int place = row.stream().hashCode() * SPREAD >>> shift;
        while (table[place] != NONE && !rows[table[place]].stream().equals(row.stream())) {
            place = place + 1 & table.length - 1;
        }
        int first = table[place];
        if (first == NONE) {
            table[place] = added;
            firsts[streams++] = added;
            last[added] = added;
        } else {
            next[last[first]] = added;
            last[first] = added;
        }
    }

    /** Takes all rows out. */
    void drain(GroupVisitor visitor) throws Exception {
        StreamRows group = new StreamRows();
        for (int k = 0; k < streams; k++) {
            group.at = firsts[k];
            visitor.visit(rows[firsts[k]].stream(), group);
        }
        Arrays.fill(rows, 0, size, null);
        Arrays.fill(table, NONE);
        size = 0;
        streams = 0;
    }
}
