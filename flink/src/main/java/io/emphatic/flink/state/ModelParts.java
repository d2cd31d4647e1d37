package io.emphatic.flink.state;

import io.emphatic.documents.file.WholeFile;
import io.emphatic.documents.json.RecordJson;
import io.emphatic.logs.file.StreamKey;
import io.emphatic.logs.file.StreamModels;
import io.emphatic.logs.file.StreamModels.StreamModel;
import io.emphatic.logs.live.LiveSpec;
import io.emphatic.logs.live.StreamLearners;
import io.emphatic.logs.scaleout.ScaleOut.ScaleOutJob;
import io.emphatic.logs.scaleout.ScaleOut.ScaleOutJob.JobOutputs;
import io.emphatic.logs.sql.SpillDirectory;
import java.io.IOException;
import java.io.OutputStream;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/** What the streams of each key group learned, in files per group that depend neither on parallelism nor on faults. */
public final class ModelParts {
    private static final String MODELS = ".jsonl";
    private static final String COUNTS = ".json";
    private static final String SUMS = ".sums";

    /** The files of learners: models are written with each checkpoint whose number is a multiple of {@code every}. */
    public record LearningFiles(String from, String parts, int every) implements Serializable {
        public static LearningFiles of(ScaleOutJob job, Path parts) {
            Duration wanted = job.outputs().modelsEvery();
            long multiple = wanted == null
                    ? 0
                    : Math.max(
                            1,
                            Math.round((double) wanted.toMillis() / job.every().toMillis()));
            String from =
                    job.from() == null ? null : job.from().toAbsolutePath().toString();
            return new LearningFiles(from, parts.toString(), (int) multiple);
        }

        public Path end() {
            return Path.of(parts);
        }

        public static Path at(Path parts, long checkpoint) {
            return parts.resolve("checkpoint-" + checkpoint);
        }

        /** Null for a checkpoint with which no models are written. */
        public Path at(long checkpoint) {
            return every == 0 || checkpoint % every != 0 ? null : at(end(), checkpoint);
        }
    }

    @FunctionalInterface
    public interface FlinkStreams {
        FlinkStream of(StreamKey stream) throws IOException;
    }

    public record StreamCounts(long streams, long rows, long late) {
        static final StreamCounts NONE = new StreamCounts(0, 0, 0);

        StreamCounts plus(StreamCounts more) {
            return new StreamCounts(streams + more.streams, rows + more.rows, late + more.late);
        }
    }

    private ModelParts() {}

    /** Writes a model for each stream of a group, or the sum over them for one model from all streams. */
    public static void write(
            Path directory,
            int group,
            List<StreamKey> streams,
            FlinkStreams states,
            LiveSpec spec,
            StreamLearners learners)
            throws IOException {
        StreamCounts[] counts = {StreamCounts.NONE};
        MergedStreams total = spec.spec().perStream() ? null : new MergedStreams(spec);
        WholeFile.write(file(directory, group, MODELS), out -> {
            for (StreamKey stream : streams) {
                FlinkStream known = states.of(stream);
                counts[0] = counts[0].plus(new StreamCounts(1, known.rows(), known.late()));
                if (total != null) {
                    total.add(known.state(learners));
                    continue;
                }
                for (StreamModel model : learners.models(stream, known.state(learners))) {
                    writeLine(model, out);
                }
            }
        });
        WholeFile.write(file(directory, group, COUNTS), RecordJson.text(counts[0]));
        if (total != null) {
            WholeFile.write(file(directory, group, SUMS), total.bytes());
        }
    }

    private static Path file(Path directory, int group, String ending) {
        return directory.resolve(String.format("group-%05d%s", group, ending));
    }

    private static void writeLine(StreamModel model, OutputStream out) throws IOException {
        out.write((StreamModels.line(model) + "\n").getBytes(StandardCharsets.UTF_8));
    }

    /** Of all groups, in the order of the groups. */
    private static List<Path> files(Path directory, String ending) throws IOException {
        List<Path> files = new ArrayList<>();
        if (Files.isDirectory(directory)) {
            try (DirectoryStream<Path> found = Files.newDirectoryStream(directory, "group-*" + ending)) {
                found.forEach(files::add);
            }
        }
        files.sort(Comparator.naturalOrder());
        return files;
    }

    public static StreamCounts count(Path directory) throws IOException {
        StreamCounts counts = StreamCounts.NONE;
        for (Path file : files(directory, COUNTS)) {
            counts = counts.plus(RecordJson.read(StreamCounts.class, Files.readString(file)));
        }
        return counts;
    }

    /** Merges the models of all groups into one file, sorted by stream. */
    public static void merge(Path directory, Path target) throws IOException {
        PriorityQueue<StreamModels> parts = new PriorityQueue<>(Comparator.comparing(StreamModels::stream));
        try {
            for (Path file : files(directory, MODELS)) {
                add(new StreamModels(file), parts);
            }
            WholeFile.write(target, out -> {
                while (!parts.isEmpty()) {
                    StreamModels first = parts.poll();
                    for (StreamModel model : first.take()) {
                        writeLine(model, out);
                    }
                    add(first, parts);
                }
            });
        } finally {
            for (StreamModels part : parts) {
                part.close();
            }
        }
    }

    private static void add(StreamModels part, PriorityQueue<StreamModels> parts) throws IOException {
        if (part.stream() == null) {
            part.close();
        } else {
            parts.add(part);
        }
    }

    /** Adds the sums of all groups in their order: no matter which task had which group, or when. */
    public static MergedStreams mergedSums(Path directory, LiveSpec spec) throws IOException {
        MergedStreams total = new MergedStreams(spec);
        for (Path file : files(directory, SUMS)) {
            total.add(Files.readAllBytes(file));
        }
        return total;
    }

    /** The models of all streams as they were at a checkpoint, while the job continues. */
    public static final class AtCheckpoints {
        private final Path parts;
        private final Path models; // null for none
        private long written;

        public AtCheckpoints(Path parts, JobOutputs outputs) {
            this.parts = parts;
            this.models = outputs.modelsEvery() == null ? null : outputs.models();
        }

        /** @param checkpoint the last complete one: every task has written its models */
        public void write(long checkpoint) {
            Path complete = LearningFiles.at(parts, checkpoint);
            if (models == null || checkpoint <= written || !Files.isDirectory(complete)) {
                return;
            }
            try {
                merge(complete, models);
                written = checkpoint;
                clear();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        public void clear() throws IOException {
            if (!Files.isDirectory(parts)) {
                return;
            }
            try (DirectoryStream<Path> found = Files.newDirectoryStream(parts, "checkpoint-*")) {
                for (Path old : found) {
                    long number = Long.parseLong(old.getFileName().toString().substring("checkpoint-".length()));
                    if (number <= written) {
                        SpillDirectory.delete(old);
                    }
                }
            }
        }
    }
}
