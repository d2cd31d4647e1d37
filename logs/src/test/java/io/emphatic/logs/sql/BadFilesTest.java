package io.emphatic.logs.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files that are no logs: what is said of each. */
class BadFilesTest {
    private static final String NESTED = "{\"x\": 1, \"y\": " + "[".repeat(2000) + "]".repeat(2000) + "}\n";

    @TempDir
    private Path directory;

    private Path write(String name, byte[] bytes) throws IOException {
        return Files.write(directory.resolve(name), bytes);
    }

    private static byte[] gzip(String text) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return bytes.toByteArray();
    }

    private static void assertRefused(Path file, String message) {
        assertThatThrownBy(() -> Log.open(file.toString()).close())
                .isInstanceOf(IOException.class)
                .hasMessageContaining(file.toString())
                .hasMessageContaining(message)
                .hasMessageNotContaining("auto_detect");
    }

    private static String rows(String separator, int count) {
        return IntStream.range(0, count).mapToObj(k -> k + "," + k * k).collect(Collectors.joining(separator));
    }

    @ParameterizedTest
    @ValueSource(strings = {"log.jsonl", "log.json", "log.jsonl.gz"})
    void jsonThatIsNestedThousandsDeepIsRefused(String name) throws IOException {
        String text = "{\"x\": 1, \"y\": []}\n" + NESTED;
        byte[] bytes = name.endsWith(".gz") ? gzip(text) : text.getBytes(StandardCharsets.UTF_8);
        assertRefused(write(name, bytes), "is nested more than 100 deep in line 2");
    }

    @Test
    void compressedByZstdAsWell() throws IOException, SQLException {
        Path file = directory.resolve("log.jsonl.zst");
        try (Log any = Log.open(
                write("any.csv", "x\n1\n".getBytes(StandardCharsets.UTF_8)).toString())) {
            any.execute("COPY (SELECT " + Sql.string(NESTED.strip()) + " AS line) TO " + Sql.string(file.toString())
                    + " (FORMAT csv, HEADER false, QUOTE '', ESCAPE '', DELIMITER '\\x01', COMPRESSION zstd)");
        }
        assertRefused(file, "is nested more than 100 deep in line 1");
        byte[] whole = Files.readAllBytes(file);
        assertRefused(write("cut.jsonl.zst", Arrays.copyOf(whole, whole.length / 2)), "is not a whole zstd file");
    }

    @Test
    void bracketsInTextsAreNoDepth() throws IOException {
        String text = "{\"x\": \"" + "[".repeat(2000) + "\\\"{{\"}\n".repeat(1) + "{\"x\": \"]\"}\n";
        try (Log log = Log.open(
                write("log.jsonl", text.getBytes(StandardCharsets.UTF_8)).toString())) {
            assertThat(log.columns()).containsOnlyKeys("x");
        }
    }

    @Test
    void aQueryReadsNoDeeperJson() throws IOException {
        Path file = write("log.txt", NESTED.getBytes(StandardCharsets.UTF_8));
        LogSource query = LogSource.query("the query", "SELECT x FROM read_json('log.txt')", directory);
        assertThatThrownBy(() -> Log.open(query).close())
                .isInstanceOf(IOException.class)
                .hasMessageContaining(file + " is nested more than 100 deep");
    }

    @Test
    void gzipThatIsCutOffOrChangedIsNamed() throws IOException {
        byte[] whole = gzip("a,b\n" + rows("\n", 1000) + "\n");
        assertRefused(
                write("cut.csv.gz", Arrays.copyOf(whole, whole.length - 100)),
                "is not a whole gzip file: it ends early");
        whole[whole.length - 6]++;
        assertRefused(write("changed.csv.gz", whole), "is not a whole gzip file: its checksum does not match");
        assertRefused(
                write("plain.csv.gz", "a,b\n1,2\n".getBytes(StandardCharsets.UTF_8)),
                "is not a whole gzip file: it is damaged");
    }

    @ParameterizedTest
    @ValueSource(strings = {"UTF-16", "UTF-16LE", "UTF-16BE"})
    void utf16IsNamed(String charset) throws IOException {
        byte[] bytes = ("a,b\n" + rows("\n", 10) + "\n").getBytes(Charset.forName(charset));
        assertRefused(write("log.csv", bytes), "is UTF-16, not UTF-8");
    }

    @Test
    void aNulByteIsNamedWithItsLine() throws IOException {
        byte[] bytes = "site,x\na,1\nb\0,2\n".getBytes(StandardCharsets.UTF_8);
        assertRefused(write("log.csv", bytes), "has a NUL byte in line 3");
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 30_000})
    void mixedLineEndsAreNamed(int before) throws IOException {
        String text = "a,b\n" + rows("\n", before) + "\r\n" + rows("\n", 20) + "\n";
        assertRefused(
                write("log.csv", text.getBytes(StandardCharsets.UTF_8)),
                "line 1 ends with LF, line " + (before + 1) + " with CR LF: make them the same");
    }

    @Test
    void tooManyColumnsAreCounted() throws IOException {
        String names = IntStream.range(0, 100_000).mapToObj(k -> "c" + k).collect(Collectors.joining(","));
        assertRefused(
                write("log.csv", (names + "\n" + names.replace('c', '1') + "\n").getBytes(StandardCharsets.UTF_8)),
                "has 100000 columns: at most 10000 are read");
    }
}
