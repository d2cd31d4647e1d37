package io.emphatic.experience;

/** Refusals. Each names the quantity, what is allowed and the value; none of them lets NaN through. */
public final class Check {
    private Check() {}

    static double unit(String name, double value) {
        if (!(value >= 0 && value <= 1)) {
            throw new IllegalArgumentException(name + " is not in the interval [0, 1]: " + value);
        }
        return value;
    }

    static double nonNegative(String name, double value) {
        if (!(value >= 0 && value < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException(name + " is not in the interval [0, ∞): " + value);
        }
        return value;
    }

    /** Refuses a value that is not finite. */
    public static double finite(String name, double value) {
        if (!Double.isFinite(value)) {
            throw new IllegalArgumentException(name + " is not a finite number: " + value);
        }
        return value;
    }

    /** Refuses values of which one is not finite. */
    public static void finite(String name, double[] values) {
        for (int j = 0; j < values.length; j++) {
            finite(name, j, values[j]);
        }
    }

    /** Refuses a value that is not finite, of a thing with an index. */
    static void finite(String name, int index, double value) {
        if (!Double.isFinite(value)) {
            throw new IllegalArgumentException(name + " " + index + " is not a finite number: " + value);
        }
    }

    /** These are sorted, distinct and inside [0, size). */
    static void indices(int size, int[] indices) {
        if (size < 0) {
            throw new IllegalArgumentException("the number of features is negative: " + size);
        }
        for (int k = 0; k < indices.length; k++) {
            if (indices[k] < 0 || indices[k] >= size) {
                throw new IllegalArgumentException(
                        "feature index is not in the interval [0, " + size + "): " + indices[k]);
            }
            if (k > 0 && indices[k] == indices[k - 1]) {
                throw new IllegalArgumentException("feature index given twice: " + indices[k]
                        + "\nAdd the values of one feature up before making sparse features of them.");
            }
        }
    }
}
