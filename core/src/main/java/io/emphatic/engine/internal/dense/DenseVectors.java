package io.emphatic.engine.internal.dense;

import io.emphatic.engine.internal.plain.Sum;
import io.emphatic.experience.DenseFeatures;
import io.emphatic.experience.Features;

/**
 * The vectors of an engine for dense features, and the loops over them: θ, e, w and h, those of them that the engine
 * has. A chunk of features has its part of all vectors in one array, a block, behind room for products.
 *
 * <h2>Implementation notes</h2>
 *
 * The compiler of JDK 17 vectorises loops over arrays that store what they compute, but no sum of doubles, whose order
 * it may not change. So products are stored, two at a time, and quarters of what is stored are added to one another. It
 * vectorises only loops whose indices differ by constants and whose body is short enough to be unrolled; so the loops
 * below differ in such constants only.
 *
 * <p>It can align one array of a loop to the cache's lines; in any other array every load of 64 bytes then touches two
 * lines. So the vectors of a chunk lie in one array, at distances that are multiples of a line. Rejected variants are
 * in {@code docs/decisions/performance.md}.
 */
final class DenseVectors {
    private static final int CHUNK = DenseFeatures.CHUNK;
    private static final int HALF = CHUNK / 2;
    private static final int EIGHTH = CHUNK / 8;

    // Where the vectors begin in a block; the products are at 0.
    static final int THETA = HALF;
    static final int E = THETA + CHUNK;
    static final int W = E + CHUNK;
    static final int H = W + CHUNK;

    private final double[][] blocks;
    private final int size;

    /** @param last where the last of the vectors begins */
    DenseVectors(int size, int last) {
        this.size = size;
        this.blocks = new double[(size + CHUNK - 1) / CHUNK][];
        for (int k = 0; k < blocks.length; k++) {
            blocks[k] = new double[last + length(k)];
        }
    }

    /** The number of features of a chunk. */
    private int length(int chunk) {
        return Math.min(CHUNK, size - chunk * CHUNK);
    }

    /**
     * A sum over the products of two vectors in one chunk, φ perhaps among them: a loop with offsets that are
     * constants.
     */
    @FunctionalInterface
    interface ChunkProduct {
        double sum(double[] x, double[] phi, int length);
    }

    static final ChunkProduct THETA_PHI = DenseVectors::thetaPhi;
    static final ChunkProduct E_PHI = DenseVectors::tracePhi;
    static final ChunkProduct W_PHI = DenseVectors::secondaryPhi;
    static final ChunkProduct E_W = DenseVectors::traceSecondary;
    static final ChunkProduct H_W = DenseVectors::secondTraceSecondary;
    static final ChunkProduct E_E = DenseVectors::traceTrace;

    /** The inner product. */
    double dot(ChunkProduct product, double[][] phi) {
        double sum = 0;
        for (int k = 0; k < blocks.length; k++) {
            sum += product.sum(blocks[k], phi[k], length(k));
        }
        return sum;
    }

    /** θᵀφ. */
    private static double thetaPhi(double[] x, double[] phi, int length) {
        for (int j = 0; j < length - HALF; j++) {
            x[j] = x[THETA + j] * phi[j] + x[THETA + HALF + j] * phi[HALF + j];
        }
        for (int j = Math.max(0, length - HALF); j < Math.min(HALF, length); j++) {
            x[j] = x[THETA + j] * phi[j];
        }
        return sumOfProducts(x, length);
    }

    /** eᵀφ. */
    private static double tracePhi(double[] x, double[] phi, int length) {
        for (int j = 0; j < length - HALF; j++) {
            x[j] = x[E + j] * phi[j] + x[E + HALF + j] * phi[HALF + j];
        }
        for (int j = Math.max(0, length - HALF); j < Math.min(HALF, length); j++) {
            x[j] = x[E + j] * phi[j];
        }
        return sumOfProducts(x, length);
    }

