package io.emphatic.experience;

import java.util.Arrays;

/** The indices of the ones, in increasing order. */
public final class BinaryFeatures implements Features {
    private final int size;
    private final int[] indices;
    private final double norm;
    private final boolean isNone;

    private BinaryFeatures(int size, int[] indices, boolean isNone) {
        Arrays.sort(indices);
        Check.indices(size, indices, indices.length);
        this.size = size;
        this.indices = indices;
        this.norm = Math.sqrt(indices.length);
        this.isNone = isNone;
    }

    /** Those of a terminal state. */
    static BinaryFeatures none(int size) {
        return new BinaryFeatures(size, new int[0], true);
    }

    /** Whether made by {@link #none}: a state with no feature active may have been meant to continue. */
    boolean isNone() {
        return isNone;
    }

    static BinaryFeatures of(int size, int... indices) {
        return new BinaryFeatures(size, indices.clone(), false);
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
        for (int k = 0; k < indices.length; k++) {
            sum += vector[offset + indices[k]];
        }
        return sum;
    }

    @Override
    public void addTo(double[] vector, int offset, double scale) {
        for (int k = 0; k < indices.length; k++) {
            vector[offset + indices[k]] += scale;
        }
    }

    @Override
    public String toString() {
        return Features.text(this);
    }
}
