package io.emphatic.logs.suggest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.emphatic.logs.doctor.Doctor;
import io.emphatic.logs.doctor.Finding;
import io.emphatic.logs.learning.Learning;
import io.emphatic.logs.learning.LearningReport;
import io.emphatic.logs.learning.LearningReport.LearnedPrediction;
import io.emphatic.logs.spec.Spec;
import io.emphatic.logs.spec.SpecReader;
import io.emphatic.logs.sql.Log;
import io.emphatic.logs.sql.Sql;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each dialect is recognised, and the spec proposed for it learns. */
class DialectTest {
    @TempDir
    private Path directory;

    private static String row(Dialect dialect, int k) {
        String common = "\"actions\": " + k % 2 + ", \"rewards\": " + k % 3 + ", ";
        String observations = "\"observations\": [" + k + ".5, " + k * k + "], ";
        return switch (dialect) {
            case RLLIB ->
                "{\"obs\": [" + k + ".5, 1], " + common + "\"terminateds\": " + (k == 3) + ", \"truncateds\": "
                        + (k == 7) + ", \"eps_id\": " + k / 4 + ", \"t\": " + k % 4 + ", \"action_prob\": 0.5}";
            case MINARI ->
                "{" + observations + common + "\"terminations\": " + (k == 3) + ", \"truncations\": " + (k == 7) + "}";
            case D4RL ->
                "{" + observations + common + "\"terminals\": " + (k == 3) + ", \"timeouts\": " + (k == 7) + "}";
            case OPEN_BANDIT ->
                "{\"timestamp\": \"2019-11-24 00:00:0" + k + "\", \"action\": " + k % 2 + ", \"position\": " + k % 3
                        + ", \"reward\": " + k % 2 + ", \"pscore\": 0.5, \"user_feature_0\": \"u" + k % 2 + "\"}";
            case VW ->
                "{\"_label_cost\": " + -(k % 2) + ", \"_label_probability\": 0.5, \"_label_Action\": " + k % 2
                        + ", \"_labelIndex\": " + k % 2 + ", \"EventId\": \"e" + k
                        + "\", \"Version\": \"1\", \"a\": [1, 2],"
                        + " \"p\": [0.5, 0.5], \"_original_label_cost\": " + -(k % 2) + ", \"hour\": " + k * k + "}";
            case ROUTER ->
                "{\"user\": \"u" + k % 3 + "\", \"task\": \"t" + k % 2
                        + "\", \"candidate_set\": [\"s\", \"l\"], \"model\": \""
                        + (k % 3 == 0 ? "s" : "l") + "\", \"prob\": 0.5, \"keep_prob\": 0.25, \"latency_ms\": " + k * k
                        + ", \"score\": " + k % 2 + "}";
            case REAGENT ->
                "{\"mdp_id\": \"m" + k / 4 + "\", \"sequence_number\": " + k % 4
                        + ", \"action_probability\": 0.5, \"action\": " + k % 2 + ", \"reward\": " + k
                        + ", \"state_features\": [" + k + ".25]}";
            case PLAIN ->
                "{\"episode\": " + k / 4 + ", \"step\": " + k % 4 + ", \"speed\": " + 2 * k + ", \"road\": \"r" + k % 2
                        + "\", \"reward\": 1, \"mu\": 0.5, \"pi\": 0.25, \"my col\": " + k * k + "}";
        };
    }

    @Test
    void whatALabelOfVwSaysIsNoFeature() throws IOException {
        StringBuilder lines = new StringBuilder();
        for (int k = 0; k < 8; k++) {
            lines.append(row(Dialect.VW, k)).append('\n');
        }
        assertThat(suggest(lines.toString()))
                .contains("\naction: _label_Action\n", "\nbehaviour: _label_probability\n")
                .contains(
                        "\n    cumulant: -_label_cost ",
                        "\nterminated: true ",
                        "\nfeatures: {bias: true, scale: [hour]}\n");
    }

