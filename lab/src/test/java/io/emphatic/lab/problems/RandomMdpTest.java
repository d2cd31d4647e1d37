package io.emphatic.lab.problems;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.emphatic.lab.Mdp;
import io.emphatic.lab.Mdp.Outcome;
import io.emphatic.lab.theory.Theory;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RandomMdpTest {
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7})
    void theBehaviourGetsEverywhereAndDiffersFromTheTarget(int seed) {
        Mdp mdp = new RandomMdp(2 + 5 * seed, 1 + seed, 3, Math.min(3, 2 + 5 * seed), seed).mdp();
        assertThat(Arrays.stream(Theory.of(mdp).get(0).stationary()).min().orElseThrow())
                .isPositive();
        for (Outcome[][] actions : mdp.outcomes()) {
            for (Outcome[] outcomes : actions) {
                assertThat(Arrays.stream(outcomes).map(Outcome::to).distinct()).hasSize(outcomes.length);
            }
        }
        if (seed > 0) {
            assertThat(mdp.behaviour()[0]).isNotEqualTo(mdp.questions().get(0).policy()[0]);
        }
    }

    @Test
    void parametersAreCheckedAndTheSeedDecides() {
        RandomMdp plain = new RandomMdp();
        assertThat(plain.with(Map.of("seed", 3.0)).mdp().features())
                .isDeepEqualTo(plain.with(Map.of("seed", 3.0)).mdp().features());
        assertThat(plain.with(Map.of("seed", 3.0)).mdp().features()[0])
                .isNotEqualTo(plain.mdp().features()[0]);
        assertThatThrownBy(() -> plain.with(Map.of("sates", 3.0))).hasMessageContaining("did you mean states?");
        assertThatThrownBy(() -> plain.with(Map.of("states", 2.5))).hasMessageContaining("not a whole number");
        assertThatThrownBy(() -> plain.with(Map.of("branching", 31.0))).hasMessageContaining("branching");
    }

    /** Half of every action's probability is its even share, so that the other half makes at most ½ of it more. */
    @Test
    void everyActionIsTakenWithAtLeastHalfAndAtMostHalfMoreThanItsEvenShare() {
        Mdp mdp = new RandomMdp(200, 3, 2, 2, 1).mdp();
        double[] probabilities =
                Arrays.stream(mdp.behaviour()).flatMapToDouble(Arrays::stream).toArray();
        assertThat(Arrays.stream(probabilities).min().orElseThrow()).isBetween(0.5 / 3, 0.5 / 3 + 0.01);
        assertThat(Arrays.stream(probabilities).max().orElseThrow()).isBetween(0.6, 0.5 + 0.5 / 3);
    }

    @Test
    void rewardsAreUniformBetweenMinusOneAndOne() {
        double[] rewards = Arrays.stream(new RandomMdp(200, 3, 2, 2, 1).mdp().outcomes())
                .flatMap(Arrays::stream)
                .flatMap(Arrays::stream)
                .mapToDouble(Outcome::reward)
                .toArray();
        assertThat(Arrays.stream(rewards).min().orElseThrow()).isBetween(-1.0, -0.99);
        assertThat(Arrays.stream(rewards).max().orElseThrow()).isBetween(0.99, 1.0);
        // the variance of 1,200 uniform rewards is 1/3
        assertThat(Arrays.stream(rewards).average().orElseThrow()).isBetween(-0.07, 0.07);
    }
}
