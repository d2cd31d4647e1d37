package io.emphatic.engine;

import io.emphatic.experience.DenseFeatures;
import io.emphatic.experience.Features;
import java.util.Arrays;

/**
 * {@link CandidateWeights} for dense features: for each feature a row with wⱼ of every candidate, then gⱼ.
 *
 * <h2>Implementation notes</h2>
 *
 * Loops run across a row: they store what they compute and have no sum along the loop, so that the compiler of JDK 17
 * vectorises them. A pass makes the move of four features and adds their products, so that each number is read and
 * written once per step. The four rows lie in one array, at constant distances: from seven rows on the body is too long
 * for that compiler and stays scalar, and with an array for each row that begins at four. The rows behind the last
 * feature stay 0.
 */
final class DenseCandidateRows extends CandidateWeights {
    private static final int CHUNK = DenseFeatures.CHUNK; // a multiple of the rows of a block
    private static final int ROWS = 4; // of a block

    private final int size;
    private final double[][] blocks;
    private final double[] trace; // g once more, where it is looked at by itself; otherwise of length 0

    /** @param looksAtTrace whether {@link #largestOfTrace} and {@link #moveClipped} will be called */
    DenseCandidateRows(int size, boolean looksAtTrace) {
        this.size = size;
        blocks = new double[(size + ROWS - 1) / ROWS][ROWS * WIDTH];
        trace = new double[looksAtTrace ? size : 0];
    }

    @Override
    double get(int j, int k) {
        return blocks[j / ROWS][j % ROWS * WIDTH + k];
    }

    @Override
    void set(int j, int k, double value) {
        blocks[j / ROWS][j % ROWS * WIDTH + k] = value;
        if (k == G && trace.length > 0) {
            trace[j] = value;
        }
    }

    @Override
    int size() {
        return size;
    }

    @Override
    void dot(Features phi, double[] sums) {
        Arrays.fill(sums, 0);
        if (phi instanceof DenseFeatures dense) {
            for (int b = 0; b < blocks.length; b++) {
                double[] q = dense.chunk(ROWS * b / CHUNK);
                int i = ROWS * b % CHUNK;
                dotFour(blocks[b], sums, q[i], at(q, i + 1), at(q, i + 2), at(q, i + 3));
            }
        } else {
            for (int i = 0; i < phi.active(); i++) {
                double[] x = blocks[phi.index(i) / ROWS];
                int row = phi.index(i) % ROWS * WIDTH;
                for (int k = 0; k < WIDTH; k++) {
                    sums[k] += x[row + k] * phi.value(i);
                }
            }
        }
    }

    /** 0 behind the last feature. */
    private static double at(double[] values, int i) {
        return i < values.length ? values[i] : 0;
    }

    private static void dotFour(double[] x, double[] sums, double q0, double q1, double q2, double q3) {
        for (int k = 0; k < WIDTH; k++) {
            sums[k] = sums[k] + x[k] * q0 + x[WIDTH + k] * q1 + x[2 * WIDTH + k] * q2 + x[3 * WIDTH + k] * q3;
        }
    }

    @Override
    double join(double a, Features phi, double largest) {
        if (a == 0) {
            return largest;
        }
        if (phi instanceof DenseFeatures dense) {
            for (int b = 0; b < blocks.length; b++) {
                double[] p = dense.chunk(ROWS * b / CHUNK);
                int i = ROWS * b % CHUNK;
                moveFour(blocks[b], moves, a * p[i], a * at(p, i + 1), a * at(p, i + 2), a * at(p, i + 3));
            }
        } else {
            for (int i = 0; i < phi.active(); i++) {
                double[] x = blocks[phi.index(i) / ROWS];
                int row = phi.index(i) % ROWS * WIDTH;
                double added = a * phi.value(i);
                for (int k = 0; k < WIDTH; k++) {
                    x[row + k] -= moves[k] * added;
                }
            }
        }
        return joined(a, phi, largest);
    }

    private double joined(double a, Features phi, double largest) {
        if (trace.length > 0) {
            phi.addTo(trace, a); // the very numbers of the rows
        }
        return largest + Math.abs(a) * phi.norm(); // a bound is enough
    }

    /** x ← x − move · p. */
    private static void moveFour(double[] x, double[] moves, double p0, double p1, double p2, double p3) {
        for (int k = 0; k < WIDTH; k++) {
            double move = moves[k];
            double moved0 = x[k] - move * p0;
            double moved1 = x[WIDTH + k] - move * p1;
            double moved2 = x[2 * WIDTH + k] - move * p2;
            double moved3 = x[3 * WIDTH + k] - move * p3;
            x[k] = moved0;
            x[WIDTH + k] = moved1;
            x[2 * WIDTH + k] = moved2;
            x[3 * WIDTH + k] = moved3;
        }
    }

    /** In one pass. */
    @Override
    double joinAndDot(double a, Features phi, Features phiNext, double[] sums, double largest) {
        if (a == 0 || !(phi instanceof DenseFeatures now) || !(phiNext instanceof DenseFeatures next)) {
            return super.joinAndDot(a, phi, phiNext, sums, largest);
        }
        Arrays.fill(sums, 0);
        for (int from = 0; from < size; from += CHUNK) {
            pass(a, from / ROWS, now.chunk(from / CHUNK), next.chunk(from / CHUNK), sums);
        }
        return joined(a, phi, largest);
    }

