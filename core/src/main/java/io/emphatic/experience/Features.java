package io.emphatic.experience;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * The features φ(s) of one state: dense, or sparse (only those that are not 0).
 *
 * <p>Features are immutable and checked when they are made, so that no later code copies or checks them again. A source
 * with few states makes them once per state; a stream makes one or two small objects per step.
 */
public sealed interface Features permits DenseFeatures, SparseFeatures {
    /** Every component given; refused unless all are finite. The array is not modified; copied. */
    static Features dense(double... values) {
        return new DenseFeatures(values);
    }

    /**
     * Only some of n = size components are non-zero.
     *
     * @param indices distinct, each in [0, size), in any order. Not modified; copied.
     * @param values the components at these indices, finite. Not modified; copied.
     */
    static Features sparse(int size, int[] indices, double[] values) {
        return SparseFeatures.of(size, indices, values);
    }

    /**
     * Each of n = size components is 0 or 1.
     *
     * @param indices where the ones are: distinct, each in [0, size), in any order; perhaps none. Not modified; copied.
     */
    static Features binary(int size, int... indices) {
        return SparseFeatures.binary(size, indices);
    }

    /** The features of a terminal state: none is active, and after an arrival with γ = 0 only a start may follow. */
    static Features none(int size) {
        return SparseFeatures.none(size);
    }

    /** The number of components, n. */
    int size();

    /** How many components are stored: n when dense. */
    int active();

    /** The index of the k-th stored component; they increase with k. */
    int index(int k);

    /** The value of the k-th stored component. */
    double value(int k);

    /** The component φⱼ, stored or not. */
    double get(int j);

    /** The length ‖φ‖₂. */
    double norm();

    /** The inner product φᵀx. */
    double dot(double[] vector);

    /** x ← x + scale · φ with x = {@code vector[offset … offset + size)}. */
    void addTo(double[] vector, int offset, double scale);

    /** x ← x + scale · φ. */
    default void addTo(double[] vector, double scale) {
        addTo(vector, 0, scale);
    }

    /** The inner product of two feature vectors of one size. */
    default double dot(Features other) {
        Features few = active() <= other.active() ? this : other;
        Features many = few == this ? other : this;
        double sum = 0;
        for (int k = 0; k < few.active(); k++) {
            sum += few.value(k) * many.get(few.index(k));
        }
        return sum;
    }

    /** Writes them: a byte for their kind, the number of components, those that are stored. */
    default void write(DataOutput out) throws IOException {
        boolean dense = this instanceof DenseFeatures;
        out.writeByte(dense ? DenseFeatures.KIND : SparseFeatures.KIND);
        out.writeInt(size());
        out.writeInt(active());
        for (int k = 0; k < active(); k++) {
            if (!dense) {
                out.writeInt(index(k));
            }
            out.writeDouble(value(k));
        }
    }

    /** @throws IOException if the bytes are not what {@link #write} has written */
    static Features read(DataInput in) throws IOException {
        int kind = in.readByte();
        int size = in.readInt();
        int active = in.readInt();
        boolean dense = kind == DenseFeatures.KIND;
        if (!dense && kind != SparseFeatures.KIND || active < 0 || active > size || dense && active < size) {
            throw new IOException("the bytes are not those of features");
        }
        int[] indices = new int[active];
        double[] values = new double[active];
        for (int k = 0; k < active; k++) {
            indices[k] = dense ? k : in.readInt();
            values[k] = in.readDouble();
        }
        return dense ? dense(values) : sparse(size, indices, values);
    }

    /** How many components there are, and the first of those that are stored, as in {@code 4 features: 0 = 1.0}. */
    static String text(Features features) {
        StringBuilder text = new StringBuilder(features.size() + " features:");
        for (int k = 0; k < features.active(); k++) {
            if (k == 10) {
                return text.append(" …").toString();
            }
            text.append(k == 0 ? " " : ", ")
                    .append(features.index(k))
                    .append(" = ")
                    .append(features.value(k));
        }
        return features.active() == 0 ? text.append(" none active").toString() : text.toString();
    }
}
