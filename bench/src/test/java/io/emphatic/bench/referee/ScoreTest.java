package io.emphatic.bench.referee;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.emphatic.evaluation.result.Trust;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ScoreTest {
    private static final double NONE = Double.NaN;

    /** The truth is 0 and the spread 1: an error up to 0.2 is good. */
    private static Trial trial(Trust verdict, double share, double value, double halfWidth) {
        double low = value - halfWidth;
        double high = value + halfWidth;
        return new Trial("kind", 0, 0, 50, 0, 1, verdict, "dr", value, low, high, 2 * value, share, List.of());
    }

    private static final List<Trial> TRIALS = List.of(
            trial(Trust.TRUST, 0.9, 0.1, 0.3),
            trial(Trust.TRUST, 0.05, 0.1, NONE),
            trial(Trust.TRUST, 0.5, 0.5, 0.6),
            trial(Trust.CARE, 0.8, 0.1, 0.05),
            trial(Trust.CARE, 0.8, 0.1, NONE),
            trial(Trust.DO_NOT_TRUST, 0.01, 0.1, 0.3),
            trial(Trust.DO_NOT_TRUST, 0.6, 2, 0.3));

    @Test
    void everyErrorIsConditionalAndOnlyTrustNeedsAnInterval() {
        Score score = Score.of(TRIALS);
        assertThat(score.trusted()).isCloseTo(3 / 7.0, within(1e-15));
        assertThat(score.missedIfTrusted()).isCloseTo(1 / 3.0, within(1e-15));
        assertThat(score.missedIfCare()).isEqualTo(1);
        assertThat(score.missedIfRefused()).isEqualTo(0.5);
        assertThat(score.refusedIfGood()).isEqualTo(1 / 5.0);
        assertThat(score.wisError()).isCloseTo(2 * score.error(), within(1e-12));
        assertThat(score.error()).isCloseTo(Math.sqrt((5 * 0.01 + 0.25 + 4) / 7), within(1e-12));
    }

    @Test
    void theRuleOfTheEffectiveSampleSizeHasTheSameIntervals() {
        Score score = Score.of(TRIALS);
        assertThat(score.ruleTrusted()).isCloseTo(5 / 7.0, within(1e-15));
        assertThat(score.missedIfRule()).isCloseTo(3 / 5.0, within(1e-15));
    }

    @Test
    void anEstimateIsGoodUpToTheErrorOfTwentyFiveEpisodesWhateverItsInterval() {
        assertThat(trial(Trust.CARE, 1, 0.2, 0.3).isGood()).isTrue();
        assertThat(trial(Trust.CARE, 1, 0.21, 0.3).isGood()).isFalse();
        assertThat(trial(Trust.CARE, 1, 0.2, 0.19).isGood()).isTrue();
        assertThat(trial(Trust.CARE, 1, NONE, NONE).isGood()).isFalse();
    }

    @Test
    void aFamilyHasOneLineOfSharesAndAnEmptyCellWhereThereIsNothingToShare() {
        Family family = new Family("some", false, true, true, List.of());
        String csv = new RefereeReport(Map.of(family, TRIALS.subList(0, 2))).csv();
        assertThat(csv.lines()).hasSize(2).last().isEqualTo("some,held out,true,true,2,1,0.5,,,0,1,0.5,0.5,0,0.1,0.2");
    }
}
