package io.emphatic.lab.problems.miner;

import static org.assertj.core.api.Assertions.assertThat;

import io.emphatic.lab.Estimate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QuantityTest {
    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "0.31160764, 0.312",
        "-0.5, −0.500",
        "0.001, 0.001",
        "0.000999, 9.99·10⁻⁴",
        "2.4546e-7, 2.45·10⁻⁷",
        "-4.9e-324, −4.94·10⁻³²⁴",
        "999.9, 999.900",
        "9996, 1.00·10⁴",
        "6.5123e11, 6.51·10¹¹",
        "NaN, –",
        "Infinity, ∞",
        "-Infinity, −∞"
    })
    void aNumberHasThreeDecimalsOrThreeSignificantDigits(double value, String text) {
        assertThat(Quantity.text(value)).isEqualTo(text);
    }

    @Test
    void anErrorThatIsNotKnownIsNotShown() {
        assertThat(Quantity.text(new Estimate(1, 0.25))).isEqualTo("1.000 ± 0.500");
        assertThat(Quantity.text(new Estimate(0, Double.NaN))).isEqualTo("0");
    }

    @ParameterizedTest
    @CsvSource({
        "0.001, 0.001",
        "0.5, 0.5",
        "100, 100",
        "0.0000123456789, 0.0000123456789",
        "1e300, 1·10³⁰⁰",
        "2.5e-9, 2.5·10⁻⁹"
    })
    void aParameterHasAllItsDigits(double value, String text) {
        assertThat(Quantity.exact(value)).isEqualTo(text);
    }

    @Test
    void oneIsSingular() {
        assertThat(Quantity.count(1, "run")).isEqualTo("1 run");
        assertThat(Quantity.count(3_000, "entrapment")).isEqualTo("3,000 entrapments");
    }
}
