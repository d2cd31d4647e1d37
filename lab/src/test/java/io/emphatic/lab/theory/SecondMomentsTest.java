package io.emphatic.lab.theory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.emphatic.Algorithm;
import io.emphatic.Algorithms;
import io.emphatic.Config;
import io.emphatic.GradientTd;
import io.emphatic.LcEtd;
import io.emphatic.OneTrace;
import io.emphatic.engine.Coefficients;
import io.emphatic.engine.TraceRule;
import io.emphatic.experience.Features;
import io.emphatic.experience.Transition;
import io.emphatic.lab.Mdp;
import io.emphatic.lab.Mdp.Outcome;
import io.emphatic.lab.Question;
import io.emphatic.lab.simulation.Experience;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** E[F²] and E‖κe‖² against every trajectory with its probability, against closed forms and against long runs. */
class SecondMomentsTest {

    private static TraceMoments moments(Theory theory, String name, Map<String, Double> parameters) {
        return theory.moments(
                theory.solution(Algorithms.named(name), parameters).config());
    }

    private static Theory theory(Mdp mdp) {
        return Theory.of(mdp, mdp.questions().get(0));
    }

    /** The follow-on and the trace of a rule of the core, step by step. */
    private static final class Traced {
        private final TraceRule rule;
        private final double[] memory;
        private final Coefficients out = new Coefficients();
        private final double[] trace;

        Traced(TraceRule rule, int size) {
            this.rule = rule;
            this.memory = new double[rule.memorySize()];
            this.trace = new double[size];
        }

        void step(Transition t) {
            out.clearEmphasis();
            rule.coefficients(t, memory, out);
            for (int j = 0; j < trace.length; j++) {
                trace[j] *= out.a();
            }
            t.phi().addTo(trace, out.b());
            rule.remember(t, memory, out);
        }

        double square() {
            double sum = 0;
            for (double part : trace) {
                sum += out.kappa() * out.kappa() * part * part;
            }
            return sum;
        }
    }

    private static TraceRule rule(Theory theory, String name, Map<String, Double> parameters) {
        return ((OneTrace) theory.solution(Algorithms.named(name), parameters).config()).rule();
    }

    @ParameterizedTest
    @MethodSource("io.emphatic.lab.theory.EnumerationTest#learners")
    void theMomentsAreThoseOverAllTrajectories(long seed, String name, Map<String, Double> parameters) {
        Mdp mdp = EnumerationTest.layered(seed);
        Theory theory = theory(mdp);
        double followOn = 0;
        double square = 0;
        double[] squareByState = new double[EnumerationTest.STATES];
        int steps = EnumerationTest.LAYERS + 1;
        for (int start = 0; start < EnumerationTest.STATES; start++) {
            for (int code = 0; code < 1 << 2 * steps; code++) {
                Question question = mdp.questions().get(0);
                Traced traced = new Traced(rule(theory, name, parameters), EnumerationTest.SIZE);
                Transition t = new Transition();
                t.start(Features.dense(mdp.features()[start]), question.lambda()[start], question.interest()[start]);
                double probability = theory.stationary()[start];
                int s = start;
                int before = s;
                for (int step = 0; step < steps; step++) {
                    int a = code >> 2 * step & 1;
                    Outcome outcome = mdp.outcomes()[s][a][code >> 2 * step + 1 & 1];
                    int next = outcome.to();
                    probability *= mdp.behaviour()[s][a] * outcome.probability();
                    t.action(question.policy()[s][a], mdp.behaviour()[s][a]);
                    Features features = Features.dense(mdp.features()[next]);
                    t.arrive(
                            0, features, question.discount()[next], question.lambda()[next], question.interest()[next]);
                    traced.step(t);
                    before = s;
                    s = next;
                }
                followOn += probability * traced.out.followOn() * traced.out.followOn();
                square += probability * traced.square();
                squareByState[before] += probability * traced.square();
            }
        }
        TraceMoments moments = moments(theory, name, parameters);
        assertThat(moments.trace()).isCloseTo(square, within(1e-12 * (1 + square)));
        for (int s = 0; s < squareByState.length; s++) {
            double conditional = squareByState[s] / theory.stationary()[s];
            assertThat(moments.traceByState()[s]).isCloseTo(conditional, within(1e-12 * (1 + conditional)));
        }
        if (name.contains("etd")) {
            assertThat(moments.followOn()).isCloseTo(followOn, within(1e-12 * (1 + followOn)));
        } else {
            assertThat(moments.followOn()).isNaN();
        }
    }

