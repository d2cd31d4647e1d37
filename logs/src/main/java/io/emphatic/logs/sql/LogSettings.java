package io.emphatic.logs.sql;

import java.nio.file.Path;
import java.util.Locale;

/**
 * What reading a log may use.
 *
 * @param memory how much DuckDB may use beside the Java heap, as {@code 500MB}; larger sorts spill to the disk
 * @param threads how many; 0 for as many as there are processors
 * @param temporary the directory in which larger sorts spill
 */
public record LogSettings(String memory, int threads, Path temporary) {
    public LogSettings {
        if (!memory.toUpperCase(Locale.ROOT).matches("[0-9]+(\\.[0-9]+)? *(KB|MB|GB|TB|KIB|MIB|GIB|TIB)")) {
            throw new IllegalArgumentException("the memory is not a size such as 500MB or 4GB: " + memory);
        }
        if (threads < 0) {
            throw new IllegalArgumentException("the number of threads is not at least 1: " + threads);
        }
    }

    /** One gigabyte, all processors, the system's temporary directory. */
    public static LogSettings byDefault() {
        return new LogSettings("1GB", 0, Path.of(System.getProperty("java.io.tmpdir")));
    }
}
