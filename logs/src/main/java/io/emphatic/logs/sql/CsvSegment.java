package io.emphatic.logs.sql;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The rows of a CSV file that begin in a range of its bytes, looked at by one thread for a {@link CsvTypeCheck}. */
final class CsvSegment {
    private static final int BLOCK = 1 << 20;
    private static final int INCOMPLETE = -1;
    private static final int MISFIT = -2;

    private final CsvTypeCheck check;
    private final long from;
    private final long to;
    private final byte[] bytes = new byte[BLOCK];
    private final long[] firstValues;
    private final CharsetDecoder utf8 = StandardCharsets.UTF_8.newDecoder();
    private long begin; // of the first row
    private long end; // of the last row
    private long rows; // so far
    private boolean isHeader; // names say nothing about types

    /** @param from 0 for the first, which has the header */
    CsvSegment(CsvTypeCheck check, long from, long to) {
        this.check = check;
        this.from = from;
        this.to = to;
        this.firstValues = new long[check.columns()];
        Arrays.fill(firstValues, Long.MAX_VALUE);
    }

    /** Where the first row begins that begins in the range. */
    long begin() {
        return begin;
    }

    /** Where the first row would begin behind the range. */
    long end() {
        return end;
    }

    long rows() {
        return rows;
    }

    /** The number of the first row that has a value in a column, within the range; the largest long if none has. */
    long firstValue(int column) {
        return firstValues[column];
    }

    /** Whether all rows are plain, and their values fit the types. */
    boolean holds() throws IOException {
        try (FileChannel channel = FileChannel.open(check.file())) {
            begin = from == 0 ? 0 : afterLine(channel, from - 1);
            end = begin;
            isHeader = from == 0;
            while (end < to) {
                int read = read(channel, end);
                int length = end + read >= channel.size() ? read : wholeLines(read);
                int at = 0;
                while (at < length && end + at < to) {
                    int next = row(at, length);
                    if (next == INCOMPLETE) {
                        break;
                    }
                    if (next == MISFIT) {
                        return false;
                    }
                    at = next;
                }
                if (at == 0) {
                    return false; // a row longer than a block, or none
                }
                end += at;
            }
            return true;
        }
    }

    private int wholeLines(int read) {
        int length = read;
        while (length > 0 && bytes[length - 1] != '\n') {
            length--;
        }
        return length;
    }

    private long afterLine(FileChannel channel, long position) throws IOException {
        for (long start = position; start < channel.size(); start += bytes.length) {
            int length = read(channel, start);
            for (int k = 0; k < length; k++) {
                if (bytes[k] == '\n') {
                    return start + k + 1;
                }
            }
        }
        return channel.size();
    }

    private int read(FileChannel channel, long position) throws IOException {
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        while (buffer.hasRemaining() && channel.read(buffer, position + buffer.position()) >= 0) {
            continue;
        }
        return buffer.position();
    }

    /** Where the next row begins; {@code length} is behind a line, or at the end of the file. */
    private int row(int start, int length) {
        if (isLineEnd(start, length) && check.columns() > 1) {
            return afterLineEnd(start); // an empty line is no row
        }
        int last = check.columns() - 1;
        int at = start;
        for (int column = 0; column <= last; column++) {
            boolean quoted = at < length && bytes[at] == check.quote();
            int end = quoted ? closingQuote(at + 1, length) : valueEnd(column, at, length);
            if (quoted && end == length) {
                return INCOMPLETE; // a line break in quotes, or they are never closed
            }
            if (!note(column, quoted ? at + 1 : at, end, quoted)) {
                return MISFIT;
            }
            at = quoted ? end + 1 : end;
            if (column < last) {
                if (at >= length || bytes[at] != check.delimiter()) {
                    return MISFIT;
                }
                at++;
            }
        }
        if (at == length) {
            return finish(length);
        }
        return isLineEnd(at, length) ? finish(afterLineEnd(at)) : MISFIT;
    }

    /** Where a value without quotes ends, or stops to be plain. */
    private int valueEnd(int column, int from, int length) {
        if (from == length || bytes[from] == check.delimiter()) {
            return from;
        }
        return isHeader || check.isText(column) || check.hasNullText()
                ? plainEnd(from, length)
                : check.type(column).after(bytes, from, length);
    }

    /** Takes a value into account; false if it does not fit. */
    private boolean note(int column, int from, int end, boolean quoted) {
        if (!quoted && from < end && check.isOtherQuote(bytes[from])) {
            return false;
        }
        if (isHeader || check.isNull(bytes, from, end)) {
            return true;
        }
        boolean known = !quoted && !check.hasNullText(); // it ends where the type says
        boolean fits = check.isText(column)
                ? isUtf8(from, end)
                : known || check.type(column).after(bytes, from, end) == end;
        if (fits && firstValues[column] > rows) {
            firstValues[column] = rows;
        }
        return fits;
    }

    private int finish(int next) {
        rows += isHeader ? 0 : 1;
        isHeader = false;
        return next;
    }

    private boolean isLineEnd(int at, int length) {
        return check.endsWithCr()
                ? at + 1 < length && bytes[at] == '\r' && bytes[at + 1] == '\n'
                : at < length && bytes[at] == '\n';
    }

    private int afterLineEnd(int at) {
        return check.endsWithCr() ? at + 2 : at + 1;
    }

    /** Where a text without quotes ends; one with a quote in it is not plain, and ends there. */
    private int plainEnd(int from, int length) {
        byte delimiter = check.delimiter();
        byte quote = check.quote();
        int at = from;
        while (at < length && bytes[at] != delimiter && bytes[at] != '\n' && bytes[at] != '\r' && bytes[at] != quote) {
            at++;
        }
        return at;
    }

    /** Where the quote is that closes a value; two in a row are part of it. */
    private int closingQuote(int from, int length) {
        for (int k = from; k < length; k++) {
            if (bytes[k] == check.quote()) {
                if (k + 1 == length || bytes[k + 1] != check.quote()) {
                    return k;
                }
                k++;
            }
        }
        return length;
    }

    private boolean isUtf8(int from, int end) {
        for (int k = from; k < end; k++) {
            if (bytes[k] < 0) {
                try {
                    utf8.decode(ByteBuffer.wrap(bytes, from, end - from));
                    return true;
                } catch (CharacterCodingException e) {
                    return false;
                }
            }
        }
        return true;
    }
}
