package io.emphatic;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What engines rely on when they look at coefficients and not at what a rule remembers. */
class TraceRuleTest {

    static Stream<Algorithm> rules() {
        return Algorithms.all().stream().filter(algorithm -> algorithm.family() == Family.ONE_TRACE);
    }

    /** With λ = 1, which hides the follow-on behind a factor of 0, with ρ = 0 and without either. */
    @ParameterizedTest
    @MethodSource("rules")
    void aMemoryThatOverflowsMakesACoefficientNotFinite(Algorithm algorithm) {
        TraceRule rule = ((OneTrace) algorithm.configure(Map.of("step_size", 0.1))).rule();
        for (double lambda : new double[] {0, 0.5, 1}) {
            for (double lastRatio : new double[] {0, 1}) {
                double[] memory = new double[rule.memorySize()];
                Coefficients c = new Coefficients();
                boolean overflowed = false;
                Transition t = new Transition();
                t.start(Features.binary(1, 0), lambda, 1e200);
                for (int k = 0; k < 40; k++) {
                    t.action(1, 1e-100);
                    t.arrive(0, Features.binary(1, 0), 1, lambda, 1e200);
                    rule.advance(t, memory.clone(), c);
                    t.action(lastRatio, 1);
                    t.arrive(0, Features.binary(1, 0), 1, lambda, 1e200);
                    rule.advance(t, memory, c);
                    if (!Bounds.finite(memory)) {
                        assertThat(Math.abs(c.a) + Math.abs(c.b)).isNotFinite();
                        overflowed = true;
                        break;
                    }
                }
                assertThat(overflowed)
                        .as("a single number is a follow-on, anything else finite input")
                        .isEqualTo(memory.length == 1);
            }
        }
    }
}
