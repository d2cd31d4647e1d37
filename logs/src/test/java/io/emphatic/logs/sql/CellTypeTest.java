package io.emphatic.logs.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CellTypeTest {
    private static int length(CellType type, String text) {
        return type.after(text.getBytes(StandardCharsets.ISO_8859_1), 0, text.length());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7, 8, 9, 15, 16, 17, 18})
    void aNumberEndsBeforeTheFirstByteThatIsNoDigit(int digits) {
        for (int other = 0; other < 256; other++) {
            if (other < '0' || other > '9') {
                String number = "123456789012345678".substring(0, digits);
                assertThat(length(CellType.BIGINT, number + (char) other + "99999999"))
                        .as("%d digits, then byte %d", digits, other)
                        .isEqualTo(digits);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 8, 9, 12, 16, 18})
    void aNumberMayEndWithTheText(int digits) {
        String number = "123456789012345678".substring(0, digits);
        assertThat(length(CellType.BIGINT, number)).isEqualTo(digits);
        assertThat(length(CellType.BIGINT, "-" + number)).isEqualTo(digits + 1);
        assertThat(length(CellType.DOUBLE, "-0." + number)).isEqualTo(digits + 3);
        assertThat(length(CellType.DOUBLE, "0." + number + "e-12")).isEqualTo(digits + 6);
    }

    @Test
    void whatMightBeReadDifferentlyIsNoNumber() {
        assertThat(length(CellType.BIGINT, "1234567890123456789")).isZero();
        assertThat(length(CellType.BIGINT, "007")).isZero();
        assertThat(length(CellType.BIGINT, "-")).isZero();
        assertThat(length(CellType.DOUBLE, ".5")).isZero();
        assertThat(length(CellType.DOUBLE, "1.")).isEqualTo(1);
    }
}
