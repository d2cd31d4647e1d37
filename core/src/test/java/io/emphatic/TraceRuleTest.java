package io.emphatic;

import static org.assertj.core.api.Assertions.assertThat;

import io.emphatic.Algorithm.Family;
import io.emphatic.engine.Coefficients;
import io.emphatic.engine.TraceRule;
import io.emphatic.experience.Features;
import io.emphatic.experience.Transition;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class TraceRuleTest {

    static Stream<Algorithm> rules() {
        return Algorithms.all().stream().filter(algorithm -> algorithm.family() == Family.ONE_TRACE);
    }

    @ParameterizedTest
    @MethodSource("rules")
    void computingTheScalarsOfAStepDoesNotChangeTheMemory(Algorithm algorithm) {
        TraceRule rule = ((OneTrace) algorithm.configure(Map.of("step_size", 0.1))).rule();
        double[] memory = new double[rule.memorySize()];
        Coefficients c = new Coefficients();
        Coefficients again = new Coefficients();
        Transition t = new Transition();
        t.start(Features.binary(1, 0), 0.5, 2);
        for (int k = 0; k < 20; k++) {
            t.action(0.6, 0.5 + 0.02 * k);
            t.arrive(0, Features.binary(1, 0), 0.9, 0.5, k % 3);
            double[] before = memory.clone();
            rule.coefficients(t, memory, c);
            rule.coefficients(t, memory, again);
            assertThat(memory).containsExactly(before);
            assertThat(scalars(again)).containsExactly(scalars(c));
            rule.remember(t, memory, c);
        }
    }

    private static double[] scalars(Coefficients c) {
        return new double[] {c.a(), c.b(), c.kappa(), c.followOn(), c.emphasis()};
    }
}
