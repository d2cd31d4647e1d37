package io.emphatic.engine.internal.plain;

/** The sum of many numbers. */
public final class Sum {
    private Sum() {}

    /** s[from] + … + s[to − 1]. */
    public static double of(double[] s, int from, int to) {
        double sum = 0;
        for (int j = from; j < to; j++) {
            sum += s[j];
        }
        return sum;
    }
}