    private void pass(double a, int block, double[] p, double[] q, double[] sums) {
        int b = block;
        int i = 0;
        for (; i + ROWS <= p.length; i += ROWS) {
            passFour(
                    blocks[b++],
                    moves,
                    sums,
                    a * p[i],
                    q[i],
                    a * p[i + 1],
                    q[i + 1],
                    a * p[i + 2],
                    q[i + 2],
                    a * p[i + 3],
                    q[i + 3]);
        }
        if (i < p.length) {
            passFour(
                    blocks[b],
                    moves,
                    sums,
                    a * p[i],
                    q[i],
                    a * at(p, i + 1),
                    at(q, i + 1),
                    a * at(p, i + 2),
                    at(q, i + 2),
                    0,
                    0);
        }
    }

    /** x ← x − move · p, sum ← sum + x q. */
    private static void passFour(
            double[] x,
            double[] moves,
            double[] sums,
            double p0,
            double q0,
            double p1,
            double q1,
            double p2,
            double q2,
            double p3,
            double q3) {
        for (int k = 0; k < WIDTH; k++) {
            double move = moves[k];
            double moved0 = x[k] - move * p0;
            double moved1 = x[WIDTH + k] - move * p1;
            double moved2 = x[2 * WIDTH + k] - move * p2;
            double moved3 = x[3 * WIDTH + k] - move * p3;
            x[k] = moved0;
            x[WIDTH + k] = moved1;
            x[2 * WIDTH + k] = moved2;
            x[3 * WIDTH + k] = moved3;
            sums[k] = sums[k] + moved0 * q0 + moved1 * q1 + moved2 * q2 + moved3 * q3;
        }
    }

    @Override
    double fold(double factor, double threshold) {
        double largest = 0;
        for (int b = 0; b < blocks.length; b++) {
            double[] x = blocks[b];
            double g0 = x[G];
            double g1 = x[WIDTH + G];
            double g2 = x[2 * WIDTH + G];
            double g3 = x[3 * WIDTH + G];
            moveFour(x, moves, -g0, -g1, -g2, -g3);
            x[G] = kept(g0, factor, threshold);
            x[WIDTH + G] = kept(g1, factor, threshold);
            x[2 * WIDTH + G] = kept(g2, factor, threshold);
            x[3 * WIDTH + G] = kept(g3, factor, threshold);
            double length = Math.max(Math.max(Math.abs(g0), Math.abs(g1)), Math.max(Math.abs(g2), Math.abs(g3)));
            largest = length > threshold ? Math.max(largest, length) : largest;
        }
        for (int j = 0; j < trace.length; j++) {
            trace[j] = kept(trace[j], factor, threshold);
        }
        Arrays.fill(moves, 0, G, 0);
        return largest;
    }

    private static double kept(double g, double factor, double threshold) {
        return Math.abs(g) > threshold ? g * factor : 0;
    }

    @Override
    double largestOfTrace(double bound) {
        double largest = 0;
        for (double g : trace) {
            double length = Math.abs(g);
            largest = length > largest ? length : largest;
        }
        return largest;
    }

    @Override
    double moveClipped(int k, double step, double clip, Features phi) {
        if (trace.length > CHUNK || !(phi instanceof DenseFeatures dense)) {
            for (int j = 0; j < trace.length; j++) {
                blocks[j / ROWS][j % ROWS * WIDTH + k] += StepLimits.clipped(step * trace[j], clip);
            }
            return sum(k, phi);
        }
        final double[] phiNow = dense.chunk(0);
        double sum = 0;
        for (int j = 0; j < trace.length; j++) {
            double[] x = blocks[j / ROWS];
            int at = j % ROWS * WIDTH + k;
            double moved = x[at] + StepLimits.clipped(step * trace[j], clip);
            x[at] = moved;
            sum += phiNow[j] * moved;
        }
        return sum;
    }

    @Override
    void moveClipped(double[] steps, double[] clips) {
        for (double[] x : blocks) {
            moveFourClipped(x, steps, clips, x[G], x[WIDTH + G], x[2 * WIDTH + G], x[3 * WIDTH + G]);
        }
    }

    private static void moveFourClipped(
            double[] x, double[] steps, double[] clips, double g0, double g1, double g2, double g3) {
        for (int k = 0; k < steps.length; k++) {
            double step = steps[k];
            double clip = clips[k];
            x[k] += StepLimits.clipped(step * g0, clip);
            x[WIDTH + k] += StepLimits.clipped(step * g1, clip);
            x[2 * WIDTH + k] += StepLimits.clipped(step * g2, clip);
            x[3 * WIDTH + k] += StepLimits.clipped(step * g3, clip);
        }
    }

    @Override
    double products(double[] squares, double[] alongTrace) {
        Arrays.fill(squares, 0);
        Arrays.fill(alongTrace, 0);
        double traceSquares = 0;
        for (double[] x : blocks) {
            double g0 = x[G];
            double g1 = x[WIDTH + G];
            double g2 = x[2 * WIDTH + G];
            double g3 = x[3 * WIDTH + G];
            productsOfFour(x, moves, squares, alongTrace, g0, g1, g2, g3);
            traceSquares = traceSquares + g0 * g0 + g1 * g1 + g2 * g2 + g3 * g3;
        }
        return traceSquares;
    }

    private static void productsOfFour(
            double[] x,
            double[] moves,
            double[] squares,
            double[] alongTrace,
            double g0,
            double g1,
            double g2,
            double g3) {
        for (int k = 0; k < WIDTH; k++) {
            double move = moves[k];
            double u0 = x[k] + move * g0;
            double u1 = x[WIDTH + k] + move * g1;
            double u2 = x[2 * WIDTH + k] + move * g2;
            double u3 = x[3 * WIDTH + k] + move * g3;
            squares[k] = squares[k] + u0 * u0 + u1 * u1 + u2 * u2 + u3 * u3;
            alongTrace[k] = alongTrace[k] + u0 * g0 + u1 * g1 + u2 * g2 + u3 * g3;
        }
    }

    @Override
    void listTrace() {}
}
