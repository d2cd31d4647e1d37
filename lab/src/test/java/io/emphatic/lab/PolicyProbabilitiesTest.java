package io.emphatic.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.emphatic.Algorithms;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PolicyProbabilitiesTest {
    private static final Mdp.Outcome[] STAY = {new Mdp.Outcome(0, 1, 0)};

    /** max(π, μ) is 0.6 and 0.5 in the first state, 0.9 and 0.2 in the second; the third action is never taken. */
    private static Mdp mdp() {
        double[][] policy = {{0.5, 0.5, 0}, {0.8, 0.2, 0}};
        Question question = new Question("target", policy, new double[] {0.9, 0.9}, new double[2], new double[2]);
        return new Mdp(
                "two",
                List.of("s", "t"),
                List.of("a", "b", "c"),
                new Mdp.Outcome[][][] {{STAY, STAY, STAY}, {STAY, STAY, STAY}},
                new double[][] {{0.6, 0.4, 0}, {0.9, 0.1, 0}},
                List.of(question),
                List.of("f"),
                new double[][] {{1}, {1}},
                new double[] {1, 0});
    }

    @Test
    void psiIsOneOverTheLargestAndTheSmallestOfTheLargerProbabilities() {
        Mdp mdp = mdp();
        PolicyProbabilities all = PolicyProbabilities.of(mdp, mdp.questions().get(0), s -> true);
        assertThat(all).isEqualTo(new PolicyProbabilities(1 / 0.9, 1 / 0.2));
    }

    @Test
    void onlyStatesThatAreLearnedFromCount() {
        Mdp mdp = mdp();
        PolicyProbabilities first = PolicyProbabilities.of(mdp, mdp.questions().get(0), s -> s == 0);
        assertThat(first).isEqualTo(new PolicyProbabilities(1 / 0.6, 1 / 0.5));
    }

    @Test
    void theActionOfAnEndDoesNotCount() {
        Mdp.Outcome[] finish = {new Mdp.Outcome(1, 1, 0)};
        Mdp.Outcome[] rest = {new Mdp.Outcome(1, 1, 0)};
        Question question = new Question(
                "target", new double[][] {{0.5, 0.5}, {1, 0}}, new double[] {1, 0}, new double[2], new double[2]);
        Mdp mdp = new Mdp(
                "ending",
                List.of("s", "end"),
                List.of("a", "b"),
                new Mdp.Outcome[][][] {{finish, finish}, {rest, rest}},
                new double[][] {{0.6, 0.4}, {1, 0}},
                List.of(question),
                List.of("f"),
                new double[][] {{1}, {0}},
                new double[] {1, 0});
        assertThat(mdp.isEnd(1)).isTrue();
        assertThat(PolicyProbabilities.of(mdp, question, s -> true))
                .isEqualTo(new PolicyProbabilities(1 / 0.6, 1 / 0.5));
        assertThat(PolicyProbabilities.of(mdp, question, s -> s == 1)).isEqualTo(PolicyProbabilities.UNKNOWN);
    }

    @Test
    void onlyAnAlgorithmThatHasThemGetsThemAndWhatIsGivenStays() {
        PolicyProbabilities known = new PolicyProbabilities(1.5, 4);
        assertThat(known.complete(Algorithms.named("etd"), Map.of("step_size", 0.1)))
                .isEqualTo(Map.of("step_size", 0.1));
        assertThat(known.complete(Algorithms.named("abtd"), Map.of("psi_max", 7.0)))
                .isEqualTo(Map.of("psi0", 1.5, "psi_max", 7.0));
    }
}
