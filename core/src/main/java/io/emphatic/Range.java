package io.emphatic;

/**
 * The values a parameter may take: an interval, or its whole numbers.
 *
 * @param min the lower end
 * @param minIncluded whether the lower end belongs to it
 * @param max the upper end
 * @param maxIncluded whether the upper end belongs to it
 * @param whole whether only whole numbers belong to it
 */
public record Range(double min, boolean minIncluded, double max, boolean maxIncluded, boolean whole) {

    public static final Range UNIT = new Range(0, true, 1, true, false);
    public static final Range UNIT_BELOW_ONE = new Range(0, true, 1, false, false);
    public static final Range POSITIVE = new Range(0, false, Double.POSITIVE_INFINITY, false, false);
    public static final Range POSITIVE_OR_INFINITE = new Range(0, false, Double.POSITIVE_INFINITY, true, false);
    public static final Range NON_NEGATIVE = new Range(0, true, Double.POSITIVE_INFINITY, false, false);
    public static final Range NON_NEGATIVE_OR_INFINITE = new Range(0, true, Double.POSITIVE_INFINITY, true, false);

    /** The whole numbers from {@code min} to {@code max}. */
    public static Range whole(int min, int max) {
        return new Range(min, true, max, true, true);
    }

    /** Whether the value is allowed. NaN never is. */
    public boolean contains(double value) {
        boolean above = minIncluded ? value >= min : value > min;
        boolean below = maxIncluded ? value <= max : value < max;
        return above && below && (!whole || value == Math.rint(value));
    }

    /** In the notation of intervals: {@code (0, ∞)}, {@code [0, 1]}, {@code {0, 1, …, 100}}. */
    @Override
    public String toString() {
        if (whole) {
            return "{" + text(min) + ", …, " + text(max) + "}";
        }
        return (minIncluded ? "[" : "(") + text(min) + ", " + text(max) + (maxIncluded ? "]" : ")");
    }

    /** A number as people write it. */
    static String text(double bound) {
        if (Double.isInfinite(bound)) {
            return "∞";
        }
        return bound == Math.rint(bound) ? Long.toString((long) bound) : Double.toString(bound);
    }
}
