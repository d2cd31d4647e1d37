package io.emphatic.evaluation;

import static org.assertj.core.api.Assertions.assertThat;

import io.emphatic.experience.Features;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Rows are left out only where every sum has something larger. */
class NoticedRowsTest {
    private static final int ROWS = 600;
    private static final EvaluationSettings SETTINGS =
            new EvaluationSettings(List.of(new EvaluationTarget("target", false)), 2, 0, 0.0, null, false);

    /** A life of many rows with γ = 0.8 and ratios of 1, so that ρF = 0.8ᵗ. */
    private static NoticedRows look(double constantReward, double constantFeature) {
        EpisodeBlock block = new EpisodeBlock(SETTINGS, EpisodeReader.MOST_SLOTS);
        EpisodeReader reader = new EpisodeReader(SETTINGS);
        reader.restart(0);
        SplittableRandom random = new SplittableRandom(1);
        double[][] emphases = new double[ROWS][1];
        for (int t = 0; t < ROWS; t++) {
            double feature = Double.isNaN(constantFeature) ? random.nextDouble(0.5, 1) : constantFeature;
            reader.read(
                    new LoggedRow(SETTINGS)
                            .ratio(0, 1)
                            .reward(constantReward)
                            .discount(0.8)
                            .features(Features.dense(1, feature))
                            .first(t == 0)
                            .starts(t == 0)
                            .terminated(t == ROWS - 1),
                    block);
            emphases[t][0] = Math.pow(0.8, t);
        }
        block.complete();
        NoticedRows noticed = new NoticedRows(new double[] {0, 0.5, 0.9}, 1, block.capacity + 1);
        noticed.look(block, emphases);
        return noticed;
    }

    @Test
    void rowsBelowTheRoundingOfAllSumsAreNotNoticed() {
        NoticedRows noticed = look(1, Double.NaN);
        // 0.8²⁰⁰ = 4·10⁻²⁰ is still noticed, 2⁻⁷⁰ of the second row is 7·10⁻²² at most
        assertThat(noticed.any(200)).isTrue();
        assertThat(noticed.of(200)).containsOnly(true);
        assertThat(noticed.any(ROWS / 2)).isFalse();
        assertThat(noticed.of(ROWS / 2)).containsOnly(false);
    }

    @Test
    void everyRowIsNoticedWhereAFeatureOrTheRewardHasBeenZero() {
        for (NoticedRows noticed : List.of(look(1, 0), look(0, Double.NaN))) {
            assertThat(IntStream.range(0, ROWS)).allMatch(noticed::any);
        }
    }
}
