package io.emphatic.documents.figure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.emphatic.documents.figure.Scale.Tick;
import java.util.List;
import org.junit.jupiter.api.Test;

class ScaleTest {
    private static List<String> labels(Scale scale, int about) {
        return scale.ticks(about).stream().map(Tick::label).toList();
    }

    @Test
    void linearTicksAreRoundNumbersWithoutRoundingErrors() {
        assertThat(labels(Scale.linear(0, 20_000, 0, 1), 5))
                .containsExactly("0", "5,000", "10,000", "15,000", "20,000");
        assertThat(labels(Scale.linear(0.09, 0.19, 0, 1), 6)).containsExactly("0.1", "0.12", "0.14", "0.16", "0.18");
        assertThat(labels(Scale.linear(-1, 0.5, 0, 1), 6))
                .containsExactly("−1", "−0.75", "−0.5", "−0.25", "0", "0.25", "0.5");
        assertThat(labels(Scale.linear(0, 3e-7, 0, 1), 3)).containsExactly("0", "10⁻⁷", "2·10⁻⁷", "3·10⁻⁷");
        assertThat(labels(Scale.linear(-2.5e9, 0, 0, 1), 2)).containsExactly("−2·10⁹", "0");
    }

    @Test
    void aLinearScaleOfASingleNumberIsWidened() {
        assertThat(labels(Scale.linear(0, 0, 0, 1), 2)).containsExactly("0", "0.5", "1");
        assertThat(labels(Scale.linear(-4, -4, 0, 1), 2)).containsExactly("−4", "−2", "0");
        assertThat(Scale.linear(3, 3, 0, 10).at(3)).isZero();
    }

    @Test
    void logarithmicTicksArePowersOfTenAndBetweenThemWhereThereAreFew() {
        assertThat(labels(Scale.logarithmic(0.08, 0.7, 0, 1), 8)).containsExactly("0.1", "0.2", "0.3", "0.5");
        assertThat(labels(Scale.logarithmic(100, 1e4, 0, 1), 6))
                .containsExactly("100", "200", "500", "1,000", "2,000", "5,000", "10,000");
        assertThat(labels(Scale.logarithmic(2.2, 2.9, 0, 1), 4)).containsExactly("2.2", "2.4", "2.6", "2.8");
        assertThat(labels(Scale.logarithmic(1, 1e4, 0, 1), 6)).containsExactly("1", "10", "100", "1,000", "10,000");
        assertThat(labels(Scale.logarithmic(1e-6, 1e12, 0, 1), 6))
                .containsExactly("10⁻⁶", "0.001", "1", "1,000", "10⁶", "10⁹", "10¹²");
    }

    @Test
    void binaryTicksArePowersOfTwoInEqualSteps() {
        assertThat(labels(Scale.binary(Math.scalb(1, -18), 1, 0, 1), 4)).containsExactly("2⁻¹⁸", "2⁻¹²", "2⁻⁶", "2⁰");
        assertThat(labels(Scale.binary(0.4, 4.5, 0, 1), 4)).containsExactly("2⁻¹", "2⁰", "2¹", "2²");
    }

    @Test
    void numbersLieInProportionToDifferencesOrToRatios() {
        assertThat(Scale.linear(10, 20, 100, 0).at(12.5)).isEqualTo(75, within(1e-12));
        assertThat(Scale.logarithmic(1, 100, 0, 50).at(10)).isEqualTo(25, within(1e-12));
        assertThat(Scale.binary(1, 16, 0, 4).at(8)).isEqualTo(3, within(1e-12));
    }

    @Test
    void whatLiesBeyondIsKeptWithinTheEndsOrNearThem() {
        Scale scale = Scale.linear(0, 1, 0, 10);
        assertThat(scale.within(5)).isEqualTo(10);
        assertThat(scale.at(1e300)).isEqualTo(200);
        assertThat(Scale.logarithmic(1, 10, 0, 10).at(0)).isEqualTo(-200);
    }
}
