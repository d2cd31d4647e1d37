package io.emphatic.logs.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.emphatic.logs.file.ProgressListener;
import io.emphatic.logs.file.RowLines;
import io.emphatic.logs.file.StreamKey;
import io.emphatic.logs.learning.Learning;
import io.emphatic.logs.learning.LearningReport;
import io.emphatic.logs.model.Model;
import io.emphatic.logs.spec.FeatureBlock;
import io.emphatic.logs.spec.RowShape;
import io.emphatic.logs.spec.Spec;
import io.emphatic.logs.spec.SpecReader;
import io.emphatic.logs.spec.ValueRanges;
import io.emphatic.logs.sql.CsvDialect;
import io.emphatic.logs.sql.Log;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Specs compiled for rows that come one by one: types, refusals, features, and what is learned from them. */
class LiveSpecTest {
    @TempDir
    private Path directory;

    private static Spec spec(String features) {
        return Interleaved.spec(
                List.of(new FeatureBlock.Expressions(features)),
                Interleaved.prediction("v", "etd", Map.of("step_size", 0.01)),
                Interleaved.prediction("w", "tree-backup", Map.of("step_size", 0.01)));
    }

    private Spec yaml(String text) throws IOException {
        return SpecReader.read(Files.writeString(directory.resolve("spec.yaml"), text))
                .spec();
    }

    private static byte[] learned(Spec spec, ColumnTypes types, List<? extends Map<String, ?>> rows, int batch)
            throws IOException {
        try (LiveSpec live = LiveSpec.of(spec, types, null)) {
            LiveLearners learners = new LiveLearners(live);
            for (int from = 0; from < rows.size(); from += batch) {
                live.evaluate(rows.subList(from, Math.min(from + batch, rows.size())))
                        .forEach(learners::learn);
            }
            return Interleaved.bytes(learners);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 100})
    void batchesOfAnySizeGiveTheSameBits(int batch) throws IOException {
        List<Map<String, Object>> rows = Interleaved.rows(21, 100, 3);
        assertThat(learned(spec("x, y * 2"), ColumnTypes.growing(Map.of()), rows, batch))
                .isEqualTo(learned(spec("x, y * 2"), ColumnTypes.growing(Map.of()), rows, 33));
    }

    @Test
    void columnsWithoutSqlGiveTheBitsOfDuckDb() throws IOException {
        List<Map<String, Object>> rows = Interleaved.rows(22, 300, 3);
        rows.forEach(row -> row.put("site", List.of("coast", "hill", "dale").get((int) (long) row.get("n") % 3)));
        String text = """
                stream: %1$sunit%2$s
                order: %1$st%2$s
                features:
                  - x, n, 2.5
                  - onehot: {column: %1$ssite%2$s, values: [coast, hill]}
                  - hash: {column: %1$ssite%2$s, size: 16}
                  - scale: {column: %1$sy%2$s, mean: 0.5, deviation: 0.3}
                  - cross: [{column: %1$ssite%2$s, values: [hill, coast]}, {column: n, values: [0, 1, 2]}]
                behaviour: mu
                target: pi
                discount: gamma
                lambda: lambda
                terminated: %1$sterminated%2$s
                predictions:
                  v: {algorithm: etd}
                """;
        Spec plain = yaml(text.formatted("", ""));
        Spec sql = yaml(text.formatted("(", ")"));
        try (LiveSpec one = LiveSpec.of(plain, ColumnTypes.growing(Map.of()), null);
                LiveSpec two = LiveSpec.of(sql, ColumnTypes.growing(Map.of()), null)) {
            List<LiveRow> converted = one.evaluate(rows);
            List<LiveRow> queried = two.evaluate(rows);
            for (int k = 0; k < rows.size(); k++) {
                assertThat(converted.get(k).refusal()).isNull();
                assertThat(converted.get(k).numbers()).isEqualTo(queried.get(k).numbers());
                assertThat(converted.get(k).stream()).isEqualTo(queried.get(k).stream());
                assertThat(converted.get(k).time()).isEqualTo(queried.get(k).time());
            }
        }
    }

    @Test
    void cellsOfCsvAreReadWithTheTypesThatLearnFindsInTheFile() throws IOException {
        List<Map<String, Object>> rows = Interleaved.rows(23, 400, 4);
        Path file = Interleaved.csv(rows, directory.resolve("log.csv"));
        Spec spec = spec("x, n // 2, y");
        List<Map<String, ?>> cells = new ArrayList<>();
        try (BufferedReader reader = Files.newBufferedReader(file)) {
            RowLines lines = new RowLines(reader, CsvDialect.DETECTED);
            while (lines.next()) {
                cells.add(lines.row());
            }
        }
        try (Log log = Log.open(file.toString())) {
            ColumnTypes types = ColumnTypes.of(log);
            LearningReport report = Learning.learn(log, spec, asLogged());
            try (LiveSpec live = LiveSpec.of(spec, types, null)) {
                LiveLearners learners = new LiveLearners(live);
                for (LiveRow row : live.evaluate(cells)) {
                    learners.learn(live.row(row.stream(), row.time(), row.numbers()));
                }
                report.predictions().forEach(one -> assertThat(learners.weights(one.name(), null))
                        .isEqualTo(one.weights()));
            }
        }
    }

