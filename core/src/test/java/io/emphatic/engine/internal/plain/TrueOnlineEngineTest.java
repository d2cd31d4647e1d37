package io.emphatic.engine.internal.plain;

import static org.assertj.core.api.Assertions.assertThat;

import io.emphatic.experience.Features;
import io.emphatic.experience.Transition;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TrueOnlineEngineTest {

    /** A step from φ = 1e50 to an end. */
    private static Transition step(double reward) {
        Transition t = new Transition();
        t.start(Features.dense(1e50), 0, 1);
        t.ratio(1);
        t.arrive(reward, Features.none(1), 0, 0, 0);
        return t;
    }

    /** With the coefficient a, b = 1, and this state; bounds of norms are 0. */
    private static TrueOnlineEngine engine(double a, double theta, double trace, double valueBefore) {
        TrueOnlineEngine engine = new TrueOnlineEngine((t, memory, out) -> out.set(a, 1, 1), 1);
        Map<String, double[]> state = new HashMap<>(engine.state());
        state.put("weights", new double[] {theta});
        state.put("trace", new double[] {trace});
        state.put("value_before", new double[] {valueBefore});
        engine.load(state);
        return engine;
    }

    @Test
    void aMoveAlongTheTraceCountsInTheJudgement() {
        assertThat(engine(0, 0, 0, 0).step(step(1e40), 1)).isTrue();
        assertThat(engine(0, 0, 0, 0).step(step(1e60), 1))
                .as("1e60 along a trace of 1e50")
                .isFalse();
    }

    @Test
    void aMoveAlongTheFeaturesCountsInTheJudgement() {
        // (θₜ − θₜ₋₁)ᵀφₜ = 1e60, δₜ is 0, and φₜ does not join the trace
        assertThat(engine(0.5, 1e10, 2e-50, 0).step(step(1e60), 1))
                .as("1e60 along φ of 1e50")
                .isFalse();
    }

    /** Next to the value of the stream before, δ would lose all digits. */
    @Test
    void aStartIgnoresTheValueBefore() {
        TrueOnlineEngine engine = engine(0, 1e-50, 0, 1e20);
        assertThat(engine.step(step(3), 1)).isTrue();
        assertThat(engine.weights()).containsExactly(2e50);
    }
}
