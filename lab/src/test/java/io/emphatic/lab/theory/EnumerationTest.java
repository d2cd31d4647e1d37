package io.emphatic.lab.theory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.emphatic.Algorithm;
import io.emphatic.Algorithms;
import io.emphatic.Config;
import io.emphatic.Learner;
import io.emphatic.experience.Features;
import io.emphatic.experience.Transition;
import io.emphatic.lab.Mdp;
import io.emphatic.lab.Mdp.Outcome;
import io.emphatic.lab.PolicyProbabilities;
import io.emphatic.lab.Question;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.commons.rng.UniformRandomProvider;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A and b from the learners themselves: every trajectory with its probability.
 *
 * <p>In these MDPs every way round leads through a state with γ = 0, so that what came more than a few steps before no
 * longer counts: the expectation over all trajectories of that length, from S₀ ~ d_μ, is exactly the stationary one.
 */
class EnumerationTest {
    static final int LAYERS = 3;
    private static final int WIDTH = 2;
    static final int STATES = LAYERS * WIDTH;
    static final int SIZE = 3;

    /** Layers that follow one another in a circle, the first with γ = 0; everything else random and per state. */
    static Mdp layered(long seed) {
        UniformRandomProvider rng = RandomMdps.rng(seed);
        Mdp random = RandomMdps.of(rng, STATES, 2, SIZE);
        Question question = random.questions().get(0);
        Outcome[][][] outcomes = new Outcome[STATES][2][];
        double[] gamma = new double[STATES];
        for (int s = 0; s < STATES; s++) {
            int layer = s / WIDTH;
            gamma[s] = layer == 0 ? 0 : 0.3 + 0.7 * rng.nextDouble();
            int next = (layer + 1) % LAYERS * WIDTH;
            for (int a = 0; a < 2; a++) {
                double p = 0.1 + 0.8 * rng.nextDouble();
                outcomes[s][a] = new Outcome[] {
                    new Outcome(next, p, rng.nextDouble(-1, 1)), new Outcome(next + 1, 1 - p, rng.nextDouble(-1, 1))
                };
            }
        }
        return new Mdp(
                "layered",
                random.states(),
                random.actions(),
                outcomes,
                random.behaviour(),
                List.of(new Question("target", question.policy(), gamma, question.lambda(), question.interest())),
                random.featureNames(),
                random.features(),
                random.start());
    }

    /** Every learner whose mean update is θ ← θ + α(b − Aθ), with more than one setting where it has any. */
    static Stream<Arguments> learners() {
        List<Map.Entry<String, Map<String, Double>>> learners = List.of(
                Map.entry("td", Map.of()),
                Map.entry("interest-td", Map.of()),
                Map.entry("etd", Map.of()),
                Map.entry("etd-beta", Map.of("beta", 0.8)),
                Map.entry("truncated-etd", Map.of("horizon", 0.0)),
                Map.entry("truncated-etd", Map.of("horizon", 1.0)),
                Map.entry("truncated-etd", Map.of("horizon", 2.0)),
                Map.entry("tree-backup", Map.of()),
                Map.entry("vtrace", Map.of()),
                Map.entry("vtrace", Map.of("trace_cap", 0.7, "ratio_cap", 0.9)),
                Map.entry("vtrace", Map.of("trace_cap", 2.0, "ratio_cap", 1.0)),
                Map.entry("abtd", Map.of("zeta", 0.2)),
                Map.entry("abtd", Map.of("zeta", 0.5)),
                Map.entry("abtd", Map.of("zeta", 1.0)));
        return LongStream.range(1, 6).boxed().flatMap(seed -> learners.stream()
                .map(one -> Arguments.of(seed, one.getKey(), one.getValue())));
    }

