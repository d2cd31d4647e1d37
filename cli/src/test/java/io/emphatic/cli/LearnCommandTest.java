package io.emphatic.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code emphatic learn}, from outside. */
class LearnCommandTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    private Path directory;

    @Test
    void theJsonHasTheFieldsPeopleRelyOn() throws IOException {
        JsonNode document = JSON.readTree(
                VectorLog.run(VectorLog.arguments("episodes"), "--json").out());
        assertThat(names(document)).contains("log", "rows", "streams", "features", "predictions", "findings");
        assertThat(document.get("rows").asInt()).isEqualTo(445);
        assertThat(document.get("streams").asInt()).isEqualTo(60);
        assertThat(document.get("features").toString()).isEqualTo("[\"f0\",\"f1\",\"f2\"]");
        JsonNode prediction = document.get("predictions").get(0);
        assertThat(names(prediction))
                .containsExactly(
                        "name",
                        "algorithm",
                        "parameters",
                        "steps",
                        "steps_before",
                        "weights",
                        "mean_prediction",
                        "bar",
                        "diverged_at",
                        "diagnostics",
                        "warnings");
        assertThat(prediction.get("warnings")).singleElement().satisfies(warning -> assertThat(warning.asText())
                .startsWith("has not reached its fixed point: mean prediction −0.313"));
        assertThat(prediction.get("steps").asInt()).isEqualTo(405);
        assertThat(prediction.get("diverged_at").isNull()).isTrue();
        assertThat(prediction.get("parameters").get("relative_step_size").asDouble())
                .isEqualTo(0x1p-6);
        assertThat(prediction.get("parameters").get("overshoot").asDouble()).isEqualTo(0.3);
        JsonNode diagnostics = prediction.get("diagnostics");
        assertThat(diagnostics.get("step_size").asDouble()).isBetween(1e-4, 0x1p-6);
        assertThat(diagnostics.get("bounded_steps").asInt()).isBetween(1, 404);
        assertThat(names(diagnostics.get("ratio"))).contains("min", "mean", "max", "effective_sample_size");
        assertThat(names(diagnostics.get("follow_on"))).containsExactly("p50", "p99", "max");
        assertThat(diagnostics.get("td_error")).hasSize(10);
        assertThat(diagnostics.get("episodes").asInt()).isEqualTo(60);
        assertThat(names(diagnostics.get("convergence")))
                .containsExactly("converged", "half_mean_prediction", "least_squares_mean_prediction", "distance");
    }

    private static List<String> names(JsonNode node) {
        List<String> names = new ArrayList<>();
        Iterator<String> iterator = node.fieldNames();
        iterator.forEachRemaining(names::add);
        return names;
    }

    @Test
    void peopleReadWhatWasLearnedAndWhatToDoNextFirst() {
        Run run = VectorLog.run(VectorLog.arguments("episodes"), "--name", "gold");
        assertThat(run.code()).isZero();
        List<String> first = run.out().lines().limit(3).toList();
        assertThat(first.get(0)).startsWith("Learned 1 prediction from 405 steps of 60 episodes: ");
        assertThat(first.get(1)).startsWith("WARNING: gold: has not reached its fixed point: ");
        assertThat(first.get(2)).startsWith("Next: elstd");
        assertThat(run.out())
                .contains(VectorLog.FOLDER.resolve("episodes.csv")
                        + ": 445 rows in 60 streams (20 ended, 40 cut off); --all prints")
                .containsPattern("\n  gold +etd \\(relative_step_size 2⁻⁶, overshoot 0.3\\) +\\S+ +405 ")
                .containsPattern("weights, largest first\\R    f\\d +−?0\\.\\d+")
                .doesNotContain("follow_on");
        assertThat(VectorLog.run(VectorLog.arguments("episodes"), "--name", "gold", "--all")
                        .out())
                .startsWith(first.get(0))
                .contains("\"effective_episodes\" : ", "\"follow_on\" : {", "\"td_error\" : [");
    }

    @Test
    void aDivergedPredictionSaysSoLoudly() throws IOException {
        Run run = VectorLog.run(VectorLog.arguments("continuing"), "--step-size", "100");
        assertThat(run.out())
                .containsPattern(
                        "\nWARNING: prediction: diverged at step \\d+: this is the state before it\\RNext: a smaller step_size");
        Run json = VectorLog.run(VectorLog.arguments("continuing"), "--step-size", "100", "--json");
        assertThat(JSON.readTree(json.out())
                        .get("predictions")
                        .get(0)
                        .get("diverged_at")
                        .isNumber())
                .isTrue();
        assertThat(JSON.readTree(json.out()).at("/predictions/0/warnings/0").asText())
                .startsWith("diverged at step ");
    }

    @Test
    void aSpecInYamlIsLearnedFromWithOrWithoutItsLog() throws IOException {
        Path log = Files.copy(VectorLog.FOLDER.resolve("episodes.csv"), directory.resolve("episodes.csv"));
        String body = """
                stream: ep
                order: t
                features: f0,f1,f2
                behaviour: mu
                cumulant: r
                discount: gamma
                lambda: lambda
                interest: interest
                predictions:
                  one: {target: pi}
                  two: {algorithm: {name: td, step_size: 0.1}}
                """;
        String named = Files.writeString(directory.resolve("named.yaml"), "log: episodes.csv\n" + body)
                .toString();
        String nameless =
                Files.writeString(directory.resolve("nameless.yaml"), body).toString();
        JsonNode one = JSON.readTree(Run.emphatic("learn", named, "--json").out());
        JsonNode two = JSON.readTree(Run.emphatic("learn", log.toString(), "--spec", nameless, "--json")
                .out());
        assertThat(one.get("predictions")).isEqualTo(two.get("predictions")).hasSize(2);
        JsonNode flags = JSON.readTree(
                VectorLog.run(VectorLog.arguments("episodes"), "--json").out());
        assertThat(one.get("predictions").get(0).get("weights"))
                .isEqualTo(flags.get("predictions").get(0).get("weights"));

        assertThat(Run.emphatic("learn", nameless).err()).contains("there is no log: name it in the spec");
        assertThat(Run.emphatic("learn", named, "--target", "pi").err()).contains("--target belongs into the spec");
    }

    @Test
    void aCheckLearnsNothingAndFailsOnErrors() throws IOException {
        Run good = VectorLog.run(VectorLog.arguments("episodes"), "--check");
        assertThat(good.code()).isZero();
        assertThat(good.out()).contains("3 of 60 streams have one row only").endsWith("It can be learned from.\n");

        Run bad = VectorLog.run(VectorLog.arguments("episodes"), "--check", "--json", "--interest", "interest - 1");
        assertThat(bad.code()).isEqualTo(2); // given twice
        List<String> arguments = VectorLog.arguments("episodes");
        arguments.set(arguments.indexOf("--interest") + 1, "interest - 1.5");
        Run broken = VectorLog.run(arguments, "--check", "--json");
        assertThat(broken.code()).isEqualTo(1);
        JsonNode finding = JSON.readTree(broken.out()).get("findings").get(0);
        assertThat(names(finding)).containsExactly("severity", "check", "column", "message", "rows", "why", "remedy");
        assertThat(finding.get("severity").asText()).isEqualTo("error");
        assertThat(finding.get("check").asText()).isEqualTo("interest-range");
        Run refused = VectorLog.run(arguments);
        assertThat(refused.code()).isEqualTo(1);
        assertThat(refused.err())
                .contains("cannot be used")
                .contains("interest interest - 1.5 is not in the interval [0, ∞): -0.5 (rows 6, 9, 14)");
    }

    @Test
    void aSuggestionIsASpec() throws IOException {
        Path log = Files.copy(VectorLog.FOLDER.resolve("episodes.csv"), directory.resolve("episodes.csv"));
        Run suggestion = Run.emphatic("learn", log.toString(), "--suggest");
        String spec =
                Files.writeString(directory.resolve("s.yaml"), suggestion.out()).toString();
        assertThat(Run.emphatic("learn", spec).out())
                .containsPattern("\n  new_policy +elstd \\(ridge 0\\) +\\S+ +405 ");
        JsonNode document = JSON.readTree(
                Run.emphatic("learn", log.toString(), "--suggest", "--json").out());
        assertThat(document.get("spec").asText()).isEqualTo(suggestion.out());
    }

    @Test
    void ratiosThatAreAllZeroHaveNoSampleSize() throws IOException {
        List<String> arguments = VectorLog.arguments("episodes");
        arguments.set(arguments.indexOf("--target") + 1, "0");
        assertThat(VectorLog.run(arguments, "--all").out())
                .containsPattern("\\RWARNING: prediction: every importance ratio is 0: .*\\R")
                .contains("\"effective_sample_size\" : null");
        JsonNode prediction =
                JSON.readTree(VectorLog.run(arguments, "--json").out()).at("/predictions/0");
        assertThat(prediction.get("warnings")).hasSize(1);
        assertThat(prediction.at("/warnings/0").asText()).startsWith("every importance ratio is 0");
        assertThat(prediction.at("/diagnostics/ratio/effective_sample_size").isNull())
                .isTrue();
    }

    @Test
    void aLogWithoutStepsGivesAWarningInTextAndInJson() throws IOException {
        String log = Files.writeString(directory.resolve("log.csv"), "s,f,reward\na,1,1\nb,2,1\n")
                .toString();
        String[] arguments = {"learn", log, "--stream", "s", "--features", "f", "--discount", "0.9"};
        assertThat(Run.emphatic(arguments).out())
                .contains("warning: there is no step to learn from: every row is cut off or the last of its stream")
                .contains("\nWARNING: prediction: there was no step to learn from\n");
        JsonNode document =
                JSON.readTree(VectorLog.run(List.of(arguments), "--json").out());
        assertThat(document.at("/predictions/0/warnings/0").asText()).isEqualTo("there was no step to learn from");
        assertThat(document.at("/findings/0/check").asText()).isEqualTo("no-steps");
    }
}
