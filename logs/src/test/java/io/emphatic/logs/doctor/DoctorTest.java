package io.emphatic.logs.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.emphatic.logs.doctor.Doctor.Diagnosis;
import io.emphatic.logs.doctor.Finding.Severity;
import io.emphatic.logs.file.ProgressListener;
import io.emphatic.logs.learning.Learning;
import io.emphatic.logs.spec.FeatureBlock;
import io.emphatic.logs.spec.Spec;
import io.emphatic.logs.sql.Log;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A tour of broken logs, each with what the doctor says. */
class DoctorTest {
    private static final String HEADER = "ep,t,x,y,mu,pi,reward,gamma,lambda,interest,action";

    @TempDir
    private Path directory;

    /** Twelve good rows in two streams, with one cell changed. */
    private static String good(int row) {
        return row / 6 + "," + row % 6 + "," + (row * 0.7 - 3) + "," + (row % 3 + 1) + ",0.5,"
                + (row % 2 == 0 ? "0.25" : "0.75") + ",1,0.9,0.5,1," + (row % 2 == 0 ? "left" : "right");
    }

    private static IntFunction<String> changed(String column, String value, int... rows) {
        List<String> names = List.of(HEADER.split(","));
        return row -> {
            String[] cells = good(row).split(",");
            for (int changed : rows) {
                if (changed == row) {
                    cells[names.indexOf(column)] = value;
                }
            }
            return String.join(",", cells);
        };
    }

    private static int[] everyRow() {
        return IntStream.range(0, 12).toArray();
    }

    private Diagnosis check(IntFunction<String> rows) throws IOException {
        return check(rows, 12);
    }

    private Diagnosis check(IntFunction<String> rows, int count) throws IOException {
        return check(rows, count, prediction("pi", "gamma", "lambda", "interest"));
    }

    private static Spec.Prediction prediction(String target, String discount, String lambda, String interest) {
        return new Spec.Prediction(
                "p", "mu", target, null, "reward", discount, lambda, interest, "etd", Map.of("step_size", 0.001));
    }

    private Diagnosis check(IntFunction<String> rows, int count, Spec.Prediction prediction) throws IOException {
        StringBuilder text = new StringBuilder(HEADER + "\n");
        for (int row = 0; row < count; row++) {
            text.append(rows.apply(row)).append('\n');
        }
        Path file = Files.writeString(directory.resolve("broken.csv"), text);
        Spec spec = new Spec(
                "ep", "t", null, null, "action", List.of(new FeatureBlock.Expressions("x,y")), List.of(prediction));
        try (Log log = Log.open(file.toString())) {
            Diagnosis diagnosis = Doctor.check(log, spec);
            requireSameOfParquet(log, spec, diagnosis);
            if (diagnosis.hasErrors()) { // learning refuses what the doctor calls an error
                Path out = Files.createDirectories(directory.resolve("out"));
                Learning.Options options = new Learning.Options(
                        out.resolve("p.csv"), out.resolve("m.json"), null, 1, false, ProgressListener.NONE);
                String[] errors = diagnosis.findings().stream()
                        .filter(finding -> finding.severity() == Severity.ERROR)
                        .map(Finding::text)
                        .toArray(String[]::new);
                assertThatThrownBy(() -> Learning.learn(log, spec, options))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageContaining("broken.csv cannot be used")
                        .hasMessageContainingAll(errors);
                assertThat(out).as("what is left of a log that was refused").isEmptyDirectory();
            } else {
                assertThat(Learning.learn(log, spec, Learning.Options.NONE).findings())
                        .isEqualTo(diagnosis.findings());
            }
            return diagnosis;
        }
    }

    /** DuckDB answers from what a Parquet file says of its columns, if it can: that must not hide NaN. */
    private void requireSameOfParquet(Log csv, Spec spec, Diagnosis diagnosis) throws IOException {
        Path file = directory.resolve("broken.parquet");
        try {
            csv.execute("COPY (SELECT * FROM " + Log.VIEW + ") TO '" + file + "' (FORMAT parquet)");
        } catch (SQLException e) {
            throw new IOException(e);
        }
        try (Log log = Log.open(file.toString())) {
            assertThat(Doctor.check(log, spec).findings()).isEqualTo(diagnosis.findings());
        }
    }

    private static Finding only(Diagnosis diagnosis, Severity severity, String name) {
        assertThat(diagnosis.findings()).extracting(Finding::check).containsExactly(name);
        assertThat(diagnosis.findings().get(0).severity()).isEqualTo(severity);
        return diagnosis.findings().get(0);
    }

