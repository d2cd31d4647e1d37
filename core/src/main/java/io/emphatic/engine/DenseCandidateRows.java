package io.emphatic.engine;

import io.emphatic.experience.DenseFeatures;
import io.emphatic.experience.Features;
import java.util.Arrays;

/**
 * {@link CandidateWeights} for dense features: an array for each feature with wⱼ of every candidate, then gⱼ.
 *
 * <h2>Implementation notes</h2>
 *
 * Loops run across the candidates: they store what they compute and have no sum along the loop, so that the compiler of
 * JDK 17 vectorises them. A pass makes the move of three features and adds their products, so that each number is read
 * and written once per step. With four features the body is too long for that compiler and stays scalar; with one or
 * two the start and the end of the loop cost more than its body.
 */
final class DenseCandidateRows extends CandidateWeights {
    private static final int CHUNK = DenseFeatures.CHUNK;

    private final double[][] rows; // by feature
    private final double[] factors = new double[WIDTH]; // a times the moves

    DenseCandidateRows(int size) {
        rows = new double[size][WIDTH];
    }

    @Override
    double get(int j, int k) {
        return rows[j][k];
    }

    @Override
    void set(int j, int k, double value) {
        rows[j][k] = value;
    }

    @Override
    int size() {
        return rows.length;
    }

    @Override
    void dot(Features phi, double[] sums) {
        Arrays.fill(sums, 0);
        for (int i = 0; i < phi.active(); i++) {
            add(sums, phi.value(i), rows[phi.index(i)]);
        }
    }

    private static void add(double[] sums, double factor, double[] x) {
        for (int k = 0; k < sums.length; k++) {
            sums[k] += factor * x[k];
        }
    }

    @Override
    double join(double a, Features phi, double largest) {
        if (a == 0) {
            return largest;
        }
        setFactors(a);
        for (int i = 0; i < phi.active(); i++) {
            subtract(rows[phi.index(i)], factors, phi.value(i));
        }
        return largest + Math.abs(a) * phi.norm(); // a bound is enough
    }

    private void setFactors(double a) {
        for (int k = 0; k < WIDTH; k++) {
            factors[k] = a * moves[k];
        }
    }

    private static void subtract(double[] x, double[] factors, double phi) {
        for (int k = 0; k < factors.length; k++) {
            x[k] -= factors[k] * phi;
        }
    }

    /** In one pass. */
    @Override
    double joinAndDot(double a, Features phi, Features phiNext, double[] sums, double largest) {
        if (a == 0 || !(phi instanceof DenseFeatures now) || !(phiNext instanceof DenseFeatures next)) {
            return super.joinAndDot(a, phi, phiNext, sums, largest);
        }
        setFactors(a);
        Arrays.fill(sums, 0);
        for (int from = 0; from < rows.length; from += CHUNK) {
            pass(from, now.chunk(from / CHUNK), next.chunk(from / CHUNK), sums);
        }
        return largest + Math.abs(a) * phi.norm();
    }

    private void pass(int from, double[] phi, double[] phiNext, double[] sums) {
        int i = 0;
        for (; i + 3 <= phi.length; i += 3) {
            passThree(
                    rows[from + i],
                    phi[i],
                    phiNext[i],
                    rows[from + i + 1],
                    phi[i + 1],
                    phiNext[i + 1],
                    rows[from + i + 2],
                    phi[i + 2],
                    phiNext[i + 2],
                    factors,
                    sums);
        }
        for (; i < phi.length; i++) {
            subtract(rows[from + i], factors, phi[i]);
            add(sums, phiNext[i], rows[from + i]);
        }
    }

    /** x ← x − factor · φ, sum ← sum + x φ′ for three features. */
    private static void passThree(
            double[] x0,
            double phi0,
            double next0,
            double[] x1,
            double phi1,
            double next1,
            double[] x2,
            double phi2,
            double next2,
            double[] factors,
            double[] sums) {
        for (int k = 0; k < factors.length; k++) {
            double factor = factors[k];
            double moved0 = x0[k] - factor * phi0;
            double moved1 = x1[k] - factor * phi1;
            double moved2 = x2[k] - factor * phi2;
            x0[k] = moved0;
            x1[k] = moved1;
            x2[k] = moved2;
            sums[k] = sums[k] + moved0 * next0 + moved1 * next1 + moved2 * next2;
        }
    }

    @Override
    double fold(double factor, double threshold) {
        double largest = 0;
        for (double[] row : rows) {
            double g = row[G];
            add(row, g, moves);
            double length = Math.abs(g);
            boolean keeps = length > threshold;
            row[G] = keeps ? g * factor : 0;
            largest = keeps && length > largest ? length : largest;
        }
        Arrays.fill(moves, 0, G, 0);
        return largest;
    }

    @Override
    double largestOfTrace() {
        double largest = 0;
        for (double[] row : rows) {
            double length = Math.abs(row[G]);
            largest = length > largest ? length : largest;
        }
        return largest;
    }

    @Override
    void moveClipped(int k, double step, double clip) {
        for (double[] row : rows) {
            row[k] += StepLimits.clipped(step * row[G], clip);
        }
    }

    @Override
    void listTrace() {}
}
