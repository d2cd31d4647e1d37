package io.emphatic.engine;

import io.emphatic.experience.DenseFeatures;
import io.emphatic.experience.Features;
import java.util.Arrays;

/**
 * {@link CandidateWeights} for dense features: a column for each candidate and one for g, in chunks as
 * {@link DenseFeatures} has them.
 *
 * <h2>Implementation notes</h2>
 *
 * Loops run along the features and are vectorised, as in {@link DenseBlocks}: products are stored and halves of the
 * stored array added to one another. Loops across the {@value ChoosingEngine#COUNT} candidates are too short for that.
 */
final class CandidateColumns extends CandidateWeights {
    private static final int CHUNK = DenseFeatures.CHUNK;

    private final int size;
    private final double[][][] columns; // columns[k][chunk]
    private final double[] products = new double[CHUNK];

    CandidateColumns(int size) {
        this.size = size;
        int chunks = (size + CHUNK - 1) / CHUNK;
        columns = new double[WIDTH][chunks][];
        for (double[][] column : columns) {
            for (int c = 0; c < chunks; c++) {
                column[c] = new double[Math.min(CHUNK, size - c * CHUNK)];
            }
        }
    }

    @Override
    double get(int j, int k) {
        return columns[k][j / CHUNK][j % CHUNK];
    }

    @Override
    void set(int j, int k, double value) {
        columns[k][j / CHUNK][j % CHUNK] = value;
    }

    @Override
    int size() {
        return size;
    }

    @Override
    void dot(Features phi, double[] sums) {
        for (int k = 0; k < WIDTH; k++) {
            sums[k] = phi instanceof DenseFeatures dense ? dot(columns[k], dense) : sparseDot(k, phi);
        }
    }

    private double dot(double[][] column, DenseFeatures phi) {
        double sum = 0;
        for (int c = 0; c < column.length; c++) {
            multiply(products, column[c], phi.chunk(c));
            sum += sum(column[c].length);
        }
        return sum;
    }

    private static void multiply(double[] products, double[] x, double[] phi) {
        for (int i = 0; i < x.length; i++) {
            products[i] = x[i] * phi[i];
        }
    }

    /** The sum of the first products. */
    private double sum(int length) {
        if (length < CHUNK) {
            Arrays.fill(products, length, Math.max(length, roundedUp(length)), 0);
        }
        int left = roundedUp(length);
        while (left > 64) {
            left /= 2;
            addHalf(products, left);
        }
        return Sum.of(products, 0, left);
    }

    /** To a number that can be halved down to 64 or less. */
    private static int roundedUp(int length) {
        return length <= 64 ? length : Integer.highestOneBit(length - 1) * 2;
    }

    private static void addHalf(double[] products, int half) {
        switch (half) {
            case 512 -> addHalf512(products);
            case 256 -> addHalf256(products);
            case 128 -> addHalf128(products);
            default -> addHalf64(products);
        }
    }

    private static void addHalf512(double[] products) {
        for (int i = 0; i < 512; i++) {
            products[i] += products[i + 512];
        }
    }

    private static void addHalf256(double[] products) {
        for (int i = 0; i < 256; i++) {
            products[i] += products[i + 256];
        }
    }

    private static void addHalf128(double[] products) {
        for (int i = 0; i < 128; i++) {
            products[i] += products[i + 128];
        }
    }

    private static void addHalf64(double[] products) {
        for (int i = 0; i < 64; i++) {
            products[i] += products[i + 64];
        }
    }

    private double sparseDot(int k, Features phi) {
        double sum = 0;
        for (int i = 0; i < phi.active(); i++) {
            sum += phi.value(i) * get(phi.index(i), k);
        }
        return sum;
    }

    @Override
    double join(double a, Features phi, double largest) {
        if (a == 0) {
            return largest;
        }
        if (!(phi instanceof DenseFeatures dense)) {
            return joinSparse(a, phi, largest);
        }
        for (int c = 0; c < columns[0].length; c++) {
            double[] values = dense.chunk(c);
            for (int k = 0; k < WIDTH; k++) {
                subtract(columns[k][c], a * moves[k], values);
            }
        }
        return largest + Math.abs(a) * phi.norm(); // a bound is enough
    }

    /** In one pass; the same operations in the same order as one after the other. */
    @Override
    double joinAndDot(double a, Features phi, Features phiNext, double[] sums, double largest) {
        if (a == 0 || !(phi instanceof DenseFeatures now) || !(phiNext instanceof DenseFeatures next)) {
            return super.joinAndDot(a, phi, phiNext, sums, largest);
        }
        for (int k = 0; k < WIDTH; k++) {
            double[][] column = columns[k];
            double sum = 0;
            for (int c = 0; c < column.length; c++) {
                subtractAndMultiply(products, column[c], a * moves[k], now.chunk(c), next.chunk(c));
                sum += sum(column[c].length);
            }
            sums[k] = sum;
        }
        return largest + Math.abs(a) * phi.norm();
    }

    private static void subtractAndMultiply(
            double[] products, double[] x, double factor, double[] phi, double[] phiNext) {
        for (int i = 0; i < x.length; i++) {
            double moved = x[i] - factor * phi[i];
            x[i] = moved;
            products[i] = moved * phiNext[i];
        }
    }

    private static void subtract(double[] x, double factor, double[] phi) {
        for (int i = 0; i < x.length; i++) {
            x[i] -= factor * phi[i];
        }
    }

    private double joinSparse(double a, Features phi, double largest) {
        for (int i = 0; i < phi.active(); i++) {
            for (int k = 0; k < WIDTH; k++) {
                int j = phi.index(i);
                set(j, k, get(j, k) - a * phi.value(i) * moves[k]);
            }
        }
        return largest + Math.abs(a) * phi.norm();
    }

    @Override
    double fold(double factor, double threshold) {
        double[][] g = columns[G];
        double largest = 0;
        for (int c = 0; c < g.length; c++) {
            for (int k = 0; k < G; k++) {
                subtract(columns[k][c], -moves[k], g[c]);
            }
            for (int i = 0; i < g[c].length; i++) {
                double length = Math.abs(g[c][i]);
                boolean keeps = length > threshold;
                g[c][i] = keeps ? g[c][i] * factor : 0;
                largest = keeps && length > largest ? length : largest;
            }
        }
        Arrays.fill(moves, 0, G, 0);
        return largest;
    }

    @Override
    void listTrace() {}
}
