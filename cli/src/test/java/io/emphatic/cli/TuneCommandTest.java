package io.emphatic.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.emphatic.Algorithms;
import io.emphatic.Config;
import io.emphatic.cli.PlainScores.Contender;
import io.emphatic.cli.PlainScores.LogRow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code emphatic tune}, from outside. */
class TuneCommandTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    private static final String SPEC = """
            log: log.csv
            stream: ep
            features: [f0, f1, f2]
            behaviour: mu
            target: pi
            cumulant: r
            discount: gamma
            interest: interest
            lambda: lambda
            """;

    private static final String CANDIDATES = """
            predictions:
              value:
                candidates:
                  algorithms:
                    etd: {step_size: {powers_of_two: [-12, -4, 2]}}
                    td: {step_size: [0.01, 0.02, 300], lambda: [0, 0.5]}
                    gtd: {step_size: 0.01, eta: [0.1, 1]}
                    wis-etd: {usage_decay: 0}
                    tree-backup: {step_size: 0.05}
                    etd-beta: {beta: 0.5}
                  lambda: [0.9, lambda, lambda / 2]
            """;

    @TempDir
    private Path directory;

    private JsonNode tune(String spec, String... more) throws IOException {
        Path file = directory.resolve("spec.yaml");
        Files.writeString(file, spec);
        List<String> arguments = new ArrayList<>(List.of("tune", file.toString(), "--json"));
        arguments.addAll(List.of(more));
        Run run = Run.emphatic(arguments.toArray(String[]::new));
        assertThat(run.err()).doesNotContain("Exception");
        assertThat(run.code()).as(run.err()).isZero();
        return JSON.readTree(run.out());
    }

    private static List<String> names(JsonNode node) {
        List<String> names = new ArrayList<>();
        node.fieldNames().forEachRemaining(names::add);
        return names;
    }

    /** The learner of a candidate in the output. */
    private static Config config(JsonNode candidate) {
        Map<String, Double> parameters = new HashMap<>();
        candidate.get("parameters").properties().forEach(entry -> {
            if (!entry.getValue().isNull()) {
                parameters.put(entry.getKey(), entry.getValue().asDouble());
            }
        });
        return Algorithms.named(candidate.get("algorithm").asText()).configure(parameters);
    }

    private static Function<LogRow, Double> lambda(JsonNode lambda) {
        if (lambda.isNumber()) {
            return row -> lambda.asDouble();
        }
        return lambda.asText().equals("lambda") ? LogRow::lambda : row -> row.lambda() / 2;
    }

    private static void assertClose(JsonNode actual, double expected, double scale) {
        assertThat(actual.asDouble()).isCloseTo(expected, within(1e-9 * Math.max(1, scale)));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void everyNumberIsThatOfLearnersOneByOneAndTheEquations(long seed) throws IOException {
        List<LogRow> rows = PlainScores.randomRows(seed, 1500);
        Files.writeString(directory.resolve("log.csv"), PlainScores.csv(rows));
        JsonNode document = tune(SPEC + CANDIDATES);
        assertThat(names(document)).containsExactly("log", "rows", "predictions");
        assertThat(document.get("rows").asInt()).isEqualTo(1500);
        JsonNode prediction = document.get("predictions").get(0);
        assertThat(names(prediction)).containsExactly("name", "best", "candidates", "indistinguishable");
        JsonNode candidates = prediction.get("candidates");
        assertThat(candidates).hasSize(5 * 3 + 3 * 2 + 2 * 3 + 3 + 3 + 3);
        List<Contender> contenders = new ArrayList<>();
        candidates.forEach(candidate ->
                contenders.add(new Contender(config(candidate), lambda(candidate.get("lambda")), LogRow::phi)));
        PlainScores plain = new PlainScores(rows, contenders);
        assertSame(candidates, plain);

        JsonNode best = candidates.get(0);
        assertThat(names(prediction.get("best"))).containsExactly("algorithm", "parameters", "lambda", "features");
        prediction.get("best").properties().forEach(field -> assertThat(field.getValue())
                .isEqualTo(best.get(field.getKey())));
        int close = 0;
        for (int k = 1; k < candidates.size(); k++) {
            JsonNode candidate = candidates.get(k);
            close += !candidate.get("score").isNull()
                            && candidate.get("behind").asDouble()
                                    <= 2 * candidate.get("behind_stderr").asDouble()
                    ? 1
                    : 0;
        }
        assertThat(prediction.get("indistinguishable").asInt()).isEqualTo(close);
    }

    private static void assertSame(JsonNode candidates, PlainScores plain) {
        double last = Double.NEGATIVE_INFINITY;
        int diverged = 0;
        for (int k = 0; k < candidates.size(); k++) {
            JsonNode candidate = candidates.get(k);
            assertThat(names(candidate))
                    .containsExactly(
                            "algorithm",
                            "parameters",
                            "lambda",
                            "features",
                            "score",
                            "stderr",
                            "behind",
                            "behind_stderr",
                            "diverged_at");
            if (plain.divergedAt[k] >= 0) {
                diverged++;
                assertThat(candidate.get("diverged_at").asLong()).isEqualTo(plain.divergedAt[k]);
                assertThat(candidate.get("score").isNull()).isTrue();
                assertThat(candidate.get("behind").isNull()).isTrue();
            } else {
                assertThat(diverged).as("those that diverged come last").isZero();
                assertThat(candidate.get("diverged_at").isNull()).isTrue();
                double scale = Math.abs(plain.scores[k]) + plain.stderr(k, -1);
                assertClose(candidate.get("score"), plain.scores[k], scale);
                assertClose(candidate.get("stderr"), plain.stderr(k, -1), scale);
                assertClose(candidate.get("behind"), plain.scores[k] - plain.scores[0], scale);
                assertClose(candidate.get("behind_stderr"), plain.stderr(k, 0), scale);
                assertThat(candidate.get("score").asDouble()).isGreaterThanOrEqualTo(last);
                last = candidate.get("score").asDouble();
            }
        }
        assertThat(diverged).as("step size 300").isPositive();
    }
}