    @Test
    void aRouterWritesWhatItCouldHaveChosenAndWhatItKept() throws IOException {
        StringBuilder lines = new StringBuilder();
        for (int k = 0; k < 8; k++) {
            lines.append(row(Dialect.ROUTER, k)).append('\n');
        }
        assertThat(suggest(lines.toString()))
                .contains(
                        "\nterminated: true ",
                        "\ncluster: user\n",
                        "\naction: model\n",
                        "\navailable: candidate_set\n",
                        "\nweight: '1 / \"keep_prob\"' ",
                        "\nfeatures: {bias: true, onehot: [task]}\n",
                        "\nbehaviour: prob\n");
    }

    @Test
    void objectsOfARouterAreLaidFlatWithoutWhatCameAfterTheChoice() throws IOException {
        StringBuilder lines = new StringBuilder();
        for (int k = 0; k < 8; k++) {
            lines.append("{\"context\": {\"tokens\": " + k * k + ", \"task\": \"t" + k % 2
                    + "\"}, \"decision\": {\"action\": \"s\", \"act_prob\": 0.5, \"temperature\": 0." + k
                    + ", \"candidate_set\": [\"s\", \"l\"]}, \"outcome\": {\"score\": " + k % 2 + ", \"tokens_out\": "
                    + k
                    + "}}\n");
        }
        Suggestion suggestion = suggestion(Files.writeString(directory.resolve("nested.jsonl"), lines));
        assertThat(suggestion.report().features()).containsExactly("bias", "tokens", "task=t0", "task=t1");
        assertThat(suggestion.yaml()).contains("\naction: action\n", "\nbehaviour: act_prob\n", "cumulant: score\n");
    }

    @Test
    void aStateThatIsTextIsACategory() throws IOException {
        assertThat(suggest("{\"state\": \"s1\", \"reward\": 1}\n{\"state\": \"s2\", \"reward\": 0}"))
                .contains("features: {bias: true, onehot: [state]}");
    }

    @Test
    void routersHaveNamesOfTheirOwn() throws IOException {
        assertThat(
                        suggest(
                                "{\"x\": 1.5, \"act_prob\": 0.5, \"outcome\": 1}\n{\"x\": 2.5, \"act_prob\": 0.5, \"outcome\": 0}"))
                .contains("\nbehaviour: act_prob\n", "\n    cumulant: outcome\n", "features: {bias: true, scale: [x]}");
    }

    @Test
    void columnsThatLearningWouldRefuseAreNoFeatures() throws IOException {
        assertThat(suggest("{\"x\": 1.5, \"gone\": null, \"some\": 2.5, \"name\": \"a\", \"reward\": 1}"
                        + "\n{\"x\": 2.5, \"gone\": null, \"some\": null, \"name\": \"b\", \"reward\": 1}"))
                .contains("features: {bias: true, scale: [x], onehot: [name]}\n# Not every row has a value of some:")
                .contains("\n# Left out: gone (no value in any row).\n");
    }

    @Test
    void columnsThatAreEmptyAreInNoEntryAndTheRewardIsMissed() throws IOException {
        String row = "{\"episode\": null, \"x\": 1.5, \"action\": null, \"mu\": null, \"pi\": null, \"reward\": null,"
                + " \"done\": null, \"gamma\": null}";
        assertThat(suggest(row))
                .contains("\n    # cumulant: the column whose discounted sum is predicted: reward has no value in any"
                        + " row.\n")
                .contains("\n# Left out: episode, action, mu, pi, reward, done, gamma (no value in any row).\n")
                .contains("\n    discount: 0.99    # 1: late")
                .doesNotContainPattern("\n *(stream|terminated|action|behaviour|target|cumulant): ");
    }

