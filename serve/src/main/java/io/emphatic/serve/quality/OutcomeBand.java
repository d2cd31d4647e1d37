package io.emphatic.serve.quality;

import io.emphatic.logs.file.SavedState;
import java.io.IOException;

/**
 * How far from its prediction a return will come to lie: adaptive conformal inference, Gibbs &amp; Candès (2021,
 * "Adaptive conformal inference under distribution shift", eq. 2). The half-width is the 1 − aₜ quantile of the last
 * errors, and
 *
 * <pre>
 *   aₜ₊₁ = aₜ + η wₜ (α − missₜ)
 * </pre>
 *
 * where a miss is a return outside of the band that was announced with its prediction. Σ wₜ (missₜ − α) = (a₁ − a_T)/η:
 * as long as aₜ stays bounded, α of them miss in the long run. Below aₜ = 0 the band grows beyond the largest error.
 *
 * <p>The returns are those of the policy that runs. For another one each counts as often as it would have come, w = Π ρ
 * beside its mean (Tibshirani, Barber, Candès &amp; Ramdas 2019, "Conformal prediction under covariate shift"), and
 * there is a band only where enough of the last count. Where the policy is the one that runs, w = 1. No step of a is
 * larger than 0.1: what weights that are larger still say of the long run is left out.
 *
 * <p>A band of no width cannot become narrower: a hit in it takes aₜ back towards α instead, and fewer than α may miss.
 * Otherwise aₜ would grow as long as all returns are predicted exactly, and bands would stay empty as long after.
 *
 * <p>Returns come late. η is at most 0.1 divided by how many others come in between: otherwise the band would swing.
 */
public final class OutcomeBand {
    private static final double RATE = 0.01;
    private static final double DELAYED_RATE = 0.1;
    private static final double RECENT = 0.001; // of the mean delay, with each return
    private static final int KEPT = 256; // errors
    private static final int FEWEST_RETURNS = 30; // of these that count, before there is a band
    private static final double LARGEST_WEIGHT = 1e100;

    private final double level;
    private final double[] errors = new double[KEPT]; // in the order in which they came, the next at settled mod KEPT
    private final double[] weights = new double[KEPT]; // of these
    private final double[] sorted = new double[KEPT]; // the errors; of equal ones the older first
    private final double[] sortedWeights = new double[KEPT];
    private long settled;
    private double sum; // Σ w of those that are kept
    private double squares; // Σ w²
    private double share; // aₜ
    private double delay; // how many returns come between a prediction and its own, a running mean
    private long count;
    private double counted; // Σ of w beside its mean then, of those with a band
    private double covered; // and of those within it
    private double halfWidth = Double.NaN;

    OutcomeBand(double level) {
        this.level = level;
        this.share = 1 - level;
    }

    public double level() {
        return level;
    }

    /** How many returns there was a band for. */
    public long count() {
        return count;
    }

    /** The share of these that were within, each as often as it would have come; NaN without any. */
    public double coverage() {
        return covered / counted;
    }

    /** How far it reaches to each side now, as a float, which is what is kept; NaN before enough is known. */
    public double halfWidth() {
        return halfWidth;
    }

    /** Why there is no band now; null if there is one. */
    String silence() {
        if (!Double.isNaN(halfWidth)) {
            return null;
        }
        return kept() < FEWEST_RETURNS
                ? "fewer than " + FEWEST_RETURNS + " returns are known"
                : "the last " + kept() + " returns are worth " + Math.round(effective())
                        + " of the target's own, and there should be " + FEWEST_RETURNS;
    }

    private int kept() {
        return (int) Math.min(settled, KEPT);
    }

    private void addUp() {
        sum = 0;
        squares = 0;
        for (int k = 0; k < kept(); k++) {
            sum += sortedWeights[k];
            squares += sortedWeights[k] * sortedWeights[k];
        }
    }

    /** (Σw)² / Σw². */
    private double effective() {
        return sum * sum / squares;
    }

    /** What is kept with a prediction until its return is known: the half-width, and how many are settled now. */
    long announcement() {
        return (long) Float.floatToRawIntBits((float) halfWidth) << Integer.SIZE | settled & 0xffffffffL;
    }

    /** @param ratio how much more often the target would have done what was done */
    void settle(double error, double ratio, long announcement) {
        float half = Float.intBitsToFloat((int) (announcement >> Integer.SIZE));
        int between = (int) settled - (int) announcement;
        delay += Math.max(RECENT, 1.0 / (settled + 1)) * (between - delay);
        double weight = ratio > 0 ? Math.min(ratio, LARGEST_WEIGHT) : 0; // Πρ may be ∞ · 0
        add(Double.isNaN(error) ? Double.POSITIVE_INFINITY : error, weight);
        addUp();
        if (!Float.isNaN(half) && weight > 0) {
            boolean isWithin = error <= half;
            double relative = weight * kept() / sum;
            count++;
            counted += relative;
            covered += isWithin ? relative : 0;
            // aₜ₊₁ = aₜ + η w (α − missₜ), and aₜ + η w (α − aₜ) for a hit in a band of no width
            double rate = Math.min(RATE, DELAYED_RATE / Math.max(1, delay));
            share += Math.min(rate * relative, DELAYED_RATE) * (1 - level - (!isWithin ? 1 : half == 0 ? share : 0));
        }
        halfWidth = effective() >= FEWEST_RETURNS ? (float) quantile() : Double.NaN;
    }

    private void add(double error, double weight) {
        int at = (int) (settled % KEPT);
        int kept = kept();
        if (kept == KEPT) {
            int first = 0;
            while (sorted[first] != errors[at]) {
                first++;
            }
            kept--;
            System.arraycopy(sorted, first + 1, sorted, first, kept - first);
            System.arraycopy(sortedWeights, first + 1, sortedWeights, first, kept - first);
        }
        errors[at] = error;
        weights[at] = weight;
        insert(at, kept);
        settled++;
    }

    private void insert(int at, int kept) {
        int next = kept;
        for (; next > 0 && sorted[next - 1] > errors[at]; next--) {
            sorted[next] = sorted[next - 1];
            sortedWeights[next] = sortedWeights[next - 1];
        }
        sorted[next] = errors[at];
        sortedWeights[next] = weights[at];
    }

    /** The 1 − aₜ quantile of the errors and of one more, of mean weight, which may be as large as any. */
    private double quantile() {
        int kept = kept();
        double left = (1 - share) * sum * (kept + 1) / kept;
        if (left <= 0) {
            return 0;
        }
        for (int k = 0; k < kept; k++) {
            left -= sortedWeights[k];
            if (left <= 0) {
                return sorted[k];
            }
        }
        return sorted[kept - 1] * (1 + Math.max(0, -share / (1 - level)));
    }

    void exchange(SavedState state) throws IOException {
        share = state.number(share);
        delay = state.number(delay);
        count = state.whole(count);
        counted = state.number(counted);
        covered = state.number(covered);
        halfWidth = state.number(halfWidth);
        state.numbers(errors, KEPT);
        state.numbers(weights, KEPT);
        settled = state.whole(settled);
        for (int k = 0; state.isRead() && k < kept(); k++) {
            insert((int) ((settled - kept() + k) % KEPT), k);
        }
        addUp();
    }
}