    private static Learning.Options asLogged() {
        return new Learning.Options(null, null, null, 1, false, null, false, "test", ProgressListener.NONE, true, null);
    }

    @Test
    void wholeNumbersBecomeDoubleWhenAFractionComesAndNothingElseChangesAType() throws IOException {
        List<Map<String, Object>> rows = Interleaved.rows(24, 6, 1);
        try (LiveSpec live = LiveSpec.of(spec("n, x"), ColumnTypes.growing(Map.of()), null)) {
            assertThat(live.isCompiled()).isFalse();
            live.evaluate(rows.subList(0, 2));
            assertThat(live.types().asMap()).containsEntry("n", "BIGINT").containsEntry("unit", "VARCHAR");
            assertThat(live.types().asMap()).doesNotContainKey("unheard");
            Map<String, Object> fraction = new LinkedHashMap<>(rows.get(2));
            fraction.put("n", 0.5);
            fraction.put("unheard", 1);
            assertThat(live.evaluate(List.of(fraction)).get(0).refusal()).isNull();
            assertThat(live.types().asMap()).containsEntry("n", "DOUBLE").doesNotContainKey("unheard");
            Map<String, Object> text = new LinkedHashMap<>(rows.get(3));
            text.put("n", "many");
            assertThat(live.evaluate(List.of(text)).get(0).refusal())
                    .isEqualTo("the column n is DOUBLE, and its value is not: many");
            assertThat(live.types().asMap()).containsEntry("n", "DOUBLE");
        }
    }

