package io.emphatic.engine;

import io.emphatic.experience.DenseFeatures;
import io.emphatic.experience.Features;

/**
 * The vectors w and e of {@link DenseTraceEngine}, and the loops over them.
 *
 * <h2>Implementation notes</h2>
 *
 * The compiler of JDK 17 vectorises loops over arrays that store what they compute, but no sum of doubles, whose order
 * it may not change. So products are stored and quarters of the stored array added to one another. It vectorises only
 * loops whose indices differ by constants and whose body is short enough to be unrolled: two products, not four.
 *
 * <p>It can align one array of a loop to the cache's lines; in any other array every load of 64 bytes then touches two
 * lines. So w, e and the products of a chunk of features lie in one array, a block, at distances that are multiples of
 * a line. Rejected variants are in {@code docs/performance.md}.
 */
final class DenseBlocks {
    private static final int HALF = 512;
    private static final int CHUNK = DenseFeatures.CHUNK;

    // Offsets in a block: w at 0, then e, then the products.
    private static final int E = CHUNK;
    private static final int S = 2 * CHUNK;

    private final int size;
    private final double[][] blocks;

    DenseBlocks(int size) {
        this.size = size;
        this.blocks = new double[(size + CHUNK - 1) / CHUNK][];
        for (int c = 0; c < blocks.length; c++) {
            blocks[c] = new double[S + Math.min(HALF, length(c))];
        }
    }

    /** The number of features of a chunk. */
    private int length(int chunk) {
        return Math.min(CHUNK, size - chunk * CHUNK);
    }

    /** w ← w + D e, e ← a e + b φₜ; returns wᵀ(γ φₜ₊₁ − φₜ). A chunk stays in the first-level cache meanwhile. */
    double pass(double move, Coefficients k, double[][] phi, double[][] phiNext, double gamma) {
        double sum = 0;
        for (int c = 0; c < blocks.length; c++) {
            double[] x = blocks[c];
            int length = length(c);
            moveAndTrace(x, move, k.a(), phi[c], k.b(), length);
            sum += change(x, phi[c], phiNext[c], gamma, length);
        }
        return sum;
    }

    private static void moveAndTrace(double[] x, double move, double a, double[] phi, double b, int length) {
        for (int j = 0; j < length; j++) {
            double e = x[E + j];
            x[j] += move * e;
            x[E + j] = a * e + b * phi[j];
        }
    }

    /** wᵀ(γ φₜ₊₁ − φₜ) of one chunk. */
    private static double change(double[] x, double[] phi, double[] phiNext, double gamma, int length) {
        if (length <= HALF) {
            products(x, phi, phiNext, gamma, 0, length);
            return Sum.of(x, S, S + length);
        }
        pairsOfProducts(x, phi, phiNext, gamma, length - HALF);
        products(x, phi, phiNext, gamma, length - HALF, HALF);
        addQuarters(x);
        return Sum.of(x, S, S + 128);
    }

    private static void products(double[] x, double[] phi, double[] phiNext, double gamma, int from, int to) {
        for (int j = from; j < to; j++) {
            x[S + j] = x[j] * (gamma * phiNext[j] - phi[j]);
        }
    }

    private static void pairsOfProducts(double[] x, double[] phi, double[] phiNext, double gamma, int to) {
        for (int j = 0; j < to; j++) {
            x[S + j] = x[j] * (gamma * phiNext[j] - phi[j]) + x[j + HALF] * (gamma * phiNext[j + HALF] - phi[j + HALF]);
        }
    }

    private static void addQuarters(double[] x) {
        for (int j = 0; j < 128; j++) {
            x[S + j] = (x[S + j] + x[S + j + 256]) + (x[S + j + 128] + x[S + j + 384]);
        }
    }

    /** wᵀφ. */
    double weightsDot(Features phi) {
        return dot(phi, 0);
    }

    /** eᵀφ. */
    double traceDot(Features phi) {
        return dot(phi, E);
    }

    private double dot(Features phi, int offset) {
        double sum = 0;
        if (phi instanceof DenseFeatures dense) {
            for (int c = 0; c < blocks.length; c++) {
                sum += dense.dot(c, blocks[c], offset);
            }
        } else {
            for (int i = 0; i < phi.active(); i++) {
                int j = phi.index(i);
                sum += phi.value(i) * blocks[j / CHUNK][offset + j % CHUNK];
            }
        }
        return sum;
    }

    /** Copies w and e to arrays in one piece. */
    void give(double[] w, double[] e) {
        for (int c = 0; c < blocks.length; c++) {
            System.arraycopy(blocks[c], 0, w, c * CHUNK, length(c));
            System.arraycopy(blocks[c], E, e, c * CHUNK, length(c));
        }
    }

    /** Copies w and e from arrays in one piece. */
    void take(double[] w, double[] e) {
        for (int c = 0; c < blocks.length; c++) {
            System.arraycopy(w, c * CHUNK, blocks[c], 0, length(c));
            System.arraycopy(e, c * CHUNK, blocks[c], E, length(c));
        }
    }
}
