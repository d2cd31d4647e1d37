package io.emphatic.experience;

import java.util.Arrays;

/** The indices of the ones, in increasing order. */
public final class BinaryFeatures implements Features {
    private final int size;
    private final int[] indices;
    private final double norm;

    private BinaryFeatures(int size, int[] indices) {
        Check.indices(size, indices);
        this.size = size;
        this.indices = indices;
        this.norm = Math.sqrt(indices.length);
    }

    static BinaryFeatures of(int size, int... indices) {
        int[] sorted = indices.clone();
        Arrays.sort(sorted);
        return new BinaryFeatures(size, sorted);
    }

    /** The index of the one feature that is active, or −1 if there are more or none. */
    int indicator() {
        return indices.length == 1 ? indices[0] : -1;
    }

    /** Where the ones are, in increasing order. Live; not to be modified. */
    public int[] indices() {
        return indices;
    }

    @Override
    public int size() {
        return size;
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
        return 1;
    }

    @Override
    public double get(int j) {
        return Arrays.binarySearch(indices, j) >= 0 ? 1 : 0;
    }

    @Override
    public double norm() {
        return norm;
    }

    @Override
    public double dot(double[] vector, int offset) {
        double sum = 0;
        for (int index : indices) {
            sum += vector[offset + index];
        }
        return sum;
    }

    @Override
    public void addTo(double[] vector, int offset, double scale) {
        for (int index : indices) {
            vector[offset + index] += scale;
        }
    }
}
