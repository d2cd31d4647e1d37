package io.emphatic.logs.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.emphatic.logs.learning.Learning;
import io.emphatic.logs.learning.Predicting;
import io.emphatic.logs.model.Model;
import io.emphatic.logs.spec.FeatureBlock;
import io.emphatic.logs.spec.Spec;
import io.emphatic.logs.sql.Log;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** What a run writes never costs what it reads, and is known to be possible before it begins. */
class OutputsTest {
    private static final String ROWS = "s,t,f,reward\n\" a\",0,1,1\n\" a\",1,2,1\n\"\",0,1,2\n\"\",1,3,1\n";

    @TempDir
    private Path directory;

    private Path log;

    @BeforeEach
    void writeALog() throws IOException {
        log = Files.writeString(directory.resolve("log.csv"), ROWS);
    }

    private void learn(String stream, Path predictions, Path model, Path checkpoint) throws IOException {
        Spec.Prediction prediction =
                new Spec.Prediction("p", null, null, null, null, "0.5", null, null, "td", Map.of());
        Spec spec = new Spec(
                stream,
                stream == null ? null : "t",
                null,
                null,
                null,
                List.of(new FeatureBlock.Expressions("f")),
                List.of(prediction));
        try (Log source = Log.open(log.toString())) {
            Learning.learn(
                    source,
                    spec,
                    new Learning.Options(predictions, model, checkpoint, 1, false, ProgressListener.NONE));
        }
    }

    @Test
    void theLogIsNotOverwrittenUnderAnyName() throws IOException {
        Path link = Files.createSymbolicLink(directory.resolve("link.csv"), log);
        for (Path name : List.of(log, directory.resolve("../" + directory.getFileName() + "/log.csv"), link)) {
            assertThatThrownBy(() -> learn(null, name, null, null))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith("the predictions file would overwrite the log: " + name);
            assertThatThrownBy(() -> learn(null, null, name, null))
                    .hasMessageStartingWith("the model file would overwrite the log: ");
        }
        assertThat(log).hasContent(ROWS);
    }

    @Test
    void predictionsAndModelAreTwoFiles() {
        Path one = directory.resolve("one.csv");
        assertThatThrownBy(() -> learn(null, one, directory.resolve("./one.csv"), null))
                .hasMessageStartingWith("the predictions file and the model file are one file: " + one);
        assertThat(one).doesNotExist();
    }

    @Test
    void aModelIsNotOverwrittenByItsPredictions() throws IOException {
        Path model = directory.resolve("model.csv");
        learn(null, null, model, null);
        byte[] written = Files.readAllBytes(model);
        try (Log source = Log.open(log.toString())) {
            assertThatThrownBy(() -> Predicting.predict(source.source(), source.settings(), model, model, null))
                    .hasMessageStartingWith("the predictions file would overwrite the model: ");
            assertThatThrownBy(() -> Predicting.predict(source.source(), source.settings(), model, log, null))
                    .hasMessageStartingWith("the predictions file would overwrite the log: ");
        }
        assertThat(model).hasBinaryContent(written);
        assertThat(log).hasContent(ROWS);
    }

    @Test
    void outputsThatCannotBeWrittenAreRefusedBeforeAnythingIsLearned() {
        Path predictions = directory.resolve("p.csv");
        assertThatThrownBy(() -> learn(null, predictions, log.resolve("m.json"), null))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(log + " is not a directory");
        assertThatThrownBy(() -> learn(null, predictions, directory, null))
                .isInstanceOf(IOException.class)
                .hasMessage("the model file is a directory: " + directory);
        assertThatThrownBy(() -> learn(null, predictions, null, log))
                .isInstanceOf(IOException.class)
                .hasMessage("the checkpoint is a directory, and " + log + " is a file");
        assertThatThrownBy(() -> learn(null, predictions, null, log.resolve("a/b")))
                .isInstanceOf(IOException.class)
                .hasMessage("the checkpoint is a directory, and " + log + " on the way to it is a file");
        assertThat(directory.toFile().list()).containsExactly("log.csv");
        Path saved = directory.resolve("saved");
        assertThatThrownBy(() -> learn(null, saved.resolve("predictions.csv"), null, Files.createDirectory(saved)))
                .hasMessageStartingWith("the predictions file would overwrite the checkpoint");
        assertThat(predictions).doesNotExist();
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aDirectoryThatOnlyClaimsToBeWritableIsFoundOut() {
        Path nobody = Path.of("/proc/self/m.json"); // root may write there, and cannot
        assertThatThrownBy(() -> learn(null, directory.resolve("p.csv"), nobody, null))
                .isInstanceOf(IOException.class)
                .hasMessage("the model file cannot be written: /proc/self does not permit new files");
        assertThatThrownBy(() -> learn(null, null, null, nobody))
                .hasMessage("the checkpoint cannot be written: /proc/self does not permit new files");
        assertThat(directory.toFile().list()).containsExactly("log.csv");
    }

    @Test
    void missingDirectoriesOfOutputsAreMade() throws IOException {
        Path model = directory.resolve("a/b/m.json");
        learn(null, directory.resolve("c/p.csv"), model, directory.resolve("d/e"));
        assertThat(Model.read(model).predictions()).hasSize(1);
        assertThat(directory.resolve("c/p.csv")).exists();
    }

    @Test
    void theTemporaryFileOfAKilledRunIsReplaced() throws IOException {
        Path left = Files.writeString(directory.resolve(".m.json.tmp"), "half a mod");
        Path model = directory.resolve("m.json");
        learn(null, null, model, null);
        assertThat(left).doesNotExist();
        assertThat(Model.read(model).predictions()).hasSize(1);
    }

    @Test
    void anEmptyKeyStaysEmptyTextInParquet() throws IOException, SQLException {
        Path predictions = directory.resolve("p.parquet");
        learn("coalesce(s, '')", predictions, null, null);
        List<String> keys = new ArrayList<>();
        try (Log written = Log.open(predictions.toString())) {
            written.each("SELECT \"coalesce(s, '')\" FROM log", row -> keys.add(row.getString(1)));
        }
        assertThat(keys).containsExactly("", "", " a", " a");
    }
}
