package io.emphatic.logs.sql;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;

/**
 * Whether all rows of a CSV file give the types that its first rows gave. DuckDB takes the first of BOOLEAN, TIME,
 * DATE, TIMESTAMP, BIGINT, DOUBLE and VARCHAR that fits every value, so that more rows change a type only if a value
 * does not fit it, or if there was no value before. What is not plain ({@link CellType}) is left to DuckDB: the answer
 * is no.
 */
final class CsvTypeCheck {
    private final Path file;
    private final CellType[] types;
    private final byte delimiter;
    private final byte quote;
    private final boolean isQuoteKnown;
    private final boolean endsWithCr;
    private final byte[] nullText;
    private final long early;

    private CsvTypeCheck(Path file, SniffedCsv sniffed, String nullText, long early) {
        this.file = file;
        this.types = sniffed.types().values().stream().map(CellType::of).toArray(CellType[]::new);
        this.delimiter = (byte) sniffed.delimiter().charAt(0);
        this.quote = (byte) sniffed.quote().charAt(0);
        this.isQuoteKnown = sniffed.isQuoteKnown();
        this.endsWithCr = sniffed.newLine().contains("\\r");
        this.nullText = nullText == null ? new byte[0] : nullText.getBytes(StandardCharsets.UTF_8);
        this.early = early;
    }

    /**
     * How many rows the file has if the types hold; otherwise −1.
     *
     * @param sniffed from so many rows that {@code early} of them were certainly looked at
     * @param nullText what stands for NULL beside nothing; null for none
     * @param threads how many look at the file side by side
     */
    static long rows(Path file, SniffedCsv sniffed, String nullText, long early, int threads) throws IOException {
        boolean isPlain = sniffed.isPlain()
                && sniffed.comment().isEmpty()
                && sniffed.escape().equals(sniffed.quote())
                && sniffed.dateFormat() == null
                && sniffed.timestampFormat() == null
                && isAscii(sniffed.delimiter())
                && isAscii(sniffed.quote())
                && sniffed.types().values().stream().allMatch(type -> CellType.of(type) != null);
        return isPlain ? new CsvTypeCheck(file, sniffed, nullText, early).rows(threads) : -1;
    }

    private static boolean isAscii(String text) {
        return text.length() == 1 && text.charAt(0) < 128;
    }

    private long rows(int threads) throws IOException {
        long size = Files.size(file);
        List<CsvSegment> segments = IntStream.range(0, threads)
                .mapToObj(k -> new CsvSegment(this, k * size / threads, (k + 1) * size / threads))
                .toList();
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            List<Future<Boolean>> answers = segments.stream()
                    .map(segment -> pool.submit((Callable<Boolean>) segment::holds))
                    .toList();
            for (Future<Boolean> answer : answers) {
                if (!answer.get()) {
                    return -1;
                }
            }
        } catch (ExecutionException e) {
            throw new IOException(file + " cannot be read: " + e.getCause().getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while " + file + " was read", e);
        } finally {
            pool.shutdownNow();
        }
        return meet(segments) && hadValuesEarly(segments)
                ? segments.stream().mapToLong(CsvSegment::rows).sum()
                : -1;
    }

    /** Whether each began where the one before ended, and not at a line break in quotes. */
    private static boolean meet(List<CsvSegment> segments) {
        return IntStream.range(1, segments.size())
                .allMatch(k -> segments.get(k).begin() == segments.get(k - 1).end());
    }

    /** A column without a value is text until one comes. */
    private boolean hadValuesEarly(List<CsvSegment> segments) {
        return IntStream.range(0, types.length)
                .allMatch(c -> !isText(c)
                        || segments.get(0).firstValue(c) < early
                        || segments.stream().allMatch(segment -> segment.firstValue(c) == Long.MAX_VALUE));
    }

    Path file() {
        return file;
    }

    int columns() {
        return types.length;
    }

    byte delimiter() {
        return delimiter;
    }

    byte quote() {
        return quote;
    }

    /** Whether a value may be quoted in the other way, which DuckDB takes for quotes where it finds no usual ones. */
    boolean isOtherQuote(byte first) {
        return first == '\'' && !isQuoteKnown;
    }

    /** Whether a CR is before the LF of every line. */
    boolean endsWithCr() {
        return endsWithCr;
    }

    boolean isNull(byte[] text, int from, int end) {
        return from == end || nullText.length > 0 && Arrays.equals(nullText, 0, nullText.length, text, from, end);
    }

    boolean isText(int column) {
        return types[column] == CellType.VARCHAR;
    }

    CellType type(int column) {
        return types[column];
    }

    /** Whether something else than nothing stands for NULL, so that a value is not known by its first characters. */
    boolean hasNullText() {
        return nullText.length > 0;
    }
}
