package io.emphatic.bench.referee;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.emphatic.bench.referee.World.Returns;
import io.emphatic.bench.referee.World.Target;
import io.emphatic.lab.Estimate;
import io.emphatic.lab.Mdp;
import io.emphatic.lab.Mdp.Outcome;
import io.emphatic.lab.Question;
import io.emphatic.lab.Seeds;
import io.emphatic.lab.problems.Problems;
import io.emphatic.lab.simulation.Chain;
import io.emphatic.lab.simulation.Simulator;
import io.emphatic.lab.theory.Theory;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.rng.UniformRandomProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class WorldTest {
    private static final int EPISODES = 10_000;

    /** Beyond so many steps a return does not change any more. */
    private static final int LONGEST = 2_000;

    /** No fewer than one of each family; worlds of kinds with one source are the same. */
    static Stream<LogKind> kinds() {
        Set<WorldSource> known = new HashSet<>();
        return LogKinds.families().stream()
                .flatMap(family -> family.kinds().stream())
                .filter(kind -> known.add(kind.worlds()));
    }

    /** π at work in the MDP itself: neither ratios nor matrices. */
    private static double[] returns(World world, Target target, UniformRandomProvider random) {
        Mdp mdp = world.mdp();
        Chain chain = Chain.of(mdp, target.question().policy());
        double[] returns = new double[EPISODES];
        for (int j = 0; j < EPISODES; j++) {
            Simulator simulator = new Simulator(mdp, chain, random);
            double g = 1;
            for (int t = 0; t < LONGEST && g > 1e-6; t++) {
                int edge = simulator.step();
                Outcome outcome = new Outcome(chain.to(edge), 1, chain.reward(edge));
                returns[j] += g * target.question().reward(outcome);
                g *= chain.to(edge) == Mdp.END ? 0 : target.question().discount()[chain.to(edge)];
            }
        }
        return returns;
    }

    /** Without the random factor of rewards, which {@link #aRandomFactorHasMeanOne} is about. */
    private static World plain(LogKind kind) {
        World world = DrawnLog.of(kind.sizes(2), 1).world();
        int[] seen =
                IntStream.range(0, world.mdp().states().size()).map(world::seen).toArray();
        return new World(world.mdp(), seen, Tails.NONE);
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void linearAlgebraKnowsTheSameValues(LogKind kind) {
        World world = plain(kind);
        if (world.mdp().states().size() <= 150) {
            List<Theory> theories = Theory.of(world.mdp());
            for (int k = 0; k < theories.size(); k++) {
                double value = theories.get(k).valueAtStart();
                assertThat(world.targets().get(k).value()).isCloseTo(value, within(1e-8 * (1 + Math.abs(value))));
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Tails.class)
    void aRandomFactorHasMeanOne(Tails tails) {
        // The middle of each of many slices, which are finer towards 1, where a tail is: u = 1 − x².
        int slices = 2_000_000;
        double mean = 0;
        double distance = 0;
        double square = 0;
        for (int k = 0; k < slices; k++) {
            double x = (k + 0.5) / slices;
            double width = 2 * x / slices;
            double factor = tails.quantile(1 - x * x);
            mean += width * factor;
            distance += width * Math.abs(factor - 1);
            square += width * (factor - 1) * (factor - 1);
        }
        assertThat(mean).isCloseTo(1, within(1e-3));
        double scale = tails == Tails.PARETO_1_5 ? distance : Math.sqrt(square);
        assertThat(scale).isCloseTo(tails.scale, within(0.1 * tails.scale));
    }

    @Test
    void aFactorWithAVarianceWidensReturns() {
        double[][] policy = {{1}, {1}};
        Outcome[][][] outcomes = {{{new Outcome(1, 1, 3)}}, {{new Outcome(Mdp.END, 1, 4)}}};
        Mdp mdp = mdp(outcomes, Question.uniform("go", policy, 0.5, 0, 1));
        World world = new World(mdp, new int[2], Tails.LOGNORMAL_1_5);
        assertThat(world.targets().get(0).value()).isCloseTo(5, within(1e-12));
        // Var = (3² + (0.5 · 4)²) Var[X]
        assertThat(world.targets().get(0).spread()).isCloseTo(Math.sqrt(13) * Tails.LOGNORMAL_1_5.scale, within(1e-9));
        assertThat(world.returns(false).high()).isInfinite();
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void theValueAndTheSpreadOfEveryTargetAreThoseOfEpisodesUnderIt(LogKind kind) {
        World world = plain(kind);
        for (int k = 0; k < world.targets().size(); k++) {
            Target target = world.targets().get(k);
            double[] returns =
                    returns(world, target, Seeds.generator(kind.name().hashCode(), k));
            Estimate mean = Estimate.of(returns);
            Estimate square = Estimate.of(Arrays.stream(returns)
                    .map(g -> (g - target.value()) * (g - target.value()))
                    .toArray());
            assertThat(mean.mean()).as(kind.name()).isCloseTo(target.value(), within(4.5 * mean.stderr() + 1e-5));
            boolean isRare = kind.worlds() instanceof StopOrGo || kind.name().startsWith("doubled or lost");
            if (!isRare) { // whose squares hang on lives that hardly ever happen
                assertThat(square.mean())
                        .as(kind.name())
                        .isCloseTo(target.spread() * target.spread(), within(4.5 * square.stderr() + 1e-5));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void everyReturnIsInTheRangeOfReturns(LogKind kind) {
        World world = plain(kind);
        Returns range = world.returns(false);
        for (double g : returns(
                world, world.targets().get(0), Seeds.generator(kind.name().hashCode(), 77))) {
            assertThat(g).isBetween(range.low() - 1e-5, range.high() + 1e-5);
        }
        assertThat(world.returns(true).low()).isLessThanOrEqualTo(range.low());
        assertThat(world.returns(true).high()).isGreaterThanOrEqualTo(range.high());
    }

    @Test
    void modelFailIsWorthMinusTheHyperbolicTangentOfOneWithOrWithoutAChoiceAtTheEnd() {
        for (boolean choice : new boolean[] {true, false}) {
            World world = PublishedWorlds.modelFail(choice);
            Target target = world.targets().get(0);
            // P(up) = 1/(1 + e²): v = 2/(1 + e²) − 1 = −tanh 1
            assertThat(target.value()).isCloseTo(-Math.tanh(1), within(1e-12));
            assertThat(target.spread()).isCloseTo(Math.sqrt(1 - Math.tanh(1) * Math.tanh(1)), within(1e-12));
            assertThat(world.returns(false)).isEqualTo(new Returns(-1, 1));
            assertThat(world.sights()).isEqualTo(1);
        }
    }

    @Test
    void modelWinIsWorthTenStepsOfItsFirstState() {
        World world = PublishedWorlds.modelWin();
        double first = 1 / (1 + Math.E);
        double toSecond = 0.4 * first + 0.6 * (1 - first);
        assertThat(world.targets().get(0).value()).isCloseTo(10 * (2 * toSecond - 1), within(1e-12));
        assertThat(world.targets().get(0).spread())
                .isCloseTo(Math.sqrt(10 * (1 - Math.pow(2 * toSecond - 1, 2))), within(1e-12));
        assertThat(world.returns(false)).isEqualTo(new Returns(-10, 10));
        assertThat(world.sights()).isEqualTo(3);
    }

    @Test
    void aLoopThatEarnsWithoutDiscountHasNoRangeOfReturns() {
        Outcome[][][] outcomes = {{{new Outcome(0, 0.5, 1), new Outcome(Mdp.END, 0.5, 1)}}};
        World world = World.open(mdp(outcomes, Question.uniform("go", new double[][] {{1}}, 1, 0, 1)));
        assertThat(world.returns(false).high()).isInfinite();
        assertThat(world.targets().get(0).value()).isCloseTo(2, within(1e-12));
        assertThat(world.targets().get(0).spread()).isCloseTo(Math.sqrt(2), within(1e-9));
    }

    @Test
    void aCutMayStopBeforeACost() {
        Outcome[][][] outcomes = {{{new Outcome(1, 1, 3)}}, {{new Outcome(Mdp.END, 1, -5)}}};
        double[][] policy = {{1}, {1}};
        World world = World.open(mdp(outcomes, Question.uniform("go", policy, 1, 0, 1)));
        assertThat(world.returns(false)).isEqualTo(new Returns(-2, -2));
        assertThat(world.returns(true)).isEqualTo(new Returns(-2, 3));
    }

    @Test
    void questionsAboutDifferentRewardsAreRefused() {
        assertThatThrownBy(() -> World.open(Problems.named("rooms").mdp()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the questions of rooms are not about one log");
    }

    private static Mdp mdp(Outcome[][][] outcomes, Question question) {
        double[][] one = new double[outcomes.length][];
        Arrays.fill(one, new double[] {1});
        double[] start = new double[outcomes.length];
        start[0] = 1;
        return new Mdp(
                "small",
                Mdp.numbered("s", outcomes.length),
                List.of("go"),
                outcomes,
                one,
                List.of(question),
                List.of("1"),
                one,
                start);
    }
}
