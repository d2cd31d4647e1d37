package io.emphatic.logs.tuning;

import static org.assertj.core.api.Assertions.assertThat;

import io.emphatic.experience.Features;
import io.emphatic.experience.Transition;
import io.emphatic.logs.tuning.Scoreboard.EpisodeLikeness;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class EpisodeLikenessTest {
    private static final int LOGS = 200;
    private static final int EPISODES = 600;

    private final Transition step = new Transition();

    /** Of two steps; users have so many neighbouring episodes each, and a level of their own. */
    private boolean isSeen(int episodesOfAUser, double offset, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        EpisodeLikeness likeness = new EpisodeLikeness();
        double level = 0;
        for (int j = 0; j < EPISODES; j++) {
            level = j % episodesOfAUser == 0 ? random.nextDouble(-1, 1) : level;
            step.start(Features.binary(1, 0), 0, 1);
            for (int t = 0; t < 2; t++) {
                step.action(random.nextBoolean() ? 0.9 : 0.1, 0.5);
                step.arrive(0, t == 0 ? Features.binary(1, 0) : Features.none(1), t == 0 ? 1 : 0, 0, 0);
                likeness.add(step, offset + level + random.nextDouble(-1, 1));
            }
        }
        return likeness.isSeen();
    }

    @Test
    void episodesOfOneUserAreAlike() {
        assertThat(IntStream.range(0, LOGS).filter(seed -> isSeen(10, 0, seed)).count())
                .isGreaterThanOrEqualTo(LOGS * 95 / 100);
    }

    @Test
    void independentOnesAreNotWhateverTheirMean() {
        for (double offset : new double[] {0, 0.5, -3}) {
            assertThat(IntStream.range(0, LOGS)
                            .filter(seed -> isSeen(1, offset, seed))
                            .count())
                    .as("with a mean of %s", offset)
                    .isLessThanOrEqualTo(1);
        }
    }

    @Test
    void fewEpisodesSayNothing() {
        EpisodeLikeness likeness = new EpisodeLikeness();
        for (int j = 0; j < 20; j++) {
            step.start(Features.binary(1, 0), 0, 1);
            step.action(1, 1);
            step.arrive(0, Features.none(1), 0, 0, 0);
            likeness.add(step, j < 10 ? 1 : -1);
        }
        assertThat(likeness.isSeen()).isFalse();
    }
}
