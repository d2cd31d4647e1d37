package io.emphatic.lab.problems.miner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.emphatic.lab.Estimate;
import io.emphatic.lab.Mdp;
import io.emphatic.lab.Seeds;
import io.emphatic.lab.Threads;
import io.emphatic.lab.problems.miner.MinerMap.Block;
import io.emphatic.lab.simulation.Experience;
import io.emphatic.lab.theory.Theory;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The simulator against the exact theory. Statistical statements hold for the seeds given, within four standard errors.
 */
class MinerSimulationTest {
    private static final Mdp MDP = new Miner().mdp();

    @ParameterizedTest
    @EnumSource
    void theMinerIsInEachBlockAsOftenAsTheStationaryDistributionSays(Block block) {
        assertFrequency(s -> MDP.features()[s][block.ordinal()] == 1);
    }

    @Test
    void theMinerIsEntrappedAsOftenAsTheStationaryDistributionSays() {
        assertFrequency(s -> MDP.questions().get(0).discount()[s] == 0);
    }

    /** The frequency over 400 batches of 2,000 steps, whose means are all but independent. */
    private static void assertFrequency(IntPredicate event) {
        double[] stationary = Theory.of(MDP).get(0).stationary();
        double exact = 0;
        for (int s = 0; s < stationary.length; s++) {
            exact += event.test(s) ? stationary[s] : 0;
        }
        Experience experience = new Experience(MDP, Seeds.generator(40));
        double[] batches = new double[400];
        for (int batch = 0; batch < batches.length; batch++) {
            for (int step = 0; step < 2_000; step++) {
                experience.step();
                batches[batch] += event.test(experience.state()) ? 1.0 / 2_000 : 0;
            }
        }
        Estimate estimate = Estimate.of(batches);
        assertThat(estimate.mean()).isCloseTo(exact, within(4 * estimate.stderr()));
        assertThat(estimate.stderr()).as("a test with power").isLessThan(0.02 * exact);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void simulatingAPolicyGivesItsExactValue(int question) {
        assertMonteCarlo(MDP, question);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void soItDoesOnAnotherMap(int question) {
        assertMonteCarlo(new Miner(MinerMap.parse("G D A\nB D S\n")).mdp(), question);
    }

    private static void assertMonteCarlo(Mdp mdp, int question) {
        double exact = Theory.of(mdp).get(question).value()[0];
        try (Threads threads = new Threads(2)) {
            Estimate estimate = new MonteCarlo(mdp, mdp.questions().get(question), 0, MonteCarlo.MOST_STEPS)
                    .estimate(41, question, threads);
            assertThat(estimate.mean()).isCloseTo(exact, within(4 * estimate.stderr()));
            assertThat(estimate.stderr()).isLessThan(0.01 * exact).isPositive();
        }
    }

    /** The cautious policy gets from S to this gold once in millions of episodes: its exact value is 2.45e-7. */
    private static final Mdp RARE = new Miner(MinerMap.parse("G A A A A A A A A A S D\n")).mdp();

    @Test
    void aValueThatIsRareAndNotZeroIsNotSaidToBeZero() {
        double exact = Theory.of(RARE).get(2).value()[0];
        assertThat(exact).isCloseTo(2.45e-7, within(1e-9));
        try (Threads threads = new Threads(2)) {
            Estimate estimate =
                    new MonteCarlo(RARE, RARE.questions().get(2), 0, MonteCarlo.MOST_STEPS).estimate(1, 3, threads);
            assertThat(estimate.mean()).isPositive().isCloseTo(exact, within(4 * estimate.stderr()));
            assertThat(MonteCarlo.isEnough(estimate)).isFalse();
        }
    }

    @Test
    void theErrorIsNotKnownWhereNoGoldWasSeen() {
        try (Threads threads = new Threads(2)) {
            Estimate estimate = new MonteCarlo(RARE, RARE.questions().get(2), 0, 1).estimate(1, 3, threads);
            assertThat(estimate).isEqualTo(new Estimate(0, Double.NaN));
            assertThat(MonteCarlo.isEnough(estimate)).isFalse();
        }
    }

    @Test
    void theNumberOfThreadsDoesNotMatter() {
        MonteCarlo simulation = new MonteCarlo(MDP, MDP.questions().get(0), 0, MonteCarlo.MOST_STEPS);
        try (Threads one = new Threads(1);
                Threads three = new Threads(3)) {
            assertThat(simulation.estimate(42, 0, one)).isEqualTo(simulation.estimate(42, 0, three));
        }
    }
}
