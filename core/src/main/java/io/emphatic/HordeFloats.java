package io.emphatic;

import java.util.Arrays;

/** Weights in single precision: half the memory and half the traffic. */
final class HordeFloats extends HordeWeights<float[]> {
    private float[] scratch = new float[0];

    HordeFloats(int size, HordePending pending) {
        super(new float[size][0], new float[HordePending.PLACES][0], new float[HordeFolds.PLACES][0], pending);
    }

    @Override
    void grow(int columns) {
        super.grow(columns);
        scratch = new float[columns];
    }

    @Override
    float[] copy(float[] row, int columns) {
        return Arrays.copyOf(row, columns);
    }

    @Override
    double get(float[] row, int column) {
        return row[column];
    }

    @Override
    void set(float[] row, int column, double value) {
        row[column] = (float) value;
    }

    @Override
    void zero(float[] row, int from, int to) {
        Arrays.fill(row, from, to, 0);
    }

    @Override
    float[] total(double[] sums) {
        return scratch;
    }

    @Override
    void deliver(float[] total, double[] sums, int from, int to) {
        for (int q = from; q < to; q++) {
            sums[q] = total[q];
        }
    }

    @Override
    float[] vector(double[] values, int from, int to) {
        for (int q = from; q < to; q++) {
            scratch[q] = (float) values[q];
        }
        return scratch;
    }

    @Override
    void addDoubles(float[] y, double[] x, int from, int to) {
        for (int q = from; q < to; q++) {
            y[q] += (float) x[q];
        }
    }

    @Override
    void add(float[] y, float[] x, double s, int from, int to) {
        float factor = (float) s;
        for (int q = from; q < to; q++) {
            y[q] += factor * x[q];
        }
    }

    @Override
    void add(
            float[] y,
            float[] x0,
            double s0,
            float[] x1,
            double s1,
            float[] x2,
            double s2,
            float[] x3,
            double s3,
            int from,
            int to) {
        float f0 = (float) s0;
        float f1 = (float) s1;
        float f2 = (float) s2;
        float f3 = (float) s3;
        for (int q = from; q < to; q++) {
            y[q] += (f0 * x0[q] + f1 * x1[q]) + (f2 * x2[q] + f3 * x3[q]);
        }
    }
}