    /** wᵀφ. */
    private static double secondaryPhi(double[] x, double[] phi, int length) {
        for (int j = 0; j < length - HALF; j++) {
            x[j] = x[W + j] * phi[j] + x[W + HALF + j] * phi[HALF + j];
        }
        for (int j = Math.max(0, length - HALF); j < Math.min(HALF, length); j++) {
            x[j] = x[W + j] * phi[j];
        }
        return sumOfProducts(x, length);
    }

    /** eᵀw. */
    private static double traceSecondary(double[] x, double[] phi, int length) {
        for (int j = 0; j < length - HALF; j++) {
            x[j] = x[E + j] * x[W + j] + x[E + HALF + j] * x[W + HALF + j];
        }
        for (int j = Math.max(0, length - HALF); j < Math.min(HALF, length); j++) {
            x[j] = x[E + j] * x[W + j];
        }
        return sumOfProducts(x, length);
    }

    /** hᵀw. */
    private static double secondTraceSecondary(double[] x, double[] phi, int length) {
        for (int j = 0; j < length - HALF; j++) {
            x[j] = x[H + j] * x[W + j] + x[H + HALF + j] * x[W + HALF + j];
        }
        for (int j = Math.max(0, length - HALF); j < Math.min(HALF, length); j++) {
            x[j] = x[H + j] * x[W + j];
        }
        return sumOfProducts(x, length);
    }

    /** eᵀe. */
    private static double traceTrace(double[] x, double[] phi, int length) {
        for (int j = 0; j < length - HALF; j++) {
            x[j] = x[E + j] * x[E + j] + x[E + HALF + j] * x[E + HALF + j];
        }
        for (int j = Math.max(0, length - HALF); j < Math.min(HALF, length); j++) {
            x[j] = x[E + j] * x[E + j];
        }
        return sumOfProducts(x, length);
    }

    private static double sumOfProducts(double[] x, int length) {
        if (length <= HALF) {
            return Sum.of(x, 0, length);
        }
        for (int j = 0; j < EIGHTH; j++) {
            x[j] = (x[j] + x[j + 2 * EIGHTH]) + (x[j + EIGHTH] + x[j + 3 * EIGHTH]);
        }
        return Sum.of(x, 0, EIGHTH);
    }

    /** θ ← θ + p e, then e ← a e + b φₜ; returns θᵀ(γ φₜ₊₁ − φₜ). A chunk stays in the first-level cache meanwhile. */
    double moveAndAdvance(double p, double a, double b, double[][] phi, double[][] phiNext, double gamma) {
        double sum = 0;
        for (int k = 0; k < blocks.length; k++) {
            moveAndAdvance(blocks[k], p, a, b, phi[k], length(k));
            sum += change(blocks[k], phi[k], phiNext[k], gamma, length(k));
        }
        return sum;
    }

    /** The same, but returns θᵀφₜ₊₁. */
    double moveAndAdvance(double p, double a, double b, double[][] phi, double[][] phiNext) {
        double sum = 0;
        for (int k = 0; k < blocks.length; k++) {
            moveAndAdvance(blocks[k], p, a, b, phi[k], length(k));
            sum += thetaPhi(blocks[k], phiNext[k], length(k));
        }
        return sum;
    }

    private static void moveAndAdvance(double[] x, double p, double a, double b, double[] phi, int length) {
        for (int j = 0; j < length; j++) {
            double e = x[E + j];
            x[THETA + j] += p * e;
            x[E + j] = a * e + b * phi[j];
        }
    }

    private static double change(double[] x, double[] phi, double[] phiNext, double gamma, int length) {
        for (int j = 0; j < length - HALF; j++) {
            x[j] = x[THETA + j] * (gamma * phiNext[j] - phi[j])
                    + x[THETA + HALF + j] * (gamma * phiNext[HALF + j] - phi[HALF + j]);
        }
        for (int j = Math.max(0, length - HALF); j < Math.min(HALF, length); j++) {
            x[j] = x[THETA + j] * (gamma * phiNext[j] - phi[j]);
        }
        return sumOfProducts(x, length);
    }

