package io.emphatic.lab.theory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.emphatic.lab.Mdp;
import io.emphatic.lab.Question;
import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class FollowOnTest {
    static LongStream seeds() {
        return LongStream.range(0, 100);
    }

    /**
     * E[F_t²; S_t = s'] = d i² + 2 i γ Σ_s E[F_{t−1}; s] P_π(s,s') + Σ_s E[F_{t−1}²; s] Q(s,s'), straight from F_t =
     * i_t + γ_t ρ_{t−1} F_{t−1}. Returns the factor by which the second moment still grows after many steps: 1 if it
     * has settled.
     */
    private static double growth(Mdp mdp, Question question) {
        Dynamics dynamics = new Dynamics(mdp);
        double[][] p = dynamics.transitions(question.policy()).get2DData();
        double[][] squared = dynamics.secondMoment(question.policy()).get2DData();
        double[] d = new BehaviourChain(mdp, dynamics).stationary;
        int n = d.length;
        double[] f = new double[n];
        double[] h = new double[n];
        double before = 0;
        double after = 0;
        for (int t = 0; t < 4000 && after < 1e200; t++) {
            double[] nextF = new double[n];
            double[] nextH = new double[n];
            for (int to = 0; to < n; to++) {
                double i = question.interest()[to];
                double gamma = question.discount()[to];
                nextF[to] = d[to] * i;
                nextH[to] = d[to] * i * i;
                for (int s = 0; s < n; s++) {
                    nextF[to] += gamma * f[s] * p[s][to];
                    nextH[to] += 2 * i * gamma * f[s] * p[s][to] + gamma * gamma * h[s] * squared[s][to];
                }
            }
            f = nextF;
            h = nextH;
            before = after;
            after = Arrays.stream(h).sum();
        }
        return after / before;
    }

    private static FollowOn followOn(Mdp mdp, Question question) {
        Dynamics dynamics = new Dynamics(mdp);
        return FollowOn.of(dynamics, new BehaviourChain(mdp, dynamics), question);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void theSecondMomentSettlesIfAndOnlyIfTheRadiusIsBelowOne(long seed) {
        Mdp mdp = RandomMdps.small(seed);
        Question question = mdp.questions().get(0);
        FollowOn followOn = followOn(mdp, question);
        if (Math.abs(followOn.spectralRadius() - 1) > 0.02) {
            double growth = growth(mdp, question);
            assertThat(growth > 1 + 1e-6).isEqualTo(!followOn.finiteVariance());
            if (!followOn.finiteVariance()) {
                assertThat(growth).isCloseTo(followOn.spectralRadius(), within(0.01));
            }
        }
    }

    @Test
    void bothKindsOccurAmongThem() {
        long finite = seeds().filter(seed -> {
                    Mdp mdp = RandomMdps.small(seed);
                    return followOn(mdp, mdp.questions().get(0)).finiteVariance();
                })
                .count();
        assertThat(finite).isBetween(10L, 90L);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void scaledToTheirBoundsBothTheDiscountAndAConstantBetaHaveRadiusOne(long seed) {
        Mdp mdp = RandomMdps.small(seed);
        FollowOn followOn = followOn(mdp, mdp.questions().get(0));
        double scale = Math.min(1, followOn.largestScale());
        assertThat(radius(mdp, gamma -> gamma * scale))
                .isCloseTo(followOn.spectralRadius() * scale * scale, within(1e-9));
        double beta = Math.min(1, followOn.largestBeta());
        double expected = beta / followOn.largestBeta();
        assertThat(radius(mdp, gamma -> gamma > 0 ? beta : 0)).isCloseTo(expected * expected, within(1e-9));
        assertThat(followOn.finiteVarianceWith(0.99 * beta)).isTrue();
        assertThat(followOn.finiteVarianceWith(1.01 * followOn.largestBeta())).isFalse();
    }

    private static double radius(Mdp mdp, DoubleUnaryOperator discount) {
        Question q = mdp.questions().get(0);
        double[] gamma = Arrays.stream(q.discount()).map(discount).toArray();
        return followOn(mdp, new Question(q.name(), q.policy(), gamma, q.lambda(), q.interest()))
                .spectralRadius();
    }

    /** E[ρ²] = 2 and γ² = ½: each step adds i² to E[F²] and takes nothing away. */
    @Test
    void aRadiusOfOneIsAnInfiniteVariance() {
        Mdp.Outcome[] stay = {new Mdp.Outcome(0, 1, 0)};
        Question question = new Question(
                "target", new double[][] {{1, 0}}, new double[] {Math.sqrt(0.5)}, new double[1], new double[] {1});
        Mdp mdp = new Mdp(
                "critical",
                List.of("s"),
                List.of("a", "b"),
                new Mdp.Outcome[][][] {{stay, stay}},
                new double[][] {{0.5, 0.5}},
                List.of(question),
                List.of("f"),
                new double[][] {{1}},
                new double[] {1});
        FollowOn followOn = followOn(mdp, question);
        assertThat(followOn.spectralRadius()).isCloseTo(1, within(1e-12));
        assertThat(followOn.finiteVariance()).isFalse();
        assertThat(followOn.finiteVarianceWith(followOn.largestBeta())).isFalse();
    }
}
