package io.emphatic.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExplainCommandTest {
    private static final String EXAMPLE = Path.of("..", "docs", "mdp.yaml").toString();

    private static JsonNode json(String... arguments) throws Exception {
        Run run = Run.emphatic(arguments);
        assertThat(run.err()).isEmpty();
        assertThat(run.code()).isZero();
        return new ObjectMapper().readTree(run.out());
    }

    private static JsonNode algorithm(JsonNode target, String name) {
        for (JsonNode algorithm : target.get("algorithms")) {
            if (algorithm.get("name").asText().equals(name)) {
                return algorithm;
            }
        }
        throw new AssertionError("no " + name);
    }

    @Test
    void theJsonHasExactlyTheFieldsOfTheContract() throws Exception {
        JsonNode document = json("explain", "miner", "--json");
        assertThat(document.fieldNames())
                .toIterable()
                .containsExactly("problem", "states", "assumptions", "stationary", "targets");
        assertThat(document.get("problem").asText()).isEqualTo("miner");
        assertThat(document.get("states")).hasSize(84);
        assertThat(document.get("stationary")).hasSize(84);
        assertThat(document.get("assumptions")).hasSize(4).allSatisfy(assumption -> assertThat(assumption.fieldNames())
                .toIterable()
                .containsExactly("name", "holds", "detail"));
        assertThat(document.get("targets")).hasSize(3).allSatisfy(target -> {
            assertThat(target.fieldNames())
                    .toIterable()
                    .containsExactly(
                            "name", "value", "value_at_start", "emphasis", "follow_on", "algorithms", "weighted");
            assertThat(target.get("follow_on").fieldNames())
                    .toIterable()
                    .containsExactly("spectral_radius", "finite_variance", "largest_scale", "largest_beta");
            assertThat(target.get("algorithms")).hasSize(24).allSatisfy(algorithm -> assertThat(algorithm.fieldNames())
                    .toIterable()
                    .containsExactly(
                            "name",
                            "A",
                            "b",
                            "rank",
                            "fixed_point",
                            "min_symmetric_eigenvalue",
                            "min_real_eigenvalue",
                            "converges",
                            "largest_step_size",
                            "rmse",
                            "interest_rmse",
                            "interest_weighted_error",
                            "verdict",
                            "capped_value"));
        });
    }

    @Test
    void twoStatesInJsonAreTheNumbersOfThePaper() throws Exception {
        JsonNode target = json("explain", "two-state", "--json").get("targets").get(0);
        assertThat(algorithm(target, "interest-td").get("A").get(0).get(0).asDouble())
                .isEqualTo(-0.5);
        assertThat(algorithm(target, "interest-td").get("converges").asBoolean())
                .isFalse();
        assertThat(algorithm(target, "interest-td").get("largest_step_size").isNull())
                .isTrue();
        assertThat(algorithm(target, "etd").get("A").get(0).get(0).asDouble()).isEqualTo(1.5);
        // no cycle, so no bound: infinite is null
        assertThat(target.get("follow_on").get("largest_beta").isNull()).isTrue();
    }

    @Test
    void betaIsThatOfEtdBeta() throws Exception {
        JsonNode discount = json("explain", EXAMPLE, "--json", "--beta", "0.9")
                .get("targets")
                .get(0);
        // the discount of the example is 0.9 everywhere, and ETD(λ,β) with β = γ is ETD(λ)
        assertThat(algorithm(discount, "etd-beta").get("A").get(1).get(0).asDouble())
                .isCloseTo(algorithm(discount, "etd").get("A").get(1).get(0).asDouble(), within(1e-12));
        JsonNode none =
                json("explain", EXAMPLE, "--json", "--beta", "0").get("targets").get(0);
        // with β = 0 the follow-on is the interest
        assertThat(algorithm(none, "etd-beta").get("A"))
                .isEqualTo(algorithm(none, "interest-td").get("A"));
    }

    @Test
    void whereAProblemLearnsInSomeStatesOnlyThatIsSaid() throws Exception {
        JsonNode assumptions = json("explain", "rooms", "--json").get("assumptions");
        assertThat(assumptions).hasSize(5);
        assertThat(assumptions.get(4).get("name").asText()).isEqualTo("every state learned in");
        assertThat(assumptions.get(4).get("holds").asBoolean()).isFalse();
        assertThat(assumptions.get(4).get("detail").asText())
                .startsWith("this is the theory of learning in every state, and the problem lets ")
                .endsWith(" learn in some states only, where the outcome can differ");
    }

    @Test
    void whetherAMomentIsFiniteIsNullWhereItIsNotComputed() throws Exception {
        JsonNode points = json("explain", "two-state", "--json", "--variance", "--set", "horizon=300")
                .get("targets")
                .get(0)
                .get("variance")
                .get("truncated_etd");
        JsonNode computed = points.get(points.size() - 2);
        assertThat(computed.get("horizon").asInt()).isEqualTo(64);
        assertThat(computed.get("follow_on_finite").asBoolean()).isTrue();
        assertThat(computed.get("trace_finite").asBoolean()).isTrue();
        JsonNode beyond = points.get(points.size() - 1);
        assertThat(beyond.get("horizon").asInt()).isEqualTo(300);
        assertThat(beyond.get("follow_on_finite").isNull()).isTrue();
        assertThat(beyond.get("trace_finite").isNull()).isTrue();
    }

    @Test
    void parametersAreThoseOfTheAlgorithmsThatHaveThem() throws Exception {
        JsonNode target = json("explain", EXAMPLE, "--json", "--set", "beta=0.9", "--set", "horizon=0")
                .get("targets")
                .get(0);
        assertThat(algorithm(target, "etd-beta").get("verdict").asText()).startsWith("etd-beta with beta = 0.9");
        assertThat(algorithm(target, "truncated-etd").get("A"))
                .isEqualTo(algorithm(target, "interest-td").get("A"));
        JsonNode capped = json("explain", EXAMPLE, "--json", "--set", "ratio_cap=1");
        assertThat(algorithm(capped.get("targets").get(0), "vtrace").get("capped_value"))
                .hasSize(2);
        Run unknown = Run.emphatic("explain", EXAMPLE, "--set", "step_size=1");
        assertThat(unknown.code()).isEqualTo(2);
        assertThat(unknown.err()).contains("explain shows nothing that a parameter step_size would change");
        Run range = Run.emphatic("explain", EXAMPLE, "--set", "horizon=-1");
        assertThat(range.code()).isEqualTo(2);
        assertThat(range.err()).contains("--set horizon is out of range: −1");
    }

    @Test
    void theVarianceIsShownOnRequestOnly() throws Exception {
        JsonNode target =
                json("explain", EXAMPLE, "--json", "--variance").get("targets").get(0);
        JsonNode variance = target.get("variance");
        assertThat(variance.fieldNames())
                .toIterable()
                .containsExactly(
                        "algorithms",
                        "etd_beta",
                        "truncated_etd",
                        "per_etd",
                        "lc_etd",
                        "bounded_td",
                        "overshoot",
                        "simulated");
        JsonNode etd = variance.get("algorithms").get(2);
        assertThat(etd.get("name").asText()).isEqualTo("etd");
        assertThat(etd.get("follow_on_finite").asBoolean()).isFalse();
        assertThat(etd.get("follow_on_second_moment").isNull()).isTrue();
        JsonNode td = variance.get("algorithms").get(0);
        assertThat(td.get("trace_finite").asBoolean()).isTrue();
        assertThat(td.get("follow_on_finite").isNull()).isTrue();
        assertThat(td.get("trace_second_moment_by_state")).hasSize(2);
        assertThat(variance.get("etd_beta").get(10).get("beta").asDouble()).isEqualTo(0.5);
        assertThat(variance.get("truncated_etd").get(3).get("horizon").asDouble())
                .isEqualTo(4);
        String front = Run.emphatic("explain", EXAMPLE, "--variance").out();
        assertThat(front).contains("E‖e‖²", "no other has both less error and less variance");
        assertThat(front.lines().count()).as("the answer").isLessThan(70);
        assertThat(Run.emphatic("explain", EXAMPLE).out()).doesNotContain("E‖e‖²");
    }

    @Test
    void aFileOfOnesOwnIsExplained() {
        Run run = Run.emphatic("explain", EXAMPLE);
        assertThat(run.code()).isZero();
        assertThat(run.out()).startsWith("Take td ").contains("mdp.yaml: 2 states");
    }

    @Test
    void thePageIsWrittenAndNamed(@TempDir Path directory) {
        Path page = directory.resolve("new").resolve("page.html");
        Run run = Run.emphatic("explain", "two-state", "--html", page.toString());
        assertThat(run.code()).isZero();
        assertThat(run.out()).contains("The page is in " + page);
        assertThat(page).content().contains("Diverge: interest-td.");
    }

    @Test
    void whatIsTypedWrongIsWrongUsage() {
        Run typo = Run.emphatic("explain", "bard");
        assertThat(typo.code()).isEqualTo(2);
        assertThat(typo.err()).contains("there is no problem and no file bard: did you mean baird?");
        Run beta = Run.emphatic("explain", "baird", "--beta", "1.5");
        assertThat(beta.code()).isEqualTo(2);
        assertThat(beta.err()).contains("--beta is not in the interval [0, 1]: 1.5");
        assertThat(Run.emphatic("explain").code()).isEqualTo(2);
    }

    @Test
    void aFileThatIsWrongFailsInALine(@TempDir Path directory) throws Exception {
        Path file =
                Files.writeString(directory.resolve("bad.yaml"), "states: [a]\nactions: [b]\ntransitions: {c: {}}\n");
        Run run = Run.emphatic("explain", file.toString());
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.out()).isEmpty();
        assertThat(run.err().lines()).containsExactly("there is no state c (transitions.c, line 3 of " + file + ")");
    }

    @Test
    void problemsAreListedAndDescribed() throws Exception {
        assertThat(Run.emphatic("problems").out())
                .contains("two-state")
                .contains("miner")
                .contains("random-walk");
        // the summaries begin in one column, behind the longest name
        assertThat(Run.emphatic("problems").out())
                .contains("\n  baird                the seven-state star")
                .contains("\n  rooms-high-variance  four rooms");
        assertThat(Run.emphatic("problems", "baird").out()).contains("γ = 0.99");
        assertThat(json("problems", "--json").findValuesAsText("name")).contains("baird", "miner");
        Run typo = Run.emphatic("problems", "minr");
        assertThat(typo.code()).isEqualTo(2);
        assertThat(typo.err()).contains("did you mean miner?");
    }

    @Test
    void betaOneIsAVerdictWithoutNumbersAndNotAnError() throws Exception {
        JsonNode target =
                json("explain", EXAMPLE, "--json", "--beta", "1").get("targets").get(0);
        JsonNode beta = algorithm(target, "etd-beta");
        assertThat(beta.get("verdict").asText()).startsWith("etd-beta with beta = 1 is not defined");
        for (String field : new String[] {"converges", "A", "b", "rank", "fixed_point", "largest_step_size", "rmse"}) {
            assertThat(beta.get(field).isNull()).as(field).isTrue();
        }
        assertThat(algorithm(target, "etd").get("converges").asBoolean()).isTrue();
    }

    @Test
    void whatIsRefusedInOneOfTheThreadsIsToldWithoutTheNameOfAClass(@TempDir Path directory) throws Exception {
        String text = Files.readString(Path.of(EXAMPLE)).replace("left: [1, 0]", "left: [1e308, 1e308]");
        Path file = Files.writeString(directory.resolve("big.yaml"), text);
        Run run = Run.emphatic("explain", file.toString());
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err()).startsWith("feature 1 is too large to be squared: up to 1.0E308");
    }

    @Test
    void aBuiltInProblemIsWrittenAsAFileThatIsExplainedInTheSameWay(@TempDir Path folder) throws Exception {
        Run written = Run.emphatic("problems", "miner", "--yaml");
        assertThat(written.code()).isZero();
        String file =
                Files.writeString(folder.resolve("miner.yaml"), written.out()).toString();
        JsonNode plain = json("explain", "miner", "--json");
        JsonNode again = json("explain", file, "--json");
        assertThat(again.get("targets").get(2).get("value_at_start").asDouble())
                .isEqualTo(plain.get("targets").get(2).get("value_at_start").asDouble());
        assertThat(algorithm(again.get("targets").get(2), "etd").get("fixed_point"))
                .isEqualTo(algorithm(plain.get("targets").get(2), "etd").get("fixed_point"));
    }

    @Test
    void parametersOfAProblemAreGivenBesideItsName() throws Exception {
        assertThat(json("explain", "random-mdp", "states=50", "seed=3", "--json")
                        .get("states"))
                .hasSize(50);
        assertThat(Run.emphatic("explain", "random-mdp", "stats=50").err())
                .startsWith("random-mdp has no parameter stats: did you mean states?");
        assertThat(Run.emphatic("explain", "random-mdp", "states=many").err())
                .startsWith("states is not a number: many");
        JsonNode shorter = json("explain", EXAMPLE, "discount=0.5", "--json");
        assertThat(shorter.get("targets").get(0).get("value_at_start").asDouble())
                .isNotEqualTo(json("explain", EXAMPLE, "--json")
                        .get("targets")
                        .get(0)
                        .get("value_at_start")
                        .asDouble());
    }

    @Test
    void lambdaAndParametersOfAlgorithmsAreGivenAsOptions() throws Exception {
        JsonNode monteCarlo = json("explain", "baird", "--lambda", "1", "--json")
                .get("targets")
                .get(0);
        assertThat(algorithm(monteCarlo, "td").get("converges").asBoolean()).isTrue();
        assertThat(json("explain", "miner", "--set", "beta=0.75", "--json"))
                .isEqualTo(json("explain", "miner", "--beta", "0.75", "--json"));
        assertThat(Run.emphatic("explain", "miner", "--lambda", "2").err())
                .startsWith("--lambda is not in the interval [0, 1]: 2.0");
        assertThat(Run.emphatic("explain", "miner", "--set", "betta=2").err())
                .startsWith("explain shows nothing that a parameter betta would change: did you mean beta?");
        assertThat(Run.emphatic("problems", "--yaml").err()).startsWith("--yaml writes one problem");
    }
}
