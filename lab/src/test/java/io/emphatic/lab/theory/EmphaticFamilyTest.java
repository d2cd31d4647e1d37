package io.emphatic.lab.theory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.emphatic.Algorithm;
import io.emphatic.Algorithm.Family;
import io.emphatic.Algorithm.FixedPoint;
import io.emphatic.Algorithms;
import io.emphatic.Config.ExactStates;
import io.emphatic.Etd;
import io.emphatic.Limits;
import io.emphatic.OneTrace;
import io.emphatic.Parameter;
import io.emphatic.StepSize;
import io.emphatic.engine.TraceRule;
import io.emphatic.lab.Mdp;
import io.emphatic.lab.Question;
import io.emphatic.lab.problems.Problems;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The mean updates of docs/ALGORITHMS.md §8, and of an algorithm from outside that names its emphasis. */
class EmphaticFamilyTest {

    private static Solution solution(Mdp mdp, String name, Map<String, Double> parameters) {
        return Theory.of(mdp, mdp.questions().get(0)).solution(Algorithms.named(name), parameters);
    }

    /** The clock is at 3 at the last of four steps, the only one that moves the weights: b + 1 times the mean. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void theUpdateOfPerEtdIsThatOverAllTrajectories(long seed) {
        Mdp mdp = EnumerationTest.layered(seed);
        Theory theory = Theory.of(mdp, mdp.questions().get(0));
        Map<String, Double> parameters = Map.of("period", (double) EnumerationTest.LAYERS);
        Algorithm algorithm = Algorithms.named("per-etd");
        var config = EnumerationTest.oneStepSize(mdp, algorithm, parameters);
        double[] expected = EnumerationTest.expectedUpdate(mdp, theory, config, new double[EnumerationTest.SIZE], true);
        double[] b = theory.solution(algorithm, parameters).b();
        for (int j = 0; j < b.length; j++) {
            assertThat((EnumerationTest.LAYERS + 1) * b[j]).isCloseTo(expected[j], within(1e-13));
        }
    }

    @Test
    void perEtdWithALongPeriodHasTheFixedPointOfEtd() {
        for (String name : List.of("collision", "miner")) {
            Mdp mdp = Problems.named(name).mdp();
            assertThat(solution(mdp, "per-etd", Map.of("period", 500.0)).fixedPoint())
                    .containsExactly(solution(mdp, "etd", Map.of()).fixedPoint(), within(1e-6));
        }
    }

    private static Mdp withoutLambda(long seed) {
        Mdp mdp = RandomMdps.small(seed);
        Question q = mdp.questions().get(0);
        double[] none = new double[q.lambda().length];
        double[] gamma = Arrays.stream(q.discount()).map(x -> Math.max(x, 0.5)).toArray();
        Question without = new Question(q.name(), q.policy(), gamma, none, q.interest(), q.cumulant());
        return new Mdp(
                mdp.name(),
                mdp.states(),
                mdp.actions(),
                mdp.outcomes(),
                mdp.behaviour(),
                List.of(without),
                mdp.featureNames(),
                mdp.features(),
                mdp.start());
    }

    /** With λ = 0 and γ > 0, F is c times that of a decay of 1 − c; c = 10⁴^−½ = 0.01. */
    @Test
    void lcEtdIsEtdBetaTimesItsRate() {
        Mdp mdp = withoutLambda(4);
        Solution lc = solution(mdp, "lc-etd", Map.of("beta", 0.5, "kind", 2.0));
        Solution beta = solution(mdp, "etd-beta", Map.of("beta", 0.99));
        for (int j = 0; j < lc.b().length; j++) {
            assertThat(lc.b()[j]).isCloseTo(0.01 * beta.b()[j], within(1e-12));
        }
    }

    /** Forecasts of closed form against a run: error and moment. Miner has no episodes, collision has. */
    @ParameterizedTest
    @CsvSource({
        "etd-beta,collision",
        "truncated-etd,collision",
        "per-etd,collision",
        "lc-etd,collision",
        "per-etd,miner"
    })
    void aSimulatedRunIsInsideTheForecast(String name, String problem) {
        Theory theory = Theory.of(Problems.named(problem).mdp()).get(0);
        Solution solution = theory.solution(Algorithms.named(name));
        SimulatedUpdate run = SimulatedUpdate.of(theory, solution.config(), Double.POSITIVE_INFINITY, 200_000);
        TraceMoments forecast = theory.moments(solution.config());
        assertThat(run.moments().scaledTrace()).isCloseTo(forecast.scaledTrace(), within(0.1 * forecast.scaledTrace()));
        assertThat(run.error().interestRmse())
                .isCloseTo(solution.interestRmse(), within(0.02 + 0.1 * solution.interestRmse()));
    }

