package io.emphatic.logs.sql;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.YearMonth;
import java.util.Arrays;
import java.util.stream.Stream;

/**
 * Types of CSV columns, with the plain ways to write a value of each, which DuckDB's sniffer takes for the type. It
 * takes more than that, but reading takes more still, and differently: 1.5 is read as the BIGINT 2.
 */
enum CellType {
    BOOLEAN {
        @Override
        int after(byte[] text, int from, int limit) {
            for (byte[] word : WORDS) {
                int end = from + word.length;
                if (end <= limit && Arrays.equals(word, 0, word.length, text, from, end)) {
                    return end;
                }
            }
            return from;
        }
    },
    BIGINT {
        @Override
        int after(byte[] text, int from, int limit) {
            int digits = text[from] == '-' ? from + 1 : from;
            int end = afterNumber(text, digits, limit);
            return end == digits || end - digits > MOST_DIGITS ? from : end;
        }
    },
    DOUBLE {
        @Override
        int after(byte[] text, int from, int limit) {
            int digits = text[from] == '-' ? from + 1 : from;
            int end = afterNumber(text, digits, limit);
            if (end == digits) {
                return from;
            }
            if (end < limit && text[end] == '.') {
                int behind = afterDigits(text, end + 1, limit);
                end = behind == end + 1 ? end : behind;
            }
            return afterExponent(text, end, limit);
        }
    },
    DATE {
        @Override
        int after(byte[] text, int from, int limit) {
            return isDate(text, from, limit) ? from + DATE_LENGTH : from;
        }
    },
    TIMESTAMP {
        @Override
        int after(byte[] text, int from, int limit) {
            int time = from + DATE_LENGTH + 1;
            int end = time + TIME_LENGTH;
            boolean isOne = end <= limit
                    && isDate(text, from, limit)
                    && (text[time - 1] == ' ' || text[time - 1] == 'T')
                    && text[time + 2] == ':'
                    && text[time + 5] == ':'
                    && isBelow(24, text, time)
                    && isBelow(60, text, time + 3)
                    && isBelow(60, text, time + 6);
            if (!isOne) {
                return from;
            }
            int fraction = end < limit && text[end] == '.' ? afterDigits(text, end + 1, limit) : end;
            return fraction - end == 1 || fraction - end > 7 ? end : fraction;
        }
    },
    /** Every text is one. */
    VARCHAR {
        @Override
        int after(byte[] text, int from, int limit) {
            return limit;
        }
    };

    private static final VarHandle EIGHT_BYTES =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final int MOST_DIGITS = 18;
    private static final int DATE_LENGTH = 10;
    private static final int TIME_LENGTH = 8;
    private static final byte[][] WORDS = Stream.of("true", "false", "True", "False", "TRUE", "FALSE")
            .map(word -> word.getBytes(StandardCharsets.US_ASCII))
            .toArray(byte[][]::new);

    /**
     * Where a plain value ends that begins at {@code from}, which is below the limit; {@code from} itself if none does.
     * Whether the text ends there, too, is left to the caller.
     */
    abstract int after(byte[] text, int from, int limit);

    /** The type of DuckDB's name; null for those that are not known here. */
    static CellType of(String type) {
        return Arrays.stream(values())
                .filter(one -> one.name().equals(type))
                .findFirst()
                .orElse(null);
    }

    /** As digits, but 0 comes first only where it is alone: 007 is a text to the sniffer. {@code from} if not so. */
    private static int afterNumber(byte[] text, int from, int limit) {
        int end = afterDigits(text, from, limit);
        return end - from > 1 && text[from] == '0' ? from : end;
    }

    /** Eight bytes at a time as long as there are as many. */
    private static int afterDigits(byte[] text, int from, int end) {
        int at = from;
        while (at + Long.BYTES <= end) {
            long others = otherThanDigits((long) EIGHT_BYTES.get(text, at));
            if (others != 0) {
                return at + Long.numberOfTrailingZeros(others) / Byte.SIZE;
            }
            at += Long.BYTES;
        }
        while (at < end && text[at] >= '0' && text[at] <= '9') {
            at++;
        }
        return at;
    }

    /** The highest bit of every byte that is no digit: 0x30 to 0x39 are. No sum of two bytes exceeds its byte. */
    private static long otherThanDigits(long bytes) {
        long fromZero = bytes ^ 0x3030_3030_3030_3030L;
        long aboveNine = (fromZero & 0x7f7f_7f7f_7f7f_7f7fL) + 0x7676_7676_7676_7676L;
        return (aboveNine | fromZero) & 0x8080_8080_8080_8080L;
    }

    /** e-7, E+12: two digits at most, so that nothing overflows. {@code from} where there is none. */
    private static int afterExponent(byte[] text, int from, int limit) {
        if (from == limit || text[from] != 'e' && text[from] != 'E') {
            return from;
        }
        boolean signed = from + 1 < limit && (text[from + 1] == '-' || text[from + 1] == '+');
        int digits = signed ? from + 2 : from + 1;
        int end = afterDigits(text, digits, limit);
        return end == digits || end - digits > 2 ? from : end;
    }

    /** 2024-02-29, of four digits, two and two. */
    private static boolean isDate(byte[] text, int from, int limit) {
        if (from + DATE_LENGTH > limit || text[from + 4] != '-' || text[from + 7] != '-') {
            return false;
        }
        int year = 100 * twoDigits(text, from) + twoDigits(text, from + 2);
        int month = twoDigits(text, from + 5);
        int day = twoDigits(text, from + 8);
        return year >= 1000
                && month >= 1
                && month <= 12
                && day >= 1
                && (day <= 28 || day <= YearMonth.of(year, month).lengthOfMonth());
    }

    private static boolean isBelow(int limit, byte[] text, int from) {
        int number = twoDigits(text, from);
        return number >= 0 && number < limit;
    }

    /** Far below 0 where they are no digits. */
    private static int twoDigits(byte[] text, int from) {
        int tens = text[from] - '0';
        int ones = text[from + 1] - '0';
        return tens < 0 || tens > 9 || ones < 0 || ones > 9 ? -1_000_000 : 10 * tens + ones;
    }
}
