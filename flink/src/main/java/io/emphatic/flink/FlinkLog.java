package io.emphatic.flink;

import java.nio.file.Path;

/** The log of Flink, which goes to a file: {@code log4j2.properties} reads its name from a system property. */
final class FlinkLog {
    private static final String PROPERTY = "emphatic.flink.log";

    private FlinkLog() {}

    /** An option of {@code java}. */
    static String property(Path file) {
        return "-D" + PROPERTY + "=" + file;
    }

    /** Where this process logs to; null if the launcher did not say. */
    static String file() {
        return System.getProperty(PROPERTY);
    }
}
