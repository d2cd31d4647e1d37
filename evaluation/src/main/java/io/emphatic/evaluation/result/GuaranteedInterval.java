package io.emphatic.evaluation.result;

import io.emphatic.evaluation.log.ReturnRange;
import java.util.Arrays;

/**
 * An interval that contains the policy's value with probability 1 − α whatever the number of episodes and however large
 * the weights, if the probabilities are right and every return is in the declared range: the predictable-mixture
 * empirical Bernstein bound of Waudby-Smith &amp; Ramdas (2024, §3) on w·G' and w·(1 − G'), as in Waudby-Smith, Wu,
 * Ramdas, Karampatziakis &amp; Mineiro (2024, §3) for weights without a bound. G' is the return scaled to [0, 1].
 *
 * <p><b>Why.</b> Let ξ_j ≥ 0 with mean m ≤ 1, ξ̂_j ∈ [0, 1] and λ_j ∈ [0, 1) known before episode j, and ψ(λ) = −log(1
 * − λ) − λ. Fan, Grama &amp; Liu (2015) have e^{λy − y²ψ(λ)} ≤ 1 + λy for y ≥ −1. With y = ξ − ξ̂ ≥ −1,
 *
 * <pre>
 *   E exp{λ(ξ − m) − (ξ − ξ̂)²ψ(λ)} ≤ E (1 + λ(ξ − ξ̂)) e^{λ(ξ̂ − m)} = (1 + λ(m − ξ̂)) e^{−λ(m − ξ̂)} ≤ 1
 * </pre>
 *
 * so the product over episodes has an expectation of at most 1, and by Markov's inequality, with probability 1 − α/2,
 *
 * <pre>
 *   m ≥ [ Σ λ_jξ_j − log(2/α) − Σ (ξ_j − ξ̂_j)²ψ(λ_j) ] / Σ λ_j
 * </pre>
 *
 * With ξ = wG' this is the lower end, since E wG' = v'. With ξ = w(1 − G') it bounds 1 − v' from below, since E w = 1.
 * A cut episode adds 0 to both, which lowers both means and so keeps both bounds: conservative.
 *
 * <p>λ_j = min(√(2 log(2/α) / (σ̂²_{j−1} N)), ¾) with N fixed, and ξ̂_j the mean so far, clipped to [0, 1]. λ is
 * renewed whenever j has grown by a 128th, which keeps it predictable.
 *
 * <p><b>At any time.</b> The product is a supermartingale, so that Ville's inequality has the bound hold for all
 * numbers of episodes at once. Where N is not known, j log(1 + j) takes its place (Waudby-Smith &amp; Ramdas 2024,
 * §3.2). The intersection of those so far would be an interval, too, but of nothing once the world drifts: where
 * episodes have different values, each interval is of their mean, weighted by λ.
 */
public final class GuaranteedInterval {
    private static final double ALPHA = 0.05;
    private static final double LOG = Math.log(2 / ALPHA);
    private static final double LARGEST_BET = 0.75;

    private final ReturnRange range;
    private final Bound lower;
    private final Bound upper;

    /** @param episodes how many there will be */
    public GuaranteedInterval(ReturnRange range, long episodes) {
        this.range = range;
        this.lower = new Bound(episodes, LOG);
        this.upper = new Bound(episodes, LOG);
    }

    /** For any number of episodes: it may be looked at after each of them. */
    public static GuaranteedInterval atAnyTime(ReturnRange range) {
        return new GuaranteedInterval(range, 0);
    }

    /**
     * An episode of weight w = Πρ.
     *
     * @param ended whether all of its return is known; if not, neither number is looked at
     */
    public void add(double weight, double returned, boolean ended) {
        double scaled = (returned - range.low()) / (range.high() - range.low());
        scaled = Math.max(0, Math.min(1, scaled));
        lower.add(ended ? weight * scaled : 0);
        upper.add(ended ? weight * (1 - scaled) : 0);
    }

    /** How many were added. */
    public long episodes() {
        return lower.seen;
    }

    /** All that a later {@link #restore} needs to continue with the same bits. */
    public double[] numbers() {
        double[] all = Arrays.copyOf(lower.numbers(), 2 * Bound.NUMBERS);
        System.arraycopy(upper.numbers(), 0, all, Bound.NUMBERS, Bound.NUMBERS);
        return all;
    }

    /** @param numbers of an interval over the same range. Not modified. */
    public void restore(double[] numbers) {
        lower.restore(Arrays.copyOf(numbers, Bound.NUMBERS));
        upper.restore(Arrays.copyOfRange(numbers, Bound.NUMBERS, 2 * Bound.NUMBERS));
    }

    /** The lower end, in units of the return; that of the range before the first episode. */
    public double low() {
        return range.low() + (range.high() - range.low()) * lower.value();
    }

    /** The upper end; likewise. */
    public double high() {
        return range.high() - (range.high() - range.low()) * upper.value();
    }

    /** The lower bound of the mean m ≤ 1 of numbers ξ ≥ 0. */
    static final class Bound {
        static final int NUMBERS = 9;

        private final double episodes; // 0 if not known
        private final double log; // −log of the probability to be wrong
        private long seen;
        private long renewal;
        private double sum = 0.5; // of ξ, with one imagined observation of ½
        private double squares = 0.25; // Σ (ξ − mean so far)², with one imagined observation of ¼
        private double lambda;
        private double psi;
        private double lambdas;
        private double gains;
        private double costs;

        Bound(long episodes, double log) {
            this.episodes = episodes;
            this.log = log;
        }

        void add(double xi) {
            if (seen >= renewal) {
                double variance = squares / (seen + 1);
                double horizon = episodes > 0 ? episodes : (seen + 1) * Math.log(seen + 2);
                lambda = Math.min(LARGEST_BET, Math.sqrt(2 * log / (variance * horizon)));
                psi = -Math.log1p(-lambda) - lambda;
                renewal = seen + 1 + seen / 128;
            }
            double predicted = Math.min(1, sum / (seen + 1));
            lambdas += lambda;
            gains += lambda * xi;
            costs += (xi - predicted) * (xi - predicted) * psi;
            seen++;
            sum += xi;
            double mean = Math.min(1, sum / (seen + 1));
            squares += (xi - mean) * (xi - mean);
        }

        /** The bound, in [0, 1]. */
        double value() {
            return lambdas > 0 ? Math.min(1, Math.max(0, (gains - log - costs) / lambdas)) : 0;
        }

        double[] numbers() {
            return new double[] {seen, renewal, sum, squares, lambda, psi, lambdas, gains, costs};
        }

        void restore(double[] numbers) {
            seen = (long) numbers[0];
            renewal = (long) numbers[1];
            sum = numbers[2];
            squares = numbers[3];
            lambda = numbers[4];
            psi = numbers[5];
            lambdas = numbers[6];
            gains = numbers[7];
            costs = numbers[8];
        }
    }
}
