package io.emphatic.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReproduceCommandTest {
    @TempDir
    private Path directory;

    /** A small experiment, with these options. */
    private Run miner(String... options) {
        List<String> arguments = new ArrayList<>(List.of("reproduce", "miner"));
        arguments.addAll(Arrays.asList(options));
        Map.of(
                        "--runs",
                        "3",
                        "--entrapments",
                        "200",
                        "--out",
                        directory.resolve("out").toString())
                .forEach((option, value) -> {
                    if (!arguments.contains(option)) {
                        arguments.addAll(List.of(option, value));
                    }
                });
        return Run.emphatic(arguments.toArray(String[]::new));
    }

    private JsonNode document(String... options) throws IOException {
        String[] arguments = Arrays.copyOf(options, options.length + 1);
        arguments[options.length] = "--json";
        Run run = miner(arguments);
        assertThat(run.err()).isEmpty();
        assertThat(run.code()).isZero();
        return new ObjectMapper().readTree(run.out());
    }

    private static double last(JsonNode document, int prediction) {
        return document.at("/predictions/" + prediction + "/final/mean").asDouble();
    }

    @Test
    void theDocumentHasAllThatWasPromised() throws IOException {
        JsonNode document = document("--seed", "5");
        assertThat(document.get("problem").asText()).isEqualTo("miner");
        assertThat(document.get("runs").asInt()).isEqualTo(3);
        assertThat(document.get("entrapments").asInt()).isEqualTo(200);
        assertThat(document.get("seed").asLong()).isEqualTo(5);
        assertThat(document.get("seconds").asDouble()).isPositive();
        assertThat(document.get("steps").asLong()).isGreaterThan(3 * 200);
        assertThat(document.get("predictions")).hasSize(3);
        for (JsonNode prediction : document.get("predictions")) {
            double value = prediction.get("true_value").asDouble();
            double stderr = prediction.at("/monte_carlo/stderr").asDouble();
            assertThat(prediction.at("/monte_carlo/mean").asDouble()).isCloseTo(value, within(4 * stderr));
            assertThat(stderr).isLessThan(0.01 * value);
            assertThat(prediction.get("fixed_point").isNumber()).isTrue();
            assertThat(prediction.at("/final/stderr").isNumber()).isTrue();
            assertThat(prediction.get("curve")).hasSize(2);
            assertThat(prediction.at("/curve/1/entrapments").asInt()).isEqualTo(200);
            assertThat(prediction.at("/curve/1/mean")).isEqualTo(prediction.at("/final/mean"));
            assertThat(prediction.at("/curve/1/stderr")).isEqualTo(prediction.at("/final/stderr"));
        }
        assertThat(document.findValuesAsText("policy")).containsExactly("uniform", "headfirst", "cautious");
    }

    @Test
    void onlyTheSecondsDependOnTheThreads() throws IOException {
        ObjectNode one = (ObjectNode) document("--threads", "1");
        byte[] png = Files.readAllBytes(directory.resolve("out/figure-2.png"));
        byte[] page = Files.readAllBytes(directory.resolve("out/index.html"));
        ObjectNode three = (ObjectNode) document("--threads", "3");
        one.remove("seconds");
        three.remove("seconds");
        assertThat(three).isEqualTo(one);
        assertThat(directory.resolve("out/figure-2.png")).hasBinaryContent(png);
        assertThat(directory.resolve("out/index.html")).hasBinaryContent(page);
    }

    @Test
    void everyOptionMakesADifference() throws IOException {
        JsonNode plain = document();
        assertThat(last(document("--seed", "2"), 0)).isNotEqualTo(last(plain, 0));
        assertThat(last(document("--step-size", "0.002"), 0)).isNotEqualTo(last(plain, 0));
        assertThat(last(document("--clip", "0.001"), 2)).isNotEqualTo(last(plain, 2));
        assertThat(last(document("--algorithm", "td"), 0)).isNotEqualTo(last(plain, 0));
        assertThat(document("--algorithm", "td").get("steps"))
                .as("the experience does not depend on the learner")
                .isEqualTo(plain.get("steps"));
        JsonNode unclipped = document("--no-clip");
        for (int q = 0; q < 3; q++) {
            assertThat(unclipped.at("/predictions/" + q + "/curve"))
                    .isEqualTo(plain.at("/predictions/" + q + "/unclipped/curve"));
            assertThat(unclipped.at("/predictions/" + q).has("unclipped")).isFalse();
        }
        Path map = Files.writeString(directory.resolve("map.txt"), "G D A\nB D S\n");
        assertThat(document("--map", map.toString()).at("/predictions/0/true_value"))
                .isNotEqualTo(plain.at("/predictions/0/true_value"));
    }

    @Test
    void aPersonIsToldTheTableTheOrderAndWhereTheFigureIs() {
        Run run = miner();
        assertThat(run.code()).isZero();
        assertThat(run.err()).as("no progress bar without a terminal").isEmpty();
        assertThat(run.out())
                .contains("true value at S", "Monte Carlo", "ETD's fixed point", "estimate at the end")
                .containsPattern("uniform +0.312 +0.31\\d ± 0.00\\d +0.352 +")
                .contains("order of their true values")
                .contains("Wrote " + directory.resolve("out/figure-2.png"));
        for (String file : List.of("figure-2.png", "figure-2.svg", "index.html")) {
            assertThat(directory.resolve("out").resolve(file)).isNotEmptyFile();
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    C D S            | the map has no G
                    G D A            | the map has no S
                    G D S;S A A      | the map has 2 cells S
                    G # S;# # D      | the gold cannot be reached from S
                    G D S;A x A      | the map has an unknown letter: x (line 2, cell 2)
                    G C S            | the map has no cell of Block D
                    """)
    void whatIsNoMapFailsWithTheFileAndThePlace(String text, String message) throws IOException {
        Path map = Files.writeString(directory.resolve("map.txt"), text.replace(';', '\n'));
        Run run = miner("--map", map.toString());
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).startsWith(map + ": " + message).doesNotContain("\tat ");
        assertThat(directory.resolve("out")).doesNotExist();
    }

    @Test
    void aMapThatCannotBeReadFails() throws IOException {
        Run missing = miner("--map", "nowhere.txt");
        assertThat(missing.code()).isEqualTo(1);
        assertThat(missing.err()).contains("there is no map file nowhere.txt");
        Run folder = miner("--map", directory.toString());
        assertThat(folder.code()).isEqualTo(1);
        assertThat(folder.err()).isEqualToIgnoringNewLines("the map is a directory, not a file: " + directory);
        Run binary = miner(
                "--map",
                Files.write(directory.resolve("map.bin"), new byte[] {(byte) 0xff, (byte) 0xfe, 0})
                        .toString());
        assertThat(binary.code()).isEqualTo(1);
        assertThat(binary.err()).contains("not text in UTF-8");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    --runs 0             | runs is not in {1, …, 100000}: 0
                    --entrapments -5     | entrapments is not in {1, …, 10000000}: -5
                    --step-size 0        | step size is not in the interval (0, ∞): 0.0
                    --step-size NaN      | step size is not in the interval (0, ∞): NaN
                    --clip 0             | clip is not in the interval (0, ∞]: 0.0
                    --clip 1 --no-clip   | --clip and --no-clip exclude each other
                    --threads 0          | the number of threads is not positive: 0
                    --algorithm etf      | there is no algorithm etf
                    --runs many          | many
                    """)
    void whatWasTypedWronglyIsWrongUsage(String options, String message) {
        Run run = miner(options.split(" "));
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).contains(message).doesNotContain("\tat ");
    }

    @Test
    void anOutputThatIsNoDirectoryFails() throws IOException {
        Path file = Files.writeString(directory.resolve("file"), "");
        Run run = miner("--out", file.toString());
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err()).contains("the output is not a directory: " + file).doesNotContain("\tat ");
    }

    /** So many runs would take hours: that it fails at once is that it is noticed before. */
    @Test
    void anOutputThatCannotBeWrittenIsNoticedBeforeTheComputation() throws IOException {
        Path file = Files.writeString(directory.resolve("file"), "");
        Path below = file.resolve("out");
        Run run = miner("--out", below.toString(), "--runs", "100000", "--entrapments", "10000000");
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).startsWith("cannot write to " + below + ": ").doesNotContain("\tat ");
    }

    @Test
    void theDocumentHasTheseFieldsAndNoOthers() throws IOException {
        JsonNode document = document();
        assertFields(
                document,
                "problem",
                "algorithm",
                "runs",
                "entrapments",
                "seed",
                "seconds",
                "steps",
                "order_preserved",
                "predictions");
        for (JsonNode prediction : document.get("predictions")) {
            assertFields(
                    prediction,
                    "policy",
                    "true_value",
                    "monte_carlo",
                    "fixed_point",
                    "final",
                    "diverged",
                    "curve",
                    "unclipped");
            assertFields(prediction.get("monte_carlo"), "mean", "stderr");
            assertFields(prediction.get("unclipped"), "final", "diverged", "curve");
            for (JsonNode learned : List.of(prediction, prediction.get("unclipped"))) {
                assertFields(learned.get("final"), "mean", "stderr");
                assertThat(learned.get("curve"))
                        .isNotEmpty()
                        .allSatisfy(point -> assertFields(point, "entrapments", "mean", "stderr"));
            }
        }
    }

    private static void assertFields(JsonNode node, String... names) {
        assertThat(node.fieldNames()).toIterable().containsExactlyInAnyOrder(names);
    }

    @Test
    void whatToReproduceMustBeSaid() {
        Run run = Run.emphatic("reproduce");
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("Missing required subcommand", "emphatic reproduce --help");
        Run near = Run.emphatic("reproduce", "minor");
        assertThat(near.code()).isEqualTo(2);
        assertThat(near.err()).contains("'minor'", "Did you mean miner?");
        Run far = Run.emphatic("reproduce", "nope");
        assertThat(far.code()).isEqualTo(2);
        assertThat(far.err()).contains("'nope'", "emphatic reproduce --help");
    }

    @Test
    void theTwoStatesRunAwayOrDoNot() throws IOException {
        String out = directory.resolve("two").toString();
        Run run = Run.emphatic("reproduce", "two-state", "--passes", "3", "--json", "--out", out);
        assertThat(run.code()).isZero();
        JsonNode document = new ObjectMapper().readTree(run.out());
        assertThat(document.get("interest_td")).hasSize(4);
        assertThat(document.get("etd")).hasSize(4);
        assertThat(document.at("/interest_td/0").asDouble()).isEqualTo(10);
        assertThat(document.at("/interest_td/2").asDouble()).isCloseTo(12.1, within(1e-12));
        assertThat(document.at("/etd/0").asDouble()).isEqualTo(10);
        assertThat(document.at("/etd/3").asDouble()).isCloseTo(2.87496, within(1e-12));
        assertThat(directory.resolve("two/two-state.png")).isNotEmptyFile();
        assertThat(directory.resolve("two/two-state.svg")).isNotEmptyFile();

        Run text = Run.emphatic("reproduce", "two-state", "--out", out);
        assertThat(text.out())
                .startsWith(
                        "Weighted by interest alone, θ runs away from the solution, 0: from 10 to 67.3 in 20 passes."
                                + " With emphasis it goes there: 0.00246.\n")
                .containsPattern("2 +12.1 +4.356")
                .contains("Wrote ");
        assertThat(Run.emphatic("reproduce", "two-state", "--passes", "0").code())
                .isEqualTo(2);
    }

    @Test
    void theCurveOfEveryRunIsGivenOnRequestWithAnyParameterOfTheLearner() throws IOException {
        JsonNode plain = document("--algorithm", "etd-beta");
        JsonNode document = document("--algorithm", "etd-beta", "--set", "beta=0.8", "--curves", "runs");
        assertThat(document.at("/predictions/0/runs")).hasSize(3).allSatisfy(run -> assertThat(run)
                .hasSize(2));
        assertThat(document.get("order_certain").isBoolean()).isTrue();
        assertThat(document.at("/predictions/0/own_fixed_point").isNumber()).isTrue();
        assertThat(last(document, 0)).isNotEqualTo(last(plain, 0));
        assertThat(plain.at("/predictions/0/runs").isMissingNode()).isTrue();
        assertThat(miner("--set", "clip=3").err()).startsWith("--set clip: there is --clip");
        assertThat(miner("--set", "beta=3", "--algorithm", "etd-beta").err())
                .startsWith("beta is not in the interval [0, 1]: 3.0");
    }
}