    @ParameterizedTest
    @MethodSource("learners")
    void theExactAAndBAreTheExpectedUpdateOfTheLearner(long seed, String name, Map<String, Double> parameters) {
        Mdp mdp = layered(seed);
        Theory theory = Theory.of(mdp, mdp.questions().get(0));
        Algorithm algorithm = Algorithms.named(name);
        Solution solution = theory.solution(algorithm, parameters);
        Config config = oneStepSize(mdp, algorithm, parameters);
        assertThat(solution.b())
                .containsExactly(expectedUpdate(mdp, theory, config, new double[SIZE], true), within(1e-13));
        for (int j = 0; j < SIZE; j++) {
            double[] unit = new double[SIZE];
            unit[j] = 1;
            double[] update = expectedUpdate(mdp, theory, config, unit, false);
            for (int i = 0; i < SIZE; i++) {
                assertThat(solution.a()[i][j]).isCloseTo(-update[i], within(1e-13));
            }
        }
    }

    /** From w = 0 the first weights of all but gtd2 and pgtd2 move as td's do. */
    @ParameterizedTest
    @ValueSource(strings = {"gtd", "tdrc", "htd"})
    void fromZeroSecondaryWeightsTheGradientFamilyMovesAsTdDoes(String name) {
        Mdp mdp = layered(7);
        Theory theory = Theory.of(mdp, mdp.questions().get(0));
        Config config = oneStepSize(mdp, Algorithms.named(name), Map.of());
        assertThat(theory.solution(Algorithms.named(name)).b())
                .containsExactly(expectedUpdate(mdp, theory, config, new double[SIZE], true), within(1e-13));
    }

    static Config oneStepSize(Mdp mdp, Algorithm algorithm, Map<String, Double> parameters) {
        Map<String, Double> complete = new HashMap<>(
                PolicyProbabilities.of(mdp, mdp.questions().get(0), s -> true).complete(algorithm, parameters));
        complete.put("step_size", 1.0);
        return algorithm.configure(complete);
    }

    /**
     * E[(ρ-weighted) increment of the last step] from these weights, with its reward (b − Aθ) or with reward 0 (−Aθ).
     */
    static double[] expectedUpdate(Mdp mdp, Theory theory, Config config, double[] theta, boolean rewarded) {
        double[] sum = new double[SIZE];
        int[] actions = new int[LAYERS + 1];
        int[] choices = new int[LAYERS + 1];
        for (int start = 0; start < STATES; start++) {
            for (int code = 0; code < 1 << 2 * actions.length; code++) {
                for (int t = 0; t < actions.length; t++) {
                    actions[t] = code >> 2 * t & 1;
                    choices[t] = code >> 2 * t + 1 & 1;
                }
                addTrajectory(mdp, config, start, theory.stationary()[start], actions, choices, theta, rewarded, sum);
            }
        }
        return sum;
    }

    private static void addTrajectory(
            Mdp mdp,
            Config config,
            int start,
            double startProbability,
            int[] actions,
            int[] choices,
            double[] theta,
            boolean rewarded,
            double[] sum) {
        Question question = mdp.questions().get(0);
        Learner learner = config.learner(theta);
        Transition t = new Transition();
        t.start(Features.dense(mdp.features()[start]), question.lambda()[start], question.interest()[start]);
        double probability = startProbability;
        int s = start;
        double[] before = theta;
        for (int step = 0; step < actions.length; step++) {
            int a = actions[step];
            Outcome outcome = mdp.outcomes()[s][a][choices[step]];
            int next = outcome.to();
            probability *= mdp.behaviour()[s][a] * outcome.probability();
            // rewards that leave no TD error keep the weights where they are until the step that counts
            double reward =
                    dot(theta, mdp.features()[s]) - question.discount()[next] * dot(theta, mdp.features()[next]);
            if (step == actions.length - 1) {
                before = learner.weights();
                reward = rewarded ? outcome.reward() : 0;
            }
            t.action(question.policy()[s][a], mdp.behaviour()[s][a]);
            t.arrive(
                    reward,
                    Features.dense(mdp.features()[next]),
                    question.discount()[next],
                    question.lambda()[next],
                    question.interest()[next]);
            learner.update(t);
            s = next;
        }
        for (int i = 0; i < sum.length; i++) {
            sum[i] += probability * (learner.weights()[i] - before[i]);
        }
    }

    private static double dot(double[] a, double[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += a[i] * b[i];
        }
        return sum;
    }
}
