package io.emphatic.logs.sql;

import java.nio.charset.StandardCharsets;
import java.time.YearMonth;
import java.util.Arrays;
import java.util.List;

/**
 * Types of CSV columns, with the plain ways to write a value of each: DuckDB's sniffer takes whatever {@link #fits} for
 * the type. It takes more than that, but reading takes more still, and differently: 1.5 is read as the BIGINT 2.
 */
enum CellType {
    BOOLEAN {
        @Override
        boolean fits(byte[] text, int from, int end) {
            return WORDS.stream().anyMatch(word -> Arrays.equals(word, 0, word.length, text, from, end));
        }
    },
    BIGINT {
        @Override
        boolean fits(byte[] text, int from, int end) {
            int digits = text[from] == '-' ? from + 1 : from;
            return digits < end && end - digits <= MOST_DIGITS && afterDigits(text, digits, end) == end;
        }
    },
    DOUBLE {
        @Override
        boolean fits(byte[] text, int from, int end) {
            int digits = text[from] == '-' ? from + 1 : from;
            int at = afterDigits(text, digits, end);
            if (at == digits) {
                return false;
            }
            if (at < end && text[at] == '.') {
                int point = at;
                at = afterDigits(text, at + 1, end);
                if (at == point + 1) {
                    return false;
                }
            }
            return at == end || isExponent(text, at, end);
        }
    },
    DATE {
        @Override
        boolean fits(byte[] text, int from, int end) {
            return end - from == DATE_LENGTH && isDate(text, from);
        }
    },
    TIMESTAMP {
        @Override
        boolean fits(byte[] text, int from, int end) {
            int time = from + DATE_LENGTH + 1;
            if (end - time < 8 || !isDate(text, from) || text[time - 1] != ' ' && text[time - 1] != 'T') {
                return false;
            }
            boolean isTime = text[time + 2] == ':'
                    && text[time + 5] == ':'
                    && isBelow(24, text, time)
                    && isBelow(60, text, time + 3)
                    && isBelow(60, text, time + 6);
            int second = time + 8;
            return isTime
                    && (second == end
                            || text[second] == '.'
                                    && end - second > 1
                                    && end - second <= 7
                                    && afterDigits(text, second + 1, end) == end);
        }
    },
    /** Every text fits. */
    VARCHAR {
        @Override
        boolean fits(byte[] text, int from, int end) {
            return true;
        }
    };

    private static final int MOST_DIGITS = 18;
    private static final int DATE_LENGTH = 10;
    private static final List<byte[]> WORDS = List.of("true", "false", "True", "False", "TRUE", "FALSE").stream()
            .map(word -> word.getBytes(StandardCharsets.US_ASCII))
            .toList();

    /** Whether a value that is not empty is written plainly in this type. */
    abstract boolean fits(byte[] text, int from, int end);

    /** The type of DuckDB's name; null for those that are not known here. */
    static CellType of(String type) {
        return Arrays.stream(values())
                .filter(one -> one.name().equals(type))
                .findFirst()
                .orElse(null);
    }

    private static int afterDigits(byte[] text, int from, int end) {
        int at = from;
        while (at < end && text[at] >= '0' && text[at] <= '9') {
            at++;
        }
        return at;
    }

    /** e-7, E+12: two digits at most, so that nothing overflows. */
    private static boolean isExponent(byte[] text, int from, int end) {
        if (text[from] != 'e' && text[from] != 'E') {
            return false;
        }
        int digits = from + 1;
        if (digits < end && (text[digits] == '-' || text[digits] == '+')) {
            digits++;
        }
        return digits < end && end - digits <= 2 && afterDigits(text, digits, end) == end;
    }

    /** 2024-02-29, of four digits, two and two. */
    private static boolean isDate(byte[] text, int from) {
        if (text[from + 4] != '-' || text[from + 7] != '-') {
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