    @Test
    void typesThatAreDeclaredAreThoseOfLearn() throws IOException {
        List<Map<String, Object>> rows = Interleaved.rows(25, 200, 2);
        RowShape declared = new RowShape(
                false, Double.NaN, null, Map.of(), Map.of("n", "DOUBLE", "unit", "VARCHAR"), ValueRanges.LEARNED);
        Spec plain = spec("x, n // 2, n / 4");
        Spec spec =
                new Spec("unit", "t", null, null, null, plain.features(), plain.predictions(), declared, false, null);
        Path file = Interleaved.csv(rows, directory.resolve("log.csv"));
        try (Log log = Log.open(file.toString());
                LiveSpec live = LiveSpec.of(spec, ColumnTypes.growing(Map.of()), null)) {
            LearningReport report = Learning.learn(log, spec, asLogged());
            assertThat(log.columns()).containsEntry("n", "DOUBLE");
            LiveLearners learners = new LiveLearners(live);
            live.evaluate(rows).forEach(learners::learn);
            assertThat(live.types().asMap()).containsEntry("n", "DOUBLE");
            report.predictions().forEach(one -> assertThat(learners.weights(one.name(), null))
                    .isEqualTo(one.weights()));
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            mu       |      | behaviour mu is NULL or no number
            mu       | 0    | behaviour is not in the interval (0, 1]: 0.0
            pi       | 2    | target is not in the interval [0, 1]: 2.0
            gamma    | 1.5  | discount is not in the interval [0, 1]: 1.5
            lambda   | -1   | lambda is not in the interval [0, 1]: -1.0
            interest | -1   | interest is not in the interval [0, ∞): -1.0
            x        | 1e400| features x is not a finite number
            reward   |      | cumulant reward is NULL or no number
            unit     |      | stream unit is NULL
            t        |      | order t is NULL
            """)
    void aBadRowIsRefusedWithASentence(String column, String value, String sentence) throws IOException {
        Map<String, Object> row = new LinkedHashMap<>(Interleaved.rows(26, 1, 1).get(0));
        try (LiveSpec live = LiveSpec.of(
                new Spec(
                        "unit",
                        "t",
                        null,
                        null,
                        null,
                        List.of(new FeatureBlock.Expressions("x")),
                        List.of(Interleaved.prediction("v", "etd", Map.of()))),
                ColumnTypes.growing(Map.of()),
                null)) {
            assertThat(live.evaluate(List.of(row)).get(0).refusal()).isNull();
            row.put(
                    column,
                    value == null
                            ? null
                            : value.equals("1e400") ? (Object) Double.POSITIVE_INFINITY : Double.parseDouble(value));
            assertThat(live.evaluate(List.of(row)).get(0).refusal()).isEqualTo(sentence);
        }
    }

    @Test
    void aRowWithoutAColumnIsRefusedAndTheNextIsNot() throws IOException {
        List<Map<String, Object>> rows = Interleaved.rows(27, 2, 1);
        Map<String, Object> without = new LinkedHashMap<>(rows.get(0));
        without.remove("mu");
        try (LiveSpec live = LiveSpec.of(spec("x"), ColumnTypes.growing(Map.of()), null)) {
            assertThat(live.evaluate(List.of(without)).get(0).refusal()).contains("mu");
            assertThat(live.evaluate(rows).get(0).refusal()).isNull();
            assertThat(live.evaluate(List.of(without)).get(0).refusal())
                    .isEqualTo("v: behaviour mu is NULL or no number");
        }
    }

    @Test
    void columnsThatTheSpecIsNotAboutMayHoldAnything() throws IOException {
        List<Map<String, Object>> rows = Interleaved.rows(32, 2, 1);
        rows.get(0).put("a", 1); // a letter of gamma, and no column of the spec
        rows.get(1).put("a", "text");
        try (LiveSpec live = LiveSpec.of(spec("x"), ColumnTypes.growing(Map.of()), null)) {
            assertThat(live.evaluate(rows)).noneMatch(LiveRow::isRefused);
            assertThat(live.types().asMap()).doesNotContainKey("a");
        }
    }

    @Test
    void anExpressionThatFailsForARowRefusesThatRowAlone() throws IOException {
        List<Map<String, Object>> rows = Interleaved.rows(28, 40, 1);
        rows.get(17).put("n", Long.MAX_VALUE);
        try (LiveSpec live = LiveSpec.of(spec("n + 1000, x"), ColumnTypes.growing(Map.of()), null)) {
            List<LiveRow> found = live.evaluate(rows);
            for (int k = 0; k < rows.size(); k++) {
                assertThat(found.get(k).isRefused()).isEqualTo(k == 17);
            }
            assertThat(found.get(17).refusal()).startsWith("an expression cannot be computed: ");
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            onehot: unit                           | the values of unit
            scale: x                               | the mean and the deviation of x
            'scale: [x, y]'                        | the mean and the deviation of x
            'tiles: {columns: [x, y]}'             | the ranges of x, y
            'cross: [unit, n]'                     | the values of unit
            """)
    void featuresThatNeedTheWholeLogAreRefusedWithWhatToWrite(String block, String what) throws IOException {
        Spec spec = yaml("stream: unit\nbehaviour: mu\ntarget: pi\ndiscount: 0.9\nfeatures:\n  - " + block
                + "\npredictions:\n  v: {}\n");
        ColumnTypes fixed = ColumnTypes.fixed(Map.of(
                "unit", "VARCHAR", "x", "DOUBLE", "y", "DOUBLE", "n", "BIGINT", "mu", "DOUBLE", "pi", "DOUBLE",
                "reward", "DOUBLE"));
        Throwable refused = catchThrowable(() -> LiveSpec.of(spec, fixed, null));
        assertThat(refused)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("features: " + what + " cannot be known before the rows come\nWrite ")
                .hasMessageContaining("or continue from a model");
        // The same before any column is known.
        assertThatThrownBy(() -> LiveSpec.of(spec, ColumnTypes.growing(Map.of()), null))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(refused.getMessage());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "UBIGINT; 9007199254740993; 9007199254740992; 18446744073709551615; INT64",
                "HUGEINT; -9007199254740992; -9007199254740993; 9223372036854775808; INT64",
                "DECIMAL(38,0); 9007199254740993; 9007199254740992; 9223372036854775808; INT64",
                "DECIMAL(9,2); 1234567.01; 1234567.00; ; ",
                "DECIMAL(38,10); 4503599627370.5; 4503599627370.25; ; ",
                "TIMESTAMP_NS; 2024-01-01 00:00:00.000000002; 2024-01-01 00:00:00.000000001; ; "
            })
    void orderHolds64BitsOrTheRowIsRefused(String type, String later, String earlier, String beyond, String why)
            throws IOException {
        Spec spec = yaml("order: \"CAST(t AS " + type + ")\"\nfeatures: [x]\ncolumns: {t: VARCHAR, x: DOUBLE}\n"
                + "discount: 0.9\npredictions: {v: {cumulant: x, algorithm: {name: td, step_size: 0.1}}}\n");
        try (LiveSpec live = LiveSpec.of(spec, ColumnTypes.fixed(Map.of("t", "VARCHAR", "x", "DOUBLE")), null)) {
            List<LiveRow> rows = live.evaluate(List.of(
                    Map.of("t", later, "x", 1.0),
                    Map.of("t", earlier, "x", 1.0),
                    Map.of("t", beyond == null ? later : beyond, "x", 1.0)));
            assertThat(rows.get(0).time()).isGreaterThan(rows.get(1).time());
            if (beyond == null) {
                assertThat(rows.get(2).time()).isEqualTo(rows.get(0).time());
            } else {
                assertThat(rows.get(2).refusal()).contains(beyond).contains(why);
            }
        }
    }