    /** One state, two actions: ρ is 2 or 0 with probability ½ each, so that E[ρ²] = 2. */
    private static Mdp loop(double gamma, double lambda, double interest) {
        Outcome[] again = {new Outcome(0, 1, 1)};
        return new Mdp(
                "loop",
                List.of("s"),
                List.of("a", "b"),
                new Outcome[][][] {{again, again}},
                new double[][] {{0.5, 0.5}},
                List.of(Question.uniform("target", new double[][] {{1, 0}}, gamma, lambda, interest)),
                List.of("f"),
                new double[][] {{3}},
                new double[] {1});
    }

    /** E[F²] = (i² + 2iβf)/(1 − 2β²) with f = i/(1 − β); with λ = 0, E‖e‖² = 2 · 9 · E[F²]. */
    @ParameterizedTest
    @ValueSource(doubles = {0, 0.3, 0.7})
    void inALoopTheFollowOnHasAClosedForm(double beta) {
        double f = 1.5 / (1 - beta);
        double expected = (1.5 * 1.5 + 2 * 1.5 * beta * f) / (1 - 2 * beta * beta);
        TraceMoments moments = moments(theory(loop(0.9, 0, 1.5)), "etd-beta", Map.of("beta", beta));
        assertThat(moments.followOn()).isCloseTo(expected, within(1e-12 * expected));
        assertThat(moments.trace()).isCloseTo(18 * expected, within(1e-11 * expected));
        assertThat(moments.scaledTrace()).isCloseTo(18 * expected / (f * f), within(1e-11 * expected));
    }

    /** 1 − 2β² is zero at √½. */
    @Test
    void fromARadiusOfOneOnTheMomentIsInfinite() {
        Theory theory = theory(loop(0.9, 0, 1));
        assertThat(moments(theory, "etd", Map.of()).followOn()).isInfinite();
        assertThat(moments(theory, "etd", Map.of()).trace()).isInfinite();
        assertThat(moments(theory, "etd-beta", Map.of("beta", Math.sqrt(0.5))).followOn())
                .isInfinite();
        assertThat(moments(theory, "etd-beta", Map.of("beta", 0.70)).followOn()).isFinite();
        assertThat(moments(theory, "truncated-etd", Map.of("horizon", 60.0)).followOn())
                .isFinite()
                .isGreaterThan(1e6);
        assertThat(moments(theory, "td", Map.of()).trace()).isEqualTo(18);
    }

    /** With λ = 1 the emphasis is the interest, however wild the follow-on is; the trace has radius 2(γλ)². */
    @Test
    void anInfiniteFollowOnMattersOnlyWhereItIsUsed() {
        TraceMoments moments = moments(theory(loop(0.75, 1, 1)), "etd", Map.of());
        assertThat(moments.followOn()).isInfinite();
        assertThat(moments.trace()).isInfinite(); // 2 · 0.75² > 1
        Mdp cut = loop(0.75, 1, 1);
        assertThat(moments(theory(cut), "tree-backup", Map.of()).trace()).isFinite(); // ½ · 0.75² < 1
        TraceMoments finite = moments(theory(loop(0.7, 1, 1)), "etd", Map.of());
        assertThat(finite.trace()).isFinite();
        assertThat(finite.trace())
                .isCloseTo(moments(theory(loop(0.7, 1, 1)), "td", Map.of()).trace(), within(1e-9));
    }

