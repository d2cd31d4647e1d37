package example.own;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.emphatic.Algorithms;
import io.emphatic.Learner;
import io.emphatic.experience.Features;
import io.emphatic.experience.Transition;
import io.emphatic.lab.Mdp;
import io.emphatic.lab.Seeds;
import io.emphatic.lab.problems.Problems;
import io.emphatic.lab.simulation.Experience;
import io.emphatic.lab.theory.Theory;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PerEtdTest {

    @Test
    void theRegistryFindsIt() {
        assertSame(PerEtd.ALGORITHM, Algorithms.named("per-etd"));
        assertEquals(7.0, Algorithms.named("per-etd").configure(Map.of("period", 7.0)).parameters().get("period"));
    }

    /** γ = ½, λ = 0, i = 1, ρ = 2, R = 1, one feature; b = 1, α = 0.1. Worked out on paper. */
    @Test
    void theWeightsMoveAtEverySecondStepWithAFollowOnOfTwoSteps() {
        Learner learner = Algorithms.named("per-etd")
                .configure(Map.of("period", 1.0, "step_size", 0.1))
                .learner(1);
        Features one = Features.dense(1);
        Transition t = new Transition();
        t.start(one, 0, 1);
        double[] expected = {0, 0.4, 0.4, 0.72};
        // k = 0: F = 1, no update. k = 1: F = 1 + ½·2·1 = 2, e = 2·2 = 4, δ = 1 + ½θ − θ = 1: θ = 0.4.
        // k = 0: F = 1 again. k = 1: F = 2, e = 4, δ = 1 − 0.2 = 0.8: θ = 0.4 + 0.1·4·0.8 = 0.72.
        for (int step = 0; step < expected.length; step++) {
            t.ratio(2);
            t.arrive(1, one, 0.5, 0, 1);
            learner.update(t);
            assertEquals(step % 2 == 0 ? 1 : 2, learner.followOn(), 1e-15);
            assertEquals(expected[step], learner.weights()[0], 1e-15);
        }
    }

    @Test
    void aPeriodOfZeroIsTdWeightedByTheInterest() {
        Experience experience = new Experience(Problems.named("collision").mdp(), Seeds.generator(1));
        Learner own = Algorithms.named("per-etd").configure(Map.of("period", 0.0)).learner(6);
        Learner other = Algorithms.named("interest-td").configure(Map.of()).learner(6);
        for (int step = 0; step < 5_000; step++) {
            experience.step();
            own.update(experience.transition(0));
            other.update(experience.transition(0));
        }
        assertArrayEquals(other.weights(), own.weights(), 1e-12);
    }

    /**
     * In episodes, too, the clock hits every state as often as the behaviour visits it: with a period that is long
     * enough the weights settle where those of ETD do. A clock that every start sets back would never get to 9 here,
     * for an episode has eight steps at most, and nothing would be learned.
     */
    @Test
    void inEpisodesItEndsWhereEtdDoes() {
        Mdp mdp = Problems.named("collision").mdp();
        double[] fixedPoint = Theory.of(mdp).get(0).solution(Algorithms.named("etd")).fixedPoint();
        double[] mean = new double[fixedPoint.length];
        int runs = 4;
        int steps = 1_500_000;
        for (int run = 0; run < runs; run++) {
            Experience experience = new Experience(mdp, Seeds.generator(3, run));
            Learner learner = Algorithms.named("per-etd")
                    .configure(Map.of("period", 9.0, "step_size", 0.002))
                    .learner(mean.length);
            for (int step = 0; step < steps; step++) {
                experience.step();
                learner.update(experience.transition(0));
                if (step >= steps / 2 && step % 1000 == 0) {
                    for (int j = 0; j < mean.length; j++) {
                        mean[j] += learner.weights()[j] / runs / (steps / 2000);
                    }
                }
            }
        }
        double[][] features = mdp.features();
        for (double[] phi : features) {
            double expected = 0;
            double learned = 0;
            for (int j = 0; j < phi.length; j++) {
                expected += phi[j] * fixedPoint[j];
                learned += phi[j] * mean[j];
            }
            assertEquals(expected, learned, 0.02);
        }
    }
}