    @Test
    void columnsThatAreInNoEntryAreNamedWithTheReason() throws IOException {
        StringBuilder text = new StringBuilder("ep,t,y,label,prob,number,at,x,reward,r\n");
        for (int k = 0; k < 8; k++) {
            text.append(k / 4 + "," + k % 4 + ",1,2,0.5," + k + ",2024-01-01," + k * 7 % 5 + ".5,2,3\n");
        }
        Suggestion suggestion = suggestion(Files.writeString(directory.resolve("plain.csv"), text));
        assertThat(suggestion.yaml())
                .contains("\n# Left out: y, label, r (by name what depends on the action, comes after it or tells"
                        + " rows apart); number (counts rows); at (neither number nor text).\n");
        assertThat(suggestion.report().features()).containsExactly("bias", "x");
    }

    @Test
    void columnsBesideObservationsAreNamed() throws IOException {
        assertThat(suggest("{\"obs\": [1.5], \"next_obs\": [2.5], \"reward\": 1, \"action_logp\": -0.7, \"speed\": 3}"))
                .contains("\n# Left out: speed (the features are those of obs).\n");
        assertThat(suggest("{\"obs\": [1.5], \"reward\": 1, \"done\": null, \"speed\": 3}"))
                .contains("speed (the features are those of obs)")
                .contains("done (no value in any row)");
        assertThat(suggest("{\"obs\": [1.5], \"reward\": 1}")).doesNotContain("Left out");
    }

    @Test
    void nothingIsGuessedFromAHeader() throws IOException {
        Path file = Files.writeString(directory.resolve("header.csv"), "ep,t,x,reward\n");
        try (Log log = Log.open(file.toString())) {
            assertThatThrownBy(() -> SuggestedSpec.yaml(log))
                    .hasMessageEndingWith("header.csv has no rows: there is nothing" + " to guess a spec from");
        }
    }

    private String suggest(String line) throws IOException {
        Path file = Files.writeString(directory.resolve("other.jsonl"), (line + "\n").repeat(3));
        try (Log log = Log.open(file.toString())) {
            return SuggestedSpec.yaml(log);
        }
    }

    @Test
    void theRawOpenBanditExportIsRecognised() throws IOException {
        assertThat(suggest("{\"timestamp\": \"2020-01-01\", \"item_id\": 3, \"position\": 1, \"click\": 0,"
                        + " \"propensity_score\": 0.1, \"user_feature_0\": \"x\", \"user-item_affinity_0\": 0.3}"))
                .contains("(Open Bandit)")
                .contains("\naction: item_id\n")
                .contains("\nbehaviour: propensity_score\n")
                .contains("\n    cumulant: click\n")
                .contains("features: {bias: true, scale: [position, user-item_affinity_0], onehot: [user_feature_0]}");
    }

    @Test
    void logProbabilitiesAreTurnedIntoProbabilities() throws IOException {
        assertThat(suggest("{\"x\": 1.5, \"reward\": 1, \"action_logp\": -0.7}"))
                .contains("\nbehaviour: 'exp(\"action_logp\")'\n");
    }

    @Test
    void nothingThatDependsOnTheActionIsProposedAsAFeature() throws IOException {
        String yaml = suggest(
                "{\"user_id\": 1, \"t\": 0, \"x\": 1.5, \"a\": 2, \"action_name\": \"u\", \"mu\": 0.5, \"pi_new\": 0.2,"
                        + " \"prob_left\": 0.3, \"pscore\": 0.1, \"extra_reward\": 3, \"ds\": \"d\"}");
        assertThat(yaml)
                .contains("features: {bias: true, scale: [x]}\n")
                .contains("\n    # cumulant: the column")
                .doesNotContain("\n    cumulant:")
                .endsWith(
                        "\n# Check the features: nothing that depends on the action or comes after it (rewards, probabilities) may be"
                                + " among them.\n");
    }

