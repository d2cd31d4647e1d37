package io.emphatic.evaluation.internal.values;

import static org.assertj.core.api.Assertions.assertThat;

import io.emphatic.evaluation.internal.episodes.EpisodeBlock;
import io.emphatic.evaluation.internal.episodes.EpisodeReader;
import io.emphatic.evaluation.log.Declarations;
import io.emphatic.evaluation.log.EvaluationSettings;
import io.emphatic.evaluation.log.EvaluationTarget;
import io.emphatic.evaluation.log.LoggedRow;
import io.emphatic.experience.Features;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whether a combination of features is 1 in every row. */
class FeatureSumsTest {
    private static boolean hasUnit(double[]... rows) {
        EvaluationSettings settings = new EvaluationSettings(
                List.of(new EvaluationTarget("target", false)),
                rows[0].length,
                0,
                0.0,
                null,
                false,
                Declarations.NONE,
                null);
        EpisodeBlock block = new EpisodeBlock(settings);
        EpisodeReader reader = new EpisodeReader(settings);
        reader.restart(0);
        for (int t = 0; t < rows.length; t++) {
            reader.read(
                    new LoggedRow(settings)
                            .ratio(0, 1)
                            .reward(1)
                            .discount(0.9)
                            .features(Features.dense(rows[t]))
                            .first(t == 0)
                            .starts(t == 0)
                            .terminated(t == rows.length - 1),
                    block);
        }
        FeatureSums sums = new FeatureSums(rows[0].length);
        sums.add(block);
        return sums.hasUnit();
    }

    /** (1, 1) fits the first row's u = (1, 0) by chance; with (0, 1) no u is left. */
    @Test
    void aRowThatFitsByChanceIsNotForgotten() {
        assertThat(hasUnit(new double[] {1, 0}, new double[] {1, 1}, new double[] {0, 1}))
                .isFalse();
    }

    /** u = (1, 0, 1): a change for the last row must leave the second one, which fitted by chance, as it is. */
    @Test
    void aRowThatFitsByChanceStillFitsWhenUChanges() {
        assertThat(hasUnit(new double[] {1, 0, 0}, new double[] {1, 1, 0}, new double[] {0, 1, 1}))
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void featuresThatAddUpToOneAreFoundAndOneRowThatDoesNotIsEnough(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        double[][] rows = new double[60][];
        for (int t = 0; t < rows.length; t++) {
            double x = random.nextDouble();
            double y = random.nextInt(3);
            rows[t] = new double[] {x, 0.5 * (1 - x), y, 2 * y + 0.1 * x};
        }
        assertThat(hasUnit(rows)).isTrue(); // u = (1, 2, 0, 0)
        double[][] other = Arrays.copyOf(rows, rows.length + 1);
        other[rows.length] = new double[] {0, 0, 1, 2};
        assertThat(hasUnit(other)).isFalse();
    }

    @Test
    void aBiasIsFoundBesideColumnsOfAnySize() {
        assertThat(hasUnit(new double[] {1, 1e7, 1e-9}, new double[] {1, 2e7, 3e-9}, new double[] {1, 3e7, 2e-9}))
                .isTrue();
        assertThat(hasUnit(new double[] {0, 1e7}, new double[] {0, 2e7})).isFalse();
    }

    /** Rows of a bias and one-hot features never span all dimensions. */
    @Test
    void aRowThatOnlyTheProbeCanTellIsNoticed() {
        double[][] rows = new double[40][];
        for (int t = 0; t < rows.length; t++) {
            rows[t] = new double[6];
            rows[t][0] = 1;
            rows[t][1 + t % 5] = 1;
        }
        assertThat(hasUnit(rows)).isTrue();
        double[][] other = Arrays.copyOf(rows, rows.length + 1);
        other[rows.length] = new double[] {0, 1, 0, 0, 0, 0}; // u = (0, 1, 1, 1, 1, 1) still fits
        assertThat(hasUnit(other)).isTrue();
        double[][] none = Arrays.copyOf(other, other.length + 1);
        none[other.length] = new double[] {0, 1, 1, 0, 0, 0};
        assertThat(hasUnit(none)).isFalse();
    }
}
