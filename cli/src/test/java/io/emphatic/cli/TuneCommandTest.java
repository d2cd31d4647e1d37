package io.emphatic.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.emphatic.Algorithms;
import io.emphatic.Config;
import io.emphatic.Parameter;
import io.emphatic.cli.PlainScores.Contender;
import io.emphatic.cli.PlainScores.LogRow;
import io.emphatic.logs.file.Outputs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
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

    private Run run(String spec, String... more) throws IOException {
        Path file = Files.writeString(directory.resolve("spec.yaml"), spec);
        List<String> arguments = new ArrayList<>(List.of("tune", file.toString()));
        arguments.addAll(List.of(more));
        return Run.emphatic(arguments.toArray(String[]::new));
    }

    private JsonNode tune(String spec, String... more) throws IOException {
        String[] arguments = Arrays.copyOf(more, more.length + 1);
        arguments[more.length] = "--json";
        Run run = run(spec, arguments);
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
                boolean auto = entry.getValue().asText().equals("auto");
                parameters.put(
                        entry.getKey(), auto ? Parameter.AUTO : entry.getValue().asDouble());
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
        assertThat(names(prediction))
                .containsExactly(
                        "name",
                        "best",
                        "candidates",
                        "indistinguishable",
                        "verdict",
                        "alike_in_order",
                        "baseline",
                        "chosen");
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
            close += !candidate.get("blown_up").asBoolean()
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
                            "blown_up",
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

    private static void assertScores(JsonNode candidates, PlainScores plain) {
        for (int k = 0; k < candidates.size(); k++) {
            assertClose(candidates.get(k).get("score"), plain.scores[k], Math.abs(plain.scores[k]));
        }
    }

    private Path log(long seed, int rows) throws IOException {
        return Files.writeString(directory.resolve("log.csv"), PlainScores.csv(PlainScores.randomRows(seed, rows)));
    }

    @Test
    void candidatesThatPredictNoNumberAreLeftOutOfTheBaseline() throws IOException {
        Files.writeString(directory.resolve("huge.csv"), """
                s,t,r,a,b,terminated
                1,0,1,1,-1,true
                1,1,1,1e308,1e308,true
                1,2,1,1,-1,true
                """);
        JsonNode candidates = tune("""
                log: huge.csv
                stream: s
                order: t
                features: [a, b]
                ranges: none
                cumulant: r
                discount: 0.9
                predictions: {p: {candidates: {td: {step_size: [1.0e-9, 10, 11, 12]}}}}
                """).get("predictions").get(0).get("candidates");
        assertThat(candidates).hasSize(4);
        assertThat(candidates.get(3).get("diverged_at").isNull()).isFalse();
    }

    /** α x² = 2.5: a factor of 1.5 a row. */
    @Test
    void aCandidateThatBlewUpIsDistinguishedFromTheBest() throws IOException {
        Files.writeString(directory.resolve("log.csv"), "x,r,terminated\n" + "10,1,true\n".repeat(400));
        JsonNode prediction = tune("""
                log: log.csv
                features: [x]
                cumulant: r
                discount: 0.9
                predictions: {p: {candidates: {td: {step_size: [0.001, 0.025]}}}}
                """).get("predictions").get(0);
        assertThat(prediction.get("candidates").get(1).get("blown_up").asBoolean())
                .isTrue();
        assertThat(prediction.get("candidates").get(1).get("diverged_at").isNull())
                .isTrue();
        assertThat(prediction.get("candidates").get(0).get("blown_up").asBoolean())
                .isFalse();
        assertThat(prediction.get("indistinguishable").asInt()).isZero();
        assertThat(prediction.get("chosen").get("algorithm").asText()).isEqualTo("td");
    }

    @Test
    void whereCandidatesAreTiedWhatIsSafeIsChosenAndIsASpec() throws IOException {
        log(11, 900);
        Path chosen = Files.createDirectory(directory.resolve("sub")).resolve("chosen.yaml");
        Path model = directory.resolve("model.json");
        JsonNode prediction = tune(
                        SPEC + "predictions: {value: {candidates: {td: {step_size: [1e-9, 2e-9, 3e-9, 4e-9]}}}}\n",
                        "--spec",
                        chosen.toString(),
                        "--model",
                        model.toString())
                .get("predictions")
                .get(0);
        assertThat(prediction.get("indistinguishable").asInt()).isEqualTo(3);
        assertThat(prediction.get("verdict").asText()).isEqualTo("do not trust");
        assertThat(prediction.get("best").get("algorithm").asText()).isEqualTo("td");
        assertThat(prediction.get("chosen").get("algorithm").asText()).isEqualTo("elstd");
        assertThat(Files.readString(chosen))
                .contains("log: ../log.csv", "name: elstd")
                .doesNotContain("candidates");
        JsonNode learned =
                JSON.readTree(Run.emphatic("learn", chosen.toString(), "--json").out());
        assertThat(learned.get("predictions").get(0).get("algorithm").asText()).isEqualTo("elstd");
        assertThat(learned.findValue("weights"))
                .isEqualTo(JSON.readTree(model.toFile()).findValue("weights"));
    }

    @Test
    void whatIsPrintedHasItsFeaturesAndAQueryIsMovedWithTheSpec() throws IOException {
        log(11, 900);
        Path chosen = Files.createDirectory(directory.resolve("sub")).resolve("chosen.yaml");
        String question = SPEC.replace("log: log.csv", "log: {query: \"SELECT * FROM 'log.csv' ORDER BY ep, f0\"}")
                .replaceFirst("features: .*\\n", "");
        Run run = run(
                question + "predictions: {value: {candidates: {td: {step_size: [0.01, 10]}, features: {one: [1]}}}}\n",
                "--spec",
                chosen.toString());
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.out()).contains("\n    features:\n").contains("features one.");
        assertThat(Files.readString(chosen)).contains("in: ..");
        Run learned = Run.emphatic("learn", chosen.toString());
        assertThat(learned.code()).as(learned.err()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"learn", "evaluate", "tune"})
    void aSuggestedSpecServesAllVerbs(String suggesting) throws IOException {
        Path log = suggestible();
        Run suggested = Run.emphatic(suggesting, log.toString(), "--suggest");
        assertThat(suggested.code()).as(suggested.err()).isZero();
        Path spec = Files.writeString(directory.resolve("suggested.yaml"), suggested.out());
        JsonNode learned =
                JSON.readTree(Run.emphatic("learn", spec.toString(), "--json").out());
        assertThat(learned.findValue("algorithm").asText()).isEqualTo("elstd");
        JsonNode evaluated = JSON.readTree(
                Run.emphatic("evaluate", spec.toString(), "--json").out());
        assertThat(evaluated.get("targets").get(0).get("name").asText()).isEqualTo("new_policy");
        assertThat(evaluated.get("episodes").asInt()).isEqualTo(60);
        Path chosen = directory.resolve("chosen.yaml");
        Run tuned = Run.emphatic("tune", spec.toString(), "--spec", chosen.toString());
        assertThat(tuned.code()).as(tuned.err()).isZero();
        for (String verb : List.of("learn", "evaluate")) {
            assertThat(Run.emphatic(verb, chosen.toString()).code()).isZero();
        }
    }

    private Path suggestible() throws IOException {
        StringBuilder csv = new StringBuilder("episode,step,x,action,mu,pi,reward,terminated\n");
        Random random = new Random(4);
        for (int row = 0; row < 300; row++) {
            boolean left = random.nextBoolean();
            csv.append(row / 5 + "," + row % 5 + "," + random.nextDouble() + "," + (left ? 1 : 0) + ",0.5,"
                    + (left ? 0.6 : 0.4) + "," + random.nextDouble() + "," + (row % 5 == 4) + "\n");
        }
        return Files.writeString(directory.resolve("rows.csv"), csv);
    }

    private Run refused(String spec, String... more) throws IOException {
        Run run = run(spec, more);
        assertThat(run.code()).isNotZero();
        assertThat(run.out()).isEmpty();
        return run;
    }

    @Test
    void candidatesMayStandAtTheTopAndAlgorithmsWithoutAWordBefore() throws IOException {
        log(4, 400);
        JsonNode document = tune(SPEC + """
                candidates:
                  td: {step_size: [0.01, 0.1]}
                predictions:
                  one:
                  two:
                    candidates: {etd: {step_size: 0.01}, vtrace: }
                """);
        JsonNode predictions = document.get("predictions");
        assertThat(predictions.get(0).get("name").asText()).isEqualTo("one");
        assertThat(predictions.get(0).get("candidates")).hasSize(2);
        assertThat(predictions.get(1).get("candidates")).hasSize(2);
        assertThat(predictions.get(0).get("best").get("lambda").asText()).isEqualTo("lambda");
        assertThat(predictions.get(0).get("best").get("features").isNull()).isTrue();
    }

    @Test
    void aCandidateScoresWithItsOwnFeatures() throws IOException {
        List<LogRow> rows = PlainScores.randomRows(5, 900);
        Files.writeString(directory.resolve("log.csv"), PlainScores.csv(rows));
        JsonNode document = tune(SPEC.replace("features: [f0, f1, f2]\n", "") + """
                predictions:
                  value:
                    candidates:
                      algorithms: {td: {step_size: [0.01, 0.1]}, gtd: {features: {third: [f2, f0]}}}
                      features: {coarse: [f0], fine: {bias: true, expressions: [f1, f0 * f2]}}
                """);
        JsonNode candidates = document.get("predictions").get(0).get("candidates");
        assertThat(candidates).hasSize(2 * 2 + 1);
        Map<String, Function<LogRow, double[]>> sets = Map.of(
                "coarse", row -> new double[] {row.phi()[0]},
                "fine", row -> new double[] {1, row.phi()[1], row.phi()[0] * row.phi()[2]},
                "third", row -> new double[] {row.phi()[2], row.phi()[0]});
        List<Contender> contenders = new ArrayList<>();
        candidates.forEach(candidate -> contenders.add(new Contender(
                config(candidate),
                LogRow::lambda,
                sets.get(candidate.get("features").asText()))));
        Function<LogRow, double[]> all =
                row -> new double[] {row.phi()[0], 1, row.phi()[1], row.phi()[0] * row.phi()[2], row.phi()[2]};
        assertScores(candidates, new PlainScores(rows, contenders, all));
    }

    @Test
    void aStepSizeChosenFromTheDataIsACandidateLikeOthers() throws IOException {
        List<LogRow> rows = PlainScores.randomRows(13, 900);
        Files.writeString(directory.resolve("log.csv"), PlainScores.csv(rows));
        Path model = directory.resolve("model.json");
        JsonNode document = tune(SPEC + """
                predictions:
                  value:
                    candidates:
                      td: {step_size: auto}
                      etd: {step_size: auto}
                      gtd: {step_size: auto, eta: [0.1, 1]}
                      vtrace: {step_size: [1e-9, 2e-9]}
                """, "--model", model.toString());
        JsonNode candidates = document.get("predictions").get(0).get("candidates");
        assertThat(candidates).hasSize(6);
        List<Contender> contenders = new ArrayList<>();
        candidates.forEach(candidate -> contenders.add(new Contender(config(candidate), LogRow::lambda, LogRow::phi)));
        assertScores(candidates, new PlainScores(rows, contenders));
        JsonNode best = document.get("predictions").get(0).get("best").get("parameters");
        assertThat(best.get("step_size").asText()).isEqualTo("auto");
        assertThat(JSON.readTree(model.toFile()).findValue("weights")).hasSize(3);
    }

    @Test
    void withoutCandidatesFourAlgorithmsAreTriedWhateverTheSizeOfTheFeatures() throws IOException {
        List<LogRow> rows = PlainScores.randomRows(6, 600);
        Files.writeString(directory.resolve("log.csv"), PlainScores.csv(rows));
        JsonNode plain = tune(SPEC + "predictions: {value: }\n");
        JsonNode large = tune(SPEC.replace("[f0, f1, f2]", "[1024 * f0, 1024 * f1, 1024 * f2]")
                + "predictions: {value: {algorithm: {name: etd, step_size: 1e-9}}}\n");
        JsonNode candidates = plain.get("predictions").get(0).get("candidates");
        assertThat(candidates).hasSize(90);
        assertThat(candidates.findValuesAsText("algorithm")).contains("etd", "td", "gtd", "wis-etd");
        JsonNode scaled = large.get("predictions").get(0).get("candidates");
        assertThat(scaled).as("the algorithm of the spec is one of them").hasSize(91);
        double first = candidates.get(0).get("score").asDouble();
        // The same learners in other units: all but those that are told how to forget usage have the same predictions.
        assertThat(scaled.get(0).get("score").asDouble()).isCloseTo(first, within(0.2 * Math.abs(first)));
    }

    @Test
    void theModelOfTheWinnerIsThatOfLearnToTheBit() throws IOException {
        log(7, 1200);
        Path tuned = directory.resolve("tuned.json");
        JsonNode best = tune(SPEC + CANDIDATES, "--model", tuned.toString())
                .get("predictions")
                .get(0)
                .get("chosen");
        StringBuilder algorithm =
                new StringBuilder("{name: " + best.get("algorithm").asText());
        best.get("parameters").properties().forEach(entry -> {
            if (!entry.getValue().isNull()) {
                algorithm.append(", " + entry.getKey() + ": " + entry.getValue());
            }
        });
        Path file = directory.resolve("winner.yaml");
        Files.writeString(
                file,
                SPEC.replace("lambda: lambda", "lambda: " + best.get("lambda").asText()) + "algorithm: " + algorithm
                        + "}\npredictions: {value: }\n");
        Path learned = directory.resolve("learned.json");
        Run run = Run.emphatic("learn", file.toString(), "--model", learned.toString());
        assertThat(run.code()).as(run.err()).isZero();
        JsonNode mine = JSON.readTree(tuned.toFile()).findValue("weights");
        assertThat(mine).hasSize(3).isEqualTo(JSON.readTree(learned.toFile()).findValue("weights"));
    }

    @Test
    void peopleReadTheRankingAndWhatItIsWorth() throws IOException {
        log(8, 1500);
        Path page = directory.resolve("page.html");
        Run run = run(SPEC + CANDIDATES, "--html", page.toString());
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.out())
                .contains("log.csv: 1,500 rows in ")
                .containsPattern(
                        "^value: learn with \\S+, .*, lambda \\S+\\.\\nHow sure: (quite \\(trust|not very \\(care|not at all \\(do not trust)\\)\\. .*36"
                                + " candidates.* within two standard errors of the best\\..* diverged\\.\\n    predictions:\\n")
                .containsPattern("      value:\\n        lambda: .*\\n        algorithm:\\n          name: ")
                .containsPattern("effective sample size [\\d.,]+ of 1,\\d+ steps by ratios, [\\d.,]+ by the weights")
                .containsPattern("standard errors over \\d+ streams")
                .containsPattern("\\n +1 +\\S+ +\\S.* 0\\n")
                .contains("… and 16 more");
        assertThat(Files.readString(page))
                .startsWith("<!DOCTYPE html>")
                .contains("<pre>predictions:\n  value:\n    lambda: ")
                .contains("<svg", "tree-backup", "effective sample size", "diverged at step")
                .doesNotContain("http://", "https://", "src=");
    }

    @Test
    void aLongStreamIsCutIntoBlocks() throws IOException {
        log(9, 1500);
        assertThat(run(SPEC.replace("stream: ep\n", "") + CANDIDATES).out())
                .contains("standard errors over 75 blocks of 20 rows");
    }

    @Test
    void whatCannotBeTunedIsRefusedWithItsPlace() throws IOException {
        log(10, 200);
        String value = SPEC + "predictions:\n  value:\n    candidates:\n";
        assertThat(refused("per: stream\n" + value + "      etd: \n").err())
                .contains("per: stream is not for tuning", "line 1 of");
        assertThat(refused(value + "      lstd:\n").err())
                .contains("lstd is not a candidate", "least squares", "predictions.value.candidates.lstd, line 13 of");
        assertThat(refused(value + "      etdd: {step_size: 1}\n").err())
                .contains("there is no algorithm etdd: did you mean etd?", "line 13 of");
        assertThat(refused(value + "      etd: {step: 1}\n").err()).contains("etd has no parameter step", "line 13");
        assertThat(refused(value + "      etd: {step_size: [1, -1]}\n").err())
                .contains("step_size is not in the interval (0, ∞): -1.0");
        assertThat(refused(value + "      etd: {step_size: []}\n").err()).contains("there is no value to take");
        assertThat(refused(value + "      etd: {step_size: [1, 1]}\n").err()).contains("the same value is given twice");
        assertThat(refused(value + "      etd: \n      lambda: [0, 1.5]\n").err())
                .contains("is not in the interval [0, 1]: 1.5", "line 14");
        assertThat(refused(value + "      etd: \n      lambda: [nothing]\n").err())
                .contains("lambda", "nothing");
        assertThat(refused(value + "      etd: \n      lambda: [r]\n").err()).contains("lambda", "cannot be used");
        assertThat(refused(value + "      abtd: {lambda: 0}\n").err()).contains("abtd has no lambda");
        assertThat(refused(value + "      etd: \n      features: {coarse: []}\n")
                        .err())
                .contains("the feature set coarse is empty");
        assertThat(refused(value + "      etd: \n      features: {coarse: [f7]}\n")
                        .err())
                .contains("f7");
        assertThat(refused(value.replace("target: pi", "ratio: pi") + "      tree-backup: \n")
                        .err())
                .contains("tree-backup needs both probabilities");
        assertThat(refused(
                                value
                                        + "      etd: {step_size: {powers_of_two: [-1000, 0]}, clip: {powers_of_two: [0, 20]}}\n")
                        .err())
                .contains("21,021 candidates are more than 10,000");
        assertThat(refused(SPEC.replace("log: log.csv\n", "") + "predictions: {value: }\n")
                        .err())
                .contains("there is no log: name it in the spec");
        assertThat(refused(SPEC.replace("features: [f0, f1, f2]\n", "") + "predictions: {value: }\n")
                        .err())
                .contains("there are no features");
    }

    @ParameterizedTest
    @ValueSource(strings = {"log.csv", "LOG.CSV.GZ", "log.parquet", "log.jsonl"})
    void aLogInPlaceOfASpecIsAnsweredWithHowToMakeOne(String name) throws IOException {
        String log = Files.writeString(directory.resolve(name), "x\n").toString();
        Run run = Run.emphatic("tune", log);
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err())
                .contains("tune takes a spec, and " + log + " is named like a log")
                .contains("emphatic tune " + log + " --suggest > spec.yaml");
    }

    @Test
    void outputsThatCannotBeAreRefusedBeforeAnythingIsRead() throws IOException {
        log(11, 200);
        String spec = SPEC + "predictions: {value: }\n";
        assertThat(refused(spec, "--html", directory.toString()).err()).contains("the page file is a directory");
        String file = directory.resolve("spec.yaml").toString();
        assertThat(refused(spec, "--model", file).err()).contains("the model file would overwrite the spec");
        String log = directory.resolve("log.csv").toString();
        assertThat(refused(spec, "--html", log).err()).contains("the page file would overwrite the log");
        assertThat(refused(spec, "--resume").err()).contains("there is nothing to resume from");
        assertThat(refused(spec, "--every-rows", "0").err())
                .contains("the rows between two checkpoints are not at least 1");
        assertThat(refused(
                                SPEC + "predictions: {a: , b: {candidates: {td: , features: {one: [f0]}}}}\n",
                                "--model",
                                directory.resolve("m.json").toString())
                        .err())
                .contains("a model has one set");
    }

    @Test
    void learningFromTheSameSpecPassesOverCandidates() throws IOException {
        log(12, 200);
        Path file = directory.resolve("spec.yaml");
        Files.writeString(file, SPEC + CANDIDATES + "    algorithm: {name: td, step_size: 0.01}\n");
        Run run = Run.emphatic("learn", file.toString());
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.out()).contains("  value       td (step_size 0.01) ");
    }

    /** Without the rows that are cut, whose states are next states of the rows before. */
    private static String withNextStates(List<LogRow> rows) {
        StringBuilder csv = new StringBuilder("ep,f0,f1,f2,gamma,lambda,interest,mu,pi,r,terminated,"
                + "next_f0,next_f1,next_f2,next_gamma,next_lambda,next_interest\n");
        for (int t = 0; t < rows.size(); t++) {
            LogRow row = rows.get(t);
            LogRow next = t + 1 < rows.size() && rows.get(t + 1).ep() == row.ep() ? rows.get(t + 1) : null;
            if (row.terminated() || !row.truncated() && next != null) {
                csv.append(row.ep()).append(state(row));
                csv.append(String.format(Locale.ROOT, ",%s,%s,%s,%s", row.mu(), row.pi(), row.r(), row.terminated()));
                csv.append(row.terminated() ? ",0,0,0,0,0,0" : state(next)).append('\n');
            }
        }
        return csv.toString();
    }

    private static String state(LogRow row) {
        double[] phi = row.phi();
        return String.format(
                Locale.ROOT, ",%s,%s,%s,%s,%s,%s", phi[0], phi[1], phi[2], row.gamma(), row.lambda(), row.interest());
    }

    /** All but standard errors, which depend on how the rows are parted. */
    private static List<JsonNode> scores(JsonNode document) {
        List<JsonNode> scores = new ArrayList<>();
        document.get("predictions").get(0).get("candidates").forEach(candidate -> {
            ((ObjectNode) candidate).remove(List.of("stderr", "behind_stderr"));
            scores.add(candidate);
        });
        return scores;
    }

    @Test
    void rowsThatHoldTheirNextStateScoreAsTheSameStepsRowByRow() throws IOException {
        List<LogRow> rows = PlainScores.randomRows(4, 1500);
        Files.writeString(directory.resolve("log.csv"), PlainScores.csv(rows));
        JsonNode neighbours = tune(withManyFeatures(SPEC + CANDIDATES));
        assertThat(neighbours.findValue("baseline").asText()).isEqualTo("median");
        Files.writeString(directory.resolve("log.csv"), withNextStates(rows));
        JsonNode holding = tune("next: {prefix: next_}\n" + withManyFeatures(SPEC + CANDIDATES));
        assertThat(holding.get("rows").asInt()).isBetween(1000, 1499);
        assertThat(scores(holding)).hasSize(36).isEqualTo(scores(neighbours));
    }

    /** The median is the baseline where there are too many features. */
    private static String withManyFeatures(String spec) {
        return spec.replace(
                "features: [f0, f1, f2]", "features: {expressions: [f0, f1, f2], hash: [{column: gamma, size: 2000}]}");
    }

    @Test
    void returnsGoOnToTheRowThatARowLedToAndAreCutWhereThereIsNone() throws IOException {
        Files.writeString(
                directory.resolve("log.csv"),
                "f0,f1,f2,gamma,lambda,interest,mu,pi,r,terminated,ep,"
                        + "next_f0,next_f1,next_f2,next_gamma,next_lambda,next_interest\n"
                        + "1,0,0,0.5,0,1,0.5,0.25,3,false,0,0,1,0,0.5,0,1\n"
                        + "1,0,0,0.5,0,2,0.5,0.25,5,false,0,0,1,0,0.5,0,1\n"
                        + "0,1,0,0.5,0,1,0.5,0.5,7,false,0,1,0,0,0.5,0,1\n");
        JsonNode document = tune("next: {prefix: next_}\n"
                + withManyFeatures(SPEC)
                + "predictions: {value: {candidates: {td: {step_size: 0.5, lambda: 0}}}}\n");
        // One candidate is its own baseline. It predicts 0 in row 1, and learns 0.5 · 0.5 · 3 for that state and as
        // much
        // for what is hashed, which is the same in all rows. Row 2 is that state again, not the one that row 1 led to:
        // a start, with ρ = 0.5 and i = 2.
        double hashed = 0.75;
        double v = 0.75 + hashed;
        double z = 2 * v;
        double score = 2 * v * v - 2 * z * (0.5 * v + 0.5 * 5);
        double first = 0.75 + 0.25 * (5 + 0.5 * hashed - v);
        hashed = first;
        // Row 3 is where row 2 led to, with ρ = 1. The log ends before the state that it leads to, the first.
        double u = hashed;
        z = u + 0.5 * 0.5 * z;
        score += u * u - 2 * z * 7;
        hashed += 0.5 * (7 + 0.5 * (first + hashed) - u);
        score -= 2 * 0.5 * z * (first + hashed);
        JsonNode candidate =
                document.get("predictions").get(0).get("candidates").get(0);
        assertThat(candidate.get("score").asDouble()).isCloseTo(score, within(1e-12));
    }

    @Test
    void otherFeaturesThanThoseOfTheSpecNeedRowsThatFollowEachOther() throws IOException {
        Files.writeString(directory.resolve("log.csv"), withNextStates(PlainScores.randomRows(4, 100)));
        Run run = run("next: {prefix: next_}\n" + SPEC + """
                predictions:
                  value: {candidates: {td: {step_size: 0.1}, features: {all: [f0, f1, f2], few: [f0]}}}
                """);
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err()).contains("next: candidates with other features than those of the spec cannot be tuned");
    }

    @Test
    void aModelThatAnotherRunWritesIsRefusedBeforeTheLogIsOpened() throws IOException {
        Path model = directory.resolve("m.json");
        Path file = Files.writeString(directory.resolve("spec.yaml"), SPEC + CANDIDATES);
        try (Outputs.Locks held = new Outputs().add("model", model).lock(null)) {
            Run run = Run.emphatic("tune", file.toString(), "--model", model.toString());
            assertThat(run.code()).isEqualTo(1);
            assertThat(run.err()).contains("the model file " + model + " is being written by another run: process ");
            assertThat(held).isNotNull();
        }
        assertThat(Run.emphatic("tune", file.toString(), "--model", model.toString())
                        .err())
                .contains("log.csv")
                .doesNotContain("another run");
    }
}
