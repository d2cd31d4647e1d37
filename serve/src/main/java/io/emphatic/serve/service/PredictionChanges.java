package io.emphatic.serve.service;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import io.emphatic.documents.json.Json;
import io.emphatic.logs.spec.AmendedSpec;
import io.emphatic.serve.storage.DamagedDataException;
import io.emphatic.serve.storage.LineFile;
import io.emphatic.serve.storage.LogLine;
import io.emphatic.serve.storage.SetAside;
import io.emphatic.serve.storage.Storage;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The predictions that were added and removed, each with the row of the log before which it was, for a replay. */
final class PredictionChanges implements Closeable {
    /** A prediction added, or removed where it is null; {@code why} if nobody asked; left out if it cannot be made. */
    @JsonNaming(SnakeCaseStrategy.class)
    @JsonInclude(Include.NON_NULL)
    record Change(long row, String name, JsonNode prediction, boolean leftOut, String why) {
        Change(long row, String name, JsonNode prediction) {
            this(row, name, prediction, false, null);
        }

        AmendedSpec apply(AmendedSpec spec) {
            if (leftOut) {
                return spec;
            }
            return prediction == null ? spec.without(name) : spec.with(name, Json.line(prediction));
        }

        private static ByteBuffer lines(List<Change> changes) {
            ByteArrayOutputStream sealed = new ByteArrayOutputStream();
            for (Change one : changes) {
                byte[] json = Json.line(one).getBytes(StandardCharsets.UTF_8);
                sealed.writeBytes(LogLine.seal(json, 0, json.length));
            }
            return ByteBuffer.wrap(sealed.toByteArray());
        }
    }

    private static final String DIRECTORY = "changes";
    private static final String FILE = "changes.jsonl";
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final Storage storage;
    private final List<Change> all;
    private LineFile file;

    private PredictionChanges(Storage storage, List<Change> all, LineFile file) {
        this.storage = storage;
        this.all = all;
        this.file = file;
    }

    static PredictionChanges open(Storage storage) throws IOException {
        List<Change> all = new ArrayList<>();
        LineFile file = LineFile.open(storage, DIRECTORY, FILE, (json, from, to, place) -> {
            all.add(MAPPER.readValue(json, from, to - from, Change.class));
        });
        return new PredictionChanges(storage, all, file);
    }

    List<Change> all() {
        return all;
    }

    /** It is on the disk when this returns. */
    void add(Change change) throws IOException {
        file.append(Change.lines(List.of(change)));
        all.add(change);
    }

    DamagedDataException unusable(int number, Exception why) {
        return new DamagedDataException(
                DIRECTORY + "/" + FILE + ", line " + (number + 1) + ": the change of prediction "
                        + all.get(number).name() + " cannot be made: " + why.getMessage()
                        + "\nStart with --leave-out-change " + (number + 1) + " to continue without it.");
    }

    /** A change is never made. It is on the disk when this returns. */
    void leaveOut(int number) throws IOException {
        Change change = all.get(number);
        all.set(number, new Change(change.row, change.name, change.prediction, true, change.why));
        replaceFile();
    }

    /** Sets all changes behind a row of the log aside, and says which. */
    Optional<String> setAsideBehind(long row) throws IOException {
        List<Change> behind = all.stream().filter(change -> change.row > row).toList();
        if (behind.isEmpty()) {
            return Optional.empty();
        }
        String aside = SetAside.freeName(storage, "changes", row);
        write(Change.lines(behind), aside);
        all.removeAll(behind);
        replaceFile();
        return Optional.of("the log ends before row " + row + ": later changes of predictions are moved to " + aside
                + ": " + String.join(", ", behind.stream().map(Change::name).toList()));
    }

    private void replaceFile() throws IOException {
        file.close();
        ByteBuffer lines = Change.lines(all);
        write(lines, DIRECTORY + "/" + FILE);
        file = new LineFile(storage, DIRECTORY + "/" + FILE, lines.limit());
    }

    private void write(ByteBuffer lines, String name) throws IOException {
        String temporary = name.substring(0, name.indexOf('/')) + "/next.tmp";
        try (Storage.AppendedFile next = storage.append(temporary)) {
            next.truncate(0);
            next.write(lines);
            next.sync();
        }
        storage.rename(temporary, name);
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
