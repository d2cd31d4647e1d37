package io.emphatic.documents.figure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.emphatic.documents.figure.SensitivityPanels.AlgorithmPanel;
import io.emphatic.documents.figure.SensitivityPanels.SettingLine;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What is written above the panels. */
class SensitivityPanelsTest {
    private static String svg(String note, double last) {
        SettingLine line = new SettingLine("0.9", 0.9, new double[] {0.25, 0.5}, new double[] {-2, last});
        AlgorithmPanel panel = new AlgorithmPanel("wis-etd", note, List.of(line), null);
        return new SensitivityPanels("score", -3, 0, "always 0", "λ", "went away", "step size α", List.of(panel))
                .figure("a figure")
                .inline();
    }

    private static double heightOf(String text, String svg) {
        Matcher found = Pattern.compile("<text[^>]* y=\"([0-9.]+)\"[^>]*>" + Pattern.quote(text) + "<")
                .matcher(svg);
        assertThat(found.find()).as(svg).isTrue();
        return Double.parseDouble(found.group(1));
    }

    @Test
    void aNoteHasALineForItselfBelowTheName() {
        String wide = svg("usage_decay 0.001, state_and_site", -1);
        assertThat(heightOf("usage_decay 0.001, state_and_site", wide)).isGreaterThan(heightOf("wis-etd", wide) + 11);
    }

    @Test
    void aNoteThatIsWiderThanAPanelIsShortened() {
        assertThat(svg("eta 1, ".repeat(20), -1)).contains("…<").doesNotContain("eta 1, ".repeat(10));
    }

    @Test
    void thereIsAStripForSettingsThatDivergedOnlyIfSomeDid() {
        assertThat(svg("state", -1)).doesNotContain("diverged").doesNotContain("went away");
        assertThat(svg("state", Double.NaN)).contains(">diverged<").contains(">went away<");
    }

    @Test
    void anAxisThatBeginsAboveZeroIsLogarithmicAndShowsWhatIsBelowItAtItsEnd() {
        SettingLine line = new SettingLine("0.9", 0.9, new double[] {0.25, 0.5}, new double[] {1e-17, 0.5});
        AlgorithmPanel panel = new AlgorithmPanel("td", "", List.of(line), new double[] {0.25, 1e-17});
        String svg = new SensitivityPanels("error", 0.01, 1, "untaught", "λ", "went away", "α", List.of(panel))
                .figure("a figure")
                .inline();
        double lower = heightOf("0.01", svg) - heightOf("0.1", svg);
        assertThat(lower).isPositive().isCloseTo(heightOf("0.1", svg) - heightOf("1", svg), within(0.2));
        assertThat(Pattern.compile(" (?:cy|y1|y2)=\"([0-9.]+)\"").matcher(svg).results())
                .isNotEmpty()
                .allSatisfy(at -> assertThat(Double.parseDouble(at.group(1))).isLessThan(300));
    }
}
