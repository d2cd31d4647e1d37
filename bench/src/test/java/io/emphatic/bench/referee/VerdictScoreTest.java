package io.emphatic.bench.referee;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.emphatic.bench.referee.Trial.Guess;
import io.emphatic.evaluation.result.Trust;
import java.util.List;
import org.junit.jupiter.api.Test;

class VerdictScoreTest {
    /** The truth is 0 and the spread 1: an error up to 0.2 is within tolerance. */
    private static Trial trial(Trust verdict, double effectiveShare, double value, double halfWidth) {
        Guess guess = new Guess("wis", value, halfWidth / 2, value - halfWidth, value + halfWidth);
        return new Trial(0, 0, 100, 0, 1, verdict, "wis", effectiveShare, -1, 1, List.of(guess));
    }

    private static final List<Trial> TRIALS = List.of(
            trial(Trust.TRUST, 0.9, 0.1, 0.3),
            trial(Trust.TRUST, 0.05, 0.1, 0.3),
            trial(Trust.TRUST, 0.5, 0.5, 0.3),
            trial(Trust.CARE, 0.8, 0.1, 0.05),
            trial(Trust.DO_NOT_TRUST, 0.01, 0.1, 0.3),
            trial(Trust.DO_NOT_TRUST, 0.6, 2, 0.3));

    @Test
    void bothErrorsOfTheVerdictAreConditional() {
        VerdictScore score = VerdictScore.of(TRIALS);
        assertThat(score.trusted()).isEqualTo(0.5);
        assertThat(score.refused()).isCloseTo(2 / 6.0, within(1e-15));
        assertThat(score.missedIfTrusted()).isCloseTo(1 / 3.0, within(1e-15));
        assertThat(score.refusedIfGood()).isEqualTo(1 / 4.0);
    }

    @Test
    void theRuleOfTheEffectiveSampleSizeIsAskedAtTenPercentAndWhereItIsAsSure() {
        VerdictScore score = VerdictScore.of(TRIALS);
        assertThat(score.rule().trusted()).isCloseTo(4 / 6.0, within(1e-15));
        assertThat(score.rule().missedIfTrusted()).isCloseTo(3 / 4.0, within(1e-15));
        assertThat(score.rule().refusedIfGood()).isEqualTo(2 / 4.0);
        // It would trust 0.9, 0.8 and 0.6, of which two miss, and refuse 0.01 and 0.05, both good.
        assertThat(score.ruleAsTrusting()).isCloseTo(2 / 3.0, within(1e-15));
        assertThat(score.ruleAsRefusing()).isEqualTo(2 / 4.0);
    }

    @Test
    void anEstimateIsGoodUpToTheErrorOfTwentyFiveEpisodesWhateverItsInterval() {
        assertThat(trial(Trust.CARE, 1, 0.2, 0.3).isWithinTolerance()).isTrue();
        assertThat(trial(Trust.CARE, 1, 0.21, 0.3).isWithinTolerance()).isFalse();
        assertThat(trial(Trust.CARE, 1, 0.2, 0.19).isWithinTolerance()).isTrue();
        assertThat(trial(Trust.CARE, 1, 0.2, Double.NaN).isWithinTolerance()).isTrue();
    }

    @Test
    void anEstimateThatDoesNotExistIsAMiss() {
        Trial none = new Trial(0, 0, 1, 0, 1, Trust.DO_NOT_TRUST, "", 0, Double.NaN, Double.NaN, List.of());
        assertThat(none.isMissed()).isTrue();
        assertThat(none.isWithinTolerance()).isFalse();
    }

    @Test
    void aLineHoldsEveryNumberOfATrialToTheBit() {
        Trial trial = new Trial(
                7,
                1,
                60,
                Math.PI,
                1 / 3.0,
                Trust.DO_NOT_TRUST,
                "elstd",
                0.1,
                Double.NaN,
                Double.NaN,
                List.of(
                        new Guess("is", 1e300, Double.NaN, Double.NaN, Double.NaN),
                        new Guess("elstd", -0.1, 0.2, -0.5, 0.3)));
        assertThat(Trial.parse(trial.line())).isEqualTo(trial);
    }
}
