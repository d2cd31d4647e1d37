package io.emphatic.evaluation;

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
 */
final class GuaranteedInterval {
    private static final double ALPHA = 0.05;
    private static final double LOG = Math.log(2 / ALPHA);
    private static final double LARGEST_BET = 0.75;

    private final ReturnRange range;
    private final Bound lower;
    private final Bound upper;

    GuaranteedInterval(ReturnRange range, long episodes) {
        this.range = range;
        this.lower = new Bound(episodes);
        this.upper = new Bound(episodes);
    }

    void add(double weight, double returned, boolean ended) {
        double scaled = (returned - range.low()) / (range.high() - range.low());
        scaled = Math.max(0, Math.min(1, scaled));
        lower.add(ended ? weight * scaled : 0);
        upper.add(ended ? weight * (1 - scaled) : 0);
    }

    double low() {
        return range.low() + (range.high() - range.low()) * lower.value();
    }

    double high() {
        return range.high() - (range.high() - range.low()) * upper.value();
    }

    private static final class Bound {
        private final double episodes;
        private long seen;
        private long renewal;
        private double sum = 0.5; // of ξ, with one imagined observation of ½
        private double squares = 0.25; // Σ (ξ − mean so far)², with one imagined observation of ¼
        private double lambda;
        private double psi;
        private double lambdas;
        private double gains;
        private double costs;

        Bound(long episodes) {
            this.episodes = episodes;
        }

        void add(double xi) {
            if (seen >= renewal) {
                double variance = squares / (seen + 1);
                lambda = Math.min(LARGEST_BET, Math.sqrt(2 * LOG / (variance * episodes)));
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
            double bound = lambdas > 0 ? (gains - LOG - costs) / lambdas : 0;
            return bound > 0 ? Math.min(1, bound) : 0;
        }
    }
}