    /** A step that is never bounded is that of etd, and one that always is has a shorter trace. */
    @Test
    void theBoundOfAStepShortensTheTrace() {
        Theory theory = Theory.of(Problems.named("collision").mdp()).get(0);
        double free =
                SimulatedUpdate.of(theory, new Etd(1), 1e9, 20_000).moments().trace();
        double etd = SimulatedUpdate.of(theory, new Etd(1), Double.POSITIVE_INFINITY, 20_000)
                .moments()
                .trace();
        assertThat(free).isEqualTo(etd);
        assertThat(SimulatedUpdate.of(theory, new Etd(1), 0.1, 20_000).moments().trace())
                .isLessThan(0.5 * etd);
    }

    /** With a feature for each state the learned follow-on is the exact one: the update is that of etd. */
    @ParameterizedTest
    @CsvSource({"fhat-etd", "gem-etd"})
    void aFollowOnThatFeaturesCanShowIsLearnedExactly(String name) {
        Mdp mdp = Problems.named("random-walk").mdp();
        Solution etd = solution(mdp, "etd", Map.of());
        Solution learned = solution(mdp, name, Map.of());
        assertThat(learned.converges()).isTrue();
        for (int i = 0; i < etd.a().length; i++) {
            assertThat(learned.a()[i]).containsExactly(etd.a()[i], within(1e-9));
        }
    }

    @Test
    void ridgeDrawsTheLearnedEmphasisToTheInterestAlone() {
        Mdp mdp = Problems.named("collision").mdp();
        double[] drawn = solution(mdp, "gem-etd", Map.of("ridge", 1e9)).b();
        double[] free = solution(mdp, "gem-etd", Map.of()).b();
        assertThat(LearnedFollowOn.of(
                                Theory.of(mdp).get(0),
                                Algorithms.named("gem-etd").configure(Map.of("ridge", 1e9)))
                        .followOn())
                .containsExactly(new double[mdp.states().size()], within(1e-6));
        assertThat(drawn).isNotEqualTo(free);
    }

    /** On Baird's star learning the follow-on by TD diverges, and by the gradient method it does not. */
    @Test
    void onBairdsStarTheGradientFormIsTheStableOne() {
        Mdp mdp = Problems.named("baird").mdp();
        assertThat(solution(mdp, "fhat-etd", Map.of()).converges()).isFalse();
        assertThat(solution(mdp, "gem-etd", Map.of()).converges()).isTrue();
    }

    /** An algorithm as it would come from a jar. */
    private record Outside(StepSize stepSize, Limits limits, double power) implements OneTrace {
        static final Algorithm ALGORITHM = Algorithm.named("outside", Family.ONE_TRACE)
                .summary("interest to a power")
                .source("nobody")
                .equations("M = i^power")
                .fixedPoint(FixedPoint.OWN)
                .parameters(
                        OneTrace.PARAMETERS,
                        Parameter.of("power", 1, new Parameter.Range(-9, true, 9, true, false), "of the interest"))
                .configuredBy(s -> new Outside(StepSize.from(s), Limits.from(s), s.get("power")));

        @Override
        public Algorithm algorithm() {
            return ALGORITHM;
        }

        @Override
        public TraceRule rule() {
            return (t, memory, out) ->
                    out.set(t.rho() * t.gamma() * t.lambda(), t.rho() * Math.pow(t.interest(), power), 1);
        }

        @Override
        public double[] emphasis(ExactStates states) {
            double[] m = states.visits().clone();
            for (int s = 0; s < m.length; s++) {
                m[s] *= power == 9 ? Double.NaN : Math.pow(states.interest()[s], power);
            }
            return m;
        }
    }

    @Test
    void anAlgorithmFromOutsideNamesItsEmphasisAndTheTheoryDoesTheRest() {
        Theory theory = Theory.of(RandomMdps.small(5)).get(0);
        assertThat(theory.solution(Outside.ALGORITHM, Map.of("power", 0.0)).fixedPoint())
                .containsExactly(theory.solution(Algorithms.named("td")).fixedPoint(), within(1e-12));
        assertThat(theory.solution(Outside.ALGORITHM).fixedPoint())
                .containsExactly(
                        theory.solution(Algorithms.named("interest-td")).fixedPoint(), within(1e-12));
        assertThat(theory.moments(theory.solution(Outside.ALGORITHM).config()).trace())
                .isNaN();
        assertThatThrownBy(() -> theory.solution(Outside.ALGORITHM, Map.of("power", 9.0)))
                .hasMessageContaining("outside does not name a finite emphasis for each of");
    }
}
