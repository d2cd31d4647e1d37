package io.emphatic.lab.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.emphatic.lab.Mdp;
import io.emphatic.lab.Mdp.Outcome;
import io.emphatic.lab.Question;
import io.emphatic.lab.Seeds;
import io.emphatic.lab.problems.miner.Miner;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.commons.rng.UniformRandomProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChainTest {

    /** What follows a state, as {@code action/next/reward}, with its probability. */
    private static Map<String, Double> probabilities(Mdp mdp, double[][] policy, int s) {
        Map<String, Double> probabilities = new TreeMap<>();
        for (int a = 0; a < mdp.actions().size(); a++) {
            for (Outcome outcome : mdp.outcomes()[s][a]) {
                probabilities.merge(
                        a + "/" + outcome.to() + "/" + outcome.reward(),
                        policy[s][a] * outcome.probability(),
                        Double::sum);
            }
        }
        return probabilities;
    }

    private static String follow(Chain chain, int s, long random) {
        int edge = chain.next(s, random);
        return chain.action(edge) + "/" + chain.to(edge) + "/" + chain.reward(edge);
    }

    /**
     * Equally spaced instead of random numbers hit each outcome in proportion to its probability, with no sampling
     * error.
     */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void equallySpacedNumbersTakeEachEdgeInProportionToItsProbability(int question) {
        Mdp mdp = new Miner().mdp();
        double[][] policy = mdp.questions().get(question).policy();
        Chain chain = Chain.of(mdp, policy);
        int numbers = 1 << 16;
        for (int s = 0; s < mdp.states().size(); s++) {
            Map<String, Double> share = new TreeMap<>();
            for (int k = 0; k < numbers; k++) {
                long random = ((long) k << 48) + (1L << 47);
                share.merge(follow(chain, s, random), 1.0 / numbers, Double::sum);
            }
            Map<String, Double> expected = probabilities(mdp, policy, s);
            assertThat(share.keySet()).isEqualTo(expected.keySet());
            share.forEach((edge, p) -> assertThat(p).isCloseTo(expected.get(edge), within(32.0 / numbers)));
        }
    }

    @Test
    void randomNumbersTakeEachEdgeWithinFourStandardErrorsOfItsProbability() {
        Mdp mdp = new Miner().mdp();
        Chain chain = Chain.of(mdp, mdp.behaviour());
        UniformRandomProvider random = Seeds.generator(20);
        int s = mdp.states().indexOf("B1");
        int samples = 200_000;
        Map<String, Integer> taken = new TreeMap<>();
        for (int k = 0; k < samples; k++) {
            taken.merge(follow(chain, s, random.nextLong()), 1, Integer::sum);
        }
        probabilities(mdp, mdp.behaviour(), s).forEach((edge, p) -> assertThat(taken.get(edge) / (double) samples)
                .isCloseTo(p, within(4 * Math.sqrt(p * (1 - p) / samples))));
    }

    @Test
    void anActionThatIsNeverTakenAndAnOutcomeThatNeverFollowsAreNeverDrawn() {
        Outcome[][] outcomes = {
            {new Outcome(0, 1, 0)}, {new Outcome(0, 0, 1), new Outcome(Mdp.END, 1, 2)}, {new Outcome(0, 1, 3)}
        };
        double[][] policy = {{0, 0.7, 0.3}};
        Question question = new Question("q", policy, new double[1], new double[1], new double[1]);
        Mdp mdp = new Mdp(
                "one",
                List.of("s"),
                List.of("never", "mostly", "rarely"),
                new Outcome[][][] {outcomes},
                policy,
                List.of(question),
                List.of("f"),
                new double[][] {{1}},
                new double[] {1});
        Chain chain = Chain.of(mdp, policy);
        UniformRandomProvider random = Seeds.generator(21);
        double ended = 0;
        for (int k = 0; k < 100_000; k++) {
            int edge = chain.next(0, random.nextLong());
            assertThat(chain.reward(edge)).isGreaterThanOrEqualTo(2);
            ended += chain.to(edge) == Mdp.END ? 1 : 0;
        }
        assertThat(ended / 100_000).isCloseTo(0.7, within(4 * Math.sqrt(0.21 / 100_000)));
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1, Long.MIN_VALUE, Long.MAX_VALUE})
    void aStateWithOneSuccessorAlwaysLeadsThere(long random) {
        double[][] policy = {{1}, {1}};
        Question question = new Question("q", policy, new double[2], new double[2], new double[2]);
        Mdp mdp = new Mdp(
                "swing",
                List.of("a", "b"),
                List.of("go"),
                new Outcome[][][] {{{new Outcome(1, 1, 5)}}, {{new Outcome(0, 1, 6)}}},
                policy,
                List.of(question),
                List.of("f"),
                new double[][] {{1}, {2}},
                new double[] {1, 0});
        Chain chain = Chain.of(mdp, policy);
        assertThat(Arrays.asList(follow(chain, 0, random), follow(chain, 1, random)))
                .containsExactly("0/1/5.0", "0/0/6.0");
    }
}