    @Test
    void unsignedNumbersThatFallAreNoObstacle() throws IOException {
        String row = "{\"h\": 18446744073709551615, \"x\": 1.5, \"a\": 2, \"mu\": 0.5, \"reward\": 1}";
        assertThat(suggest(row + "\n" + row.replace("18446744073709551615", "3")))
                .contains("\nbehaviour: mu\n");
    }

    @Test
    void theFieldsOfAStructAndTheKeysOfAMapAreFeatures() throws IOException, SQLException {
        String line =
                "{\"mdp_id\": \"0\", \"sequence_number\": 1, \"action_probability\": 0.4, \"action\": \"1\", \"reward\": 0.2,"
                        + " \"state_features\": {\"0\": 0.1, \"it's\": 0.5}, \"metrics\": {\"reward\": 0.2}}\n";
        Path json = Files.writeString(directory.resolve("struct.jsonl"), line + line.replace("r\": 1", "r\": 2"));
        Path map = directory.resolve("map.parquet");
        try (Log log = Log.open(json.toString())) {
            log.execute("COPY (SELECT * REPLACE (MAP {'0': 0.1::DOUBLE, 'it''s': 0.5} AS state_features) FROM log) TO "
                    + Sql.string(map.toString()));
        }
        for (Path file : List.of(json, map)) {
            try (Log log = Log.open(file.toString())) {
                Path spec = Files.writeString(directory.resolve("spec.yaml"), SuggestedSpec.yaml(log));
                LearningReport report =
                        Learning.learn(log, SpecReader.read(spec).spec(), Learning.Options.NONE);
                assertThat(report.features())
                        .hasSize(3)
                        .element(2)
                        .asString()
                        .contains("it")
                        .contains("state_features");
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void theSuggestedSpecLearns(Dialect dialect) throws IOException {
        StringBuilder lines = new StringBuilder();
        for (int k = 0; k < 8; k++) {
            lines.append(row(dialect, k)).append('\n');
        }
        Path file = Files.writeString(directory.resolve("log.jsonl"), lines);
        try (Log log = Log.open(file.toString())) {
            String yaml = SuggestedSpec.yaml(log);
            assertThat(yaml).contains("(" + dialect.title() + ")");
            SpecReader.Document document = SpecReader.read(Files.writeString(directory.resolve("spec.yaml"), yaml));
            assertThat(document.log().name()).isEqualTo(file.toString());
            LearningReport report = Learning.learn(log, document.spec(), Learning.Options.NONE);
            assertThat(report.rows()).isEqualTo(8);
            LearnedPrediction prediction = report.predictions().get(0);
            switch (dialect) {
                case RLLIB -> {
                    assertThat(report.features()).containsExactly("bias", "obs[1]", "obs[2]");
                    assertThat(prediction.steps()).isEqualTo(7);
                    assertThat(report.streams()).isEqualTo(2);
                }
                case MINARI, D4RL -> {
                    assertThat(report.features()).containsExactly("bias", "observations[1]", "observations[2]");
                    assertThat(prediction.steps()).isEqualTo(7);
                    assertThat(report.terminated()).isEqualTo(1);
                }
                case OPEN_BANDIT -> {
                    assertThat(report.features())
                            .containsExactly("bias", "position", "user_feature_0=u0", "user_feature_0=u1");
                    assertThat(prediction.steps()).isEqualTo(8);
                }
                case VW -> {
                    assertThat(report.features()).containsExactly("bias", "hour");
                    assertThat(prediction.steps()).isEqualTo(8);
                }
                case ROUTER -> {
                    assertThat(report.features()).containsExactly("bias", "task=t0", "task=t1");
                    assertThat(prediction.steps()).isEqualTo(8);
                }
                case REAGENT -> {
                    assertThat(report.features()).containsExactly("bias", "state_features[1]");
                    assertThat(prediction.steps()).isEqualTo(6);
                }
                case PLAIN -> {
                    assertThat(report.features()).containsExactly("bias", "speed", "my col", "road=r0", "road=r1");
                    assertThat(prediction.diagnostics().ratio().max()).isEqualTo(0.5);
                }
            }
        }
        assertThat(List.of(directory.toFile().list())).containsExactlyInAnyOrder("log.jsonl", "spec.yaml");
    }

    private record Suggestion(String yaml, LearningReport report) {}

    /** Of a copy of a real log, learned from as it is. */
    private Suggestion real(String name) throws IOException {
        Path file = Files.copy(Path.of("src/test/resources/real").resolve(name), directory.resolve(name));
        return suggestion(file);
    }

    private Suggestion suggestion(Path file) throws IOException {
        String yaml;
        try (Log log = Log.open(file.toString())) {
            yaml = SuggestedSpec.yaml(log);
        }
        Path spec = Files.writeString(directory.resolve("spec.yaml"), yaml);
        SpecReader.Document document = SpecReader.read(spec);
        try (Log log = Log.open(document.log())) {
            return new Suggestion(yaml, Learning.learn(log, document.spec(), Learning.Options.NONE));
        }
    }

    @Test
    void theUnnamedIndexOfOpenBanditIsNoFeature() throws IOException {
        Suggestion suggestion = real("obd-women-random.csv");
        assertThat(suggestion.report().features()).containsExactly("bias", "position");
        assertThat(suggestion.report().predictions().get(0).steps()).isEqualTo(100);
    }

    @Test
    void theBatchesOfRllibAreUnnested() throws IOException {
        Suggestion suggestion = real("rllib-cartpole-small.json");
        assertThat(suggestion.yaml())
                .contains("(RLlib)")
                .contains("\nunnest: true ")
                .contains("\nnext: {prefix: new_}");
        assertThat(suggestion.report().rows()).isEqualTo(102);
        assertThat(suggestion.report().streams()).isEqualTo(3);
        assertThat(suggestion.report().features()).containsExactly("bias", "obs[1]", "obs[2]", "obs[3]", "obs[4]");
        assertThat(suggestion.report().predictions().get(0).steps()).isEqualTo(102);
        assertThat(suggestion.report().findings()).isEmpty();
    }

    @Test
    void theSampleOfReAgentIsLearnedFromRowByRow() throws IOException {
        Suggestion suggestion = real("reagent-cartpole.json");
        assertThat(suggestion.yaml())
                .contains("(ReAgent)")
                .contains("\nnext: {prefix: next_}")
                .contains("lambda: 0 ");
        assertThat(suggestion.report().features()).hasSize(5);
        assertThat(suggestion.report().predictions().get(0).steps()).isEqualTo(162);
    }

    /** Without next, 117 of 121 neighbours would be learned over as if they were successive. */
    @Test
    void theGapsOfReAgentAreCounted() throws IOException {
        Path file = Path.of("src/test/resources/real/reagent-cartpole.json");
        String yaml = "stream: mdp_id\norder: sequence_number\nfeatures: state_features.\"0\"\ndiscount: 0.9\n"
                + "predictions: {v: {}}\n";
        Spec spec = SpecReader.read(Files.writeString(directory.resolve("spec.yaml"), yaml))
                .spec();
        try (Log log = Log.open(file.toString())) {
            assertThat(Doctor.check(log, spec).findings())
                    .filteredOn(finding -> finding.check().equals("time-gap"))
                    .extracting(Finding::message)
                    .containsExactly(
                            "117 of 121 neighbours are not successive: order sequence_number goes up by more than 1");
        }
    }

    @Test
    void episodesOfListsAsMinariHasThemAreUnnested() throws IOException {
        String episode = "{\"id\": 1, \"observations\": [[0.5, 1], [1.5, 2], [2.5, 1]], \"actions\": [0, 1, 0],"
                + " \"rewards\": [1, 2, 1], \"terminations\": [false, false, true], \"truncations\": [false, false,"
                + " false]}\n";
        Path file = Files.writeString(directory.resolve("minari.jsonl"), episode + episode.replace("1, \"o", "2, \"o"));
        Suggestion suggestion = suggestion(file);
        assertThat(suggestion.yaml()).contains("(Minari)").contains("\nunnest: true ");
        assertThat(suggestion.report().features()).containsExactly("bias", "observations[1]", "observations[2]");
        assertThat(suggestion.report().predictions().get(0).steps()).isEqualTo(6);
        assertThat(suggestion.report().terminated()).isEqualTo(2);
    }

    @Test
    void streamAndOrderAreFoundFromWhatIsConstantAndWhatIncreases() throws IOException {
        StringBuilder text = new StringBuilder("engine,cycle,speed,converted,reward\n");
        for (int k = 0; k < 12; k++) {
            text.append("e" + k / 4 + "," + k % 4 + "," + k * 7 % 5 + ".5,1,2\n");
        }
        Suggestion suggestion = suggestion(Files.writeString(directory.resolve("plain.csv"), text));
        assertThat(suggestion.yaml())
                .contains("\nstream: engine\norder: cycle\n")
                .contains("features: {bias: true, scale: [speed]}\n");
        assertThat(suggestion.report().streams()).isEqualTo(3);
    }

    @ParameterizedTest
    @CsvSource({
        "hour, 2 * k, hour", // called as a unit of time is
        "clock, 3 + k * k, clock", // whole numbers
        "at, 2024-01-01 00:00:0, at" // a clock
    })
    void theTimeOfOneStreamIsWhatIncreasesOverAllRows(String name, String values, String order) throws IOException {
        StringBuilder text = new StringBuilder("total," + name + ",pump,flow,reward\n");
        for (int k = 0; k < 9; k++) {
            String time = values.startsWith("2024") ? values + k : "" + (values.startsWith("2") ? 2 * k : 3 + k * k);
            text.append(k * 1.5 + "," + time + ",p1," + k * 7 % 5 + ".5,2\n");
        }
        Suggestion suggestion = suggestion(Files.writeString(directory.resolve("plain.csv"), text));
        assertThat(suggestion.yaml()).contains("\nstream: pump\norder: " + order + "\n");
        assertThat(suggestion.report().streams()).isEqualTo(1);
        assertThat(suggestion.report().features()).containsExactly("bias", "total", "flow");
    }

    @ParameterizedTest
    @ValueSource(strings = {"UTINYINT", "USMALLINT", "UINTEGER", "UBIGINT", "INTEGER", "BIGINT"})
    void wholeNumbersOfAnyTypeAreTimesAndCounts(String type) throws IOException, SQLException {
        Path file = directory.resolve("whole.parquet");
        try (Log any = Log.ofColumns(Map.of())) {
            any.execute(
                    "COPY (SELECT (k * k)::" + type + " AS clock, k::" + type + " AS count, k * 7 % 5 + 0.5 AS flow,"
                            + " 2 AS reward FROM range(12) AS t (k)) TO " + Sql.string(file.toString()));
        }
        assertThat(suggestion(file).yaml())
                .contains("\norder: clock\n")
                .contains("features: {bias: true, scale: [flow]}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"contiguous", "interleaved"})
    void aTimeThatComesTwiceIsThatOfTheStreamsOfAnotherColumn(String rows) throws IOException {
        StringBuilder text = new StringBuilder("machine,t,temp,reward\n");
        for (int k = 0; k < 24; k++) {
            int machine = rows.equals("contiguous") ? k / 8 : k % 3;
            int time = rows.equals("contiguous") ? k % 8 : k / 3;
            text.append("m" + machine + "," + time + "," + k * 7 % 5 + ".5,2\n");
        }
        Suggestion suggestion = suggestion(Files.writeString(directory.resolve("plain.csv"), text));
        assertThat(suggestion.yaml()).contains("\nstream: machine\norder: t\n").doesNotContain("onehot");
        assertThat(suggestion.report().streams()).isEqualTo(3);
    }
}
