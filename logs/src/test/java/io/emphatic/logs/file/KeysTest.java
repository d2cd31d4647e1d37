package io.emphatic.logs.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.emphatic.logs.learning.Learning;
import io.emphatic.logs.learning.Predicting;
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
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The keys of rows in a predictions file are those of the log, of whatever type, and NULL where they are NULL. */
class KeysTest {
    @TempDir
    private Path directory;

    private Log scratch;

    @BeforeEach
    void openAScratch() throws IOException {
        scratch = Log.open(
                Files.writeString(directory.resolve("scratch.csv"), "a\n1\n").toString());
    }

    /** A log of three rows with these keys. */
    private Path log(String name, String type, String... keys) throws SQLException {
        Path file = directory.resolve(name);
        StringBuilder rows = new StringBuilder();
        for (int k = 0; k < keys.length; k++) {
            rows.append(k == 0 ? "" : " UNION ALL ")
                    .append("SELECT CAST(" + keys[k] + " AS " + type + ") AS k, " + (k + 1) + " AS f, 1.0 AS reward");
        }
        scratch.execute("COPY (" + rows + ") TO '" + file + "' (FORMAT parquet)");
        return file;
    }

    private Path model(Path log, String stream, String order) throws IOException {
        Path model = directory.resolve("model.json");
        Spec spec = new Spec(
                stream,
                order,
                null,
                null,
                null,
                List.of(new FeatureBlock.Expressions("f")),
                List.of(new Spec.Prediction("p", null, null, null, null, "0.5", null, null, "td", Map.of())));
        try (Log source = Log.open(log.toString())) {
            Learning.learn(source, spec, new Learning.Options(null, model, null, 1, false, ProgressListener.NONE));
        }
        return model;
    }

    private void predict(Path log, Path model, Path file) throws IOException {
        try (Log source = Log.open(log.toString())) {
            Predicting.predict(source.source(), source.settings(), model, file, null);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "INTEGER | 1 | -7 | BIGINT",
                "BIGINT | -9223372036854775808 | 5 | BIGINT",
                "UBIGINT | 18446744073709551615 | 0 | UBIGINT",
                "DOUBLE | 0.1 | 1e300 | DOUBLE",
                "DECIMAL(9,3) | 1.125 | -2 | DECIMAL(9,3)",
                "BOOLEAN | true | false | BOOLEAN",
                "VARCHAR | 'it''s, \"so\"' | '' | VARCHAR",
                "VARCHAR | 'NULL' | 'null' | VARCHAR",
                "DATE | '2026-11-15' | '1969-12-31' | DATE",
                "TIMESTAMP | '2026-11-15 11:05:00.000001' | '1969-12-31' | TIMESTAMP",
                "TIME | '11:05:00' | '23:59:59.5' | TIME",
                "INTERVAL | '3 days' | '1 hour' | INTERVAL",
                "UUID | '00000000-0000-0000-0000-000000000001' | 'ffffffff-0000-0000-0000-000000000001' | UUID",
                "INTEGER[] | [1,2] | [] | INTEGER[]",
            })
    void aKeyIsWrittenAsItIsAndNullAsNull(String type, String one, String other, String written)
            throws IOException, SQLException {
        Path old = log("old.parquet", type, one, other);
        Path log = log("new.parquet", type, "NULL", one, other, "NULL", one);
        Path model = model(old, null, "k");
        Path csv = directory.resolve("p.csv");
        Path parquet = directory.resolve("p.parquet");
        predict(log, model, csv);
        predict(log, model, parquet);

        List<String> lines = Files.readAllLines(csv);
        assertThat(lines).hasSize(6).element(0).isEqualTo("k,p");
        for (int k = 1; k < 6; k++) {
            assertThat(lines.get(k).startsWith(",")).as(lines.get(k)).isEqualTo(k == 1 || k == 4);
        }
        for (Path file : List.of(csv, parquet)) {
            List<Boolean> same = new ArrayList<>();
            String reader = file == csv
                    ? "read_csv('" + csv + "', all_varchar = true, allow_quoted_nulls = false)"
                    : "'" + parquet + "'";
            scratch.each(
                    "SELECT CAST(w.k AS " + type
                            + ") IS NOT DISTINCT FROM l.k FROM (SELECT *, row_number() OVER () AS n FROM "
                            + reader + ") AS w JOIN (SELECT *, row_number() OVER () AS n FROM '" + log
                            + "') AS l USING (n)",
                    row -> same.add(row.getBoolean(1)));
            assertThat(same).as(file.toString()).containsExactly(true, true, true, true, true);
        }
        try (Log read = Log.open(parquet.toString())) {
            assertThat(read.columns().get("k")).isEqualTo(written);
        }
    }

    @Test
    void aNullStreamBesideAWholeTimeIsNull() throws IOException, SQLException {
        Path model = model(log("old.parquet", "VARCHAR", "'a'", "'b'"), "k", "f");
        Path csv = directory.resolve("p.csv");
        predict(log("new.parquet", "VARCHAR", "'a'", "NULL", "'b'"), model, csv);
        assertThat(Files.readAllLines(csv)).containsExactly("k,f,p", "a,1,0.0", ",2,0.0", "b,3,0.0");
    }
}
