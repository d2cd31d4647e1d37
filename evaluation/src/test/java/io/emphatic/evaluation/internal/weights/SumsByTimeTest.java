package io.emphatic.evaluation.internal.weights;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import org.junit.jupiter.api.Test;

class SumsByTimeTest {
    private static final int EPISODES = 1_000_000;
    private static final double HARDLY = 1e-10; // percent; one after another, a million times 0.1 is 1.3e-9 off

    @Test
    void manyAlikeNumbersAreNotRoundedInTheSameDirectionAgainAndAgain() {
        SumsByTime sums = new SumsByTime(2);
        sums.growTo(2);
        for (int episode = 0; episode < EPISODES; episode++) {
            sums.add(0, new double[] {0.1, 0}, 1, new double[] {2, 0}, 0.25);
            sums.add(1, new double[] {0.3, 0}, 2, new double[] {3, 0}, 1);
            sums.endEpisode();
        }
        assertThat(sums.sum()[0][0]).isCloseTo(0.1 * EPISODES, withinPercentage(HARDLY));
        assertThat(sums.squares()[0][0]).isCloseTo(0.1 * 0.1 * EPISODES, withinPercentage(HARDLY));
        assertThat(sums.rewards()[1][0]).isCloseTo(0.6 * EPISODES, withinPercentage(HARDLY));
        assertThat(sums.ratioSquares()[0][0]).isCloseTo(EPISODES, withinPercentage(HARDLY));
        assertThat(sums.ratioSquares()[1][0]).isCloseTo(9.0 * EPISODES, withinPercentage(HARDLY));
        assertThat(sums.sum()[1]).hasSize(2).endsWith(0);
    }

    @Test
    void rowsFarIntoALongEpisodeAreAddedToo() {
        SumsByTime sums = new SumsByTime(1);
        sums.growTo(10_000);
        for (int episode = 0; episode < 3; episode++) {
            for (int t = 0; t < 10_000; t++) {
                sums.add(t, new double[] {2}, t, new double[] {1}, 1);
            }
            sums.endEpisode();
        }
        for (int t = 0; t < 10_000; t++) {
            assertThat(sums.sum()[t][0]).isEqualTo(6);
            assertThat(sums.squares()[t][0]).isEqualTo(12);
            assertThat(sums.rewards()[t][0]).isEqualTo(6.0 * t);
        }
    }
}
