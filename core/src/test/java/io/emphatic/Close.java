package io.emphatic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;

/** Vectors that must agree up to rounding. */
public final class Close {
    private Close() {}

    /** Each component to within the tolerance, relative to the largest component. */
    public static void assertClose(double[] actual, double[] expected, double relative) {
        double scale = Math.max(
                Arrays.stream(expected).map(Math::abs).max().orElse(0),
                Arrays.stream(actual).map(Math::abs).max().orElse(0));
        assertThat(actual).hasSameSizeAs(expected);
        for (int j = 0; j < expected.length; j++) {
            assertThat(actual[j]).as("component %d", j).isCloseTo(expected[j], within(relative * scale));
        }
    }
}
