package io.emphatic.flink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SavedFilesTest {
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
        SavedFiles.write(parts, List.of(Files.createFile(directory.resolve("b.csv"))));
        Files.setLastModifiedTime(parts.resolve("files"), FileTime.fromMillis(1_000 * seconds));
        return parts;
    }

    @Test
    void aJobThatSavedNothingDoesNotGoOnFromAnEarlierJobOfTheSameDirectory() throws IOException {
        checkpoint("earlier", 5, 100);
        assertThat(SavedFiles.lastOf(filesWritten(200), directory)).isNull();
    }

    @Test
    void aJobGoesOnFromItsLastCheckpoint() throws IOException {
        checkpoint("earlier", 5, 100);
        Path parts = filesWritten(200);
        checkpoint("job", 1, 210);
        Path last = checkpoint("job", 2, 220);
        assertThat(SavedFiles.lastOf(parts, directory)).isEqualTo(last);
    }

    @Test
    void aFileThatHasChangedIsRefused() throws IOException {
        Path parts = filesWritten(200);
        Path file = directory.resolve("b.csv");
        SavedFiles.check(parts, List.of(file));
        Files.writeString(file, "a,b\n");
        assertThatThrownBy(() -> SavedFiles.check(parts, List.of(file)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("b.csv has changed since the job that is saved began to read it");
    }
}