    @Test
    void aRowWithoutItsOutcomeHasPredictionsAndIsNotLearnedFrom() throws IOException {
        Spec spec = yaml(
                "features: [x]\ndiscount: 0.9\npredictions: {v: {cumulant: r, algorithm: {name: td, step_size: 0.1}}}\n");
        try (LiveSpec live = LiveSpec.of(spec, ColumnTypes.fixed(Map.of("x", "DOUBLE", "r", "DOUBLE")), null)) {
            LiveLearners learners = new LiveLearners(live);
            LiveRow row = live.evaluate(List.of(Map.of("x", 2.0))).get(0);
            assertThat(row.refusal()).isEqualTo("cumulant r is NULL or no number");
            assertThat(learners.predict(row)).containsExactly(0);
            assertThatThrownBy(() -> learners.learn(row)).hasMessageContaining("the row was refused");
            assertThat(live.evaluate(List.of(Map.of("r", 2.0))).get(0).isState())
                    .isFalse();
        }
    }

    @Test
    void columnsByPatternAreRefusedWhereTheyAreNotKnown() {
        assertThatThrownBy(() -> LiveSpec.of(spec("f*"), ColumnTypes.growing(Map.of()), null))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("features: f* stands for columns that are not known before the rows come");
    }

    @Test
    void expressionsOfLiveRowsCannotOpenFiles() throws IOException {
        try (Log log = Log.ofLiveColumns(Map.of("x", "DOUBLE"))) {
            assertThatThrownBy(() -> log.texts("SELECT content FROM read_text('/etc/hostname')"))
                    .hasMessageContaining("disabled");
            assertThatThrownBy(() -> log.execute("SET enable_external_access = true"))
                    .hasMessageContaining("Cannot");
        }
    }

    @Test
    void aModelOfLiveLearnersPredicts() throws IOException {
        List<Map<String, Object>> rows = Interleaved.rows(29, 300, 3);
        Path file = directory.resolve("model.json");
        try (LiveSpec live = LiveSpec.of(spec("x, y"), ColumnTypes.growing(Map.of()), null)) {
            LiveLearners learners = new LiveLearners(live);
            live.evaluate(rows).forEach(learners::learn);
            learners.model("test", "2026-01-01T00:00:00Z", "rows of a test", 1).write(file);
            Model model = Model.read(file);
            LiveRow last = live.evaluate(List.of(rows.get(299))).get(0);
            assertThat(model.predict(rows.get(299))).isEqualTo(learners.predict(last));
            assertThat(model.origin().rows()).isEqualTo(300);
        }
    }

    @Test
    void aPredictionThatIsAddedBeginsAndTheOthersGoOn() throws IOException {
        List<Map<String, Object>> rows = Interleaved.rows(30, 300, 3);
        Spec one = Interleaved.spec(
                List.of(new FeatureBlock.Expressions("x, y")), Interleaved.prediction("v", "etd", Map.of()));
        Spec two = Interleaved.spec(
                List.of(new FeatureBlock.Expressions("x, y")),
                Interleaved.prediction("new", "gtd", Map.of()),
                Interleaved.prediction("v", "etd", Map.of()));
        for (boolean alone : new boolean[] {false, true}) {
            try (LiveSpec before = LiveSpec.of(alone ? one.perEachStream() : one, ColumnTypes.growing(Map.of()), null);
                    LiveSpec after =
                            LiveSpec.of(alone ? two.perEachStream() : two, ColumnTypes.growing(Map.of()), null)) {
                LiveLearners straight = new LiveLearners(before);
                before.evaluate(rows.subList(0, 150)).forEach(straight::learn);
                LiveLearners changed = straight.with(after);
                before.evaluate(rows.subList(150, 300)).forEach(straight::learn);
                after.evaluate(rows.subList(150, 300)).forEach(changed::learn);
                for (StreamKey stream : straight.streams()) {
                    assertThat(alone ? changed.weights("v", stream) : changed.weights("v", null))
                            .isEqualTo(alone ? straight.weights("v", stream) : straight.weights("v", null));
                    assertThat(alone ? changed.stepsLearned("new", stream) : changed.stepsLearned("new", null))
                            .isPositive()
                            .isLessThan(150);
                }
            }
        }
    }
}
