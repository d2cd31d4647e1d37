package io.emphatic.documents.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class WholeFileTest {
    @TempDir
    private Path directory;

    @Test
    void aFileIsWrittenAndReplacedAndNoTemporaryFileIsLeft() throws IOException {
        Path file = directory.resolve("new").resolve("file.txt");
        WholeFile.write(file, "Γ");
        assertThat(file).hasContent("Γ");
        WholeFile.write(file, "Γλ");
        assertThat(file).hasContent("Γλ");
        WholeFile.write(file, out -> {
            for (int k = 0; k < 100_000; k++) {
                out.write('x');
            }
        });
        assertThat(file).hasSize(100_000);
        assertThat(file.getParent()).isDirectoryNotContaining(other -> !other.equals(file));
    }

    @Test
    void aTemporaryFileOfAKilledRunIsOverwritten() throws IOException {
        Path file = directory.resolve("file.txt");
        Files.writeString(WholeFile.temporary(file), "half of a much longer file");
        WholeFile.write(file, "whole");
        assertThat(file).hasContent("whole");
        assertThat(directory).isDirectoryNotContaining(other -> !other.equals(file));
    }

    @Test
    void theOldFileStaysWhenItsContentsFail() throws IOException {
        Path file = Files.writeString(directory.resolve("file.txt"), "old");
        assertThatThrownBy(() -> WholeFile.write(file, out -> {
                    out.write(new byte[1 << 17]);
                    throw new IOException("No space left on device");
                }))
                .isInstanceOf(IOException.class)
                .hasMessage("cannot write " + file + ": No space left on device");
        assertThatThrownBy(() -> WholeFile.write(file, out -> {
                    throw new IllegalStateException("a defect");
                }))
                .isInstanceOf(IllegalStateException.class);
        assertThat(file).hasContent("old");
        assertThat(directory).isDirectoryNotContaining(other -> !other.equals(file));
    }

    @Test
    void aFileThatCannotBeWrittenIsNamedWithTheReason() throws IOException {
        assertThatThrownBy(() -> WholeFile.write(directory, "x"))
                .hasMessage(directory + " is a directory, not a file to write");
        Path file = Files.writeString(directory.resolve("file"), "x");
        assertThatThrownBy(() -> WholeFile.write(file.resolve("below"), "x"))
                .isInstanceOf(IOException.class)
                .hasMessage("cannot write " + file.resolve("below") + ": " + file + " is not a directory");
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aPlaceThatTakesNoFilesIsNamed() {
        assertThatThrownBy(() -> WholeFile.write(Path.of("/proc/self/file"), "x"))
                .isInstanceOf(IOException.class)
                .hasMessage("cannot write /proc/self/file: there is no way to make /proc/self/.file.tmp");
    }

    @Test
    void aFileWrittenOverALongerTimeGetsItsNameWhenItIsPublished() throws IOException {
        Path file = directory.resolve("rows.csv");
        Path temporary = WholeFile.begin(file);
        assertThat(temporary).isEqualTo(directory.resolve(".rows.csv.tmp"));
        Files.writeString(temporary, "1,2\n");
        assertThat(file).doesNotExist();
        WholeFile.publish(temporary, file);
        assertThat(file).hasContent("1,2\n");
        assertThat(temporary).doesNotExist();
        WholeFile.discard(temporary);

        Files.writeString(WholeFile.begin(file), "3,");
        WholeFile.discard(temporary);
        assertThat(temporary).doesNotExist();
        assertThat(file).hasContent("1,2\n");
    }

    @Test
    void publishingWhatIsNotThereNamesTheFile() {
        Path file = directory.resolve("rows.csv");
        assertThatThrownBy(() -> WholeFile.publish(WholeFile.temporary(file), file))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("cannot write " + file + ": ");
    }

    @Test
    void aDirectoryIsMadeAndTriedBeforeMinutesOfWork() throws IOException {
        Path made = directory.resolve("a").resolve("b");
        WholeFile.requireWritable(made);
        assertThat(made).isEmptyDirectory();
        Path file = Files.writeString(directory.resolve("file"), "x");
        assertThatThrownBy(() -> WholeFile.requireWritable(file)).hasMessage("the output is not a directory: " + file);
        assertThatThrownBy(() -> WholeFile.requireWritable(file.resolve("below")))
                .hasMessageStartingWith("cannot write to " + file.resolve("below") + ": ");
    }

    /** Another program begins a file and is told to end, as by Ctrl-C; a published file stays. */
    @Test
    @EnabledOnOs({OS.LINUX, OS.MAC})
    void aTemporaryFileIsGoneWhenTheProgramIsToldToEnd() throws IOException, InterruptedException {
        Process holder = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Holder.class.getName(),
                        directory.toString())
                .redirectErrorStream(true)
                .start();
        try (var said = holder.inputReader(StandardCharsets.UTF_8)) {
            Path unfinished = Path.of(said.readLine());
            assertThat(unfinished).hasContent("half");
            holder.destroy();
            assertThat(holder.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(unfinished).doesNotExist();
            assertThat(directory.resolve("finished")).hasContent("whole");
        } finally {
            holder.destroyForcibly();
        }
    }

    /** Holds one unfinished file until it is told to end. */
    static final class Holder {
        private Holder() {}

        public static void main(String[] arguments) throws Exception {
            Path directory = Path.of(arguments[0]);
            WholeFile.write(directory.resolve("finished"), "whole");
            Path unfinished = Files.writeString(WholeFile.begin(directory.resolve("unfinished")), "half");
            System.out.println(unfinished);
            Thread.sleep(Long.MAX_VALUE);
        }
    }
}
