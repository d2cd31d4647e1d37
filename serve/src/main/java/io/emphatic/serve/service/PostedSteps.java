package io.emphatic.serve.service;

import io.emphatic.logs.live.LiveColumns;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The rows of a post, column by column, and their lines for the log. */
public final class PostedSteps implements LiveColumns {
    /** What a value is; nothing for null or missing. */
    enum ColumnKind {
        NOTHING("nothing", null),
        WHOLE("a number", "BIGINT"),
        DECIMAL("a number", "DOUBLE"),
        FLAG("true or false", "BOOLEAN"),
        TEXT("a text", "VARCHAR"),
        LIST("a list", "DOUBLE[]");

        private static final ColumnKind[] ALL = values();

        private final String words;
        private final String type;

        ColumnKind(String words, String type) {
            this.words = words;
            this.type = type;
        }

        /** As DuckDB calls it. */
        String type() {
            return type;
        }

        String words() {
            return words;
        }

        /** Whether values of both may stand in one column. */
        boolean agreesWith(ColumnKind other) {
            boolean numbers = (this == WHOLE || this == DECIMAL) && (other == WHOLE || other == DECIMAL);
            return this == other || this == NOTHING || other == NOTHING || numbers;
        }
    }

    /** The values of a name. Whole numbers and flags are in {@code bits} as they are, decimals as bits. */
    static final class Column {

        final String name;
        final boolean isStream;
        final boolean isSeq;
        private final long nameDigest;
        ColumnKind kind = ColumnKind.NOTHING; // of all values so far; DECIMAL where there are both numbers
        byte[] kinds;
        long[] bits;
        Object[] objects; // texts and lists; null while there are none
        int lastRow = -1;

        /** @param rows how many there will be, about */
        Column(String name, int rows) {
            this.name = name;
            this.isStream = name.equals("stream");
            this.isSeq = name.equals("seq");
            this.nameDigest = PostedSteps.digest(name);
            this.kinds = new byte[rows];
            this.bits = new long[rows];
        }

        private void makeRoom(int row) {
            if (row >= kinds.length) {
                int length = Math.max(row + 1, 2 * kinds.length);
                kinds = Arrays.copyOf(kinds, length);
                bits = Arrays.copyOf(bits, length);
                objects = objects == null ? null : Arrays.copyOf(objects, length);
            }
        }

        void set(int row, ColumnKind is, long value) {
            makeRoom(row);
            kinds[row] = (byte) is.ordinal();
            bits[row] = value;
            if (kind == ColumnKind.NOTHING || kind == ColumnKind.WHOLE && is == ColumnKind.DECIMAL) {
                kind = is;
            }
        }

        void set(int row, ColumnKind is, Object value) {
            set(row, is, 0);
            if (objects == null) {
                objects = new Object[kinds.length];
            }
            objects[row] = value;
        }

        /** Of the name and the value; 0 for no value. 1 and 1.0 are the same. */
        long digest(int row) {
            ColumnKind is = row < kinds.length ? ColumnKind.ALL[kinds[row]] : ColumnKind.NOTHING;
            if (is == ColumnKind.NOTHING) {
                return 0;
            }
            long value =
                    switch (is) {
                        case WHOLE ->
                            (long) (double) bits[row] == bits[row]
                                    ? Double.doubleToLongBits(bits[row])
                                    : bits[row]; // no double is the same
                        case TEXT -> PostedSteps.digest((String) objects[row]);
                        case LIST -> Arrays.hashCode((double[]) objects[row]);
                        default -> bits[row];
                    };
            return mixed(nameDigest + mixed(value));
        }

        Object value(int row) {
            return switch (row < kinds.length ? ColumnKind.ALL[kinds[row]] : ColumnKind.NOTHING) {
                case NOTHING -> null;
                case WHOLE -> (Object) bits[row];
                case DECIMAL -> (Object) Double.longBitsToDouble(bits[row]);
                case FLAG -> (Object) (bits[row] != 0);
                case TEXT, LIST -> objects[row];
            };
        }
    }

    final List<Column> columns = new ArrayList<>();
    final ByteArrayOutputStream lines;
    private final Map<String, Column> byName = new HashMap<>();
    private int expected = 16; // rows
    String[] streams = new String[expected];
    long[] seqs = new long[expected];
    private int[] ends = new int[expected]; // of the line of each row
    private int size;

    PostedSteps(int bytes) {
        lines = new ByteArrayOutputStream(bytes + bytes / 16 + 64);
    }

    /** The first row has come: that many are expected now. */
    void expect(int rows) {
        expected = Math.max(expected, rows);
        columns.forEach(column -> column.makeRoom(expected - 1));
    }

    public int size() {
        return size;
    }

    Column column(String name) {
        return byName.get(name);
    }

    Column addColumn(String name) {
        Column column = new Column(name, size == 0 ? expected : Math.min(expected, 2 * size + 16));
        columns.add(column);
        byName.put(name, column);
        return column;
    }

    /** The row is complete, with its line. */
    void add(String stream, long seq) {
        if (size == seqs.length) {
            int length = Math.max(expected, 2 * size);
            streams = Arrays.copyOf(streams, length);
            seqs = Arrays.copyOf(seqs, length);
            ends = Arrays.copyOf(ends, length);
        }
        streams[size] = stream;
        seqs[size] = seq;
        ends[size++] = lines.size();
    }

    static long digest(String text) {
        long digest = text.length();
        for (int k = 0; k < text.length(); k++) {
            digest = 31 * mixed(digest) + text.charAt(k);
        }
        return mixed(digest);
    }

    /** The finalizer of SplitMix64: every bit depends on all. */
    private static long mixed(long value) {
        long z = (value ^ value >>> 30) * 0xbf58476d1ce4e5b9L;
        z = (z ^ z >>> 27) * 0x94d049bb133111ebL;
        return z ^ z >>> 31;
    }

    /** Of what a row says, in whatever order it says it. */
    long digest(int row) {
        long sum = 0;
        for (Column column : columns) {
            sum += column.digest(row);
        }
        return sum;
    }

    int lineStart(int row) {
        return row == 0 ? 0 : ends[row - 1];
    }

    @Override
    public List<String> names() {
        return columns.stream().map(column -> column.name).toList();
    }

    @Override
    public String type(int column) {
        return columns.get(column).kind.type();
    }

    @Override
    public Object value(int column, int row) {
        return columns.get(column).value(row);
    }

    @Override
    public List<Map<String, Object>> maps(int from, int to) {
        List<Map<String, Object>> maps = new ArrayList<>(to - from);
        for (int row = from; row < to; row++) {
            Map<String, Object> map = new HashMap<>(2 * columns.size());
            for (Column column : columns) {
                map.put(column.name, column.value(row));
            }
            maps.add(map);
        }
        return maps;
    }
}
