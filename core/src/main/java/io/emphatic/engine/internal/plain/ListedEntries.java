package io.emphatic.engine.internal.plain;

import io.emphatic.engine.Engine;
import io.emphatic.engine.ParkedStream;
import io.emphatic.experience.DenseFeatures;
import java.util.Arrays;
import java.util.Map;

/** The list of the entries of traces that are not zero, as long as features are sparse. */
abstract class ListedEntries implements EngineState.Part {
    static final int FEW_FEATURES = 64;
    static final int MOST_PER_ACTIVE = 8; // entries for an active feature up to which plain loops beat the list
    static final double NEGLIGIBLE = 1e-30;

    private static final double ALL_ENTRIES = -1; // stands for the length of a list where there is none
    final int[] listed; // the indices of the entries that are not zero; of length 0 up to FEW_FEATURES features
    int count; // of the indices in listed
    boolean usesAllEntries = true; // listed is not up to date

    ListedEntries(int size) {
        listed = new int[size <= FEW_FEATURES ? 0 : size];
    }

    /** x ← a x. */
    static void scale(double[] x, double a) {
        for (int j = 0; j < x.length; j++) {
            x[j] = a == 0 ? 0 : a * x[j];
        }
    }

    /** How many entries loops go over, of an array of n numbers. */
    final int entries(int n) {
        return usesAllEntries ? n : count;
    }

    /** The k-th of these. */
    final int at(int k) {
        return usesAllEntries ? k : listed[k];
    }

    /** to ← to + scale · from. */
    final void add(double[] from, double[] to, double scale) {
        if (usesAllEntries) {
            for (int j = 0; j < from.length; j++) {
                to[j] += scale * from[j];
            }
            return;
        }
        for (int k = 0; k < count; k++) {
            to[listed[k]] += scale * from[listed[k]];
        }
    }

    /** eᵀx. */
    final double dot(double[] e, double[] vector) {
        if (usesAllEntries) {
            return DenseFeatures.dot(e, vector);
        }
        double sum = 0;
        for (int k = 0; k < count; k++) {
            sum += e[listed[k]] * vector[listed[k]];
        }
        return sum;
    }

    /** Adds the order of its list, under the name of a trace; nothing while the list is not up to date. */
    @Override
    public final void saveOrder(String name, Map<String, double[]> into) {
        if (!usesAllEntries) {
            into.put(
                    name + "_order",
                    Arrays.stream(listed, 0, count).asDoubleStream().toArray());
        }
    }

    /** Restores the list, after {@link Engine#load} or {@link Engine#reset} has written to the entries. */
    @Override
    public final void loaded(String name, Map<String, double[]> arrays) {
        double[] order = arrays.get(name + "_order");
        usesAllEntries = order == null || listed.length == 0;
        count = 0;
        if (!usesAllEntries) {
            for (double index : order) {
                int j = Engine.savedIndex(name + "_order", index, listed.length, count);
                listed[count++] = j;
            }
        }
    }

    /** Moves the vectors out, and leaves them 0. A list is moved in its order, in which sums are rounded. */
    final void parkEntries(ParkedStream into, double[]... vectors) {
        into.put(usesAllEntries ? ALL_ENTRIES : count);
        if (usesAllEntries) {
            for (double[] vector : vectors) {
                into.put(vector);
                Arrays.fill(vector, 0);
            }
        } else {
            for (int k = 0; k < count; k++) {
                int j = listed[k];
                into.put(j);
                for (double[] vector : vectors) {
                    into.put(vector[j]);
                    vector[j] = 0;
                }
            }
        }
        usesAllEntries = listed.length == 0;
        count = 0;
    }

    /** Takes back what {@link #parkEntries} has moved out; the vectors are 0 before. */
    final void resumeEntries(ParkedStream from, double[]... vectors) {
        double entries = from.take();
        usesAllEntries = entries == ALL_ENTRIES;
        if (usesAllEntries) {
            for (double[] vector : vectors) {
                from.take(vector);
            }
            return;
        }
        for (count = 0; count < entries; count++) {
            int j = Engine.savedIndex("list", from.take(), listed.length, count);
            listed[count] = j;
            for (double[] vector : vectors) {
                vector[j] = from.take();
            }
        }
    }
}
