package io.emphatic.flink.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.emphatic.logs.sql.LogSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SavedInputTest {
    private static final LogSource LOG = LogSource.files("b.csv");

    @TempDir
    Path directory;

    private Path checkpoint(String job, int number, long seconds) throws IOException {
        Path checkpoint = Files.createDirectories(directory.resolve(job).resolve("chk-" + number));
        Path metadata = Files.createFile(checkpoint.resolve("_metadata"));
        Files.setLastModifiedTime(metadata, FileTime.fromMillis(1_000 * seconds));
        return checkpoint;
    }

    private Path filesWritten(long seconds) throws IOException {
        Path parts = directory.resolve("models");
        SavedInput.write(parts, LOG, List.of(Files.createFile(directory.resolve("b.csv"))));
        Files.setLastModifiedTime(parts.resolve("input"), FileTime.fromMillis(1_000 * seconds));
        return parts;
    }

    @Test
    void aJobThatSavedNothingDoesNotGoOnFromAnEarlierJobOfTheSameDirectory() throws IOException {
        checkpoint("earlier", 5, 100);
        assertThat(SavedInput.lastOf(filesWritten(200), directory)).isNull();
    }

    @Test
    void aJobGoesOnFromItsLastCheckpoint() throws IOException {
        checkpoint("earlier", 5, 100);
        Path parts = filesWritten(200);
        checkpoint("job", 1, 210);
        Path last = checkpoint("job", 2, 220);
        assertThat(SavedInput.lastOf(parts, directory)).isEqualTo(last);
    }

    @Test
    void aFileThatHasChangedIsRefused() throws IOException {
        Path parts = filesWritten(200);
        Path file = directory.resolve("b.csv");
        SavedInput.check(parts, LOG, List.of(file));
        Files.writeString(file, "a,b\n");
        assertThatThrownBy(() -> SavedInput.check(parts, LOG, List.of(file)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("b.csv has changed since the job that is saved began to read it");
    }

    private static LogSource topic(String address) {
        return LogSource.files("kafka://" + address);
    }

    @Test
    void aJobThatReadATopicGoesOnWithNoOther() throws IOException {
        Path parts = directory.resolve("models");
        SavedInput.write(parts, topic("127.0.0.1:9092/pumps"), List.of());
        SavedInput.check(parts, topic("127.0.0.1:9092,127.0.0.1:9093/pumps"), List.of());
        Path file = Files.createFile(directory.resolve("b.csv"));
        assertThatThrownBy(() -> SavedInput.check(parts, topic("127.0.0.1:9092/fans"), List.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("the job that is saved reads the topic pumps, and continues with nothing else");
        assertThatThrownBy(() -> SavedInput.check(parts, LOG, List.of(file))).hasMessageContaining("the topic pumps");
        SavedInput.write(parts, LOG, List.of(file));
        assertThatThrownBy(() -> SavedInput.check(parts, topic("127.0.0.1:9092/pumps"), List.of()))
                .hasMessageContaining("the job that is saved reads " + file);
    }
}