    /** Half a million steps of a random MDP, in blocks whose means tell the error. */
    @ParameterizedTest
    @CsvSource({"td,1", "tree-backup,1", "abtd,2", "vtrace,2", "etd-beta,3", "truncated-etd,3", "per-etd,3", "lc-etd,4"
    })
    void theMomentsAreWhatALongRunAveragesTo(String name, long seed) {
        Mdp mdp = gentle(seed);
        Theory theory = theory(mdp);
        Map<String, Double> parameters = Map.of(
                        "etd-beta",
                        Map.of("beta", 0.3),
                        "truncated-etd",
                        Map.of("horizon", 3.0),
                        "lc-etd",
                        Map.of("beta", 0.1))
                .getOrDefault(name, Map.of());
        Traced traced =
                new Traced(rule(theory, name, parameters), mdp.featureNames().size());
        Experience experience = new Experience(mdp, RandomMdps.rng(seed));
        int blocks = 50;
        double[] means = new double[blocks];
        for (int block = 0; block < blocks; block++) {
            for (int step = 0; step < 10_000; step++) {
                experience.step();
                if (name.equals("lc-etd")) {
                    traced.memory[1] = FollowOnForm.LC_STEP - 1;
                }
                traced.step(experience.transition(0));
                means[block] += traced.square() / 10_000;
            }
        }
        double mean = java.util.Arrays.stream(means).average().orElseThrow();
        double variance =
                java.util.Arrays.stream(means).map(m -> (m - mean) * (m - mean)).sum() / (blocks - 1);
        double exact = moments(theory, name, parameters).trace();
        assertThat(mean).isCloseTo(exact, within(4 * Math.sqrt(variance / blocks)));
        assertThat(4 * Math.sqrt(variance / blocks)).isLessThan(0.05 * exact);
    }

    /** A random MDP whose target is near its behaviour and whose γ is at most ½: fourth moments are finite, too. */
    private static Mdp gentle(long seed) {
        return RandomMdps.gentle(RandomMdps.of(RandomMdps.rng(seed), 8, 2, 3), 0.3, 0.5);
    }

    @Test
    void theTruncatedMomentApproachesThatOfEtd() {
        Theory theory = theory(gentle(5));
        TraceMoments etd = moments(theory, "etd", Map.of());
        TraceMoments truncated = moments(theory, "truncated-etd", Map.of("horizon", 100.0));
        assertThat(truncated.followOn()).isCloseTo(etd.followOn(), within(1e-9 * etd.followOn()));
        assertThat(truncated.trace()).isCloseTo(etd.trace(), within(1e-9 * etd.trace()));
        assertThat(moments(theory, "truncated-etd", Map.of("horizon", 1000.0)).trace())
                .isNaN();
    }

    @Test
    void whatIsInfiniteForTheFollowOnIsWhatItsRadiusSays() {
        for (long seed = 0; seed < 40; seed++) {
            Theory theory = theory(RandomMdps.small(seed));
            boolean finite = theory.followOn().finiteVariance();
            assertThat(Double.isFinite(moments(theory, "etd", Map.of()).followOn()))
                    .isEqualTo(finite);
            for (double beta : new double[] {0.2, 0.5, 0.8, 0.95}) {
                TraceMoments moments = moments(theory, "etd-beta", Map.of("beta", beta));
                assertThat(Double.isFinite(moments.followOn()))
                        .isEqualTo(theory.followOn().finiteVarianceWith(beta));
            }
        }
    }

    @Test
    void everyAlgorithmOfOneTraceHasMoments() {
        Theory theory = theory(gentle(6));
        for (Algorithm algorithm : Theory.algorithms()) {
            TraceMoments moments = theory.moments(theory.solution(algorithm).config());
            Config config = algorithm.configure(Map.of());
            if (!(config instanceof OneTrace || config instanceof GradientTd || LearnedFollowOn.isIn(config))) {
                assertThat(moments).isNull();
            } else {
                assertThat(moments.trace()).as(algorithm.name()).isPositive();
                assertThat(Double.isFinite(moments.trace()) || config instanceof LcEtd)
                        .isTrue();
            }
        }
    }
}
