package io.emphatic.evaluation.result;

import io.emphatic.evaluation.log.ReturnRange;
import java.util.Arrays;

/**
 * How much more policy a earns than policy b, at least and at most, after each episode and whatever was looked at
 * before: the bound of {@link GuaranteedInterval} at any time, on
 *
 * <pre>
 *   ξ = (w_a G' + w_b (1 − G')) / 2 ≥ 0,  E ξ = (1 + v'_a − v'_b) / 2
 * </pre>
 *
 * and on the same with a and b exchanged. Paired differences of Karampatziakis, Mineiro &amp; Ramdas (2021, "Off-policy
 * confidence sequences") with the bound of Waudby-Smith et al. (2024).
 */
public final class DifferenceBounds {
    /** How many {@link #numbers} there are. */
    static final int NUMBERS = 2 * GuaranteedInterval.Bound.NUMBERS;

    private final ReturnRange range;
    private final GuaranteedInterval.Bound lower;
    private final GuaranteedInterval.Bound upper;

    /** @param error the probability that either end is ever wrong, for each */
    public DifferenceBounds(ReturnRange range, double error) {
        this.range = range;
        this.lower = new GuaranteedInterval.Bound(0, Math.log(1 / error));
        this.upper = new GuaranteedInterval.Bound(0, Math.log(1 / error));
    }

    /**
     * The next episode.
     *
     * @param a Πρ of policy a, 1 for the one that ran; {@code b} of policy b
     * @param ended whether all of its return is known; if not, the other numbers are not looked at
     */
    public void add(double a, double b, double returned, boolean ended) {
        double scaled = Math.max(0, Math.min(1, (returned - range.low()) / (range.high() - range.low())));
        lower.add(ended ? (a * scaled + b * (1 - scaled)) / 2 : 0);
        upper.add(ended ? (b * scaled + a * (1 - scaled)) / 2 : 0);
    }

    /** In units of the return; minus the width of the range before the first episode. */
    public double low() {
        return (2 * lower.value() - 1) * (range.high() - range.low());
    }

    /** In units of the return; the width of the range before the first episode. */
    public double high() {
        return (1 - 2 * upper.value()) * (range.high() - range.low());
    }

    /** All that a later {@link #restore} needs to continue with the same bits. */
    double[] numbers() {
        double[] all = Arrays.copyOf(lower.numbers(), NUMBERS);
        System.arraycopy(upper.numbers(), 0, all, NUMBERS / 2, NUMBERS / 2);
        return all;
    }

    void restore(double[] numbers) {
        lower.restore(Arrays.copyOf(numbers, NUMBERS / 2));
        upper.restore(Arrays.copyOfRange(numbers, NUMBERS / 2, NUMBERS));
    }
}
