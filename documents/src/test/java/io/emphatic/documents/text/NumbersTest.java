package io.emphatic.documents.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.RoundingMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NumbersTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0|0",
                "-0.0|0",
                "0.25|0.25",
                "-12.345|−12.3",
                "123456|123456",
                "999999|999999",
                "0.001|0.001",
                "0.000999|9.99·10⁻⁴",
                "1000000|1·10⁶",
                "-9.694e9|−9.69·10⁹",
                "NaN|–",
                "Infinity|∞",
                "-Infinity|−∞"
            })
    void threeSignificantDigitsWithoutZerosAtTheEnd(double value, String text) {
        assertThat(Numbers.significant(value)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "2868.3|12|2,868",
                "2868.3|40|2,870",
                "2868.3|412|2,900",
                "0.24446|0.0256|0.244",
                "0.2368|0.04|0.24",
                "4.4|0.5|4.4",
                "4|0.15|4.00",
                "-0.001|0.5|0",
                "-12.34|1|−12.3",
                "0.25|1e-17|0.250000",
                "1.234e-9|3e-11|1.23·10⁻⁹",
                "2.5e12|1e10|2.5·10¹²",
                "0.25|0|0.25",
                "3.14159|NaN|3.14",
                "NaN|1|–"
            })
    void anErrorSaysHowManyDigitsAreShown(double value, double error, String text) {
        assertThat(Numbers.rounded(value, error)).isEqualTo(text);
    }

    @Test
    void anEndOfAnIntervalIsRoundedOutwards() {
        assertThat(Numbers.rounded(-1.999, 0.4, RoundingMode.FLOOR)).isEqualTo("−2.0");
        assertThat(Numbers.rounded(1.901, 0.4, RoundingMode.CEILING)).isEqualTo("2.0");
    }

    @Test
    void largeCountsHaveCommasUpToAMillion() {
        assertThat(Numbers.largeCount(504_000)).isEqualTo("504,000");
        assertThat(Numbers.largeCount(779_446.4)).isEqualTo("779,446");
        assertThat(Numbers.largeCount(9.694e9)).isEqualTo("9.69·10⁹");
    }

    @Test
    void asManySignificantDigitsAsAreAskedFor() {
        assertThat(Numbers.significant(Math.PI, 5)).isEqualTo("3.1416");
        assertThat(Numbers.significant(1741.249, 5)).isEqualTo("1741.2");
        assertThat(Numbers.significant(2.71449e-4, 4)).isEqualTo("2.714·10⁻⁴");
        assertThat(Numbers.significant(100, 5)).isEqualTo("100");
    }

    @Test
    void aBoundIsRoundedDownSoThatItHolds() {
        assertThat(Numbers.bound(1.06499)).isEqualTo("1.064");
        assertThat(Numbers.bound(-1.06411)).isEqualTo("−1.065");
        assertThat(Numbers.bound(Double.POSITIVE_INFINITY)).isEqualTo("∞");
    }

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
    void aNumberInAColumnHasThreeDecimalsOrThreeSignificantDigits(double value, String text) {
        assertThat(Numbers.decimals(value, 3)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "0.001, 0.001",
        "-0.5, −0.5",
        "100, 100",
        "0.0000123456789, 0.0000123456789",
        "1e300, 1·10³⁰⁰",
        "2.5e-9, 2.5·10⁻⁹",
        "Infinity, ∞"
    })
    void aParameterHasAllItsDigits(double value, String text) {
        assertThat(Numbers.exact(value)).isEqualTo(text);
    }

    @Test
    void fixedAndGroupedNumbersHaveTheirDecimalsWhateverTheirSize() {
        assertThat(Numbers.fixed(1234.567, 1)).isEqualTo("1234.6");
        assertThat(Numbers.fixed(-0.00001, 4)).isEqualTo("−0.0000");
        assertThat(Numbers.fixed(Double.NaN, 1)).isEqualTo("–");
        assertThat(Numbers.grouped(1180.96, 1)).isEqualTo("1,181.0");
        assertThat(Numbers.grouped(Double.NEGATIVE_INFINITY, 1)).isEqualTo("−∞");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"0.25|0.25", "20000|20,000", "-1000|−1,000", "-0.00001|0", "100|100", "1.5|1.5"})
    void aTickIsAsShortAsItCanBe(double value, String text) {
        assertThat(Numbers.plain(value)).isEqualTo(text);
    }

    @Test
    void powersHaveSuperscripts() {
        assertThat(Numbers.power(2, -18)).isEqualTo("2⁻¹⁸");
        assertThat(Numbers.parameter(0x1p-16)).isEqualTo("2⁻¹⁶");
        assertThat(Numbers.parameter(0.25)).isEqualTo("0.25");
        assertThat(Numbers.parameter(0.3)).isEqualTo("0.3");
        assertThat(Numbers.parameter(0)).isEqualTo("0");
        assertThat(Numbers.power(10, 0)).isEqualTo("10⁰");
    }

    @Test
    void countsHaveCommasAndOneIsSingular() {
        assertThat(Numbers.count(1_234_567)).isEqualTo("1,234,567");
        assertThat(Numbers.count(1, "run")).isEqualTo("1 run");
        assertThat(Numbers.count(3_000, "entrapment")).isEqualTo("3,000 entrapments");
    }

    @Test
    void durationsChooseTheirUnit() {
        assertThat(Numbers.duration(4.23)).isEqualTo("4.2 s");
        assertThat(Numbers.duration(35.4)).isEqualTo("35 s");
        assertThat(Numbers.duration(90)).isEqualTo("1.5 min");
        assertThat(Numbers.duration(5400)).isEqualTo("1.5 h");
    }
}
