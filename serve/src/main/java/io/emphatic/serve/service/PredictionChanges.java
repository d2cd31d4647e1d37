package io.emphatic.serve.service;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.emphatic.documents.json.Json;
import io.emphatic.documents.json.JsonObject;
import io.emphatic.logs.spec.AmendedSpec;
import io.emphatic.serve.storage.LineFile;
import io.emphatic.serve.storage.LogLine;
import io.emphatic.serve.storage.Storage;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The predictions that were added and removed, {@code changes/changes.jsonl}, each with the row of the log before which
 * it was, so that a replay has them at the same moments.
 */
final class PredictionChanges implements Closeable {
    /**
     * A prediction that is added or removed.
     *
     * @param row how many rows were learned from before
     * @param prediction as it was given; null if it is removed
     */
    record Change(long row, String name, JsonNode prediction) {
        AmendedSpec apply(AmendedSpec spec) {
            return prediction == null ? spec.without(name) : spec.with(name, Json.line(prediction));
        }

        private ByteBuffer line() {
            JsonObject line = new JsonObject().with("row", row).with("name", name);
            byte[] json = Json.line(prediction == null ? line : line.with("prediction", prediction))
                    .getBytes(StandardCharsets.UTF_8);
            ByteArrayOutputStream sealed = new ByteArrayOutputStream(json.length);
            LogLine.seal(json, 0, json.length, sealed);
            return ByteBuffer.wrap(sealed.toByteArray());
        }
    }

    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final List<Change> all;
    private final LineFile file;

    private PredictionChanges(List<Change> all, LineFile file) {
        this.all = all;
        this.file = file;
    }

    static PredictionChanges open(Storage storage) throws IOException {
        List<Change> all = new ArrayList<>();
        LineFile file = LineFile.open(storage, "changes", "changes.jsonl", (json, from, to, place) -> {
            JsonNode line = MAPPER.readTree(json, from, to - from);
            all.add(new Change(line.path("row").longValue(), line.path("name").textValue(), line.get("prediction")));
        });
        return new PredictionChanges(all, file);
    }

    List<Change> all() {
        return all;
    }

    /** It is on the disk when this returns. */
    void add(Change change) throws IOException {
        file.append(change.line());
        all.add(change);
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
