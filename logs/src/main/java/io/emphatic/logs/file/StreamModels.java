package io.emphatic.logs.file;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.emphatic.Config;
import io.emphatic.Learner;
import io.emphatic.LeastSquares;
import io.emphatic.documents.file.WholeFile;
import io.emphatic.documents.json.Json;
import io.emphatic.documents.json.JsonObject;
import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.zip.CRC32C;

/** JSON, a line for each stream and prediction, sorted by stream; {@code crc} is the CRC-32C of what is before it. */
public final class StreamModels implements Closeable {
    private static final String CHECKSUM = ",\"crc\":";
    private static final ObjectMapper JSON = new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    private final Path file;
    private final BufferedReader lines;
    private long line;
    private StreamModel next; // the first line of the next stream; null at the end

    public StreamModels(Path file) throws IOException {
        this.file = file;
        this.lines = Files.newBufferedReader(file, StandardCharsets.UTF_8);
        this.next = read();
    }

    /** Whether a file begins as such a file does, and not as any other model. */
    public static boolean isOne(Path file) throws IOException {
        if (!Files.isRegularFile(file)) {
            return false;
        }
        try (BufferedReader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            String first = reader.readLine();
            return first != null && first.startsWith("{\"stream\":");
        } catch (CharacterCodingException e) {
            return false;
        }
    }

    public static String line(StreamModel model) {
        JsonObject line = new JsonObject()
                .with("stream", model.stream().json())
                .with("prediction", model.prediction())
                .with("steps", model.steps())
                .with("weights", model.weights());
        if (model.divergedAt().isPresent()) {
            line = line.with("diverged_at", model.divergedAt().getAsLong());
        }
        String text = Json.line(line);
        String before = text.substring(0, text.length() - 1);
        return before + CHECKSUM + checksum(before) + "}";
    }

    private static long checksum(String text) {
        CRC32C crc = new CRC32C();
        crc.update(text.getBytes(StandardCharsets.UTF_8));
        return crc.getValue();
    }

    /** The next stream; null at the end. */
    public StreamKey stream() {
        return next == null ? null : next.stream();
    }

    public List<StreamModel> take() throws IOException {
        List<StreamModel> models = new ArrayList<>();
        StreamKey stream = stream();
        while (next != null && next.stream().equals(stream)) {
            models.add(next);
            next = read();
        }
        if (next != null && next.stream().compareTo(stream) < 0) {
            throw damaged("its streams are not sorted: " + next.stream() + " comes after " + stream, null);
        }
        return models;
    }

    /** The models of a stream, which come sorted; empty if it has none. Those of streams before it are passed over. */
    public List<StreamModel> take(StreamKey stream) throws IOException {
        while (stream() != null && stream().compareTo(stream) < 0) {
            take();
        }
        return stream.equals(stream()) ? take() : List.of();
    }

    private StreamModel read() throws IOException {
        line++;
        try {
            String text = lines.readLine();
            if (text == null) {
                return null;
            }
            int end = text.lastIndexOf(CHECKSUM);
            if (end < 0 || !text.substring(end).equals(CHECKSUM + checksum(text.substring(0, end)) + "}")) {
                throw damaged("its checksum does not match: it is not as it was written", null);
            }
            JsonNode node = JSON.readTree(text);
            JsonNode diverged = node.path("diverged_at");
            return new StreamModel(
                    StreamKey.ofJson(JSON.treeToValue(node.path("stream"), Object.class)),
                    node.path("prediction").asText(),
                    node.path("steps").asLong(),
                    JSON.treeToValue(node.path("weights"), double[].class),
                    diverged.isNumber() ? OptionalLong.of(diverged.asLong()) : OptionalLong.empty());
        } catch (JsonProcessingException e) {
            throw damaged("it is not JSON", e);
        } catch (CharacterCodingException e) {
            throw damaged("it is not text in UTF-8", e);
        }
    }

    private IOException damaged(String why, Exception cause) {
        return new IOException(file + " is no file of models by stream: line " + line + ": " + why, cause);
    }

    @Override
    public void close() throws IOException {
        lines.close();
    }

    /** The file while it is written, line by line. */
    public static final class ModelLines implements Closeable {
        private final Path target;
        private final Path kept; // beside a checkpoint, where the lines are until the end; null without checkpoint
        private Journal journal; // null before it is opened, and when it is published

        /** @param checkpoint the directory of the checkpoint; null for none */
        public ModelLines(Path target, Path checkpoint) {
            this.target = target;
            this.kept = checkpoint == null ? null : checkpoint.resolve(Checkpoint.MODELS);
        }

        public void open(long length) throws IOException {
            journal = new Journal(kept == null ? WholeFile.begin(target) : kept, length, List.of());
        }

        public void write(StreamModel model) throws IOException {
            journal.line(line(model));
        }

        public long force() throws IOException {
            return journal == null ? 0 : journal.force();
        }

        public void publish() throws IOException {
            journal.force();
            journal.close();
            if (kept == null) {
                WholeFile.publish(WholeFile.temporary(target), target);
            } else {
                WholeFile.write(target, copy -> Files.copy(kept, copy));
            }
            journal = null;
        }

        /** Without {@link #publish}, leaves no file but that of a checkpoint. */
        @Override
        public void close() throws IOException {
            if (journal != null && kept == null) {
                journal.discard();
            } else if (journal != null) {
                journal.close();
            }
        }
    }

    /** What one stream has learned of one prediction, earlier runs included: a line of a file of models. */
    public record StreamModel(
            StreamKey stream, String prediction, long steps, double[] weights, OptionalLong divergedAt) {
        public static StreamModel of(StreamKey stream, String prediction, Learner learner) {
            return new StreamModel(stream, prediction, learner.steps(), learner.weights(), learner.divergedAt());
        }

        /** A learner that continues from the weights of its model among these, or a new one; refuses least squares. */
        public static Learner learner(List<StreamModel> models, String prediction, Config config, int size) {
            for (StreamModel model : models) {
                if (model.prediction.equals(prediction)) {
                    return model.learner(config, size);
                }
            }
            return config.learner(size);
        }

        private Learner learner(Config config, int size) {
            if (config instanceof LeastSquares) {
                throw new IllegalArgumentException(prediction + ": " + config.algorithm()
                        + " cannot continue from weights: it learns sums\nLearn from all logs at once.");
            }
            if (weights.length != size) {
                throw new IllegalArgumentException(prediction + " of stream " + stream + " has " + weights.length
                        + " weights, and there are " + size + " features");
            }
            Learner learner = config.learner(weights);
            learner.countFrom(steps, divergedAt);
            return learner;
        }
    }
}
