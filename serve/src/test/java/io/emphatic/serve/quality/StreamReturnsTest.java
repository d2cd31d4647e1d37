package io.emphatic.serve.quality;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.emphatic.evaluation.log.ReturnRange;
import io.emphatic.logs.live.RowOutcome.StepView;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StreamReturnsTest {
    private static final double GAMMA = 0.9;

    private static StepView step(double ratio, double reward, double discount) {
        return new StepView(true, ratio, reward, discount, 0.5, 1, 1);
    }

    private static void row(PredictionQuality quality, double value, double baseline, long seq) {
        quality.open(quality.stream(0), value, baseline, 1, seq, true);
    }

    private static PolicyRace join(PredictionQuality quality) {
        PolicyRace race = new PolicyRace(new ReturnRange(0, 1), List.of("target"));
        quality.join(race, 0, true);
        return race;
    }

    private static SettledPredictions.SettledPrediction settled(PredictionQuality quality, int back) {
        return List.copyOf(quality.settled().last()).get(back);
    }

    @Test
    void aReturnIsSettledWhenItsDiscountIsBelowAPercent() {
        PredictionQuality quality = new PredictionQuality(true, null, 0);
        int steps = 44; // 0.9^44 = 0.0097 is the first below 0.01
        for (int t = 0; t < steps; t++) {
            assertThat(quality.settled().count()).isZero();
            row(quality, 7, 7, t);
            quality.step(quality.stream(0), step(1, 1, GAMMA), false, 7);
        }
        assertThat(quality.settled().count()).isEqualTo(1);
        assertThat(settled(quality, 0).seq()).isZero();
        assertThat(settled(quality, 0).predicted()).isEqualTo(7);
        // Σ γᵏ of 44 ones
        assertThat(settled(quality, 0).realised()).isCloseTo((1 - Math.pow(GAMMA, steps)) / (1 - GAMMA), within(1e-12));
    }

    @Test
    void atAnEndEverythingOpenIsSettledExactly() {
        PredictionQuality quality = new PredictionQuality(true, null, 0);
        double[] rewards = {1, 2, 4};
        for (int t = 0; t < 3; t++) {
            row(quality, 0, 0, t);
            quality.step(quality.stream(0), step(1, rewards[t], t == 2 ? 0 : GAMMA), t == 2, 0);
        }
        assertThat(quality.settled().count()).isEqualTo(3);
        assertThat(settled(quality, 0).realised()).isEqualTo(4);
        assertThat(settled(quality, 1).realised()).isCloseTo(2 + GAMMA * 4, within(1e-12));
        assertThat(settled(quality, 2).realised()).isCloseTo(1 + GAMMA * (2 + GAMMA * 4), within(1e-12));
    }

    @Test
    void ofVeryManyStreamsOnlySomeAreFollowed() {
        PredictionQuality quality = new PredictionQuality(true, null, 0);
        for (int first : new int[] {0, 1 << 16, 2 << 16}) {
            for (int stream = first; stream < first + 6; stream++) {
                quality.step(quality.stream(stream), step(1, 1, 0), true, 0);
            }
        }
        assertThat(quality.settled().count()).isEqualTo(6 + 3 + 2);
        assertThat(settled(quality, 0).stream()).isGreaterThan(2 << 16);
    }

    @Test
    void whatIsOpenAtACutIsNeverSettled() {
        PredictionQuality quality = new PredictionQuality(true, null, 0);
        for (int t = 0; t < 5; t++) {
            row(quality, 0, 0, t);
            quality.step(quality.stream(0), step(1, 1, GAMMA), false, 0);
        }
        row(quality, 0, 0, 5);
        quality.cut(quality.stream(0));
        assertThat(quality.settled().count()).isZero();
    }

    /** Two actions, equally likely; the target takes the first with 0.8, and it alone earns 1: v = 0.8 / (1 − γ). */
    @ParameterizedTest
    @ValueSource(doubles = {0, 4, 8})
    void theDoublyRobustReturnIsUnbiasedWhateverTheBaseline(double baseline) {
        SplittableRandom random = new SplittableRandom(1);
        PredictionQuality quality = new PredictionQuality(false, null, 0);
        double gamma = 0.5;
        double truth = 0.8 / (1 - gamma);
        double sum = 0;
        int lives = 40_000;
        for (int life = 0; life < lives; life++) {
            for (int t = 0; t < 8; t++) {
                row(quality, baseline, baseline, t);
                boolean first = random.nextBoolean();
                boolean last = t == 7;
                quality.step(
                        quality.stream(0), step(first ? 1.6 : 0.4, first ? 1 : 0, last ? 0 : gamma), last, baseline);
            }
            sum += settled(quality, 7).realised();
        }
        double expected = 0.8 * (1 - Math.pow(gamma, 8)) / (1 - gamma);
        assertThat(truth).isGreaterThan(expected);
        assertThat(sum / lives).isCloseTo(expected, within(0.05 + 0.02 * baseline));
    }

    @Test
    void theScoreIsThatOfTheEquations() {
        PredictionQuality quality = new PredictionQuality(false, null, 0);
        double[] v = {1, 2, 3};
        double[] rho = {0.5, 2, 1};
        double[] reward = {1, -1, 2};
        double score = 0;
        double z = 0;
        for (int t = 0; t < 3; t++) {
            row(quality, v[t], 0.5, t);
            quality.step(quality.stream(0), step(rho[t], reward[t], GAMMA), false, 0.5);
            z = v[t] + (t == 0 ? 0 : GAMMA * rho[t - 1] * z);
            score += v[t] * v[t] - 2 * z * ((1 - rho[t]) * 0.5 + rho[t] * reward[t]);
        }
        assertThat(quality.score).isCloseTo(score, within(1e-12));
        row(quality, 4, 0.7, 3);
        quality.cut(quality.stream(0));
        assertThat(quality.score).isCloseTo(score - 2 * GAMMA * rho[2] * z * 0.7, within(1e-12));
    }

    /** At every one of a thousand looks, in at least 95 % of the runs. */
    @Test
    void theIntervalHoldsAtAllTimesAtOnce() {
        int missed = 0;
        double width = 0;
        for (int run = 0; run < 200; run++) {
            SplittableRandom random = new SplittableRandom(run);
            PredictionQuality quality = new PredictionQuality(false, new ReturnRange(0, 1), 0);
            PolicyRace race = join(quality);
            boolean holds = true;
            for (int life = 0; life < 1000; life++) {
                boolean first = random.nextBoolean();
                row(quality, 0, 0, life);
                quality.step(quality.stream(0), step(first ? 1.6 : 0.4, first ? 1 : 0, 0), true, 0);
                race.endRow();
                PredictionQuality.ValueInterval interval = quality.valueInterval();
                holds &= interval.low() <= 0.8 && interval.high() >= 0.8;
                width = interval.high() - interval.low();
            }
            missed += holds ? 0 : 1;
        }
        assertThat(missed).isLessThanOrEqualTo(10);
        assertThat(width).isLessThan(0.5);
    }

    @Test
    void aReturnOutsideOfTheDeclaredRangeTakesTheIntervalAway() {
        PredictionQuality quality = new PredictionQuality(false, new ReturnRange(0, 1), 0);
        join(quality).begin();
        row(quality, 0, 0, 0);
        quality.step(quality.stream(0), step(1, 2, 0), true, 0);
        assertThat(quality.valueInterval().reason()).contains("outside");
        assertThat(quality.valueInterval().low()).isNaN();
    }
}
