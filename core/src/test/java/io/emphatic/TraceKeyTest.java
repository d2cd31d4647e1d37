package io.emphatic;

import static org.assertj.core.api.Assertions.assertThat;

import io.emphatic.Algorithm.Family;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Which learners can share a trace. */
class TraceKeyTest {

    static Stream<Algorithm> algorithmsThatShare() {
        return Algorithms.all().stream()
                .filter(algorithm -> algorithm.family() == Family.ONE_TRACE || algorithm.family() == Family.GRADIENT);
    }

    static Stream<Algorithm> algorithmsThatDoNotShare() {
        return Algorithms.all().stream().filter(algorithm -> switch (algorithm.family()) {
            case ONE_TRACE, GRADIENT -> false;
            case TRUE_ONLINE, LEAST_SQUARES, WEIGHTED, OWN -> true;
        });
    }

    @ParameterizedTest
    @MethodSource("algorithmsThatShare")
    void learnersThatDifferInStepSizesOnlyHaveEqualTraceKeys(Algorithm algorithm) {
        Config config = LearnerContractTest.lively(algorithm);
        assertThat(config.traceKey()).isPresent();
        assertThat(LearnerContractTest.lively(algorithm, Map.of("step_size", 0.5, "eta", 7.0))
                        .traceKey())
                .isEqualTo(config.traceKey());
        assertThat(LearnerContractTest.lively(algorithm, Map.of("step_size", Double.NaN, "c1", 1.0, "c2", 2.0))
                        .traceKey())
                .isEqualTo(config.traceKey());
    }

    @ParameterizedTest
    @MethodSource("algorithmsThatShare")
    void learnersThatDifferInAnyOtherParameterHaveOtherTraceKeys(Algorithm algorithm) {
        Config config = LearnerContractTest.lively(algorithm);
        Stream.of("beta", "zeta", "psi0", "regularization", "trace_cap", "ratio_cap")
                .filter(config.parameters()::containsKey)
                .forEach(name -> {
                    Map<String, Double> other = new HashMap<>(config.parameters());
                    other.put(name, 0.99);
                    assertThat(algorithm.configure(other).traceKey()).as(name).isNotEqualTo(config.traceKey());
                });
        Stream.of("td", "gtd").filter(name -> !name.equals(algorithm.name())).forEach(name -> assertThat(
                        LearnerContractTest.lively(Algorithms.named(name)).traceKey())
                .isNotEqualTo(config.traceKey()));
    }

    @ParameterizedTest
    @MethodSource("algorithmsThatDoNotShare")
    void aTraceThatDependsOnTheStepSizeOrIsSummedUpOrHasUsagesHasNoKey(Algorithm algorithm) {
        assertThat(LearnerContractTest.lively(algorithm).traceKey()).isEmpty();
    }

    @Test
    void aClippedOrProjectedLearnerSharesNoTrace() {
        StepSize alpha = StepSize.constant(0.1);
        assertThat(new Td(alpha, Limits.clip(1)).traceKey()).isEmpty();
        assertThat(new Td(alpha, new Limits(Double.POSITIVE_INFINITY, 1, Double.POSITIVE_INFINITY)).traceKey())
                .isEmpty();
        assertThat(new Td(alpha, Limits.NONE).traceKey()).isPresent();
        assertThat(new Td(alpha, Limits.overshoot(0.3)).traceKey())
                .isPresent()
                .isNotEqualTo(new Td(alpha, Limits.overshoot(0.4)).traceKey());
    }
}
