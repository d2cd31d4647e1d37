package io.emphatic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class AlgorithmsTest {

    @Test
    void theRegistryHoldsAllSeventeenAlgorithms() {
        assertThat(Algorithms.all().stream().map(Algorithm::name))
                .containsExactly(
                        "td",
                        "interest-td",
                        "etd",
                        "etd-beta",
                        "truncated-etd",
                        "per-etd",
                        "lc-etd",
                        "tree-backup",
                        "vtrace",
                        "abtd",
                        "gtd",
                        "gtd2",
                        "tdrc",
                        "htd",
                        "pgtd2",
                        "true-online-td",
                        "true-online-etd",
                        "lstd",
                        "elstd",
                        "wis-td",
                        "wis-etd",
                        "wis-gtd",
                        "fhat-etd",
                        "gem-etd",
                        "bounded-td");
    }

    @ParameterizedTest
    @MethodSource("io.emphatic.LearnerContractTest#algorithms")
    void everyEntryIsCompleteAndItsDefaultsWork(Algorithm algorithm) {
        assertThat(algorithm.summary()).isNotBlank().doesNotContain("\n");
        assertThat(algorithm.source()).isNotBlank();
        assertThat(algorithm.equations()).contains("θ");
        assertThat(algorithm.cost()).startsWith("O(");
        for (Parameter parameter : algorithm.parameters()) {
            assertThat(parameter.summary()).isNotBlank();
            assertThat(parameter.defaultText()).isNotBlank().isNotEqualTo("NaN");
            if (!Double.isNaN(parameter.defaultValue())) {
                assertThat(parameter.range().contains(parameter.defaultValue())).isTrue();
            }
        }
        assertThat(algorithm.configure(Map.of()).learner(3).weights()).containsExactly(0, 0, 0);
    }

    @ParameterizedTest
    @CsvSource({
        "edt, etd",
        "ETD, etd",
        "etd_beta, etd-beta",
        "true-online, true-online-td",
        "treebackup, tree-backup",
        "v-trace, vtrace"
    })
    void aWrongNameIsAnsweredWithTheNearest(String typed, String meant) {
        assertThatThrownBy(() -> Algorithms.named(typed))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("there is no algorithm " + typed + ": did you mean " + meant + "?");
    }

    @Test
    void aNameNearNoAlgorithmIsAnsweredWithTheListOnly() {
        assertThatThrownBy(() -> Algorithms.named("gradient-boosting"))
                .hasMessageStartingWith("there is no algorithm gradient-boosting\nThere are: td, interest-td");
    }

    @Test
    void anUnknownParameterIsAnsweredWithTheKnownOnes() {
        assertThatThrownBy(() -> Algorithms.named("etd-beta").configure(Map.of("bate", 0.5)))
                .hasMessage("etd-beta has no parameter bate: did you mean beta?\n"
                        + "Its parameters are: step_size, relative_step_size, c1, c2, clip, radius, overshoot, beta");
    }

    static Stream<Arguments> aParameterOutOfRangeIsRefused() {
        return Stream.of(
                Arguments.of("etd", Map.of("step_size", 0.0), "step_size is not in the interval (0, ∞): 0.0"),
                Arguments.of("gtd", Map.of("step_size", Double.NaN), "step_size is not in the interval (0, ∞): NaN"),
                Arguments.of("etd", Map.of("clip", 0.0), "clip is not in the interval (0, ∞]: 0.0"),
                Arguments.of("etd", Map.of("radius", Double.NaN), "radius is not in the interval (0, ∞]: NaN"),
                Arguments.of("etd", Map.of("c1", 1.0), "c1 and c2 belong together"),
                Arguments.of("etd", Map.of("c1", 1.0, "c2", 1.0, "step_size", 0.1), "give one or the other"),
                Arguments.of("etd", Map.of("c1", -1.0, "c2", 1.0), "c1 is not in the interval (0, ∞): -1.0"),
                Arguments.of("etd-beta", Map.of("beta", 1.5), "beta is not in the interval [0, 1]: 1.5"),
                Arguments.of("etd-beta", Map.of("beta", Double.NaN), "beta is not in the interval [0, 1]: NaN"),
                Arguments.of("elstd", Map.of("beta", -0.5), "beta is not in the interval [0, 1]: -0.5"),
                Arguments.of("truncated-etd", Map.of("horizon", 1.5), "horizon is not one of {0, …, 1000000}: 1.5"),
                Arguments.of("lc-etd", Map.of("kind", 4.0), "kind is not one of {1, …, 3}: 4.0"),
                Arguments.of("lc-etd", Map.of("beta", 1.0), "beta is not in the interval [0, 1): 1.0"),
                Arguments.of("bounded-td", Map.of("bound", 0.0), "bound is not in the interval (0, ∞): 0.0"),
                Arguments.of("abtd", Map.of("psi0", 3.0), "psi_max is smaller than psi0: 2.0 < 3.0"),
                Arguments.of(
                        "abtd", Map.of("psi0", 1e308, "psi_max", 1e308, "zeta", 1.0), "psi_max is not a finite number"),
                Arguments.of("gtd", Map.of("eta", -1.0), "eta is not in the interval [0, ∞): -1.0"),
                Arguments.of("tdrc", Map.of("regularization", -1.0), "regularization is not in the interval [0, ∞)"),
                Arguments.of("lstd", Map.of("ridge", -1.0), "ridge is not in the interval [0, ∞): -1.0"),
                Arguments.of("lstd", Map.of("step_size", 0.1), "lstd has no parameter step_size"),
                Arguments.of("wis-td", Map.of("usage_decay", 1.0), "usage_decay is not in the interval [0, 1): 1.0"),
                Arguments.of("wis-etd", Map.of("usage_decay", -0.1), "usage_decay is not in the interval [0, 1): -0.1"),
                Arguments.of("wis-etd", Map.of("initial_usage", -1.0), "initial_usage is not in the interval [0, ∞)"),
                Arguments.of("wis-td", Map.of("step_size", 0.1), "wis-td has no parameter step_size"),
                Arguments.of(
                        "wis-gtd",
                        Map.of("secondary_step_size", -1.0),
                        "secondary_step_size is not in the interval [0, ∞): -1.0"),
                Arguments.of("vtrace", Map.of("ratio_cap", 0.0), "ratio_cap is not in the interval (0, ∞]: 0.0"));
    }

    @ParameterizedTest(name = "{2}")
    @MethodSource
    void aParameterOutOfRangeIsRefused(String algorithm, Map<String, Double> parameters, String message) {
        assertThatThrownBy(() -> Algorithms.named(algorithm).configure(parameters))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }

    @Test
    void configuredParametersAreThoseGiven() {
        assertThat(Algorithms.named("etd-beta").configure(Map.of("beta", 0.25, "step_size", 0.5, "clip", 2.0)))
                .isEqualTo(new EtdBeta(StepSize.constant(0.5), Limits.clip(2), 0.25));
        assertThat(Algorithms.named("etd").configure(Map.of("c1", 2.0, "c2", 3.0)))
                .isEqualTo(new Etd(StepSize.decaying(2, 3), Limits.NONE));
        assertThat(Algorithms.named("vtrace").configure(Map.of("step_size", 0.5)))
                .isEqualTo(new Vtrace(StepSize.constant(0.5), Limits.NONE, 1, Double.POSITIVE_INFINITY));
        assertThat(Algorithms.named("elstd").configure(Map.of())).isEqualTo(new Elstd(0));
    }

    @Test
    void theScheduleIsThatOfTheConvergenceTheorem() {
        StepSize schedule = StepSize.decaying(3, 2);
        assertThat(schedule.at(0)).isEqualTo(1.5);
        assertThat(schedule.at(1)).isEqualTo(1);
        assertThat(schedule.at(4)).isEqualTo(0.5);
        assertThat(StepSize.constant(0.25).at(1_000_000)).isEqualTo(0.25);
    }
}