    @Test
    void aGoodLogHasNoFindings() throws IOException {
        Diagnosis diagnosis = check(DoctorTest::good);
        assertThat(diagnosis.findings()).isEmpty();
        assertThat(diagnosis.rows()).isEqualTo(12);
        assertThat(diagnosis.streams()).isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource({
        "mu,       1.5,  behaviour-range, 'behaviour mu is not in the interval (0, 1]: 1.5'",
        "mu,      -0.1,  behaviour-range, 'behaviour mu is not in the interval (0, 1]: -0.1'",
        "pi,       1.01, target-range,    'target pi is not in the interval [0, 1]: 1.01'",
        "gamma,    1.1,  discount-range,  'discount gamma is not in the interval [0, 1]: 1.1'",
        "lambda,  -0.5,  lambda-range,    'lambda lambda is not in the interval [0, 1]: -0.5'",
        "interest,-2,    interest-range,  'interest interest is not in the interval [0, ∞): -2.0'",
    })
    void valuesOutOfRangeAreErrorsWithTheFirstRows(String column, String value, String name, String message)
            throws IOException {
        Finding finding = only(check(changed(column, value, 3, 5, 8, 9)), Severity.ERROR, name);
        assertThat(finding.message()).isEqualTo(message);
        assertThat(finding.column()).isEqualTo(column);
        assertThat(finding.rows()).containsExactly(4L, 6L, 9L);
        assertThat(finding.text()).contains("(rows 4, 6, 9)");
        assertThat(finding.why()).isNotBlank();
        assertThat(finding.remedy()).isNotBlank();
    }

    @Test
    void logProbabilitiesAreRecognised() throws IOException {
        Finding finding = only(check(changed("mu", "-0.69", everyRow())), Severity.ERROR, "behaviour-range");
        assertThat(finding.remedy())
                .isEqualTo("No value is above 0, so these look like log-probabilities: write exp(\"mu\").");
    }

    @Test
    void densitiesAreRecognised() throws IOException {
        Finding finding = only(check(changed("mu", "2.3", 1, 7)), Severity.ERROR, "behaviour-range");
        assertThat(finding.remedy()).startsWith("Values above 1 look like densities of a continuous action");
    }

    @Test
    void aBehaviourThatWasAlwaysCertainIsAWarning() throws IOException {
        List<Finding> findings = check(changed("mu", "1", everyRow())).findings();
        assertThat(findings).extracting(Finding::check).contains("behaviour-certain");
        assertThat(findings.get(0).severity()).isEqualTo(Severity.WARNING);
        assertThat(findings.get(0).message())
                .isEqualTo("behaviour mu is 1 in every row, and target pi differs from it");
    }

    @Test
    void aTargetWithoutSupportIsAnError() throws IOException {
        List<Finding> findings = check(changed("mu", "0", 4)).findings();
        assertThat(findings).extracting(Finding::check).containsExactly("behaviour-range", "no-support");
        assertThat(findings.get(1).message()).isEqualTo("target pi is positive where behaviour mu is 0");
        assertThat(findings.get(1).rows()).containsExactly(5L);
    }

    @Test
    void probabilitiesThatDisagreeWithTheActionsTakenAreAWarning() throws IOException {
        Random random = new Random(3);
        Finding finding = only(
                check(
                        row -> changed("action", random.nextInt(10) < 8 ? "left" : "right", row % 12)
                                .apply(row % 12)
                                .replaceFirst("^\\d+,\\d+", "0," + row),
                        2_000),
                Severity.WARNING,
                "action-frequency");
        assertThat(finding.message())
                .startsWith("behaviour mu disagrees with the actions taken: left was taken in 79.5 % of rows");
        assertThat(finding.why()).startsWith("The action was taken more often than its probabilities allow");
    }

    @ParameterizedTest
    @CsvSource({"x", "reward", "mu", "pi", "gamma", "lambda", "interest"})
    void missingValuesAreErrors(String column) throws IOException {
        Finding finding = only(check(changed(column, "", 2)), Severity.ERROR, "missing-value");
        assertThat(finding.message()).endsWith(column + " is NULL in 1 row");
        assertThat(finding.rows()).containsExactly(3L);
        assertThat(finding.remedy())
                .isEqualTo(
                        column.equals("mu")
                                ? "How likely the action was cannot be guessed: leave those rows out of the log."
                                : "Say what it should be, for example coalesce(\"" + column
                                        + "\", 0), or leave those rows out of the log.");
    }

    @Test
    void whatIsAdvisedForAMissingValueIsAccepted() throws IOException {
        Diagnosis diagnosis = check(
                changed("gamma", "", 2),
                12,
                prediction("coalesce(\"pi\", 0)", "coalesce(\"gamma\", 0)", "coalesce(\"lambda\", 0)", "interest"));
        assertThat(diagnosis.hasErrors()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"x,nan", "reward,inf", "y,-inf"})
    void valuesThatAreNotFiniteAreErrors(String column, String value) throws IOException {
        Finding finding = only(check(changed(column, value, 10)), Severity.ERROR, "non-finite-value");
        assertThat(finding.message()).contains(column + " is not a finite number: " + value);
        assertThat(finding.rows()).containsExactly(11L);
    }

    @Test
    void numbersWhoseSumIsNotFiniteAreFinite() throws IOException {
        Path file = Files.writeString(directory.resolve("large.csv"), "x,y\n1,1e308\n2,1.5e308\n1,1\n");
        Spec.Prediction of = new Spec.Prediction("p", null, null, null, "y", "0.9", null, null, "td", Map.of());
        Spec spec = new Spec(null, null, null, null, null, List.of(new FeatureBlock.Expressions("x")), List.of(of));
        try (Log log = Log.open(file.toString())) {
            Diagnosis diagnosis = Doctor.check(log, spec);
            assertThat(diagnosis.findings()).isEmpty();
            requireSameOfParquet(log, spec, diagnosis);
        }
    }

    @Test
    void aMissingStreamOrTimeIsAnError() throws IOException {
        assertThat(only(check(changed("t", "", 0)), Severity.ERROR, "missing-key")
                        .message())
                .isEqualTo("order t is NULL");
        assertThat(only(check(changed("ep", "", 0)), Severity.ERROR, "missing-key")
                        .message())
                .isEqualTo("stream ep is NULL");
    }

    @Test
    void duplicatedTimesAreErrors() throws IOException {
        Finding finding = only(check(changed("t", "2", 3)), Severity.ERROR, "duplicated-time");
        assertThat(finding.message()).isEqualTo("order t has the same value in two rows of one stream, 1 times");
        assertThat(finding.rows()).containsExactly(3L, 4L);
    }

    @Test
    void duplicatedTimesAreFoundWhereverTheyAre() throws IOException {
        List<Finding> findings = check(changed("t", "0", 5)).findings();
        assertThat(findings).extracting(Finding::check).containsExactly("duplicated-time", "unordered-time");
        assertThat(findings.get(0).rows()).containsExactly(1L, 6L);
    }

    @Test
    void unorderedTimesAreAWarning() throws IOException {
        Finding finding =
                only(check(row -> good(row == 1 ? 2 : row == 2 ? 1 : row)), Severity.WARNING, "unordered-time");
        assertThat(finding.message()).isEqualTo("order t goes backwards in 1 row of the file");
        assertThat(finding.rows()).containsExactly(3L);
    }

    @Test
    void streamsOfOneRowAreAWarning() throws IOException {
        Finding finding = only(check(changed("ep", "7", 11)), Severity.WARNING, "single-row-stream");
        assertThat(finding.message()).isEqualTo("1 of 3 streams have one row only and do not end there");
        assertThat(finding.rows()).containsExactly(12L);
    }

    @Test
    void lastRowsOfZerosLookLikePadding() throws IOException {
        Finding finding = only(
                check(row -> row % 6 == 5 ? row / 6 + ",5,0,0,0.5,0.5,0,0.9,0.5,1,left" : good(row)),
                Severity.WARNING,
                "padding");
        assertThat(finding.message()).isEqualTo("the last row of 2 of 2 streams has all features and rewards 0");
        assertThat(finding.rows()).containsExactly(6L, 12L);
    }

    @Test
    void aConstantFeatureIsANote() throws IOException {
        Finding finding = only(check(changed("y", "1", everyRow())), Severity.NOTE, "constant-feature");
        assertThat(finding.message()).isEqualTo("feature y is 1.0 in every row");
        assertThat(finding.why()).contains("as a bias it is fine");
    }

    @Test
    void constantsOutOfRangeAreRefusedBeforeAnyLogIsRead() {
        assertThatThrownBy(() -> prediction("pi", "1.5", "0", "1"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("prediction p: discount is not in the interval [0, 1]: 1.5");
        assertThatThrownBy(() -> prediction("-0.1", "1", "0", "1"))
                .hasMessage("prediction p: target is not in the interval [0, 1]: -0.1");
    }

    @Test
    void anEmptyLogIsRefused() {
        assertThatThrownBy(() -> check(DoctorTest::good, 0)).hasMessageEndingWith("broken.csv has no rows");
    }

    @Test
    void everyErrorIsListedAtOnce() {
        assertThatThrownBy(() -> {
                    try (Log log = Log.open(Files.writeString(
                                    directory.resolve("two.csv"),
                                    HEADER + "\n0,0,1,1,2,3,1,1,1,1,a\n0,1,2,3,2,3,1,1,1,1,a\n")
                            .toString())) {
                        Learning.learn(
                                log,
                                new Spec(
                                        "ep",
                                        "t",
                                        null,
                                        null,
                                        null,
                                        List.of(new FeatureBlock.Expressions("x")),
                                        List.of(prediction("pi", "gamma", "lambda", "interest"))),
                                Learning.Options.NONE);
                    }
                })
                .hasMessageContaining("behaviour mu is not in the interval (0, 1]: 2.0 (rows 1, 2)")
                .hasMessageContaining("target pi is not in the interval [0, 1]: 3.0 (rows 1, 2)");
    }
}
