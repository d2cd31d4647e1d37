package io.emphatic.experience;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/** Indices in increasing order, and the value at each; {@code isNone} for those of a terminal state. */
record SparseFeatures(int size, int[] indices, double[] values, double norm, boolean isNone) implements Features {
    static final int KIND = 2; // as bytes

    SparseFeatures {
        Check.indices(size, indices);
        for (int k = 0; k < values.length; k++) {
            Check.finite("feature", indices[k], values[k]);
        }
    }

    static SparseFeatures of(int size, int[] indices, double[] values) {
        if (indices.length != values.length) {
            throw new IllegalArgumentException("sparse features need one value for each index: " + indices.length
                    + " indices, " + values.length + " values");
        }
        if (increases(indices)) {
            return new SparseFeatures(size, indices.clone(), values.clone(), Norm.of(values), false);
        }
        int[] order = IntStream.range(0, indices.length)
                .boxed()
                .sorted(Comparator.comparingInt(k -> indices[k]))
                .mapToInt(Integer::intValue)
                .toArray();
        return new SparseFeatures(
                size,
                Arrays.stream(order).map(k -> indices[k]).toArray(),
                Arrays.stream(order).mapToDouble(k -> values[k]).toArray(),
                Norm.of(values),
                false);
    }

    static SparseFeatures binary(int size, int... indices) {
        double[] ones = new double[indices.length];
        Arrays.fill(ones, 1);
        return of(size, indices, ones);
    }

    /** A state with no feature active that is not made here may have been meant to continue. */
    static SparseFeatures none(int size) {
        return new SparseFeatures(size, new int[0], new double[0], 0, true);
    }

    private static boolean increases(int[] indices) {
        for (int k = 1; k < indices.length; k++) {
            if (indices[k - 1] >= indices[k]) {
                return false;
            }
        }
        return true;
    }

    @Override
    public int active() {
        return indices.length;
    }

    @Override
    public int index(int k) {
        return indices[k];
    }

    @Override
    public double value(int k) {
        return values[k];
    }

    @Override
    public double get(int j) {
        int k = Arrays.binarySearch(indices, j);
        return k >= 0 ? values[k] : 0;
    }

    /** Four sums side by side: the processor does not wait for one addition at a time. */
    @Override
    public double dot(double[] vector) {
        double sum0 = 0;
        double sum1 = 0;
        double sum2 = 0;
        double sum3 = 0;
        int k = 0;
        for (; k + 3 < indices.length; k += 4) {
            sum0 += values[k] * vector[indices[k]];
            sum1 += values[k + 1] * vector[indices[k + 1]];
            sum2 += values[k + 2] * vector[indices[k + 2]];
            sum3 += values[k + 3] * vector[indices[k + 3]];
        }
        double sum = (sum0 + sum1) + (sum2 + sum3);
        for (; k < indices.length; k++) {
            sum += values[k] * vector[indices[k]];
        }
        return sum;
    }

    @Override
    public void addTo(double[] vector, int offset, double scale) {
        for (int k = 0; k < indices.length; k++) {
            vector[offset + indices[k]] += scale * values[k];
        }
    }

    @Override
    public String toString() {
        return Features.text(this);
    }
}
