package io.emphatic.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.emphatic.Close;
import io.emphatic.Experience;
import io.emphatic.Experience.Kind;
import io.emphatic.Experience.Shape;
import io.emphatic.Learner;
import io.emphatic.Td;
import io.emphatic.experience.Features;
import io.emphatic.experience.Transition;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** An engine as outsiders write it: off-policy TD(λ). */
class ArrayEngineTest {
    private static final int SIZE = 5;

    private static final class OwnTd extends ArrayEngine {
        private final double[] e = perStream("trace", theta.length);

        OwnTd() {
            super(SIZE);
        }

        @Override
        protected void learn(Transition t, double alpha, double delta) {
            for (int j = 0; j < e.length; j++) {
                e[j] = t.rho() * (t.gamma() * t.lambda() * e[j] + t.phi().get(j));
                theta[j] += alpha * delta * e[j];
            }
        }
    }

    private static Experience log(long seed) {
        return Experience.random(new SplittableRandom(seed), new Shape(300, SIZE, false, 0.03, false));
    }

    @Test
    void itLearnsAsTheEngineOfTheProduct() {
        Learner td = new Td(0.01).learner(SIZE);
        OwnTd own = new OwnTd();
        own.reset(new double[SIZE]);
        log(1).play(Kind.SPARSE, t -> {
            td.update(t);
            assertThat(own.step(t, 0.01)).isTrue();
            assertThat(own.tdError()).isCloseTo(td.tdError(), within(1e-13));
        });
        Close.assertClose(own.weights(), td.weights(), 1e-14);
    }

    @Test
    void aStepPastTheLimitIsUndone() {
        OwnTd own = new OwnTd();
        own.reset(new double[] {1, 2, 3, 4, 5});
        Transition t = new Transition();
        t.start(Features.dense(1, 0, 0, 0, 0), 0, 1);
        t.ratio(1);
        t.arrive(1e50, Features.none(SIZE), 0, 0, 0);
        assertThat(own.step(t, 1e60)).isFalse();
        assertThat(own.weights()).containsExactly(1, 2, 3, 4, 5);
        assertThat(own.state().get("trace")).containsOnly(0);
        assertThat(own.step(t, 1e-50)).isTrue();
        assertThat(own.weights()[0]).isEqualTo(2);
    }

    @Test
    void streamsThatTakeTurnsHaveTheirOwnTrace() {
        OwnTd own = new OwnTd();
        own.reset(new double[SIZE]);
        log(2).play(Kind.DENSE, t -> own.step(t, 0.01));
        double[] trace = own.state().get("trace").clone();
        ParkedStream parked = new ParkedStream();
        own.park(parked);
        assertThat(own.state().get("trace")).containsOnly(0);
        own.resume(new ParkedStream());
        log(3).play(Kind.DENSE, t -> own.step(t, 0.01));
        double[] weights = own.weights();
        own.park(new ParkedStream());
        own.resume(parked);
        assertThat(own.state().get("trace")).isEqualTo(trace).isNotEqualTo(new double[SIZE]);
        assertThat(own.weights()).isEqualTo(weights);
        OwnTd copy = new OwnTd();
        Map<String, double[]> saved = new HashMap<>(own.state());
        copy.load(saved);
        log(4).play(Kind.DENSE, t -> assertThat(copy.step(t, 0.1)).isEqualTo(own.step(t, 0.1)));
        assertThat(copy.weights()).isEqualTo(own.weights());
    }

    @Test
    void noTwoArraysHaveOneName() {
        assertThatThrownBy(() -> new OwnTd().perStream("weights", 1)).hasMessageContaining("weights already");
    }
}
