package io.emphatic.logs.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which files a log consists of. */
class LogFilesTest {
    @TempDir
    private Path directory;

    @BeforeEach
    void write() throws IOException {
        Files.createDirectory(directory.resolve("more"));
        Files.writeString(directory.resolve("a.csv"), "x\n1\n2\n");
        Files.writeString(directory.resolve("more/a.csv"), "x\n3\n");
        Files.createSymbolicLink(directory.resolve("link.csv"), directory.resolve("a.csv"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/a.csv", "/./a.csv", "/more/../a.csv", "/a*.csv", "/link.csv"})
    void aFileIsNotReadTwiceUnderTwoNames(String second) {
        LogSource source = LogSource.files(List.of(directory + "/a.csv", directory + second));
        assertThatThrownBy(() -> Log.open(source))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("the log has the file ")
                .hasMessageEndingWith(" twice");
    }

    @Test
    void filesOfOneNameInSeveralDirectoriesAreAllRead() throws IOException, SQLException {
        LogSource source = LogSource.files(List.of(directory + "/a.csv", directory + "/more/a.csv"));
        try (Log log = Log.open(source)) {
            assertThat(log.wholeNumber("SELECT sum(x) FROM " + Log.VIEW)).isEqualTo(6);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 6, 30_000})
    void aMalformedJsonLineIsNamedByItsNumberInOurWords(int number) throws IOException {
        List<String> lines = new ArrayList<>(Collections.nCopies(number + 3, "{\"a\": 1, \"b\": 2}"));
        lines.set(number - 1, "{\"a\": 1,,}");
        Path file = Files.write(directory.resolve("log.jsonl"), lines);
        assertThatThrownBy(() -> Log.open(file.toString()).close())
                .isInstanceOf(IOException.class)
                .hasMessageContaining("line " + number + " is malformed: ")
                .hasMessageNotContaining("SELECT");
    }

    @Test
    void aDirectoryIsNoLogButAPatternIs() {
        assertThatThrownBy(() -> Log.open(directory.resolve("more").toString()).close())
                .isInstanceOf(IOException.class)
                .hasMessageContaining("more is a directory, not a log\nName files")
                .hasMessageContaining("more/*.csv'");
    }

    @Test
    void whatIsSaidAboutCsvFilesIsRefusedForAQuery() {
        LogSource query = LogSource.query("the query", "SELECT 1 AS x", null);
        LogSource written = query.withCsv(new CsvDialect(";", null, null));
        assertThatThrownBy(() -> Log.open(written).close())
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("the query names its files itself")
                .hasMessageContaining("read_csv(");
    }

    @Test
    void anEmptyFileBesideAnotherIsRefused() throws IOException {
        Files.writeString(directory.resolve("b.csv"), "");
        LogSource source = LogSource.files(List.of(directory + "/a.csv", directory + "/b.csv"));
        assertThatThrownBy(() -> Log.open(source))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("b.csv is empty: it has neither rows nor a header\nLeave it out.");
    }

    @Test
    void aPatternWithoutAFileIsNoDirectory() {
        String pattern = directory.resolve("absent").resolve("*.csv").toString();
        assertThatThrownBy(() -> Log.open(pattern))
                .isInstanceOf(IOException.class)
                .hasMessage("there is no log " + pattern);
    }
}
