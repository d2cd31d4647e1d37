package io.emphatic.engine;

import io.emphatic.experience.Features;
import java.util.Arrays;

/**
 * The weights of candidates that share a trace, in the factored form of {@link FactoredVectors}: e = c g and θ = w + D
 * g with w and D of each candidate.
 *
 * <p>g is treated as one more candidate: gᵀφ is summed like wᵀφ, and where φ joins the trace, g ← g + a φ and w ← w − D
 * a φ, all change by −a φ times the vector of the D and −1.
 */
abstract class CandidateWeights {
    /** The candidates, then g. */
    static final int WIDTH = ChoosingEngine.COUNT + 1;

    /** The place of g. */
    static final int G = WIDTH - 1;

    /** D of every candidate, then −1. */
    final double[] moves = new double[WIDTH];

    abstract int size();

    /** wⱼ of candidate k, or gⱼ. */
    abstract double get(int j, int k);

    abstract void set(int j, int k, double value);

    /** sums ← wᵀφ of every candidate, then gᵀφ. */
    abstract void dot(Features phi, double[] sums);

    /** g ← g + a φ, w ← w − D a φ: θ does not change. Returns a bound of |gⱼ| after it, from one before it. */
    abstract double join(double a, Features phi, double largest);

    /** {@link #join} with φₜ, then {@link #dot} with φₜ₊₁. */
    double joinAndDot(double a, Features phi, Features phiNext, double[] sums, double largest) {
        double bound = join(a, phi, largest);
        dot(phiNext, sums);
        return bound;
    }

    /**
     * w ← w + D g, D = 0, g ← factor · g without entries up to the threshold. Returns the largest |gⱼ| kept, before.
     */
    abstract double fold(double factor, double threshold);

    /** The largest |gⱼ|; or the bound of it that {@link #join} has returned, if that is as good. */
    abstract double largestOfTrace(double bound);

    /**
     * w ← w + clipped step · g of candidate k: each component of the increment stays within ±clip. Returns wᵀφ after
     * it, rounded as by {@link #dot}.
     */
    abstract double moveClipped(int k, double step, double clip, Features phi);

    /** The same for all candidates at once; those with a step of 0 do not move. */
    abstract void moveClipped(double[] steps, double[] clips);

    /**
     * With u = w + D g of every candidate, in the order of the features, whatever that of the trace is.
     *
     * @param squares of length {@link #WIDTH}; set to ‖u‖² of each. Modified.
     * @param alongTrace likewise; set to uᵀg of each. Modified.
     * @return ‖g‖²
     */
    double products(double[] squares, double[] alongTrace) {
        return products(0, G, squares, alongTrace);
    }

    /** The same for candidate k alone. */
    final double products(int k, double[] squares, double[] alongTrace) {
        return products(k, k + 1, squares, alongTrace);
    }

    private double products(int from, int to, double[] squares, double[] alongTrace) {
        Arrays.fill(squares, from, to, 0);
        Arrays.fill(alongTrace, from, to, 0);
        double traceSquares = 0;
        for (int j = 0; j < size(); j++) {
            double g = get(j, G);
            for (int k = from; k < to; k++) {
                double u = get(j, k) + moves[k] * g;
                squares[k] += u * u;
                alongTrace[k] += u * g;
            }
            traceSquares += g * g;
        }
        return traceSquares;
    }

    /** w ← f w, D ← f D of candidate k. */
    final void multiply(int k, double factor) {
        for (int j = 0; j < size(); j++) {
            set(j, k, factor * get(j, k));
        }
        moves[k] *= factor;
    }

    /** wᵀφ of candidate k, rounded as by {@link #dot}. */
    final double sum(int k, Features phi) {
        double sum = 0;
        for (int i = 0; i < phi.active(); i++) {
            sum += phi.value(i) * get(phi.index(i), k);
        }
        return sum;
    }

    /** Lists the entries of the trace, after others have written to it. */
    abstract void listTrace();

    final void begin(double[] initialWeights) {
        for (int j = 0; j < size(); j++) {
            for (int k = 0; k < G; k++) {
                set(j, k, initialWeights[j]);
            }
            set(j, G, 0);
        }
        Arrays.fill(moves, 0);
        moves[G] = -1;
        listTrace();
    }

    /** A copy of θ of candidate k. */
    final double[] weights(int k) {
        double[] theta = new double[size()];
        for (int j = 0; j < theta.length; j++) {
            theta[j] = get(j, k) + moves[k] * get(j, G);
        }
        return theta;
    }

    /** θᵀφ of candidate k. */
    final double predict(int k, Features phi) {
        return sum(k, phi) + moves[k] * sum(G, phi);
    }

    /** A copy of all numbers: what belongs to one feature side by side. */
    final double[] flat() {
        double[] flat = new double[WIDTH * size()];
        for (int j = 0; j < size(); j++) {
            for (int k = 0; k < WIDTH; k++) {
                flat[WIDTH * j + k] = get(j, k);
            }
        }
        return flat;
    }

    /** Takes them back. */
    final void take(double[] flat) {
        for (int j = 0; j < size(); j++) {
            for (int k = 0; k < WIDTH; k++) {
                set(j, k, flat[WIDTH * j + k]);
            }
        }
        listTrace();
    }
}
