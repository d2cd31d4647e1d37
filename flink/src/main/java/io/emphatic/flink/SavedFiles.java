package io.emphatic.flink;

import io.emphatic.documents.file.WholeFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The files that a saved job reads. Its checkpoints have them, too, and a job that goes on reads those, whatever files
 * it was given.
 */
final class SavedFiles {
    private static final String NAME = "files";
    private static final char BETWEEN = '\t';

    private SavedFiles() {}

    /** @param files none for a topic */
    static void write(Path directory, List<Path> files) throws IOException {
        Files.createDirectories(directory);
        WholeFile.write(directory.resolve(NAME), text(files));
    }

    /**
     * What the job, or one that went on from it, saved last; null if it saved nothing. What was saved before these
     * files were written is of an earlier job that used the same directory.
     */
    static Path lastOf(Path directory, Path checkpoints) throws IOException {
        Path saved = directory.resolve(NAME);
        Optional<Path> last = SavedJobs.last(checkpoints);
        boolean isEarlier = last.isPresent()
                && Files.exists(saved)
                && SavedJobs.time(last.get()).compareTo(Files.getLastModifiedTime(saved)) < 0;
        return isEarlier ? null : last.orElse(null);
    }

    /** @throws IllegalArgumentException if a job that was saved reads other files than these, or they have changed */
    static void check(Path directory, List<Path> files) throws IOException {
        Path saved = directory.resolve(NAME);
        if (!Files.exists(saved)) {
            return;
        }
        List<String> known = Files.readAllLines(saved);
        List<String> now = text(files).lines().toList();
        if (!names(known).equals(names(now))) {
            throw new IllegalArgumentException(
                    "the job that is saved reads " + (known.isEmpty() ? "a topic" : String.join(", ", names(known)))
                            + ", and goes on with nothing else"
                            + "\nName the same log, or begin anew without --resume; --from goes on from its models.");
        }
        for (int k = 0; k < now.size(); k++) {
            if (!now.get(k).equals(known.get(k))) {
                throw new IllegalArgumentException(names(now).get(k)
                        + " has changed since the job that is saved began to read it"
                        + "\nBegin anew without --resume; --from goes on from its models.");
            }
        }
    }

    private static List<String> names(List<String> lines) {
        return lines.stream()
                .map(line -> line.substring(0, line.indexOf(BETWEEN)))
                .toList();
    }

    /** A line for each: its name, how long it is and when it was written. */
    private static String text(List<Path> files) throws IOException {
        StringBuilder text = new StringBuilder();
        for (Path file : files) {
            text.append(file.toAbsolutePath().normalize())
                    .append(BETWEEN)
                    .append(Files.size(file))
                    .append(BETWEEN)
                    .append(Files.getLastModifiedTime(file).toMillis())
                    .append('\n');
        }
        return text.toString();
    }
}
