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
    private static final int LONGEST_END = FIELD.length() + 11; // ten digits and a brace

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
        byte[] end = (end(crc) + "\n").getBytes(StandardCharsets.US_ASCII);
        byte[] line = Arrays.copyOfRange(json, from, from + size + end.length);
        System.arraycopy(end, 0, line, size, end.length);
        return line;
    }

    /** Where the row's own fields end, to be closed by a brace; −1 if the line is not what {@link #seal} has made. */
    public static int check(byte[] line, int from, int to) {
        int tail = Math.max(from, to - LONGEST_END);
        String end = new String(line, tail, to - tail, StandardCharsets.ISO_8859_1);
        int field = end.lastIndexOf(FIELD);
        if (field < 0 || tail + field == from) {
            return -1;
        }
        CRC32C crc = new CRC32C();
        crc.update(line, from, tail + field - from);
        return end.substring(field).equals(end(crc)) ? tail + field : -1;
    }

    private static String end(CRC32C crc) {
        return FIELD + crc.getValue() + "}";
    }

    /** The row that {@link #seal} has made a line of, which ends with a line break. */
    public static byte[] unseal(byte[] line) {
        byte[] row = Arrays.copyOf(line, check(line, 0, line.length - 1) + 1);
        row[row.length - 1] = '}';
        return row;
    }
}
