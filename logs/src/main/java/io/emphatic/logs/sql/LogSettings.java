package io.emphatic.logs.sql;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What reading a log may use: memory beside the heap ({@code 500MB}), threads (0: all), where sorts spill. */
public record LogSettings(String memory, int threads, Path temporary) {
    private static final Pattern SIZE = Pattern.compile("([0-9]+(?:\\.[0-9]+)?) *([KMGT])(I?)B");
    private static final Map<String, Integer> POWERS = Map.of("K", 1, "M", 2, "G", 3, "T", 4);

    /** Reading takes buffers before anything is sorted: less does not do for 180 rows. */
    private static final String LEAST_MEMORY = "64MB";

    private static final long MEMORY_OF_A_THREAD = 128_000_000;
    private static final long USUAL_CSV_BUFFER = 32_000_000;

    public LogSettings {
        if (!SIZE.matcher(memory.toUpperCase(Locale.ROOT)).matches()) {
            throw new IllegalArgumentException("the memory is not a size such as 500MB or 4GB: " + memory);
        }
        if (bytes(memory) < bytes(LEAST_MEMORY)) {
            throw new IllegalArgumentException("the memory is not at least " + LEAST_MEMORY + ": " + memory);
        }
        if (threads < 0) {
            throw new IllegalArgumentException("the number of threads is not at least 1: " + threads);
        }
    }

    /** One gigabyte, all processors, the system's temporary directory. */
    public static LogSettings byDefault() {
        return new LogSettings("1GB", 0, Path.of(System.getProperty("java.io.tmpdir")));
    }

    private static double bytes(String memory) {
        Matcher size = SIZE.matcher(memory.toUpperCase(Locale.ROOT));
        size.matches();
        double unit = size.group(3).isEmpty() ? 1000 : 1024;
        return Double.parseDouble(size.group(1)) * Math.pow(unit, POWERS.get(size.group(2)));
    }

    /** How many threads DuckDB may have: each needs buffers; 0 for as many as there are processors. */
    int databaseThreads() {
        int most = (int) Math.max(1, Math.min(Integer.MAX_VALUE, bytes(memory) / MEMORY_OF_A_THREAD));
        int wanted = threads == 0 ? Runtime.getRuntime().availableProcessors() : threads;
        return wanted <= most ? threads : most;
    }

    long tableBytes() {
        return (long) bytes(memory);
    }

    /** How many bytes of an answer DuckDB may have ready: with few, one thread parses text while the others wait. */
    long answerBytes() {
        return (long) (bytes(memory) / 16);
    }

    /** The option of DuckDB's {@code read_csv} without which a buffer would be half of a small memory. */
    String csvBuffer() {
        long bytes = (long) (bytes(memory) / 16);
        return bytes < USUAL_CSV_BUFFER ? ", buffer_size = " + bytes : "";
    }
}
