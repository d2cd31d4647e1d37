package io.emphatic.experience;

import java.util.Arrays;

/** The indices of the ones, in increasing order. Those of a {@link BinaryRing} are filled again and again. */
public final class BinaryFeatures implements Features {
    private final int size;
    private int[] indices;
    private int active;
    private double norm;
    private int edition;
    private final boolean isNone;

    private BinaryFeatures(int size, int[] indices, boolean isNone) {
        this.size = size;
        this.indices = indices;
        this.isNone = isNone;
    }

    /** Those of a terminal state. */
    static BinaryFeatures none(int size) {
        BinaryFeatures features = new BinaryFeatures(size, new int[0], true);
        features.fill(features.indices, 0);
        return features;
    }

    /** Whether made by {@link #none}: a state with no feature active may have been meant to continue. */
    boolean isNone() {
        return isNone;
    }

    static BinaryFeatures of(int size, int... indices) {
        BinaryFeatures features = new BinaryFeatures(size, new int[indices.length], false);
        features.fill(indices, indices.length);
        return features;
    }

    /** None active yet; to be filled again and again. */
    static BinaryFeatures empty(int size, int room) {
        return new BinaryFeatures(size, new int[room], false);
    }

    /** Sets the ones to the first of these indices; those that increase need no sorting. */
    void fill(int[] ones, int count) {
        if (count > indices.length) {
            indices = new int[count];
        }
        edition++;
        active = 0; // should they be refused
        boolean increases = true;
        int before = -1;
        for (int k = 0; k < count; k++) {
            int index = ones[k];
            indices[k] = index;
            increases &= index > before;
            before = index;
        }
        if (!increases || before >= size) {
            Arrays.sort(indices, 0, count);
            Check.indices(size, indices, count);
        }
        active = count;
        norm = Math.sqrt(count);
    }

    @Override
    public int edition() {
        return edition;
    }

    /** Where the ones are, in increasing order: the first {@link #active} of these. Live; not to be modified. */
    public int[] indices() {
        return indices;
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public int active() {
        return active;
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
        return Arrays.binarySearch(indices, 0, active, j) >= 0 ? 1 : 0;
    }

    @Override
    public double norm() {
        return norm;
    }

    @Override
    public double dot(double[] vector, int offset) {
        double sum = 0;
        for (int k = 0; k < active; k++) {
            sum += vector[offset + indices[k]];
        }
        return sum;
    }

    @Override
    public void addTo(double[] vector, int offset, double scale) {
        for (int k = 0; k < active; k++) {
            vector[offset + indices[k]] += scale;
        }
    }

    @Override
    public String toString() {
        return Features.text(this);
    }
}
