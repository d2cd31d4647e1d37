package io.emphatic.flink.source;

import io.emphatic.flink.state.Wire.TextLine;
import java.io.Serializable;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * The order of rows of equal stream and time, which is the same whichever task reads which source: files by name,
 * partitions by number, and within each by position.
 */
public final class SourceOrder implements Serializable {
    private static final long serialVersionUID = 1;

    private static final int POSITION_BITS = 44;
    private static final long POSITIONS = (1L << POSITION_BITS) - 1;

    private final String[] files; // sorted
    private transient String source; // the last, for lines come source by source
    private transient long number; // of the source

    private SourceOrder(String... files) {
        this.files = files;
    }

    public static SourceOrder ofFiles(List<Path> files) {
        return new SourceOrder(files.stream()
                .map(file -> SourceFiles.path(file).getPath())
                .distinct()
                .sorted()
                .toArray(String[]::new));
    }

    public static SourceOrder ofPartitions() {
        return new SourceOrder();
    }

    /** Not negative, and in the order of the rows. */
    public long number(TextLine line) {
        if (!line.source().equals(source)) {
            source = line.source();
            number = numberOf(source);
        }
        return (number << POSITION_BITS | line.position() & POSITIONS) & Long.MAX_VALUE;
    }

    private long numberOf(String name) {
        return files.length == 0
                ? Long.parseLong(name.substring(name.lastIndexOf('/') + 1))
                : Arrays.binarySearch(files, name);
    }
}
