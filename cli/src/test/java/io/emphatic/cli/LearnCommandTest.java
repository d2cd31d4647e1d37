package io.emphatic.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.emphatic.Algorithm;
import io.emphatic.Algorithms;
import io.emphatic.Family;
import io.emphatic.Parameter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** {@code emphatic learn} and {@code emphatic predict}, from outside. */
class LearnCommandTest {
    private static final Path VECTORS = Path.of("..", "core", "src", "test", "resources", "vectors");
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Map<String, String> PARAMETERS = Map.of(
            "beta",
            "0.6",
            "horizon",
            "4",
            "zeta",
            "0.5",
            "psi0",
            "1",
            "psi_max",
            "2",
            "eta",
            "0.5",
            "regularization",
            "1",
            "trace_cap",
            "1");

    @TempDir
    private Path directory;

    private static List<String> arguments(String file) {
        List<String> arguments = new ArrayList<>(List.of(
                "learn",
                VECTORS.resolve(file + ".csv").toString(),
                "--features",
                file.equals("episodes") ? "f0,f1,f2" : "f0, f1, f2, f3",
                "--behaviour",
                "mu",
                "--target",
                "pi",
                "--cumulant",
                "r",
                "--discount",
                "gamma",
                "--lambda",
                "lambda",
                "--interest",
                "interest",
                "--order",
                "t"));
        if (file.equals("episodes")) {
            arguments.addAll(List.of("--stream", "ep"));
        }
        return arguments;
    }

    private static Run run(List<String> arguments, String... more) {
        return Run.emphatic(Stream.concat(arguments.stream(), Stream.of(more)).toArray(String[]::new));
    }

    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource
    void everyAlgorithmEndsWithTheWeightsOfIndependentCode(String file, String learner, double[] expected)
            throws IOException {
        Algorithm algorithm = Algorithms.named(learner.split(",")[0]);
        List<String> arguments = arguments(file);
        arguments.addAll(List.of("--algorithm", algorithm.name(), "--json"));
        for (Parameter parameter : algorithm.parameters()) {
            if (parameter.name().equals("step_size")) {
                arguments.addAll(List.of("--step-size", "0.005"));
            } else if (PARAMETERS.containsKey(parameter.name())
                    && !learner.equals("elstd")) { // the vectors use γ for β there
                arguments.addAll(List.of("--set", parameter.name() + "=" + PARAMETERS.get(parameter.name())));
            }
        }
        if (learner.contains("clip")) {
            arguments.addAll(List.of("--set", "clip=0.002"));
        }
        Run run = run(arguments);

        assertThat(run.code()).as(run.err()).isZero();
        JsonNode prediction = JSON.readTree(run.out()).get("predictions").get(0);
        double[] weights = JSON.treeToValue(prediction.get("weights"), double[].class);
        double tolerance = (algorithm.family() == Family.LEAST_SQUARES ? 1e-9 : 1e-12)
                * Arrays.stream(expected).map(Math::abs).max().orElseThrow();
        assertThat(weights).hasSameSizeAs(expected);
        for (int j = 0; j < expected.length; j++) {
            assertThat(weights[j]).isCloseTo(expected[j], within(tolerance));
        }
    }

    static Stream<Arguments> everyAlgorithmEndsWithTheWeightsOfIndependentCode() throws IOException {
        JsonNode expected = JSON.readTree(VECTORS.resolve("expected.json").toFile());
        List<Arguments> cases = new ArrayList<>();
        for (Map.Entry<String, JsonNode> file : expected.properties()) {
            for (Map.Entry<String, JsonNode> learner : file.getValue().properties()) {
                cases.add(Arguments.of(
                        file.getKey(), learner.getKey(), JSON.treeToValue(learner.getValue(), double[].class)));
            }
        }
        return cases.stream();
    }

