package io.emphatic.flink.state;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The checkpoints and savepoints below a directory. Only those with {@code _metadata} are complete. */
public final class SavedJobs {
    private static final String METADATA = "_metadata";
    private static final String NAMES = "(chk-\\d+|savepoint-.*)";
    private static final int DEPTH = 3; // job, checkpoint, file

    private SavedJobs() {}

    public static Optional<Path> last(Path directory) throws IOException {
        return complete(directory).stream()
                .max(Comparator.comparing(SavedJobs::time).thenComparing(SavedJobs::number));
    }

    /** The number of the last complete checkpoint; 0 for none. */
    public static long lastNumber(Path directory) throws IOException {
        return last(directory).map(SavedJobs::number).orElse(0L);
    }

    private static List<Path> complete(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(directory, DEPTH)) {
            return files.filter(file -> file.endsWith(METADATA))
                    .map(Path::getParent)
                    .filter(saved -> saved.getFileName().toString().matches(NAMES))
                    .toList();
        } catch (UncheckedIOException e) {
            return List.of(); // the job deletes an old one while it is looked at
        }
    }

    public static FileTime time(Path saved) {
        try {
            return Files.getLastModifiedTime(saved.resolve(METADATA));
        } catch (IOException e) {
            return FileTime.fromMillis(0); // deleted meanwhile
        }
    }

    private static long number(Path saved) {
        String name = saved.getFileName().toString();
        return name.startsWith("chk-") ? Long.parseLong(name.substring("chk-".length())) : 0;
    }
}
