package io.emphatic.evaluation;

import java.util.Arrays;

/**
 * Sums of cₜ(φₜ − γₜ₊₁φₜ₊₁, Rₜ₊₁) over some rows of a block, with cₜ of each target and c = 0 where there is no step.
 * With many targets they are lanes of long loops. With few, several components and two rows are summed at a time: one
 * sum after the other would wait for its own last addition.
 */
final class DifferenceSums {
    private static final int FEW_LANES = 12;

    private final int width;
    private final int lanes;
    private final double[][] sums; // by component and lane
    private final double[] factors = new double[9];

    DifferenceSums(int features, int lanes) {
        this.width = features + 1;
        this.lanes = lanes;
        this.sums = new double[width][lanes];
    }

    /** By component and lane. Live. */
    double[][] sums() {
        return sums;
    }

    void clear() {
        for (double[] sum : sums) {
            Arrays.fill(sum, 0);
        }
    }

    /** @param c by row and lane */
    void add(EpisodeBlock block, int from, int to, double[][] c) {
        if (lanes > FEW_LANES) {
            addLanes(block.difference, from, to, c);
            return;
        }
        for (int k = 0; k < lanes; k++) {
            int q = 0;
            for (; q + 3 < width; q += 4) {
                addFour(block.difference, from, to, c, k, q);
            }
            for (; q < width; q++) {
                double total = sums[q][k];
                for (int i = from; i < to; i++) {
                    total = Math.fma(c[i][k], block.difference[i * width + q], total);
                }
                sums[q][k] = total;
            }
        }
    }

    private void addFour(double[] x, int from, int to, double[][] c, int k, int q) {
        double s0 = sums[q][k];
        double s1 = sums[q + 1][k];
        double s2 = sums[q + 2][k];
        double s3 = sums[q + 3][k];
        double t0 = 0; // of every other row
        double t1 = 0;
        double t2 = 0;
        double t3 = 0;
        int i = from;
        for (; i + 1 < to; i += 2) {
            int at = i * width + q;
            double even = c[i][k];
            s0 = Math.fma(even, x[at], s0);
            s1 = Math.fma(even, x[at + 1], s1);
            s2 = Math.fma(even, x[at + 2], s2);
            s3 = Math.fma(even, x[at + 3], s3);
            int next = at + width;
            double odd = c[i + 1][k];
            t0 = Math.fma(odd, x[next], t0);
            t1 = Math.fma(odd, x[next + 1], t1);
            t2 = Math.fma(odd, x[next + 2], t2);
            t3 = Math.fma(odd, x[next + 3], t3);
        }
        if (i < to) {
            int at = i * width + q;
            double last = c[i][k];
            s0 = Math.fma(last, x[at], s0);
            s1 = Math.fma(last, x[at + 1], s1);
            s2 = Math.fma(last, x[at + 2], s2);
            s3 = Math.fma(last, x[at + 3], s3);
        }
        sums[q][k] = s0 + t0;
        sums[q + 1][k] = s1 + t1;
        sums[q + 2][k] = s2 + t2;
        sums[q + 3][k] = s3 + t3;
    }

    private void addLanes(double[] x, int from, int to, double[][] c) {
        int i = from;
        for (; i + 2 < to; i += 3) {
            int q = 0;
            for (; q + 2 < width; q += 3) {
                take(x, i * width + q, 0);
                take(x, i * width + q + 1, 3);
                take(x, i * width + q + 2, 6);
                LongLoops.addRows(c[i], c[i + 1], c[i + 2], factors, sums[q], sums[q + 1], sums[q + 2]);
            }
            for (; q < width; q++) {
                take(x, i * width + q, 0);
                LongLoops.addRows(c[i], c[i + 1], c[i + 2], factors, sums[q], null, null);
            }
        }
        for (; i < to; i++) {
            for (int q = 0; q < width; q++) {
                LongLoops.add(sums[q], x[i * width + q], c[i]);
            }
        }
    }

    /** A component of three rows. */
    private void take(double[] x, int at, int to) {
        factors[to] = x[at];
        factors[to + 1] = x[at + width];
        factors[to + 2] = x[at + 2 * width];
    }
}
