package io.emphatic.serve.service;

import com.fasterxml.jackson.core.io.NumberInput;
import io.emphatic.serve.service.PostedSteps.Column;
import io.emphatic.serve.service.PostedSteps.ColumnKind;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * Reads a row whose columns are those of the row before it, in the same order and written alike, with numbers, flags,
 * nulls and texts without escapes. That is nearly every row of nearly every post, and takes a quarter of the time that
 * a parser of all of JSON needs. Whatever else a row is, valid or not, is not taken: {@link StepParser} then reads the
 * same bytes again.
 */
final class PlainRowReader {
    private static final int NO = -1;
    private static final int MOST_DIGITS = 18; // that fit into a long
    private static final long EXACT = 1L << 53; // every whole number up to it is a double
    private static final int LONGEST_NUMBER = 100;
    private static final int LONGEST_TEXT = 1 << 10;
    private static final double[] POWERS = new double[23]; // of ten, those that are doubles

    static {
        double power = 1;
        for (int k = 0; k < POWERS.length; k++) {
            POWERS[k] = power;
            power *= 10;
        }
    }

    private final byte[] body;
    private final int length;
    private final PostedSteps steps;
    private Column[] columns = {}; // of the row before
    private byte[][] names = {}; // with quotes
    private boolean isKnown; // whether these names can be compared as they are
    private String stream;
    private long seq;

    PlainRowReader(byte[] body, int length, PostedSteps steps) {
        this.body = body;
        this.length = length;
        this.steps = steps;
    }

    /** The stream of the row that was read last; null for none. */
    String stream() {
        return stream;
    }

    /** The seq of the row that was read last; −1 for none. */
    long seq() {
        return seq;
    }

    /** The next rows may have these columns in this order. */
    void expect(List<Column> order) {
        if (order.equals(Arrays.asList(columns))) {
            return;
        }
        columns = order.toArray(Column[]::new);
        names = new byte[columns.length][];
        isKnown = true;
        for (int k = 0; k < columns.length; k++) {
            String name = columns[k].name;
            isKnown &= isPlain(name);
            names[k] = ('"' + name + '"').getBytes(StandardCharsets.UTF_8);
        }
    }

    /** Whether JSON has a name as it is, without escapes. */
    private static boolean isPlain(String name) {
        return name.chars().noneMatch(c -> c == '"' || c == '\\' || c < ' ');
    }

    /**
     * Reads a row from its brace on, into the columns.
     *
     * @return where it ends, behind its last brace; −1 if it is not such a row. What was put into the columns then is
     *     what the bytes hold, and is put there again.
     */
    int read(int from) {
        if (!isKnown) {
            return NO;
        }
        stream = null;
        seq = -1;
        int row = steps.size();
        int at = from + 1;
        for (int k = 0; k < columns.length; k++) {
            at = blanks(at);
            byte[] name = names[k];
            int colon = blanks(at + name.length);
            if (at + name.length > length
                    || !Arrays.equals(body, at, at + name.length, name, 0, name.length)
                    || byteAt(colon) != ':') {
                return NO;
            }
            at = value(blanks(colon + 1), columns[k], row);
            if (at < 0) {
                return NO;
            }
            at = blanks(at);
            if (byteAt(at) != (k < columns.length - 1 ? ',' : '}')) {
                return NO;
            }
            at++;
        }
        return columns.length == 0 ? NO : at;
    }

    private int blanks(int from) {
        int at = from;
        while (at < length && body[at] == ' ') {
            at++;
        }
        return at;
    }

    /** 0, which no body has, behind the end. */
    private int byteAt(int at) {
        return at < length ? body[at] : 0;
    }

    private int value(int at, Column column, int row) {
        return switch (byteAt(at)) {
            case '"' -> text(at + 1, column, row);
            case 't' -> word("true", at, column, row, ColumnKind.FLAG, 1);
            case 'f' -> word("false", at, column, row, ColumnKind.FLAG, 0);
            case 'n' -> word("null", at, column, row, ColumnKind.NOTHING, 0);
            default -> number(at, column, row);
        };
    }

    private int word(String word, int at, Column column, int row, ColumnKind kind, long bits) {
        if (column.isStream || column.isSeq || !column.kind.agreesWith(kind)) {
            return NO;
        }
        for (int k = 0; k < word.length(); k++) {
            if (byteAt(at + k) != word.charAt(k)) {
                return NO;
            }
        }
        column.set(row, kind, bits);
        return at + word.length();
    }

    private int number(int from, Column column, int row) {
        boolean negative = byteAt(from) == '-';
        int first = negative ? from + 1 : from;
        int at = first;
        long digits = 0; // meaningless if there are too many, and then not used
        int c;
        while (isDigit(c = byteAt(at))) {
            digits = 10 * digits + c - '0';
            at++;
        }
        int whole = at - first;
        if (whole == 0 || whole > 1 && body[first] == '0' || column.isStream) {
            return NO;
        }
        if (c == '.') {
            int point = at++;
            while (isDigit(c = byteAt(at))) {
                digits = 10 * digits + c - '0';
                at++;
            }
            return c == 'e' || c == 'E' ? NO : decimal(from, at, at - point - 1, whole, digits, column, row);
        }
        if (c == 'e' || c == 'E' || whole > MOST_DIGITS || !column.kind.agreesWith(ColumnKind.WHOLE)) {
            return NO;
        }
        if (column.isSeq) {
            if (negative) {
                return NO;
            }
            seq = digits;
        }
        column.set(row, ColumnKind.WHOLE, negative ? -digits : digits);
        return at;
    }

    private static boolean isDigit(int c) {
        return c >= '0' && c <= '9';
    }

    /** Digits and a power of ten that are both doubles make the nearest double with one division. */
    private int decimal(int from, int to, int fraction, int whole, long digits, Column column, int row) {
        if (fraction == 0
                || to - from > LONGEST_NUMBER
                || column.isSeq
                || !column.kind.agreesWith(ColumnKind.DECIMAL)) {
            return NO;
        }
        double value;
        if (whole + fraction <= MOST_DIGITS && digits <= EXACT) {
            value = digits / POWERS[fraction];
            value = body[from] == '-' ? -value : value;
        } else {
            value = NumberInput.parseDouble(new String(body, from, to - from, StandardCharsets.ISO_8859_1), true);
        }
        column.set(row, ColumnKind.DECIMAL, Double.doubleToRawLongBits(value));
        return to;
    }

    private int text(int from, Column column, int row) {
        int at = from;
        int c;
        while ((c = byteAt(at)) != '"') {
            if (c < ' ' || c == '\\' || at - from > LONGEST_TEXT) { // what is not ASCII is negative
                return NO;
            }
            at++;
        }
        if (column.isSeq || !column.kind.agreesWith(ColumnKind.TEXT)) {
            return NO;
        }
        String before = row > 0 && column.objects != null ? (String) column.objects[row - 1] : null;
        String text =
                isSame(before, from, at) ? before : new String(body, from, at - from, StandardCharsets.ISO_8859_1);
        if (column.isStream) {
            if (text != before && !ServedName.isOne(text)) {
                return NO;
            }
            stream = text;
        }
        column.set(row, ColumnKind.TEXT, text);
        return at + 1;
    }

    private boolean isSame(String text, int from, int to) {
        if (text == null || text.length() != to - from) {
            return false;
        }
        for (int k = from; k < to; k++) {
            if (text.charAt(k - from) != body[k]) {
                return false;
            }
        }
        return true;
    }
}
