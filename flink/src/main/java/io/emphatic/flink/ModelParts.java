package io.emphatic.flink;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.emphatic.documents.file.WholeFile;
import io.emphatic.documents.json.Json;
import io.emphatic.documents.json.JsonObject;
import io.emphatic.logs.file.StreamKey;
import io.emphatic.logs.file.StreamModel;
import io.emphatic.logs.live.StreamModels;
import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;
import java.util.function.ToIntFunction;

/**
 * What the streams of each key group learned, in a file per group: written whole by whichever task has the group at the
 * end, and again, with the same contents, after a restart. So the files depend neither on parallelism nor on faults.
 * The first line of a file counts, the others are models, sorted by stream.
 */
final class ModelParts {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String NAME = "group-%05d.jsonl";
    private static final String NAMES = "group-*.jsonl";

    /** What is known of a stream at the end. */
    record LearnedStream(long rows, long late, List<StreamModel> models) {}

    /** Reads what is known of a stream. */
    @FunctionalInterface
    interface LearnedStreams {
        LearnedStream of(StreamKey stream) throws Exception;
    }

    /** Sums over all files. */
    record Counts(long streams, long rows, long late) {
        private Counts plus(Counts more) {
            return new Counts(streams + more.streams, rows + more.rows, late + more.late);
        }
    }

    private ModelParts() {}

    /** Writes a file for each key group that the streams are in. */
    static void write(Path directory, List<StreamKey> streams, ToIntFunction<StreamKey> group, LearnedStreams learned)
            throws Exception {
        Map<Integer, List<StreamKey>> groups = new TreeMap<>();
        streams.forEach(stream -> groups.computeIfAbsent(group.applyAsInt(stream), g -> new ArrayList<>())
                .add(stream));
        for (Map.Entry<Integer, List<StreamKey>> members : groups.entrySet()) {
            List<StreamKey> sorted = members.getValue();
            sorted.sort(Comparator.naturalOrder());
            Counts counts = new Counts(0, 0, 0);
            for (StreamKey stream : sorted) {
                LearnedStream known = learned.of(stream);
                counts = counts.plus(new Counts(1, known.rows(), known.late()));
            }
            Counts all = counts;
            WholeFile.write(directory.resolve(String.format(NAME, members.getKey())), out -> {
                out.write(line(counted(all)));
                for (StreamKey stream : sorted) {
                    for (StreamModel model : learnedBy(stream, learned).models()) {
                        out.write(line(StreamModels.line(model)));
                    }
                }
            });
        }
    }

    private static LearnedStream learnedBy(StreamKey stream, LearnedStreams learned) throws IOException {
        try {
            return learned.of(stream);
        } catch (Exception e) {
            throw new IOException("the state of stream " + stream.text() + " cannot be read", e);
        }
    }

    private static byte[] line(String text) {
        return (text + "\n").getBytes(StandardCharsets.UTF_8);
    }

    private static String counted(Counts counts) {
        return Json.line(new JsonObject()
                .with("streams", counts.streams)
                .with("rows", counts.rows)
                .with("late", counts.late));
    }

    /** Deletes the files of an earlier run. */
    static void clear(Path directory) throws IOException {
        for (Path file : files(directory)) {
            Files.delete(file);
        }
    }

    private static List<Path> files(Path directory) throws IOException {
        List<Path> files = new ArrayList<>();
        if (Files.isDirectory(directory)) {
            try (DirectoryStream<Path> found = Files.newDirectoryStream(directory, NAMES)) {
                found.forEach(files::add);
            }
        }
        return files;
    }

    /**
     * Merges all files into one, sorted by stream.
     *
     * @param target null to count only
     */
    static Counts merge(Path directory, Path target) throws IOException {
        Counts counts = new Counts(0, 0, 0);
        PriorityQueue<Part> parts = new PriorityQueue<>();
        try {
            for (Path file : files(directory)) {
                Part part = new Part(file);
                counts = counts.plus(part.counts);
                add(part, parts);
            }
            if (target != null) {
                WholeFile.write(target, out -> {
                    while (!parts.isEmpty()) {
                        Part first = parts.poll();
                        out.write(line(first.line));
                        first.next();
                        add(first, parts);
                    }
                });
            }
            return counts;
        } finally {
            for (Part part : parts) {
                part.close();
            }
        }
    }

    private static void add(Part part, PriorityQueue<Part> parts) throws IOException {
        if (part.line == null) {
            part.close();
        } else {
            parts.add(part);
        }
    }

    /** A file that is being read, by the stream of its next line. No stream is in two files. */
    private static final class Part implements Comparable<Part>, Closeable {
        private final BufferedReader lines;
        private final Counts counts;
        private String line; // null at the end
        private StreamKey stream;

        Part(Path file) throws IOException {
            lines = Files.newBufferedReader(file);
            JsonNode first = JSON.readTree(lines.readLine());
            counts = new Counts(
                    first.path("streams").asLong(),
                    first.path("rows").asLong(),
                    first.path("late").asLong());
            next();
        }

        void next() throws IOException {
            line = lines.readLine();
            stream = line == null ? null : key(JSON.readTree(line).path("stream"));
        }

        private static StreamKey key(JsonNode stream) {
            List<Object> values = new ArrayList<>();
            for (JsonNode value : stream.isArray() ? stream : List.of(stream)) {
                values.add(
                        value.isIntegralNumber()
                                ? (Object) value.asLong()
                                : value.isNumber() ? (Object) value.asDouble() : value.asText());
            }
            return StreamKey.of(values.toArray());
        }

        @Override
        public int compareTo(Part other) {
            return stream.compareTo(other.stream);
        }

        @Override
        public void close() throws IOException {
            lines.close();
        }
    }
}