    /** u ← a u + b φ. */
    void advance(int u, double a, double b, double[][] phi) {
        for (int k = 0; k < blocks.length; k++) {
            advance(blocks[k], u, a, b, phi[k], length(k));
        }
    }

    private static void advance(double[] x, int u, double a, double b, double[] phi, int length) {
        for (int j = 0; j < length; j++) {
            x[u + j] = a * x[u + j] + b * phi[j];
        }
    }

    /** e ← a e + b φ, then θ ← θ + p e + q φ. */
    void advanceAndMove(double a, double b, double p, double q, double[][] phi) {
        for (int k = 0; k < blocks.length; k++) {
            advanceAndMove(blocks[k], a, b, p, q, phi[k], length(k));
        }
    }

    private static void advanceAndMove(double[] x, double a, double b, double p, double q, double[] phi, int length) {
        for (int j = 0; j < length; j++) {
            double e = a * x[E + j] + b * phi[j];
            x[E + j] = e;
            x[THETA + j] += p * e + q * phi[j];
        }
    }

    /** e ← a e + b φₜ, then θ ← θ + p e + q φₜ₊₁ and w ← k w + r e + s φₜ. */
    void advanceAndMoveBoth(
            double a, double b, double p, double q, double k, double r, double s, double[][] phi, double[][] phiNext) {
        for (int c = 0; c < blocks.length; c++) {
            advanceAndMoveBoth(blocks[c], a, b, p, q, k, r, s, phi[c], phiNext[c], length(c));
        }
    }

    private static void advanceAndMoveBoth(
            double[] x,
            double a,
            double b,
            double p,
            double q,
            double k,
            double r,
            double s,
            double[] phi,
            double[] phiNext,
            int length) {
        for (int j = 0; j < length; j++) {
            double e = a * x[E + j] + b * phi[j];
            x[E + j] = e;
            x[THETA + j] += p * e + q * phiNext[j];
            x[W + j] = k * x[W + j] + r * e + s * phi[j];
        }
    }

    /** θ ← θ + p e + q φ. */
    void moveTheta(double p, double q, double[][] phi) {
        for (int k = 0; k < blocks.length; k++) {
            moveTheta(blocks[k], p, q, phi[k], length(k));
        }
    }

    private static void moveTheta(double[] x, double p, double q, double[] phi, int length) {
        for (int j = 0; j < length; j++) {
            x[THETA + j] += p * x[E + j] + q * phi[j];
        }
    }

    /** w ← r w + p e + q φ. */
    void moveSecondary(double r, double p, double q, double[][] phi) {
        for (int k = 0; k < blocks.length; k++) {
            moveSecondary(blocks[k], r, p, q, phi[k], length(k));
        }
    }

    private static void moveSecondary(double[] x, double r, double p, double q, double[] phi, int length) {
        for (int j = 0; j < length; j++) {
            x[W + j] = r * x[W + j] + p * x[E + j] + q * phi[j];
        }
    }

    /** uᵀφ of features of any kind. */
    double dot(int u, Features phi) {
        double sum = 0;
        if (phi instanceof DenseFeatures dense) {
            for (int k = 0; k < blocks.length; k++) {
                sum += dense.dot(k, blocks[k], u);
            }
        } else {
            for (int i = 0; i < phi.active(); i++) {
                int j = phi.index(i);
                sum += phi.value(i) * blocks[j / CHUNK][u + j % CHUNK];
            }
        }
        return sum;
    }

    /** A copy of a vector. */
    double[] get(int u) {
        double[] vector = new double[size];
        for (int k = 0; k < blocks.length; k++) {
            System.arraycopy(blocks[k], u, vector, k * CHUNK, length(k));
        }
        return vector;
    }

    /** Sets a vector. */
    void set(int u, double[] vector) {
        for (int k = 0; k < blocks.length; k++) {
            System.arraycopy(vector, k * CHUNK, blocks[k], u, length(k));
        }
    }
}
