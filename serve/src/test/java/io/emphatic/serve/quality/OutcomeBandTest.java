package io.emphatic.serve.quality;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.emphatic.logs.file.SavedState;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.SplittableRandom;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OutcomeBandTest {
    private static final int RETURNS = 20_000;

    /** Normal errors of a size that changes; a return comes behind those of {@code delay} other predictions. */
    private static OutcomeBand band(double level, int delay, IntToDoubleFunction size) {
        SplittableRandom random = new SplittableRandom(7);
        OutcomeBand band = new OutcomeBand(level);
        Deque<Long> announced = new ArrayDeque<>();
        for (int t = 0; t < RETURNS; t++) {
            announced.addLast(band.announcement());
            if (announced.size() > delay) {
                double error = size.applyAsDouble(t) * Math.abs(random.nextGaussian());
                band.settle(error, 1, announced.removeFirst());
            }
        }
        return band;
    }

    private static IntToDoubleFunction size(String drift) {
        return switch (drift) {
            case "none" -> t -> 1;
            case "trend" -> t -> 1 + 5.0 * t / RETURNS;
            case "jump" -> t -> t < RETURNS / 2 ? 1 : 4;
            default -> t -> 1.2 + Math.sin(2 * Math.PI * t / 300);
        };
    }

    @ParameterizedTest
    @CsvSource({
        "none, 0",
        "none, 40",
        "none, 320",
        "trend, 0",
        "trend, 40",
        "trend, 320",
        "jump, 0",
        "jump, 40",
        "jump, 320",
        "season, 0",
        "season, 40",
        "season, 320"
    })
    void nineOfTenReturnsAreWithinWhateverTheDriftAndHoweverLateTheyCome(String drift, int delay) {
        OutcomeBand band = band(0.9, delay, size(drift));
        assertThat(band.count()).isGreaterThan(RETURNS - 700);
        assertThat(band.coverage()).isCloseTo(0.9, within(0.005));
    }

    @ParameterizedTest
    @CsvSource({"0, 0.005", "40, 0.01", "320, 0.06"}) // as many bands as returns are late were told before
    void aLongTimeOfExactPredictionsDoesNotLeaveBandsWithoutWidth(int delay, double tolerance) {
        SplittableRandom random = new SplittableRandom(8);
        OutcomeBand band = new OutcomeBand(0.9);
        Deque<Long> announced = new ArrayDeque<>();
        double before = 0;
        for (int t = -1000; t < 105_000; t++) { // noise, nothing, and noise
            announced.addLast(band.announcement());
            if (announced.size() > delay) {
                double error = t < 0 || t >= 100_000 ? Math.abs(random.nextGaussian()) : 0;
                band.settle(error, 1, announced.removeFirst());
            }
            before = t == 99_999 ? band.coverage() * band.count() : before;
        }
        assertThat((band.coverage() * band.count() - before) / 5000).isCloseTo(0.9, within(tolerance));
    }

    @Test
    void whereNothingDriftsTheBandIsTheQuantile() {
        assertThat(band(0.9, 40, size("none")).halfWidth()).isCloseTo(1.645, within(0.25));
        assertThat(band(0.5, 40, size("none")).halfWidth()).isCloseTo(0.6745, within(0.2));
    }

    @Test
    void aBandHasNoUnits() {
        OutcomeBand small = band(0.9, 40, size("season"));
        OutcomeBand large = band(0.9, 40, t -> 1024 * size("season").applyAsDouble(t));
        assertThat(large.coverage()).isEqualTo(small.coverage());
        assertThat(large.halfWidth()).isEqualTo(1024 * small.halfWidth());
    }

    @Test
    void thereIsABandOnceThirtyErrorsAreKnown() {
        OutcomeBand band = new OutcomeBand(0.9);
        for (int k = 30; k > 0; k--) {
            assertThat(band.halfWidth()).isNaN();
            band.settle(k, 1, band.announcement());
        }
        assertThat(band.halfWidth()).isEqualTo(28); // 0.9 · 31, rounded up
        assertThat(band.count()).isZero();
        assertThat(band.coverage()).isNaN();
        long announced = band.announcement();
        band.settle(28.5, 1, announced);
        assertThat(band.coverage()).isZero();
    }

    /** What is not a number of its own keeps no others from having a band. */
    @Test
    void errorsThatAreTooLargeToBeToldWidenTheBandAndPass() {
        OutcomeBand band = band(0.9, 0, t -> t == 3000 ? Double.POSITIVE_INFINITY : 1);
        assertThat(band.halfWidth()).isCloseTo(1.645, within(0.4));
        assertThat(band.coverage()).isCloseTo(0.9, within(0.005));
    }

    /** One action in two has errors up to 2, the other up to 1; the target takes the noisy one nine times in ten. */
    @Test
    void returnsOfAnotherPolicyCountAsOftenAsTheyWouldHaveCome() {
        SplittableRandom random = new SplittableRandom(9);
        OutcomeBand band = new OutcomeBand(0.9);
        for (int t = 0; t < RETURNS; t++) {
            boolean isNoisy = random.nextBoolean();
            double error = (isNoisy ? 2 : 1) * random.nextDouble();
            band.settle(error, isNoisy ? 1.8 : 0.2, band.announcement());
        }
        assertThat(band.coverage()).isCloseTo(0.9, within(0.005));
        assertThat(band.halfWidth()).isCloseTo(2 * 0.8 / 0.9, within(0.1)); // 0.1 + 0.9 x/2 = 0.9
        assertThat(band.silence()).isNull();
    }

    @Test
    void whereFewReturnsCountThereIsNoBand() {
        OutcomeBand band = new OutcomeBand(0.9);
        for (int t = 0; t < 1000; t++) {
            band.settle(1, t % 16 == 0 ? 16 : 0, band.announcement());
        }
        assertThat(band.halfWidth()).isNaN();
        assertThat(band.silence())
                .isEqualTo("the last 256 returns are worth 16 of the target's own, and there should be 30");
        for (int t = 0; t < 100; t++) {
            band.settle(1, Double.POSITIVE_INFINITY, band.announcement());
        }
        for (int t = 0; t < 256; t++) {
            band.settle(1, 1, band.announcement());
        }
        assertThat(band.halfWidth()).isEqualTo(1);
    }

    @Test
    void whatIsSavedContinuesWithTheSameBits() throws IOException {
        SplittableRandom random = new SplittableRandom(10);
        OutcomeBand band = new OutcomeBand(0.9);
        OutcomeBand continued = band;
        for (int t = 0; t < 2000; t++) {
            double error = random.nextInt(20); // many are equal
            double weight = random.nextDouble();
            band.settle(error, weight, band.announcement());
            if (continued != band) {
                continued.settle(error, weight, continued.announcement());
            }
            if (t == 100 || t == 700) {
                OutcomeBand read = new OutcomeBand(0.9);
                SavedState.read(SavedState.written(band::exchange), read::exchange);
                continued = read;
            }
            assertThat(continued.announcement()).isEqualTo(band.announcement());
        }
        assertThat(SavedState.written(continued::exchange)).isEqualTo(SavedState.written(band::exchange));
    }
}
