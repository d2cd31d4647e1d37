package io.emphatic.logs.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.emphatic.logs.spec.FeatureBlock;
import io.emphatic.logs.spec.Spec;
import io.emphatic.logs.sql.Log;
import io.emphatic.logs.sql.LogSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Files whose rows can be read, and not be learned from. */
class FileFindingsTest {
    @TempDir
    private Path directory;

    private Doctor.Diagnosis check(String order, FeatureBlock features, String... names) throws IOException {
        Spec.Prediction prediction = new Spec.Prediction("p", null, null, null, "r", "0.5", null, null, "td", Map.of());
        Spec spec = new Spec(null, order, null, null, null, List.of(features), List.of(prediction));
        List<String> files = List.of(names).stream()
                .map(name -> directory.resolve(name).toString())
                .toList();
        try (Log log = Log.open(LogSource.files(files))) {
            return Doctor.check(log, spec);
        }
    }

    private Doctor.Diagnosis check(String order) throws IOException {
        return check(order, new FeatureBlock.Expressions("r"), "log.csv");
    }

    private void write(String name, String text) throws IOException {
        Files.writeString(directory.resolve(name), text);
    }

    @Test
    void oneTextInANumericOrderIsNamed() throws IOException {
        write("log.csv", "t,r\n8,1\n9,1\n10,2\nlate,3\n11,4\n");
        assertThatThrownBy(() -> check("t"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("order: t is text, by which 10 comes before 9: row 4 has late\n");
    }

    @Test
    void numbersInQuotesAreNoOrder() throws IOException {
        write("log.jsonl", "{\"t\": \"8\", \"r\": 1}\n{\"t\": \"10\", \"r\": 1}\n");
        assertThatThrownBy(() -> check("t", new FeatureBlock.Expressions("r"), "log.jsonl"))
                .hasMessage("order: t is text, by which 10 comes before 9\nWrite order: CAST(t AS DOUBLE).");
    }

    @ParameterizedTest
    @CsvSource({"008, 009, 010", "a8, a9, b1", "1a, 20, ff"})
    void textsThatSortAreAnOrder(String first, String second, String third) throws IOException {
        write("log.csv", "t,r\n" + first + ",1\n" + second + ",2\n" + third + ",3\n");
        assertThat(check("t").hasErrors()).isFalse();
    }

    @Test
    void aRowOfTheSecondFileIsNamedByIt() throws IOException {
        write("a.csv", "t,r\n1,1\n2,1\n3,2\n");
        write("b.csv", "t,r\n4,1\n5,oops\n");
        assertThat(check("t", new FeatureBlock.Expressions("r"), "a.csv", "b.csv")
                        .errors()
                        .get(0))
                .endsWith("oops, first in row 2 of " + directory.resolve("b.csv"));
    }

    @Test
    void aHeaderWithoutRowsIsNoLog() throws IOException {
        write("log.csv", "t,r\n");
        assertThatThrownBy(() -> check("t")).hasMessage(directory.resolve("log.csv") + " has no rows");
    }

    @Test
    void theFileThatLacksAColumnIsNamed() throws IOException {
        write("a.csv", "t,r,x\n1,1,1\n2,1,2\n");
        write("b.csv", "t,r\n3,1\n4,1\n");
        assertThat(check("t", new FeatureBlock.Expressions("x"), "a.csv", "b.csv")
                        .findings())
                .anySatisfy(finding -> assertThat(finding.message())
                        .isEqualTo(
                                "features x is NULL in 2 rows: " + directory.resolve("b.csv") + " has no such column"));
    }

    @Test
    void theColumnsThatThereAreAreNamed() throws IOException {
        write("log.csv", "t,r\n1,1\n2,1\n");
        assertThatThrownBy(() -> check("pump"))
                .hasMessage("order: the log has no column pump\n  pump\n  ^\nIt has t, r.");
    }

    /** Beyond the beginning of a file, which is looked at. */
    @Test
    void aNulByteInACategoryIsNamedWithItsRow() throws IOException {
        StringBuilder text = new StringBuilder("t,r,site\n");
        for (int row = 0; row < 60_000; row++) {
            text.append(row)
                    .append(",1,north-west-")
                    .append(row % 3)
                    .append(row == 59_998 ? "\0" : "")
                    .append('\n');
        }
        write("log.csv", text.toString());
        assertThat(text.length()).isGreaterThan(1 << 20);
        assertThatThrownBy(() -> check("t", new FeatureBlock.OneHot("site"), "log.csv"))
                .hasMessage("features: onehot: row 59999 has a NUL byte in site");
    }
}
