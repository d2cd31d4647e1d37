package io.emphatic.serve.storage;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * A row in the log: its JSON object on one line, with a last field {@code crc}, the CRC-32C of all bytes before it.
 *
 * <pre>
 *   {"stream":"a","seq":7,"x":0.5,"crc":2774120217}
 * </pre>
 */
public final class LogLine {
    /** The field that a row must not have itself. */
    public static final String CHECKSUM = "crc";

    private static final String FIELD = ",\"" + CHECKSUM + "\":";
    private static final int MAX_CHECKSUM_DIGITS = 10;

    private LogLine() {}

    /** The line of a JSON object, whose line breaks become blanks; with one at its end. */
    public static byte[] seal(byte[] json, int from, int to) {
        for (int k = from; k < to; k++) {
            if (json[k] == '\n' || json[k] == '\r') {
                json[k] = ' ';
            }
        }
        int size = to - 1 - from;
        CRC32C crc = new CRC32C();
        crc.update(json, from, size);
        byte[] end = (FIELD + crc.getValue() + "}\n").getBytes(StandardCharsets.US_ASCII);
        byte[] line = Arrays.copyOfRange(json, from, from + size + end.length);
        System.arraycopy(end, 0, line, size, end.length);
        return line;
    }

    /** Where the row's own fields end, to be closed by a brace; −1 if the line is not what {@link #seal} has made. */
    public static int check(byte[] line, int from, int to) {
        if (to - from < FIELD.length() + 3 || line[to - 1] != '}') {
            return -1;
        }
        long value = 0;
        long unit = 1;
        int at = to - 2;
        for (; at > from && line[at] >= '0' && line[at] <= '9' && to - at < MAX_CHECKSUM_DIGITS + 2; at--) {
            value += unit * (line[at] - '0');
            unit *= 10;
        }
        int end = at + 1 - FIELD.length();
        if (end <= from || unit == 1) {
            return -1;
        }
        for (int k = 0; k < FIELD.length(); k++) {
            if (line[end + k] != FIELD.charAt(k)) {
                return -1;
            }
        }
        CRC32C crc = new CRC32C();
        crc.update(line, from, end - from);
        return crc.getValue() == value ? end : -1;
    }

    /** The row that {@link #seal} has made a line of, which ends with a line break. */
    public static byte[] unseal(byte[] line) {
        byte[] row = Arrays.copyOf(line, check(line, 0, line.length - 1) + 1);
        row[row.length - 1] = '}';
        return row;
    }
}
