package io.emphatic.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WholeFileTest {
    @TempDir
    private Path directory;

    @Test
    void aFileIsWrittenReplacedAndNothingIsLeftBeside() throws IOException {
        Path file = directory.resolve("new").resolve("file.txt");
        WholeFile.write(file, "Γ");
        WholeFile.write(file, "Γλ");
        assertThat(file).hasContent("Γλ");
        assertThat(Files.list(file.getParent())).containsExactly(file);
    }

    @Test
    void whatCannotBeWrittenIsNamed() throws IOException {
        assertThatThrownBy(() -> WholeFile.write(directory, "x"))
                .hasMessage(directory + " is a directory, not a file to write");
        Path file = Files.writeString(directory.resolve("file"), "x");
        assertThatThrownBy(() -> WholeFile.write(file.resolve("below"), "x"))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("cannot write " + file.resolve("below") + ": ");
    }
}
