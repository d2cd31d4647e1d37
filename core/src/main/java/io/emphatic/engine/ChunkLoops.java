package io.emphatic.engine;

import io.emphatic.experience.DenseFeatures;

/**
 * The loops of the engines for dense features of the gradient and true online families, over the chunk of vectors that
 * lie in one array x, a block: products, then θ, e, w and h, those of them that an engine has.
 *
 * <h2>Implementation notes</h2>
 *
 * As in {@link DenseBlocks}: distances are constants and multiples of a cache line, and sums of products are made by
 * storing products two at a time and adding halves of what is stored, because the compiler vectorises no sum.
 */
final class ChunkLoops {
    static final int CHUNK = DenseFeatures.CHUNK;
    private static final int HALF = CHUNK / 2;

    // Where the vectors begin; the products are at 0.
    static final int THETA = HALF;
    static final int E = THETA + CHUNK;
    static final int W = E + CHUNK;
    static final int H = W + CHUNK;

    private ChunkLoops() {}

    /** θᵀ(γ φₜ₊₁ − φₜ). */
    static double change(double[] x, double[] phi, double[] phiNext, double gamma, int length) {
        int pairs = pairs(length);
        for (int j = 0; j < pairs; j++) {
            x[j] = x[THETA + j] * (gamma * phiNext[j] - phi[j])
                    + x[THETA + HALF + j] * (gamma * phiNext[HALF + j] - phi[HALF + j]);
        }
        for (int j = pairs; j < stored(length); j++) {
            x[j] = x[THETA + j] * (gamma * phiNext[j] - phi[j]);
        }
        return sum(x, length);
    }

    /** θᵀφ. */
    static double thetaDot(double[] x, double[] phi, int length) {
        int pairs = pairs(length);
        for (int j = 0; j < pairs; j++) {
            x[j] = x[THETA + j] * phi[j] + x[THETA + HALF + j] * phi[HALF + j];
        }
        for (int j = pairs; j < stored(length); j++) {
            x[j] = x[THETA + j] * phi[j];
        }
        return sumByQuarters(x, length);
    }

    /** eᵀφ. */
    static double traceDot(double[] x, double[] phi, int length) {
        int pairs = pairs(length);
        for (int j = 0; j < pairs; j++) {
            x[j] = x[E + j] * phi[j] + x[E + HALF + j] * phi[HALF + j];
        }
        for (int j = pairs; j < stored(length); j++) {
            x[j] = x[E + j] * phi[j];
        }
        return sumByQuarters(x, length);
    }

    /** wᵀφ. */
    static double secondaryDot(double[] x, double[] phi, int length) {
        int pairs = pairs(length);
        for (int j = 0; j < pairs; j++) {
            x[j] = x[W + j] * phi[j] + x[W + HALF + j] * phi[HALF + j];
        }
        for (int j = pairs; j < stored(length); j++) {
            x[j] = x[W + j] * phi[j];
        }
        return sum(x, length);
    }

    /** eᵀw. */
    static double traceDotSecondary(double[] x, int length) {
        int pairs = pairs(length);
        for (int j = 0; j < pairs; j++) {
            x[j] = x[E + j] * x[W + j] + x[E + HALF + j] * x[W + HALF + j];
        }
        for (int j = pairs; j < stored(length); j++) {
            x[j] = x[E + j] * x[W + j];
        }
        return sum(x, length);
    }

    /** hᵀw. */
    static double secondTraceDotSecondary(double[] x, int length) {
        int pairs = pairs(length);
        for (int j = 0; j < pairs; j++) {
            x[j] = x[H + j] * x[W + j] + x[H + HALF + j] * x[W + HALF + j];
        }
        for (int j = pairs; j < stored(length); j++) {
            x[j] = x[H + j] * x[W + j];
        }
        return sum(x, length);
    }

    /** eᵀe. */
    static double traceDotTrace(double[] x, int length) {
        int pairs = pairs(length);
        for (int j = 0; j < pairs; j++) {
            x[j] = x[E + j] * x[E + j] + x[E + HALF + j] * x[E + HALF + j];
        }
        for (int j = pairs; j < stored(length); j++) {
            x[j] = x[E + j] * x[E + j];
        }
        return sum(x, length);
    }

    /** How many products are stored two at a time. */
    private static int pairs(int length) {
        return Math.max(0, length - HALF);
    }

    private static int stored(int length) {
        return Math.min(HALF, length);
    }

    private static double sum(double[] x, int length) {
        if (length <= HALF) {
            return Sum.of(x, 0, length);
        }
        for (int j = 0; j < 256; j++) {
            x[j] += x[j + 256];
        }
        for (int j = 0; j < 128; j++) {
            x[j] += x[j + 128];
        }
        return Sum.of(x, 0, 128);
    }

    /**
     * The same in one loop, to the bit: faster where three such sums follow one another, but slower behind the longer
     * loops of the gradient family.
     */
    private static double sumByQuarters(double[] x, int length) {
        if (length <= HALF) {
            return Sum.of(x, 0, length);
        }
        for (int j = 0; j < 128; j++) {
            x[j] = (x[j] + x[j + 256]) + (x[j + 128] + x[j + 384]);
        }
        return Sum.of(x, 0, 128);
    }

    /** e ← a e + b φ. */
    static void advance(double[] x, double a, double b, double[] phi, int length) {
        for (int j = 0; j < length; j++) {
            x[E + j] = a * x[E + j] + b * phi[j];
        }
    }

    /** h ← a h + φ. */
    static void advanceSecond(double[] x, double a, double[] phi, int length) {
        for (int j = 0; j < length; j++) {
            x[H + j] = a * x[H + j] + phi[j];
        }
    }

    /** e ← a e + b φ, then θ ← θ + p e + q φ. */
    static void advanceAndMove(double[] x, double a, double b, double p, double q, double[] phi, int length) {
        for (int j = 0; j < length; j++) {
            double e = a * x[E + j] + b * phi[j];
            x[E + j] = e;
            x[THETA + j] += p * e + q * phi[j];
        }
    }

    /** e ← a e + b φₜ, then θ ← θ + p e + q φₜ₊₁ and w ← k w + r e + s φₜ. */
    static void advanceAndMoveBoth(
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
    static void moveTheta(double[] x, double p, double q, double[] phi, int length) {
        for (int j = 0; j < length; j++) {
            x[THETA + j] += p * x[E + j] + q * phi[j];
        }
    }

    /** w ← k w + p e + q φ. */
    static void moveSecondary(double[] x, double k, double p, double q, double[] phi, int length) {
        for (int j = 0; j < length; j++) {
            x[W + j] = k * x[W + j] + p * x[E + j] + q * phi[j];
        }
    }

    /** θ ← θ + q φ. */
    static void addToTheta(double[] x, double q, double[] phi, int length) {
        for (int j = 0; j < length; j++) {
            x[THETA + j] += q * phi[j];
        }
    }

    /** w ← w + q φ. */
    static void addToSecondary(double[] x, double q, double[] phi, int length) {
        for (int j = 0; j < length; j++) {
            x[W + j] += q * phi[j];
        }
    }
}
