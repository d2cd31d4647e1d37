package io.emphatic.engine;

import io.emphatic.experience.BinaryFeatures;
import io.emphatic.experience.DenseFeatures;
import io.emphatic.experience.Features;
import java.util.Arrays;

/**
 * A copy of features that are needed after their step: those of a {@link io.emphatic.experience.DensePair} are filled
 * again meanwhile. All n components in order if at least half of them are stored, else the stored ones with their
 * indices.
 */
final class KeptFeatures {
    private static final int CHUNK = DenseFeatures.CHUNK;

    // Indices of the saved array.
    private static final int KIND = 0;
    private static final int NORM = 1;
    private static final int FIRST = 2;

    private final int size;

    /** Of all components, with zeros up to a whole number of blocks behind them; or of the stored ones. */
    final double[] values;

    /** Of the stored components, increasing. */
    final int[] indices;

    private boolean isDense;
    private int count; // of the stored components
    private double norm;

    private Features source; // null after a load
    private int edition;

    KeptFeatures(int size) {
        this.size = size;
        this.values = new double[LaneBlocks.padded(size)];
        this.indices = new int[size];
    }

    boolean isDense() {
        return isDense;
    }

    /** How many components are stored: n where all are. */
    int count() {
        return isDense ? size : count;
    }

    double norm() {
        return norm;
    }

    /** No feature active. */
    void clear() {
        isDense = false;
        count = 0;
        norm = 0;
        source = null;
    }

    void keep(Features features) {
        int active = features.active();
        isDense = 2L * active >= size;
        norm = features.norm();
        source = features;
        edition = features.edition();
        if (features instanceof DenseFeatures dense) {
            for (int from = 0; from < size; from += CHUNK) {
                System.arraycopy(dense.chunk(from / CHUNK), 0, values, from, Math.min(CHUNK, size - from));
            }
        } else if (isDense) {
            Arrays.fill(values, 0);
            for (int i = 0; i < active; i++) {
                values[features.index(i)] = features.value(i);
            }
        } else {
            copy(features, active);
        }
    }

    private void copy(Features features, int active) {
        count = active;
        if (features instanceof BinaryFeatures binary) {
            System.arraycopy(binary.indices(), 0, indices, 0, active);
            Arrays.fill(values, 0, active, 1);
        } else {
            for (int i = 0; i < active; i++) {
                indices[i] = features.index(i);
                values[i] = features.value(i);
            }
        }
    }

    /** Whether these are the features, component by component. */
    boolean holds(Features features) {
        return source == features && edition == features.edition() || isEqualTo(features);
    }

    private boolean isEqualTo(Features features) {
        int nonZero = 0;
        for (int i = 0; i < features.active(); i++) {
            double value = features.value(i);
            if (value != 0) {
                if (get(features.index(i)) != value) {
                    return false;
                }
                nonZero++;
            }
        }
        int own = 0;
        for (int i = 0; i < count(); i++) {
            own += values[i] != 0 ? 1 : 0;
        }
        return own == nonZero;
    }

    private double get(int j) {
        if (isDense) {
            return values[j];
        }
        int i = Arrays.binarySearch(indices, 0, count, j);
        return i < 0 ? 0 : values[i];
    }

    /** The inner product with other features. */
    double dot(Features features) {
        double sum = 0;
        for (int i = 0; count() > 0 && i < features.active(); i++) {
            sum += features.value(i) * get(features.index(i));
        }
        return sum;
    }

    /** x ← x + scale · φ. */
    void addTo(double[] vector, double scale) {
        for (int i = 0; i < count(); i++) {
            vector[isDense ? i : indices[i]] += scale * values[i];
        }
    }

    double dot(KeptFeatures other) {
        if (isDense && other.isDense) {
            return dot(values, other.values);
        }
        if (isDense != other.isDense) {
            return isDense ? other.listedDot(values) : listedDot(other.values);
        }
        double sum = 0;
        int k = 0;
        for (int i = 0; i < count; i++) {
            while (k < other.count && other.indices[k] < indices[i]) {
                k++;
            }
            if (k < other.count && other.indices[k] == indices[i]) {
                sum += values[i] * other.values[k];
            }
        }
        return sum;
    }

    private double listedDot(double[] vector) {
        double sum = 0;
        for (int i = 0; i < count; i++) {
            sum += values[i] * vector[indices[i]];
        }
        return sum;
    }

    /** Both of a whole number of blocks. */
    private static double dot(double[] x, double[] y) {
        double s0 = 0;
        double s1 = 0;
        double s2 = 0;
        double s3 = 0;
        for (int j = 0; j + 3 < x.length; j += 4) {
            s0 += x[j] * y[j];
            s1 += x[j + 1] * y[j + 1];
            s2 += x[j + 2] * y[j + 2];
            s3 += x[j + 3] * y[j + 3];
        }
        return (s0 + s1) + (s2 + s3);
    }

    /** A copy of all that later steps need. */
    double[] state() {
        double[] state = new double[FIRST + (isDense ? size : 2 * count)];
        state[KIND] = isDense ? 1 : 0;
        state[NORM] = norm;
        if (isDense) {
            System.arraycopy(values, 0, state, FIRST, size);
        } else {
            for (int i = 0; i < count; i++) {
                state[FIRST + 2 * i] = indices[i];
                state[FIRST + 2 * i + 1] = values[i];
            }
        }
        return state;
    }

    /** Takes back what {@link #state} gave, or refuses what does not fit. */
    void load(String name, double[] state) {
        if (state == null || state.length < FIRST) {
            throw new IllegalArgumentException("its " + name + " is missing");
        }
        isDense = state[KIND] == 1;
        int numbers = state.length - FIRST;
        if (isDense ? numbers != size : numbers % 2 != 0 || numbers > 2L * size) {
            throw new IllegalArgumentException("its " + name + " has " + state.length + " numbers");
        }
        norm = state[NORM];
        source = null;
        count = isDense ? size : numbers / 2;
        if (isDense) {
            System.arraycopy(state, FIRST, values, 0, size);
            return;
        }
        int before = -1;
        for (int i = 0; i < count; i++) {
            indices[i] = Trace.savedIndex(name, state[FIRST + 2 * i], size, i);
            values[i] = state[FIRST + 2 * i + 1];
            if (indices[i] <= before) {
                throw new IllegalArgumentException("the indices of its " + name + " do not increase");
            }
            before = indices[i];
        }
    }
}
