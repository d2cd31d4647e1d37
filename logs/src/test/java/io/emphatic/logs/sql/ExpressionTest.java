package io.emphatic.logs.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.emphatic.logs.learning.Learning;
import io.emphatic.logs.learning.LearningReport;
import io.emphatic.logs.spec.FeatureBlock;
import io.emphatic.logs.spec.Spec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is said of expressions that do not work, in their own words and at their own place. */
class ExpressionTest {
    @TempDir
    private Path directory;

    private LearningReport learn(String stream, String features) throws IOException {
        Path file = Files.writeString(
                directory.resolve("log.csv"),
                "f,g,s,d,reward\n0.25,1,a,2020-01-01,1\n0.75,2,a,2020-01-02,1\n1.5,3,b,2020-01-03,1\n2,4,b,2020-01-04,1\n");
        Spec.Prediction prediction =
                new Spec.Prediction("p", null, null, null, null, "0.5", null, null, "td", Map.of());
        Spec spec = new Spec(
                stream, null, null, null, null, List.of(new FeatureBlock.Expressions(features)), List.of(prediction));
        try (Log log = Log.open(file.toString())) {
            return Learning.learn(log, spec, Learning.Options.NONE);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "f,,g         | features: item 2 of 3 is empty: it takes a column or a SQL expression\\n  f,,g",
                "f,           | features: item 2 of 2 is empty",
                "f,(g         | features: the expression ends too early, or a bracket has no partner\\n  (g",
                "f,g+1)       | features: the expression ends too early, or a bracket has no partner\\n  g+1)",
                "1+sum(f)     | features: an expression sees one row: aggregates, windows and unnesting are not possible\\n  1+sum(f)\\n    ^",
                "lag(f) OVER () | features: an expression sees one row: aggregates, windows",
                "unnest([f])  | features: an expression sees one row: aggregates, windows",
                "f + (SELECT max(f) FROM log) | features: an expression sees one row: a subquery is not possible\\n  f + (SELECT",
                "g IN (SELECT 1) | features: an expression sees one row: a subquery is not possible",
                "f + random() | features: random is no function of the row: a run could not be repeated\\n  f + random()\\n      ^",
                "ff           | features: the log has no column ff\\n  ff\\n  ^",
                "1 + rewrad   | features: the log has no column rewrad: did you mean reward?\\n  1 + rewrad\\n      ^",
                "sqrt(f-0.5)  | features: cannot take square root of a negative number\\n  sqrt(f-0.5)",
                "f + s        | features: + does not take (DOUBLE, VARCHAR)\\n  f + s",
                "flor(f)      | features: there is no function flor: did you mean floor?\\n  flor(f)\\n  ^",
                "f::REEL      | features: there is no type REEL",
                "f +          | features: the expression ends too early, or a bracket has no partner\\n  f +\\n     ^",
                "s.x          | features: Cannot extract field 'x' from expression \"s\"",
                "read_text('a') | features: an expression sees one row: read_text reads a table\\n  read_text('a')",
                "columns('f.*') | features: an expression is one value: columns(…) would be several, so name them",
                "f + txid_current() | features: txid_current is no function of the row",
                "f + epoch(now()) | features: now is no function of the row",
                "length(version()) | features: version is no function of the row: a run could not be repeated",
                "length(current_user) | features: current_user is no function of the row",
                "length(current_database()) | features: current_database is no function of the row",
                "length(current_setting('TimeZone')) | features: current_setting is no function of the row",
                "age(d)       | features: age is no function of the row",
                "list_sum(range(1000000000)) | features: lists and texts are made of sizes that are written as numbers, and of 10000 elements at most\\n  list_sum(range(1000000000))\\n  ^",
                "len(list_transform(range(1000), x -> list_sum(range(1000)))) | features: lists and texts are made of sizes that are written as numbers, and of 10000 elements at most",
                "length(json_structure(s)) | features: json_structure is not possible",
                "levenshtein(s, reverse(s)) | features: levenshtein is not possible",
                "length(format('{:1000000000}', x)) | features: format is not possible",
                "length(json_extract(s, '$..a')) | features: $.. is not possible",
                "length(s ->> '$.b..a') | features: $.. is not possible",
                "len(range(g)) | features: lists and texts are made of sizes that are written as numbers, and of 10000 elements at most",
                "length(repeat('x', 100000000)) | features: lists and texts are made of sizes that are written as numbers, and of 10000 elements at most",
                "length(lpad(s, g::INTEGER, 'x')) | features: lists and texts are made of sizes that are written as numbers, and of 10000 elements at most",
                "g, CAST(s AS DOUBLE) | features: Could not convert string 'a' to DOUBLE",
            })
    void theMessageNamesThePlaceAndShowsTheExpression(String features, String message) {
        assertThatThrownBy(() -> learn(null, features)).hasMessageStartingWith(message.replace("\\n", "\n"));
    }

    @Test
    void ofALongExpressionThePartWithTheMarkIsShown() {
        assertThatThrownBy(() -> learn(null, "f + ".repeat(300) + "nope" + " + f".repeat(300)))
                .hasMessageContaining("nope")
                .hasMessageContaining("  …")
                .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(1_000));
    }

    @Test
    void aKeyThatCannotBeComputedIsNamed() {
        assertThatThrownBy(() -> learn("sqrt(f - 0.5)", "f"))
                .hasMessageStartingWith("stream: cannot take square root")
                .hasMessageEndingWith("\n  sqrt(f - 0.5)");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "extract(day FROM d)",
                "CASE s WHEN 'select' THEN 1 ELSE 2 END",
                "CASE s WHEN 'random()' THEN 1 ELSE f END",
                "f * pi() + list_sum(range(3, 10)) + length(lpad(s, 20, 'x'))",
                "len(list_transform(range(100), x -> list_sum(range(100))))"
            })
    void whatOnlyLooksLikeAQueryIsAnExpression(String features) throws IOException {
        assertThat(learn(null, features).features()).containsExactly(features);
    }
}
