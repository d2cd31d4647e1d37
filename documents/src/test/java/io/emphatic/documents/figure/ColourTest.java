package io.emphatic.documents.figure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ColourTest {
    /** Relative luminance, roughly. */
    private static double lightness(Colour colour) {
        return 0.2126 * (colour.rgb() >> 16) + 0.7152 * (colour.rgb() >> 8 & 255) + 0.0722 * (colour.rgb() & 255);
    }

    @Test
    void twentyFiveSeriesHaveAColourEachAndTheNextBeginsAgain() {
        assertThat(IntStream.range(0, 25).mapToObj(Colour::series).distinct()).hasSize(25);
        assertThat(Colour.series(25)).isEqualTo(Colour.series(0));
    }

    @Test
    void shadesGrowLighterSoThatTheirOrderIsSeenWithoutColour() {
        double[] shades = DoubleStream.iterate(0, part -> part <= 1, part -> part + 0.1)
                .map(part -> lightness(Colour.shade(part)))
                .toArray();
        assertThat(shades).isSorted();
        assertThat(Colour.shade(-1)).isEqualTo(Colour.shade(0));
        assertThat(Colour.shade(2)).isEqualTo(Colour.shade(1));
    }
}
