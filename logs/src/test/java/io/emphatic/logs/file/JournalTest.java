package io.emphatic.logs.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The lines of a journal. */
class JournalTest {
    @TempDir
    private Path directory;

    @Test
    void textsAreQuotedWhereCsvNeedsIt() throws IOException {
        Path file = directory.resolve("journal.csv");
        try (Journal journal = new Journal(file, 0, List.of("a"))) {
            for (String text : List.of("plain", "a,b", "say \"no\"", "two\nlines", "return\r", "")) {
                journal.text(text);
            }
            journal.key(null);
            journal.key(-7L);
            journal.number(0.1);
            journal.number(Double.NaN);
            journal.endLine();
        }
        assertThat(file).hasContent("a\nplain,\"a,b\",\"say \"\"no\"\"\",\"two\nlines\",\"return\r\",\"\",,-7,0.1,\n");
    }

    @Test
    void aJournalContinuesAfterTheLengthOfTheCheckpoint() throws IOException {
        Path file = Files.writeString(directory.resolve("journal.csv"), "a\n1\n2\n");
        try (Journal journal = new Journal(file, 4, List.of("a"))) {
            journal.key(3L);
            journal.endLine();
            assertThat(journal.force()).isEqualTo(6);
        }
        assertThat(file).hasContent("a\n1\n3\n");
        assertThatThrownBy(() -> new Journal(file, 7, List.of("a")))
                .hasMessage(file + " is shorter than the checkpoint says: it cannot be resumed from");
    }
}
