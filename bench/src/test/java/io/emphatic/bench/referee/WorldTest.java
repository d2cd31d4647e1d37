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
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class WorldTest {
    private static final int EPISODES = 20_000;

    /** Beyond so many steps a return does not change any more. */
    private static final int LONGEST = 2_000;

    static IntStream kinds() {
        return IntStream.range(0, LogKinds.all().size());
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

    @ParameterizedTest
    @MethodSource("kinds")
    void theValueAndTheSpreadOfEveryTargetAreThoseOfEpisodesUnderIt(int number) {
        LogKind kind = LogKinds.all().get(number);
        World world = Trial.draw(kind, 1).world();
        for (int k = 0; k < world.targets().size(); k++) {
            Target target = world.targets().get(k);
            double[] returns = returns(world, target, Seeds.generator(number, k));
            Estimate mean = Estimate.of(returns);
            Estimate square = Estimate.of(Arrays.stream(returns)
                    .map(g -> (g - target.value()) * (g - target.value()))
                    .toArray());
            assertThat(mean.mean()).as(kind.name()).isCloseTo(target.value(), within(4.5 * mean.stderr() + 1e-5));
            assertThat(square.mean())
                    .as(kind.name())
                    .isCloseTo(target.spread() * target.spread(), within(4.5 * square.stderr() + 1e-5));
        }
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void everyReturnIsInTheRangeOfReturns(int number) {
        World world = Trial.draw(LogKinds.all().get(number), 1).world();
        Returns range = world.returns(false);
        for (double g : returns(world, world.targets().get(0), Seeds.generator(number, 77))) {
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
