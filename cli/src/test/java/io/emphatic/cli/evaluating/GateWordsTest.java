package io.emphatic.cli.evaluating;

import static org.assertj.core.api.Assertions.assertThat;

import io.emphatic.evaluation.log.GateQuestion;
import io.emphatic.evaluation.result.GateResult;
import io.emphatic.evaluation.result.GateResult.Decision;
import io.emphatic.evaluation.result.GateResult.NextLog;
import io.emphatic.evaluation.result.GateResult.TestedMixture;
import io.emphatic.evaluation.result.Trust;
import java.util.List;
import org.junit.jupiter.api.Test;

class GateWordsTest {
    private static final TestedMixture SIXTEENTH = new TestedMixture(1.0 / 16, 0.3, -0.1, "trust", false);

    /** Of a policy that earns a difference more than 100. */
    private static GateWords words(
            Decision decision, double difference, Double low, Double gammaStar, List<TestedMixture> tested) {
        GateQuestion asked = new GateQuestion("new", GateQuestion.BEHAVIOUR, 0, 0.95);
        Double high = low == null ? null : 2 * difference - low;
        List<NextLog> next = decision == Decision.PASS
                ? List.of()
                : GateQuestion.LOGGED_SHARES.stream()
                        .map(share -> new NextLog(share, 5000.0))
                        .toList();
        GateResult gate =
                new GateResult(decision, asked, difference, low, high, Trust.TRUST, List.of(), gammaStar, tested, next);
        return new GateWords(gate, asked, "the log", List.of(), 100.0);
    }

    private static String text(GateWords words) {
        return String.join("\n", words.lines(true)) + "\n" + words.markdown(null, "", "");
    }

    @Test
    void ofAPassNobodySaysThatItIsNotShown() {
        String unknown = text(words(Decision.PASS, 5, 2.0, null, List.of(SIXTEENTH)));
        assertThat(unknown)
                .contains("How wrong the recorded probabilities may be is not known.")
                .contains("All of new passed, though 1/16 of it, mixed with what ran, is not shown to earn more.")
                .contains("| certified share | all |")
                .contains("| value | 105.0 against 100.0 |")
                .doesNotContain("Not even");
        assertThat(text(words(Decision.PASS, 5, 2.0, 1.189, List.of(SIXTEENTH))))
                .contains("It stands if the recorded probabilities are off by up to 18 %.");
        assertThat(text(words(Decision.PASS, 5, 2.0, 1.002, List.of())))
                .contains("It stands only if the recorded probabilities are off by less than 1 %.");
    }

    @Test
    void whatIsNotBelievedIsNotSoldAsRightProbabilities() {
        assertThat(text(words(Decision.NOT_TO_BE_BELIEVED, 5, 2.0, null, List.of(SIXTEENTH))))
                .contains("Not even 1/16 of new")
                .doesNotContain("recorded probabilities");
    }

    @Test
    void withoutAnIntervalItIsNotSaidWhatRightProbabilitiesWouldShow() {
        assertThat(text(words(Decision.NOT_SHOWN, 5, null, null, List.of())))
                .contains("How wrong the recorded probabilities may be is not known.")
                .doesNotContain("How far", "certified");
        assertThat(text(words(Decision.NOT_SHOWN, 5, -1.0, null, List.of())))
                .contains("It is not shown even if the recorded probabilities are right.");
    }

    @Test
    void smallAmountsHaveDigits() {
        assertThat(words(Decision.NOT_SHOWN, -0.012, -0.061, null, List.of()).answer())
                .isEqualTo("new earns 0.012 % less than what ran, or from 0.061 % less to 0.037 % more (95 %)");
        assertThat(words(Decision.PASS, 12.34, 1.26, 1.5, List.of()).answer())
                .isEqualTo("new earns 12.3 % more than what ran, at least 1.3 % (95 %)");
    }

    /** Of a policy that is compared with one that earns nothing, so that there are no percents. */
    @Test
    void amountsAreRoundedToTheirErrorAndGrouped() {
        GateWords some = words(Decision.PASS, 9906.4, 8812.66, 1.5, List.of());
        assertThat(new GateWords(some.gate(), some.asked(), "the log", List.of(), 0.0).answer())
                .isEqualTo("new earns 9,900 more than what ran, at least 8,800 (95 %)");
    }

    @Test
    void aPageBeginsWithAtMostSixLinesAndCareOfAPassIsOfHowMuch() {
        GateWords some = words(Decision.PASS, 5, 2.0, 1.189, List.of(SIXTEENTH));
        assertThat(some.card(""))
                .startsWith(some.lines(true).get(0) + ".", "Verdict: trust.")
                .hasSize(4);
        GateResult trusted = some.gate();
        GateResult gate = new GateResult(
                Decision.PASS, some.asked(), 5.0, 2.0, 8.0, Trust.CARE, List.of(), 1.189, trusted.tested(), List.of());
        assertThat(new GateWords(gate, some.asked(), "the log", List.of("a reason"), 100.0)
                        .card("Care: not to decide."))
                .contains("Care: that it earns more is shown; by how much is less sure.")
                .doesNotContain("Care: not to decide.")
                .noneMatch(line -> line.contains("the log") || line.contains("a reason"));
    }

    @Test
    void moreEpisodesDecideWhatTheEstimateSays() {
        assertThat(text(words(Decision.NOT_SHOWN, 5, -1.0, null, List.of())))
                .contains(
                        "What to log next: episodes until this is decided, if new", "\nEpisodes until this is decided");
        assertThat(text(words(Decision.NOT_SHOWN, -5, -9.0, null, List.of())))
                .as("settled")
                .doesNotContain("pisodes until");
        assertThat(text(words(Decision.NOT_SHOWN, -5, -15.0, null, List.of())))
                .contains("episodes until it is shown not to be better, if new")
                .contains("\nEpisodes until it is shown not to be better");
    }
}
