package io.emphatic;

import java.util.Arrays;

/** Weights in double precision. */
final class HordeDoubles extends HordeWeights<double[]> {

    HordeDoubles(int size, HordePending pending) {
        super(new double[size][0], new double[HordePending.PLACES][0], new double[HordeFolds.PLACES][0], pending);
    }

    @Override
    double[] copy(double[] row, int columns) {
        return Arrays.copyOf(row, columns);
    }

    @Override
    double get(double[] row, int column) {
        return row[column];
    }

    @Override
    void set(double[] row, int column, double value) {
        row[column] = value;
    }

    @Override
    void zero(double[] row, int from, int to) {
        Arrays.fill(row, from, to, 0);
    }

    @Override
    double[] total(double[] sums) {
        return sums;
    }

    @Override
    void deliver(double[] total, double[] sums, int from, int to) {}

    @Override
    double[] vector(double[] values, int from, int to) {
        return values;
    }

    @Override
    void addDoubles(double[] y, double[] x, int from, int to) {
        add(y, x, 1, from, to);
    }

    @Override
    void add(double[] y, double[] x, double s, int from, int to) {
        for (int q = from; q < to; q++) {
            y[q] += s * x[q];
        }
    }

    @Override
    void add(
            double[] y,
            double[] x0,
            double s0,
            double[] x1,
            double s1,
            double[] x2,
            double s2,
            double[] x3,
            double s3,
            int from,
            int to) {
        for (int q = from; q < to; q++) {
            y[q] += (s0 * x0[q] + s1 * x1[q]) + (s2 * x2[q] + s3 * x3[q]);
        }
    }
}
