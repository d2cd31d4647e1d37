package io.emphatic.serve.quality;

import io.emphatic.logs.file.SavedState;
import java.io.IOException;
import java.util.Arrays;

/**
 * How far from its prediction a return will come to lie: adaptive conformal inference, Gibbs &amp; Candès (2021,
 * "Adaptive conformal inference under distribution shift", eq. 2). The half-width is the 1 − aₜ quantile of the last
 * errors, and
 *
 * <pre>
 *   aₜ₊₁ = aₜ + η (α − missₜ)
 * </pre>
 *
 * where a miss is a return outside of the band that was announced with its prediction. Σ (missₜ − α) = (a₁ − a_T)/η: as
 * long as aₜ stays bounded, α of them miss in the long run. Below aₜ = 0 the band grows beyond the largest error.
 *
 * <p>A band of no width cannot become narrower: a hit in it takes aₜ back towards α instead, and fewer than α may miss.
 * Otherwise aₜ would grow as long as all returns are predicted exactly, and bands would stay empty for as long behind
 * it.
 *
 * <p>Returns come late. η is at most 0.1 divided by how many others come in between: otherwise the band would swing.
 */
public final class OutcomeBand {
    private static final double RATE = 0.01;
    private static final double DELAYED_RATE = 0.1;
    private static final double RECENT = 0.001; // of the mean delay, with each return
    private static final int FEWEST = 30; // errors, before there is a band

    private final double level;
    private final double[] errors = new double[SettledPredictions.KEPT]; // sorted
    private int kept;
    private double share; // aₜ
    private double delay; // how many returns come between a prediction and its own, a running mean
    private long count;
    private long covered;

    OutcomeBand(double level) {
        this.level = level;
        this.share = 1 - level;
    }

    public double level() {
        return level;
    }

    public long count() {
        return count;
    }

    /** The share of these that were within; NaN without any. */
    public double coverage() {
        return (double) covered / count;
    }

    /** How far it reaches to each side now, as a float, which is what is kept; NaN before enough is known. */
    public double halfWidth() {
        if (kept < FEWEST) {
            return Double.NaN;
        }
        double rank = Math.ceil((1 - share) * (kept + 1));
        if (rank > kept) {
            return (float) (errors[kept - 1] * (1 + Math.max(0, -share / (1 - level))));
        }
        return rank < 1 ? 0 : (float) errors[(int) rank - 1];
    }

    /** What is kept with a prediction until its return is known: the half-width, and how many are settled now. */
    long announcement(long settled) {
        return (long) Float.floatToRawIntBits((float) halfWidth()) << Integer.SIZE | settled & 0xffffffffL;
    }

    /** @param before those settled before this one, which is to be added to them */
    void settle(SettledPredictions before, double error, long announcement) {
        float half = Float.intBitsToFloat((int) (announcement >> Integer.SIZE));
        int between = (int) before.count() - (int) announcement;
        delay += Math.max(RECENT, 1.0 / (before.count() + 1)) * (between - delay);
        if (!Float.isNaN(half)) {
            boolean isWithin = error <= half;
            count++;
            covered += isWithin ? 1 : 0;
            // aₜ₊₁ = aₜ + η (α − missₜ), and aₜ + η (α − aₜ) for a hit in a band of no width
            double rate = Math.min(RATE, DELAYED_RATE / Math.max(1, delay));
            share += rate * (1 - level - (!isWithin ? 1 : half == 0 ? share : 0));
        }
        if (kept == errors.length) {
            remove(before.oldest().error());
        }
        insert(error);
    }

    private void remove(double error) {
        int at = Arrays.binarySearch(errors, 0, kept, error);
        System.arraycopy(errors, at + 1, errors, at, --kept - at);
    }

    private void insert(double error) {
        int found = Arrays.binarySearch(errors, 0, kept, error);
        int at = found < 0 ? -found - 1 : found;
        System.arraycopy(errors, at, errors, at + 1, kept++ - at);
        errors[at] = error;
    }

    /** @param settled as it was, or is now */
    void exchange(SavedState state, SettledPredictions settled) throws IOException {
        share = state.number(share);
        delay = state.number(delay);
        count = state.whole(count);
        covered = state.whole(covered);
        kept = 0;
        settled.last().forEach(one -> insert(one.error()));
    }
}
