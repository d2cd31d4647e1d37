package io.emphatic.logs.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.emphatic.logs.doctor.Finding;
import io.emphatic.logs.learning.Learning;
import io.emphatic.logs.learning.LearningReport;
import io.emphatic.logs.spec.FeatureBlock;
import io.emphatic.logs.spec.Spec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Columns may be called anything, and expressions say where they are wrong. */
class QuotingTest {
    @TempDir
    private Path directory;

    private String file;

    @BeforeEach
    void writeALogWithAwkwardNames() throws IOException {
        file = Files.writeString(
                        directory.resolve("awkward.csv"),
                        "order,lambda,my col,\"x\"\"y\",\"a,b\",reward,1\n1,0.5,1,2,3,1,7\n2,0.25,4,5,6,1,7\n3,1,7,8,9,1,7\n")
                .toString();
    }

    private LearningReport learn(String features, String order, String lambda) throws IOException {
        Spec.Prediction prediction =
                new Spec.Prediction("p", null, null, null, null, "0.9", lambda, "1", "lstd", Map.of());
        try (Log log = Log.open(file)) {
            return Learning.learn(
                    log,
                    new Spec(
                            null,
                            order,
                            null,
                            null,
                            null,
                            List.of(new FeatureBlock.Expressions(features)),
                            List.of(prediction)),
                    Learning.Options.NONE);
        }
    }

    @Test
    void anyNameIsAColumnWhenGivenAsItIs() throws IOException {
        LearningReport report = learn("my col, x\"y,a,b,order,lambda", "order", "lambda");
        assertThat(report.features()).containsExactly("my col", "x\"y", "a,b", "order", "lambda");
        assertThat(report.predictions().get(0).steps()).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"lambda / 2", "(1 - lambda)", "CASE WHEN lambda > 0.3 THEN lambda ELSE 0 END", "\"lambda\" * 1"})
    void reservedWordsThatAreColumnsWorkInsideExpressions(String lambda) throws IOException {
        assertThat(learn("\"my col\"", "order", lambda).predictions().get(0).steps())
                .isEqualTo(2);
    }

    @Test
    void commasInsideCallsAndQuotesDoNotSplitAList() throws IOException {
        assertThat(learn("greatest(\"my col\", 2), CASE WHEN 'a,b' = 'a,b' THEN 1.5 END, [1, 2][1]", null, "0")
                        .features())
                .containsExactly("greatest(\"my col\", 2)", "CASE WHEN 'a,b' = 'a,b' THEN 1.5 END", "[1, 2][1]");
    }

    @Test
    void aPlainNumberIsANumberWhereAQuantityIsExpectedAndAColumnAmongFeatures() throws IOException {
        LearningReport report = learn("1", null, "0");
        assertThat(report.findings())
                .filteredOn(finding -> finding.check().equals("constant-feature"))
                .extracting(Finding::message)
                .containsExactly("feature 1 is 7.0 in every row");
        assertThat(report.predictions().get(0).diagnostics().followOn()).isNull();
    }

    @Test
    void aWrongExpressionIsShownWithItsOwnTextAndPlace() {
        assertThatThrownBy(() -> learn("order, reward + rewrd", null, "0"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("features: the log has no column rewrd: did you mean reward?")
                .hasMessageEndingWith("\n  reward + rewrd\n           ^");
        assertThatThrownBy(() -> learn("reward", null, "CASE WHEN reward"))
                .hasMessageStartingWith("lambda: the expression ends too early")
                .hasMessageEndingWith("\n  CASE WHEN reward\n                  ^");
        assertThatThrownBy(() -> learn("reward", null, "reward +\n  nosuch * 2"))
                .hasMessageContaining("\n  reward +\n    nosuch * 2\n    ^\nIt has order, lambda, ");
    }

    @Test
    void aLongWrongExpressionIsMarkedAtTheError() {
        String expression = "reward" + " + reward".repeat(40) + " + nosuch" + " + reward".repeat(40);
        assertThatThrownBy(() -> learn("reward", null, expression)).satisfies(e -> {
            String[] lines = e.getMessage().split("\n");
            String shown = lines[lines.length - 3];
            assertThat(shown).contains("nosuch").hasSizeLessThan(expression.length());
            assertThat(lines[lines.length - 2].indexOf('^')).isEqualTo(shown.indexOf("nosuch"));
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"avg(reward)", "lag(reward) OVER ()", "unnest([1, 2])"})
    void anExpressionIsOfOneRow(String expression) {
        assertThatThrownBy(() -> learn(expression, null, "0"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(expression);
    }

    @Test
    void aTextWhereANumberIsNeededIsRefused() throws IOException {
        file = Files.writeString(directory.resolve("text.csv"), "x,reward\na,1\nb,1\n")
                .toString();
        assertThatThrownBy(() -> learn("x", null, "0"))
                .hasMessageContaining("features x is not a number in 2 rows: a (rows 1, 2)")
                .hasMessageContaining("onehot");
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            delimiter = '|',
            value = {
                "x + log.X * \"x\" | \"next_x\" + log.\"next_x\" * \"next_x\"",
                "xx + 'x' + \"x y\" | xx + 'x' + \"x y\"",
                "CAST(date AS DATE) > DATE '2024-01-01' | CAST(\"n\"\"d\" AS DATE) > DATE '2024-01-01'",
                "date(x) + CASE x WHEN 1 THEN x END | date(\"next_x\") + CASE \"next_x\" WHEN 1 THEN \"next_x\" END",
            })
    void otherColumnsTakeTheirPlaceInAnExpression(String sql, String swapped) {
        assertThat(Sql.withColumns(sql, Map.of("x", "next_x", "date", "n\"d"))).isEqualTo(swapped);
    }
}
