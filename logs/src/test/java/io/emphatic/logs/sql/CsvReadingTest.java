package io.emphatic.logs.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The types of the columns of large CSV files, of which DuckDB looks at the first 20,480 rows only. */
class CsvReadingTest {
    private static final int ROWS = 24_000;
    private static final String FILLER = "so that the file is large and its first rows may decide";

    @TempDir
    Path directory;

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            value = {
                "1,1.5,DOUBLE",
                "1,1e3,DOUBLE",
                "1,2.0,DOUBLE",
                "1,nan,DOUBLE",
                "1,99999999999999999999,DOUBLE",
                "1,1_000,VARCHAR",
                "1,abc,VARCHAR",
                "1,true,VARCHAR",
                "1,0x10,BIGINT",
                "12,007,VARCHAR",
                "12,00,VARCHAR",
                "12,-007,BIGINT",
                "1.5,-00.5,DOUBLE",
                "1.5,+1.5,VARCHAR",
                "1.5,007,VARCHAR",
                "1.5,1_0.5,VARCHAR",
                "1.5,`2.5 `,VARCHAR",
                "abc,'q',VARCHAR",
                "12,+7,VARCHAR",
                "1,` 2`,BIGINT",
                "1,\"2\",BIGINT",
                "1,\"2.5\",DOUBLE",
                "1,2024-01-01,VARCHAR",
                "1.5,abc,VARCHAR",
                "true,1,VARCHAR",
                "true,T,BOOLEAN",
                "``,7,BIGINT",
                "``,7.5,DOUBLE",
                "``,abc,VARCHAR",
                "2024-01-01,2024-01-01 10:00:00,TIMESTAMP",
                "2024-01-01,2024-02-30,VARCHAR",
                "2024-01-01 10:00:00,2024-01-02,TIMESTAMP",
                "2024-01-01 10:00:00,2024-01-01 25:00:00,VARCHAR",
                "10:00:00,25,VARCHAR",
                "01/02/2024,13/02/2024,DATE",
                "abc,1,VARCHAR",
            })
    void oneLateValueDecidesAsIfAllRowsHadBeenLookedAt(String early, String late, String type) throws Exception {
        Path file = write("late.csv", row -> row == ROWS - 10 ? late : early);
        assertThat(types(file)).containsEntry("x", type).isEqualTo(byAllRows(file));
    }

    @Test
    void aLateNumberWithLeadingZerosMakesTextsOfAKey() throws Exception {
        Path file = write("late.csv", row -> row == ROWS - 10 ? "007" : row == ROWS - 9 ? "7" : "1.5");
        try (Log log = Log.open(file.toString())) {
            log.readExactly("x");
            assertThat(log.texts("SELECT DISTINCT x FROM log ORDER BY x")).containsExactly("007", "1.5", "7");
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void typesAreThoseThatAllRowsGive(long seed) throws Exception {
        List<List<String>> sorts = List.of(
                List.of("1", "2", "-3", "0", "123456789012345678", "00"),
                List.of("1.5", "-0.5", "1e-3", "2", "3.25E+7", "0.1e5"),
                List.of("nan", "inf", "-inf", ".5", "5.", "1e400", "+1.5", "1,5", "Infinity", "NaN", " 1.5", "1.5 "),
                List.of("true", "false", "TRUE", "False"),
                List.of("t", "f", "yes", "no", "0", "1"),
                List.of("2024-01-01", "1999-12-31", "2024-02-29"),
                List.of("2024-01-01 00:00:00", "2024-01-01T12:34:56", "2024-01-01 12:34:56.789"),
                List.of("2024-01-01 00:00:00Z", "2024-01-01T12:34:56+02:00", "2024-1-1", "01-01-2024", "20240101"),
                List.of("", "NA", "null", "NULL"),
                List.of("a", "Zürich", "two words", "\"quoted, too\"", "\"12\"", "a'b"));
        Random random = new Random(seed);
        List<List<String>> columns = new ArrayList<>();
        for (int c = 0; c < 4; c++) {
            List<String> early = sorts.get(random.nextInt(sorts.size()));
            List<String> late = random.nextBoolean() ? early : sorts.get(random.nextInt(sorts.size()));
            int from = 21_000 + random.nextInt(ROWS - 21_000);
            columns.add(IntStream.range(0, ROWS)
                    .mapToObj(row -> any(row < from ? early : late, random))
                    .map(value -> value.equals("1,5") ? "\"1,5\"" : value)
                    .toList());
        }
        Path file = write(
                "random.csv",
                row -> columns.stream().map(column -> column.get(row)).collect(Collectors.joining(",")),
                "x,y,z,w");
        assertThat(types(file)).isEqualTo(byAllRows(file));
    }

    @Test
    void severalFilesGiveTheTypesThatAllTheirRowsGive() throws Exception {
        write("many-1.csv", row -> "1");
        write("many-2.csv", row -> row == ROWS - 10 ? "0.5" : "2");
        Path pattern = directory.resolve("many-*.csv");
        assertThat(types(pattern)).containsEntry("x", "DOUBLE");
        write("many-2.csv", row -> "2");
        assertThat(types(pattern)).containsEntry("x", "BIGINT");
    }

    /** One that is first met behind the rows that decide how the file is written. */
    @Test
    void aLateQuoteIsAQuote() throws Exception {
        Path file = write("quote.csv", row -> row == ROWS - 10 ? "\"41\"" : "1");
        try (Log log = Log.open(file.toString())) {
            assertThat(log.wholeNumber("SELECT max(x) FROM log")).isEqualTo(41);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"41\"", "\"4,1\"", "\"4\"\"1\""})
    void aLateQuoteInOneOfSeveralFilesIsAQuote(String late) throws Exception {
        write("days-1.csv", row -> "a");
        write("days-2.csv", row -> row == ROWS - 10 ? late : "a");
        Files.writeString(directory.resolve("days-3.csv"), "n,x,filler\n1,a,7\n");
        for (String pattern : List.of("days-[12].csv", "days-[23].csv")) {
            try (Log log = Log.open(directory.resolve(pattern).toString())) {
                assertThat(log.texts("SELECT x FROM log WHERE x <> 'a'"))
                        .as(pattern)
                        .containsExactly(late.substring(1, late.length() - 1).replace("\"\"", "\""));
            }
        }
    }

    @Test
    void severalFilesMayBeWrittenDifferently() throws Exception {
        write("other-1.csv", row -> row == ROWS - 10 ? "\"b\"" : "a");
        Files.writeString(directory.resolve("other-2.csv"), "n;x;filler\n1;'b';7\n2;'c;d';7\n");
        try (Log log = Log.open(directory.resolve("other-*.csv").toString())) {
            assertThat(log.texts("SELECT x FROM log WHERE x <> 'a' ORDER BY x")).containsExactly("b", "b", "c;d");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {3, ROWS})
    void withoutAQuoteAQuoteIsACharacter(int rows) throws Exception {
        Path file = directory.resolve("inch.csv");
        Files.writeString(file, "part,filler\n" + ("\"A\"," + FILLER + "\nA," + FILLER + "\n\"B,1\n").repeat(rows));
        LogSource source = LogSource.files(file.toString()).withCsv(new CsvDialect(null, "", null));
        try (Log log = Log.open(source)) {
            assertThat(log.texts("SELECT DISTINCT part FROM log ORDER BY part")).containsExactly("\"A\"", "\"B", "A");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT * FROM 'late.csv'",
                "SELECT late.x FROM 'late.csv' WHERE late.n >= 0",
                "SELECT k.x FROM 'late.csv' AS k",
                "SELECT x FROM 'late.csv' AS k(m, x, f)",
                "SELECT * FROM 'late*.csv'",
                "SELECT a.x FROM 'late.csv' a JOIN 'late.csv' b USING (n)",
                "WITH rows AS (SELECT * FROM 'late.csv') SELECT * FROM rows",
                "SELECT * FROM read_csv('late.csv')",
                "SELECT * FROM read_csv_auto(['late.csv'], header = true)",
                "SELECT * FROM read_csv('late.csv', sample_size = -1)",
                "SELECT * FROM read_csv('late.csv', SAMPLE_SIZE := -1)",
            })
    void aQueryTakesTypesFromAllRowsOfCsvFiles(String query) throws Exception {
        write("late.csv", row -> row == ROWS - 10 ? "41.5" : "1");
        try (Log log = Log.open(LogSource.query("the query", query, directory))) {
            assertThat(log.columns()).containsEntry("x", "DOUBLE");
            assertThat(log.texts("SELECT CAST(max(x) AS VARCHAR) FROM log")).containsExactly("41.5");
        }
    }

    @Test
    void aQueryMaySayHowManyRowsAreLookedAt() throws Exception {
        write("late.csv", row -> row == ROWS - 10 ? "41.5" : "1");
        String query = "SELECT * FROM read_csv('late.csv', sample_size = 1000)";
        try (Log log = Log.open(LogSource.query("the query", query, directory))) {
            assertThat(log.columns()).containsEntry("x", "BIGINT");
        }
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            value = {
                "2024-01-01,inf,infinity",
                "2024-01-01,99999-01-01,99999-01-01",
                "abc,it's,it's",
                "\"abc\",'q','q'",
                "abc,'q',q",
            })
    void aLateValueIsReadAsIfAllRowsHadBeenLookedAt(String early, String late, String read) throws Exception {
        Path file = write("late.csv", row -> row == ROWS - 10 ? late : early);
        String query = "SELECT CAST(x AS VARCHAR) FROM %s WHERE n = " + (ROWS - 10);
        try (Log log = Log.open(file.toString())) {
            assertThat(log.texts(query.formatted("log")))
                    .containsExactly(read)
                    .isEqualTo(log.texts(query.formatted(
                            "read_csv(" + Sql.string(file.toString()) + ", header = true, sample_size = -1)")));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {10, ROWS - 10})
    void aLineThatEndsOtherwiseIsRefusedWhereverItIs(int number) throws Exception {
        Path file = write("ends.csv", row -> "1");
        Files.writeString(file, Files.readString(file).replace("\n" + number + ",", "\r\n" + number + ","));
        assertThatThrownBy(() -> types(file))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("line 1 ends with LF, line ");
    }

    private static String any(List<String> values, Random random) {
        return values.get(random.nextInt(values.size()));
    }

    private interface Cells {
        String of(int row);
    }

    private Path write(String name, Cells x) throws IOException {
        return write(name, x, "x");
    }

    private Path write(String name, Cells cells, String names) throws IOException {
        StringBuilder text = new StringBuilder("n," + names + ",filler\n");
        for (int row = 0; row < ROWS; row++) {
            text.append(row)
                    .append(',')
                    .append(cells.of(row))
                    .append(',')
                    .append(FILLER)
                    .append('\n');
        }
        Path file = directory.resolve(name);
        Files.writeString(file, text);
        return file;
    }

    private static Map<String, String> types(Path file) throws IOException {
        try (Log log = Log.open(file.toString())) {
            return log.columns();
        }
    }

    private static Map<String, String> byAllRows(Path file) throws IOException, SQLException {
        try (Log log = Log.ofColumns(Map.of())) {
            return log.describe("read_csv(" + Sql.string(file.toString()) + ", header = true, sample_size = -1)");
        }
    }
}
