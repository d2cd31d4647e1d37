package io.emphatic.serve.service;

import io.emphatic.logs.live.LiveColumns;
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

        final String words;
        final String type; // as DuckDB calls it

        ColumnKind(String words, String type) {
            this.words = words;
            this.type = type;
        }

        /** Whether values of both may stand in one column. */
        boolean agreesWith(ColumnKind other) {
            boolean numbers = (this == WHOLE || this == DECIMAL) && (other == WHOLE || other == DECIMAL);
            return this == other || this == NOTHING || other == NOTHING || numbers;
        }

        /** Of a column that has values of both, which agree. */
        ColumnKind with(ColumnKind other) {
            return this == NOTHING || this == WHOLE && other == DECIMAL ? other : this;
        }
    }

    static final class Column {
        final String name;
        final boolean isStream;
        final boolean isSeq;
        private final long nameDigest;
        ColumnKind kind = ColumnKind.NOTHING; // of all values so far; DECIMAL where there are both numbers
        private Object[] values = new Object[16]; // Long, Double, Boolean, String or double[]; null for none
        int lastRow = -1;

        Column(String name) {
            this.name = name;
            this.isStream = name.equals("stream");
            this.isSeq = name.equals("seq");
            this.nameDigest = PostedSteps.digest(name);
        }

        void set(int row, ColumnKind is, Object value) {
            if (row >= values.length) {
                values = Arrays.copyOf(values, Math.max(row + 1, 2 * values.length));
            }
            values[row] = value;
            kind = kind.with(is);
        }

        Object value(int row) {
            return row < values.length ? values[row] : null;
        }

        /** Of the name and the value; 0 for no value. 1 and 1.0 are the same. */
        long digest(int row) {
            Object value = value(row);
            if (value == null) {
                return 0;
            }
            long number;
            if (value instanceof String text) {
                number = PostedSteps.digest(text);
            } else if (value instanceof double[] list) {
                number = Arrays.hashCode(list);
            } else if (value instanceof Long whole && (long) (double) whole != whole) {
                number = whole; // no double is the same
            } else {
                number = value instanceof Number one ? Double.doubleToRawLongBits(one.doubleValue()) : value.hashCode();
            }
            return mixed(nameDigest + mixed(number));
        }
    }

    /** What the service keeps of a row; the digest is that of all it says, in whatever order it says it. */
    record PostedRow(String stream, long seq, long digest, byte[] line) {}

    final List<Column> columns = new ArrayList<>();
    final List<PostedRow> rows = new ArrayList<>();
    private final Map<String, Column> byName = new HashMap<>();
    private long bytes;

    int size() {
        return rows.size();
    }

    /** Of all lines. */
    long bytes() {
        return bytes;
    }

    Column column(String name) {
        return byName.get(name);
    }

    Column addColumn(String name) {
        Column column = new Column(name);
        columns.add(column);
        byName.put(name, column);
        return column;
    }

    /** The row is complete, with its line for the log. */
    void add(String stream, long seq, byte[] line) {
        int row = size();
        long digest = 0;
        for (Column column : columns) {
            digest += column.digest(row);
        }
        rows.add(new PostedRow(stream, seq, digest, line));
        bytes += line.length;
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

    @Override
    public List<String> names() {
        return columns.stream().map(column -> column.name).toList();
    }

    @Override
    public String type(int column) {
        return columns.get(column).kind.type;
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
