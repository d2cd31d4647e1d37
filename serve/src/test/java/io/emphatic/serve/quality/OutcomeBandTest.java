package io.emphatic.serve.quality;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

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
        SettledPredictions settled = new SettledPredictions();
        Deque<Long> announced = new ArrayDeque<>();
        for (int t = 0; t < RETURNS; t++) {
            announced.addLast(band.announcement(settled.count()));
            if (announced.size() > delay) {
                double error = size.applyAsDouble(t) * Math.abs(random.nextGaussian());
                band.settle(settled, error, announced.removeFirst());
                settled.add(0, t, 0, error);
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
        SettledPredictions settled = new SettledPredictions();
        Deque<Long> announced = new ArrayDeque<>();
        double before = 0;
        for (int t = -1000; t < 105_000; t++) { // noise, nothing, and noise
            announced.addLast(band.announcement(settled.count()));
            if (announced.size() > delay) {
                double error = t < 0 || t >= 100_000 ? Math.abs(random.nextGaussian()) : 0;
                band.settle(settled, error, announced.removeFirst());
                settled.add(0, t, 0, error);
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
        SettledPredictions settled = new SettledPredictions();
        for (int k = 30; k > 0; k--) {
            assertThat(band.halfWidth()).isNaN();
            band.settle(settled, k, band.announcement(settled.count()));
            settled.add(0, k, 0, k);
        }
        assertThat(band.halfWidth()).isEqualTo(28); // 0.9 · 31, rounded up
        assertThat(band.count()).isZero();
        assertThat(band.coverage()).isNaN();
        long announced = band.announcement(settled.count());
        band.settle(settled, 28.5, announced);
        assertThat(band.coverage()).isZero();
    }

    /** What is not a number of its own keeps no others from having a band. */
    @Test
    void errorsThatAreTooLargeToBeToldWidenTheBandAndPass() {
        OutcomeBand band = band(0.9, 0, t -> t == 3000 ? Double.POSITIVE_INFINITY : 1);
        assertThat(band.halfWidth()).isCloseTo(1.645, within(0.4));
        assertThat(band.coverage()).isCloseTo(0.9, within(0.005));
    }
}
