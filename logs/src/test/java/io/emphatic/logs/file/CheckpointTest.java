package io.emphatic.logs.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.emphatic.logs.Table;
import io.emphatic.logs.learning.Learning;
import io.emphatic.logs.learning.LearningReport;
import io.emphatic.logs.spec.Spec;
import io.emphatic.logs.sql.Log;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Interrupted and resumed is the same as never interrupted, byte for byte. */
class CheckpointTest {
    private static final int ROWS = 4_000;

    private static final class Interruption extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    @TempDir
    private Path directory;

    private String log;
    private final Spec spec = Table.spec(
            Table.prediction("emphatic", "etd", Map.of("step_size", 0.001, "clip", 0.5)),
            Table.prediction("truncated", "truncated-etd", Map.of("step_size", 0.001, "horizon", 3.0)),
            Table.prediction("hybrid", "htd", Map.of("step_size", 0.002)),
            Table.prediction("backup", "tree-backup", Map.of("c1", 1.0, "c2", 100.0)),
            Table.prediction("online", "true-online-etd", Map.of("step_size", 0.001)));

    @BeforeEach
    void writeALog() throws IOException {
        try (Log csv = Log.open(Table.random(11, ROWS).glitched(97, 1e6).write(directory))) {
            log = directory.resolve("log.parquet").toString();
            csv.execute("COPY (FROM log) TO '" + log + "'");
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    private String learn(Spec spec, Path out, long every, boolean resume, ProgressListener progress)
            throws IOException {
        Path predictions = out.resolve("predictions.out.csv");
        try (Log source = Log.open(log)) {
            LearningReport report = Learning.learn(
                    source,
                    spec,
                    new Learning.Options(
                            predictions, out.resolve("model.json"), out.resolve("saved"), every, resume, progress));
            // A model tells which log it comes from; the same log may lie elsewhere.
            String model =
                    Files.readString(out.resolve("model.json")).replaceAll("\"(log|time|checksum)\" : \"[^\"]*\"", "");
            return text(report) + Files.readString(predictions) + model;
        }
    }

    private static String text(LearningReport report) {
        return report.rows() + " " + report.terminated() + " " + report.cutOff() + " "
                + report.predictions().stream()
                        .map(p -> p.steps()
                                + Arrays.toString(p.weights())
                                + p.meanPrediction()
                                + p.diagnostics().ratio()
                                + p.diagnostics().followOn()
                                + p.diagnostics().emphasis()
                                + Arrays.toString(p.diagnostics().tdError()))
                        .collect(Collectors.joining("\n"));
    }

    private Path folder(String name) throws IOException {
        return Files.createDirectories(directory.resolve(name));
    }

    @Test
    void interruptedAtFiftyRandomRowsAndResumedGivesTheSameBytes() throws IOException {
        String whole = learn(spec, folder("whole"), ROWS, false, ProgressListener.NONE);
        Random random = new Random(5);
        Path out = folder("interrupted");
        int interruptions = 0;
        long done = 0;
        String result = null;
        for (int k = 0; result == null; k++) {
            // Rows have been learned from and written that no checkpoint knows of; the distance of checkpoints changes
            // too.
            long every = 20 + random.nextInt(40);
            long stop = k < 50 ? done + 1 + random.nextInt(130) : Long.MAX_VALUE;
            long[] reached = new long[1];
            try {
                result = learn(spec, out, k < 50 ? every : 1_000, k > 0, (rows, of) -> {
                    reached[0] = rows;
                    if (rows >= stop) {
                        throw new Interruption();
                    }
                });
            } catch (Interruption e) {
                interruptions++;
                assertThat(out.resolve("predictions.out.csv")).doesNotExist();
                done = Math.max(done, reached[0] - every);
            }
        }
        assertThat(interruptions).isEqualTo(50);
        assertThat(done).as("how far it came in between").isGreaterThan(2_000);
        assertThat(result).isEqualTo(whole);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 8, 13})
    void resumingRightAfterAnyOfTheFirstRowsRestoresTheTimeLine(int row) throws IOException {
        log = new Table(Table.random(100 + row, 40).rows()).write(directory);
        String whole = learn(spec, folder("whole"), 1000, false, ProgressListener.NONE);
        Path out = folder("interrupted");
        assertThatThrownBy(() -> learn(spec, out, row, false, (rows, of) -> {
                    if (rows > row) {
                        throw new Interruption();
                    }
                }))
                .isInstanceOf(Interruption.class);
        assertThat(learn(spec, out, row, true, ProgressListener.NONE)).isEqualTo(whole);
    }

    @Test
    void aFinishedRunCanBeResumedAndEndsTheSame() throws IOException {
        Path out = folder("out");
        String first = learn(spec, out, 1_500, false, ProgressListener.NONE);
        assertThat(learn(spec, out, 1_500, true, ProgressListener.NONE)).isEqualTo(first);
    }

    @Test
    void forgettingToResumeCostsNothingUntilTheFirstNewCheckpoint() throws IOException {
        String whole = learn(spec, folder("whole"), 1_500, false, ProgressListener.NONE);
        Path out = folder("interrupted");
        assertThatThrownBy(() -> learn(spec, out, 500, false, stopAt(2_600))).isInstanceOf(Interruption.class);
        byte[] saved = Files.readAllBytes(out.resolve("saved/checkpoint"));
        assertThat(Checkpoint.isIn(out.resolve("saved"))).isTrue();
        assertThatThrownBy(() -> learn(spec, out, 3_500, false, stopAt(3_000))).isInstanceOf(Interruption.class);
        assertThat(out.resolve("saved/checkpoint")).hasBinaryContent(saved);
        assertThat(learn(spec, out, 500, true, ProgressListener.NONE)).isEqualTo(whole);
    }

    @Test
    void aRunThatBeginsAnewReplacesTheOldCheckpointWithItsFirst() throws IOException {
        String whole = learn(spec, folder("whole"), 1_500, false, ProgressListener.NONE);
        Path out = folder("interrupted");
        assertThatThrownBy(() -> learn(spec, out, 500, false, stopAt(2_600))).isInstanceOf(Interruption.class);
        assertThatThrownBy(() -> learn(spec, out, 500, false, stopAt(1_200))).isInstanceOf(Interruption.class);
        assertThat(learn(spec, out, 500, true, ProgressListener.NONE)).isEqualTo(whole);
        assertThat(out.resolve("saved/predictions.new.csv")).doesNotExist();
    }

    private static ProgressListener stopAt(long row) {
        return (rows, of) -> {
            if (rows >= row) {
                throw new Interruption();
            }
        };
    }

    @Test
    void resumingWithoutACheckpointBegins() throws IOException {
        assertThat(learn(spec, folder("a"), 1_500, true, ProgressListener.NONE))
                .isEqualTo(learn(spec, folder("b"), 1_500, false, ProgressListener.NONE));
    }

    @Test
    void anotherLogIsRefused() throws IOException {
        log = Table.random(12, 2_000).write(directory);
        learn(spec, folder("out"), 1_500, false, ProgressListener.NONE);
        String text = Files.readString(Path.of(log));
        Files.writeString(Path.of(log), text.replaceFirst("0,0,[^,]*,", "0,0,0.125,"));
        assertThatThrownBy(() -> learn(spec, folder("out"), 1_500, true, ProgressListener.NONE))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("belongs to another log");
    }

    @Test
    void theSameLogElsewhereIsTheSameLog() throws IOException {
        String whole = learn(spec, folder("out"), 1_500, false, ProgressListener.NONE);
        Path moved = folder("elsewhere").resolve("renamed.parquet");
        Files.move(Path.of(log), moved, StandardCopyOption.REPLACE_EXISTING);
        log = moved.toString();
        assertThat(learn(spec, folder("out"), 1_500, true, ProgressListener.NONE))
                .isEqualTo(whole);
    }

    @Test
    void anotherSpecIsRefused() throws IOException {
        learn(spec, folder("out"), 1_500, false, ProgressListener.NONE);
        for (Spec other : List.of(
                Table.spec(Table.prediction("emphatic", "etd", Map.of("step_size", 0.002, "clip", 0.5))),
                new Spec("ep", "t", "false", null, null, spec.features(), spec.predictions()))) {
            assertThatThrownBy(() -> learn(other, folder("out"), 1_500, true, ProgressListener.NONE))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("belongs to another spec");
        }
    }

    /** Its rows before the checkpoint would be missing, or nobody would cut them off. */
    @Test
    void anotherPredictionsFileIsRefused() throws IOException {
        Path predictions = directory.resolve("p.csv");
        for (Path first : Arrays.asList(predictions, null)) {
            Path saved = folder("saved" + first);
            Path other = first == null ? predictions : null;
            try (Log source = Log.open(log)) {
                Learning.learn(
                        source, spec, new Learning.Options(first, null, saved, 1_500, false, ProgressListener.NONE));
                assertThatThrownBy(() -> Learning.learn(
                                source,
                                spec,
                                new Learning.Options(other, null, saved, 1_500, true, ProgressListener.NONE)))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageContaining("belongs to another spec");
            }
        }
    }

    /** The checkpoint of an earlier run must not find the predictions of another. */
    @Test
    void anOldCheckpointIsGoneBeforeItsPredictionsAreReplaced() throws IOException {
        Path saved = folder("saved");
        Files.writeString(saved.resolve(Checkpoint.FILE), "old");
        Files.writeString(saved.resolve(Checkpoint.JOURNAL), "old");
        Files.writeString(saved.resolve(Checkpoint.FRESH_JOURNAL), "new");
        SavedState.Exchange failing = state -> {
            throw new IOException("no space left");
        };
        Checkpoint checkpoint = new Checkpoint(saved, 1, new Checkpoint.Fingerprint("log", "spec"));
        assertThatThrownBy(() -> checkpoint.write(failing, 3)).hasMessageContaining("no space left");
        assertThat(saved.resolve(Checkpoint.FILE)).doesNotExist();
        assertThat(saved.resolve(Checkpoint.JOURNAL)).hasContent("new");
    }

    @Test
    void aDamagedCheckpointIsRefused() throws IOException {
        learn(spec, folder("out"), 1_500, false, ProgressListener.NONE);
        Path saved = folder("out").resolve("saved/checkpoint");
        byte[] bytes = Files.readAllBytes(saved);
        byte[] flipped = bytes.clone();
        flipped[bytes.length - 20] ^= 1;
        Files.write(saved, flipped);
        assertThatThrownBy(() -> learn(spec, folder("out"), 1_500, true, ProgressListener.NONE))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("damaged");
        Files.write(saved, Arrays.copyOf(bytes, bytes.length / 2));
        assertThatThrownBy(() -> learn(spec, folder("out"), 1_500, true, ProgressListener.NONE))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith(saved + " is damaged");
        Files.write(saved, "something else".getBytes(StandardCharsets.UTF_8));
        assertThatThrownBy(() -> learn(spec, folder("out"), 1_500, true, ProgressListener.NONE))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith(saved + " is damaged");
    }

    @Test
    void aResumedRunWritesTheSameBytesOfParquet() throws IOException {
        byte[][] files = new byte[2][];
        for (int k = 0; k < 2; k++) {
            Path out = folder("parquet" + k);
            Learning.Options options = new Learning.Options(
                    out.resolve("p.parquet"), null, out.resolve("saved"), 700, k == 1, ProgressListener.NONE);
            if (k == 1) {
                assertThatThrownBy(() -> {
                            try (Log source = Log.open(log)) {
                                Learning.learn(
                                        source,
                                        spec,
                                        new Learning.Options(
                                                options.predictions(),
                                                null,
                                                options.checkpoint(),
                                                700,
                                                false,
                                                (r, of) -> {
                                                    if (r > 3_000) {
                                                        throw new Interruption();
                                                    }
                                                }));
                            }
                        })
                        .isInstanceOf(Interruption.class);
            }
            try (Log source = Log.open(log)) {
                Learning.learn(source, spec, options);
            }
            files[k] = Files.readAllBytes(out.resolve("p.parquet"));
        }
        assertThat(files[1]).isEqualTo(files[0]);
    }
}
