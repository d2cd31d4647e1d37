package io.emphatic.engine.internal.plain;

import static org.assertj.core.api.Assertions.assertThat;

import io.emphatic.engine.Coefficients;
import io.emphatic.experience.Features;
import io.emphatic.experience.Transition;
import org.junit.jupiter.api.Test;

class TrueOnlineMoveTest {

    /** A step from φ = 1e50 to an end. */
    private static Transition step(double reward) {
        Transition t = new Transition();
        t.start(Features.dense(1e50), 0, 1);
        t.ratio(1);
        t.arrive(reward, Features.none(1), 0, 0, 0);
        return t;
    }

    @Test
    void aTrueOnlineMoveAlongTheTraceCountsInTheJudgement() {
        Coefficients c = new Coefficients();
        c.set(0, 1, 1);
        TrueOnlineMove move = new TrueOnlineMove();
        move.set(step(1e40), 1, c, 0, 0, 0, 0);
        assertThat(move.isAllowed(step(1e40), c, 0, 0)).isTrue();
        move.set(step(1e60), 1, c, 0, 0, 0, 0);
        assertThat(move.alongPhi).isZero();
        assertThat(move.isAllowed(step(1e60), c, 0, 0))
                .as("1e60 along a trace of 1e50")
                .isFalse();
    }

    @Test
    void aTrueOnlineMoveAlongTheFeaturesCountsInTheJudgement() {
        Coefficients c = new Coefficients();
        c.set(0.5, 1, 1);
        TrueOnlineMove move = new TrueOnlineMove();
        move.set(step(1e60), 1, c, 1e60, 0, 0, 2); // (θₜ − θₜ₋₁)ᵀφₜ = 1e60, and φₜ does not join the trace
        assertThat(move.delta).isZero();
        assertThat(move.traceAlongPhi).isZero();
        assertThat(move.isAllowed(step(1e60), c, 0, 0))
                .as("1e60 along φ of 1e50")
                .isFalse();
    }

    /** Next to the value of the stream before, δ would lose all digits. */
    @Test
    void aTrueOnlineMoveAtAStartIgnoresTheValueBefore() {
        Coefficients c = new Coefficients();
        c.set(0, 1, 1);
        TrueOnlineMove move = new TrueOnlineMove();
        move.set(step(3), 1, c, 1, 0, 1e20, 0);
        assertThat(move.alongTrace).isEqualTo(2);
        assertThat(move.alongPhi).isZero();
    }
}