    @Test
    void theJsonHasTheFieldsPeopleRelyOn() throws IOException {
        JsonNode document = JSON.readTree(run(arguments("episodes"), "--json").out());
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
                        "weights",
                        "mean_prediction",
                        "diverged_at",
                        "diagnostics");
        assertThat(prediction.get("steps").asInt()).isEqualTo(405);
        assertThat(prediction.get("diverged_at").isNull()).isTrue();
        assertThat(prediction.get("parameters").get("step_size").asDouble()).isEqualTo(0.01);
        JsonNode diagnostics = prediction.get("diagnostics");
        assertThat(names(diagnostics.get("ratio"))).contains("min", "mean", "max", "effective_sample_size");
        assertThat(names(diagnostics.get("follow_on"))).containsExactly("p50", "p99", "max");
        assertThat(diagnostics.get("td_error")).hasSize(10);
    }

    @Test
    void algorithmsWithoutAFollowOnOrAnErrorHaveNull() throws IOException {
        JsonNode td = JSON.readTree(
                run(arguments("episodes"), "--json", "--algorithm", "td").out());
        assertThat(td.get("predictions")
                        .get(0)
                        .get("diagnostics")
                        .get("follow_on")
                        .isNull())
                .isTrue();
        JsonNode lstd = JSON.readTree(
                run(arguments("episodes"), "--json", "--algorithm", "lstd").out());
        assertThat(lstd.get("predictions")
                        .get(0)
                        .get("diagnostics")
                        .get("td_error")
                        .get(0)
                        .isNull())
                .isTrue();
    }

    private static List<String> names(JsonNode node) {
        List<String> names = new ArrayList<>();
        Iterator<String> iterator = node.fieldNames();
        iterator.forEachRemaining(names::add);
        return names;
    }

    @Test
    void peopleReadWeightsByNameAndDiagnostics() {
        Run run = run(arguments("episodes"), "--name", "gold");
        assertThat(run.code()).isZero();
        assertThat(run.out())
                .startsWith(VECTORS.resolve("episodes.csv") + ": 445 rows in 60 streams (20 ended, 40 cut off)")
                .contains("gold: etd (step_size 0.01), 405 steps learned")
                .contains("mean prediction over the log")
                .containsPattern("weights, largest first\\R    f2 +0\\.136.*\\R    f1 +0\\.079")
                .contains("effective sample size")
                .contains("follow-on F")
                .contains("mean |δ| by tenth of the log");
    }

    @Test
    void aDivergedPredictionSaysSoLoudly() throws IOException {
        Run run = run(arguments("continuing"), "--step-size", "100");
        assertThat(run.out()).contains("DIVERGED at step ");
        Run json = run(arguments("continuing"), "--step-size", "100", "--json");
        assertThat(JSON.readTree(json.out())
                        .get("predictions")
                        .get(0)
                        .get("diverged_at")
                        .isNumber())
                .isTrue();
    }

    @Test
    void aModelPredictsWhatWasLearned() throws IOException {
        String model = directory.resolve("m.json").toString();
        String file = directory.resolve("p.csv").toString();
        JsonNode learned = JSON.readTree(
                run(arguments("episodes"), "--json", "--model", model).out());
        String log = VECTORS.resolve("episodes.csv").toString();

        JsonNode predicted = JSON.readTree(
                Run.emphatic("predict", log, "--model", model, "--json").out());
        double mean = predicted.get("predictions").get(0).get("mean_prediction").asDouble();
        assertThat(mean)
                .isCloseTo(
                        learned.get("predictions").get(0).get("mean_prediction").asDouble(), within(1e-12));
        assertThat(predicted.get("predictions").get(0).get("values")).hasSize(445);

        Run csv = Run.emphatic("predict", log, "--model", model);
        assertThat(csv.out().lines()).hasSize(446).element(0).isEqualTo("row,prediction");

        Run written = Run.emphatic("predict", log, "--model", model, "--predictions", file);
        assertThat(written.out()).startsWith("445 rows of");
        assertThat(Files.readAllLines(Path.of(file))).hasSize(446).element(0).isEqualTo("ep,t,prediction");
    }

    @Test
    void aSpecInYamlIsLearnedFromWithOrWithoutItsLog() throws IOException {
        Path log = Files.copy(VECTORS.resolve("episodes.csv"), directory.resolve("episodes.csv"));
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
        JsonNode flags = JSON.readTree(run(arguments("episodes"), "--json").out());
        assertThat(one.get("predictions").get(0).get("weights"))
                .isEqualTo(flags.get("predictions").get(0).get("weights"));

        assertThat(Run.emphatic("learn", nameless).err()).contains("there is no log: name it in the spec");
        assertThat(Run.emphatic("learn", named, "--target", "pi").err()).contains("--target belongs into the spec");
    }

    @Test
    void aCheckLearnsNothingAndFailsOnErrors() throws IOException {
        Run good = run(arguments("episodes"), "--check");
        assertThat(good.code()).isZero();
        assertThat(good.out()).contains("3 of 60 streams have one row only").endsWith("It can be learned from.\n");

        Run bad = run(arguments("episodes"), "--check", "--json", "--interest", "interest - 1");
        assertThat(bad.code()).isEqualTo(2); // given twice
        List<String> arguments = arguments("episodes");
        arguments.set(arguments.indexOf("--interest") + 1, "interest - 1.5");
        Run broken = run(arguments, "--check", "--json");
        assertThat(broken.code()).isEqualTo(1);
        JsonNode finding = JSON.readTree(broken.out()).get("findings").get(0);
        assertThat(finding.get("severity").asText()).isEqualTo("error");
        assertThat(finding.get("check").asText()).isEqualTo("interest-range");
        Run refused = run(arguments);
        assertThat(refused.code()).isEqualTo(1);
        assertThat(refused.err())
                .contains("cannot be learned from")
                .contains("interest interest - 1.5 is not in the interval [0, ∞): -0.5 (rows 6, 9, 14)");
    }

    @Test
    void aSuggestionIsASpec() throws IOException {
        Path log = Files.copy(VECTORS.resolve("episodes.csv"), directory.resolve("episodes.csv"));
        Run suggestion = Run.emphatic("learn", log.toString(), "--suggest");
        String spec =
                Files.writeString(directory.resolve("s.yaml"), suggestion.out()).toString();
        assertThat(Run.emphatic("learn", spec).out()).contains("value: etd (step_size 0.001), 405 steps learned");
        JsonNode document = JSON.readTree(
                Run.emphatic("learn", log.toString(), "--suggest", "--json").out());
        assertThat(document.get("spec").asText()).isEqualTo(suggestion.out());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--algorithm etb | 2 | there is no algorithm etb: did you mean etd?",
                "--set stepsize=1 | 2 | etd has no parameter stepsize: did you mean step_size?",
                "--set clip=-1 | 2 | clip is not in the interval (0, ∞]: -1.0",
                "--set clip=abc | 2 | --set clip is not a number: abc",
                "--ratio pi/mu | 2 | prediction has both a target and a ratio",
                "--resume | 2 | there is nothing to resume from",
                "--predictions p.txt | 2 | a predictions file ends in .csv or .parquet: p.txt",
                "--every 0 | 2 | not at least 1: 0",
                "--nosuch | 2 | Unknown option: '--nosuch'",
                "--action nosuch | 1 | action: the log has no column nosuch",
                "--predictions nosuch/p.csv | 1 | there is no directory",
            })
    void wrongUsageIsExplained(String more, int code, String message) {
        Run run = run(arguments("episodes"), more.split(" "));
        assertThat(run.code()).as(run.err()).isEqualTo(code);
        assertThat(run.err()).contains(message).doesNotContain("\tat ");
        assertThat(run.out()).isEmpty();
    }

    @Test
    void aMissingLogOrModelIsExplained() {
        assertThat(Run.emphatic("learn").err()).contains("Missing required parameter: LOG");
        assertThat(Run.emphatic("learn", "nosuch.csv", "--features", "x", "--discount", "0")
                        .err())
                .startsWith("there is no log nosuch.csv");
        assertThat(Run.emphatic("learn", "nosuch.csv").err()).contains("--features");
        assertThat(Run.emphatic("predict", VECTORS.resolve("episodes.csv").toString(), "--model", "nosuch")
                        .err())
                .startsWith("there is no model nosuch");
        String log = VECTORS.resolve("episodes.csv").toString();
        assertThat(Run.emphatic("learn", log, "--features", "f0", "--discount", "0")
                        .err())
                .contains("cumulant is missing");
        Run noDiscount = Run.emphatic("learn", log, "--features", "f0", "--cumulant", "r");
        assertThat(noDiscount.code()).isEqualTo(2);
        assertThat(noDiscount.err()).contains("Missing required option: --discount");
    }

    @ParameterizedTest
    @CsvSource({"∞", "inf", "Infinity", ".inf"})
    void infinityHasSeveralNames(String infinity) throws IOException {
        Run run = run(arguments("episodes"), "--algorithm", "vtrace", "--set", "ratio_cap=" + infinity, "--json");
        assertThat(run.code()).as(run.err()).isZero();
        Run without = run(arguments("episodes"), "--algorithm", "td", "--json");
        assertThat(JSON.readTree(run.out()).at("/predictions/0/steps"))
                .isEqualTo(JSON.readTree(without.out()).at("/predictions/0/steps"));
    }

    @Test
    void ratiosThatAreAllZeroHaveNoSampleSize() {
        List<String> arguments = arguments("episodes");
        arguments.set(arguments.indexOf("--target") + 1, "0");
        assertThat(run(arguments).out())
                .containsPattern("effective sample size +–\\R  warning: every importance ratio is 0");
    }

    @Test
    void theSpecIsNotOverwrittenAndAnOldCheckpointIsTold() throws IOException {
        Path log = Files.copy(VECTORS.resolve("episodes.csv"), directory.resolve("episodes.csv"));
        String text =
                "log: episodes.csv\nfeatures: f0\ncumulant: r\ndiscount: 0.5\npredictions: {v: {algorithm: td}}\n";
        Path spec = Files.writeString(directory.resolve("s.yaml"), text);
        Run refused = Run.emphatic("learn", spec.toString(), "--model", spec.toString());
        assertThat(refused.code()).isEqualTo(1);
        assertThat(refused.err()).startsWith("the model file would overwrite the spec: ");
        assertThat(spec).hasContent(text);
        assertThat(Run.emphatic("learn", spec.toString(), "--predictions", log.toString())
                        .err())
                .startsWith("the predictions file would overwrite the log: ");
        String saved = directory.resolve("saved").toString();
        String[] checkpointed = {"learn", spec.toString(), "--checkpoint", saved, "--every", "100"};
        assertThat(Run.emphatic(checkpointed).err()).isEmpty();
        assertThat(Run.emphatic(checkpointed).err())
                .startsWith("note: " + saved + " holds the checkpoint of an earlier run");
    }

    @Test
    void categoriesThatTheModelDoesNotKnowAreCounted() throws IOException {
        Files.writeString(directory.resolve("old.csv"), "k,reward\n0.0,1\n0.5,2\n1.0,3\n0.0,1\n");
        Path fresh = Files.writeString(directory.resolve("new.csv"), "k\n0\n1\n7\n");
        Path spec = Files.writeString(
                directory.resolve("s.yaml"),
                "log: old.csv\nfeatures: {onehot: k}\ndiscount: 0.5\npredictions: {v: {algorithm: td}}\n");
        String model = directory.resolve("m.json").toString();
        assertThat(Run.emphatic("learn", spec.toString(), "--model", model).code())
                .isZero();
        Run run = Run.emphatic("predict", fresh.toString(), "--model", model);
        assertThat(run.err()).startsWith("warning: 1 of 3 rows have a category that was not in the log learned from");
        assertThat(run.out().lines().toList().get(1)).doesNotEndWith(",0.0");
        assertThat(run.out().lines().toList().get(3)).endsWith(",0.0");
    }

    @Test
    void treeBackupAndAbtdRefuseARatio() {
        for (String algorithm : List.of("tree-backup", "abtd")) {
            Run run = Run.emphatic(
                    "learn",
                    VECTORS.resolve("episodes.csv").toString(),
                    "--features",
                    "f0",
                    "--cumulant",
                    "r",
                    "--discount",
                    "0.9",
                    "--ratio",
                    "pi/mu",
                    "--algorithm",
                    algorithm);
            assertThat(run.code()).isEqualTo(2);
            assertThat(run.err()).contains(algorithm + " needs both probabilities");
        }
    }
}
