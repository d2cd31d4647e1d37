package io.emphatic.flink.source;

import io.emphatic.documents.file.WholeFile;
import io.emphatic.flink.state.SavedJobs;
import io.emphatic.logs.sql.LogSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** What a saved job reads, which a job that resumes continues with. A topic is known by its name alone. */
public final class SavedInput {
    private static final String NAME = "input";

    private SavedInput() {}

    public static void write(Path directory, LogSource source, List<Path> files) throws IOException {
        WholeFile.write(directory.resolve(NAME), text(source, files));
    }

    /** What the job saved last; null for nothing. What is older than its input is of an earlier job. */
    public static Path lastOf(Path directory, Path checkpoints) throws IOException {
        Path saved = directory.resolve(NAME);
        Optional<Path> last = SavedJobs.last(checkpoints);
        boolean isEarlier = last.isPresent()
                && Files.exists(saved)
                && SavedJobs.time(last.get()).compareTo(Files.getLastModifiedTime(saved)) < 0;
        return isEarlier ? null : last.orElse(null);
    }

    /** @throws IllegalArgumentException if a job that was saved reads something else, or its files have changed */
    public static void check(Path directory, LogSource source, List<Path> files) throws IOException {
        Path saved = directory.resolve(NAME);
        if (!Files.exists(saved)) {
            return;
        }
        List<String> known = Files.readAllLines(saved);
        List<String> now = text(source, files).lines().toList();
        if (!names(known).equals(names(now))) {
            throw new IllegalArgumentException("the job that is saved reads " + String.join(", ", names(known))
                    + ", and continues with nothing else"
                    + "\nName the same log, or start over without --resume; --from continues from its models.");
        }
        for (int k = 0; k < now.size(); k++) {
            if (!now.get(k).equals(known.get(k))) {
                throw new IllegalArgumentException(names(now).get(k)
                        + " has changed since the job that is saved began to read it"
                        + "\nStart over without --resume; --from continues from its models.");
            }
        }
    }

    private static List<String> names(List<String> lines) {
        return lines.stream().map(line -> line.substring(0, line.indexOf('\t'))).toList();
    }

    /** A line for each file: its name, how long it is and when it was written; or the name of the topic. */
    private static String text(LogSource source, List<Path> files) throws IOException {
        if (KafkaAddress.is(source.name())) {
            return "the topic " + KafkaAddress.of(source.name()).topic() + "\t\n";
        }
        StringBuilder text = new StringBuilder();
        for (Path file : files) {
            long time = Files.getLastModifiedTime(file).toMillis();
            text.append(file.toAbsolutePath().normalize() + "\t" + Files.size(file) + "\t" + time + "\n");
        }
        return text.toString();
    }
}
