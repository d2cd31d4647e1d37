package io.emphatic.engine.internal.plain;

/** The sum of many numbers. */
public final class Sum {
    private Sum() {}

    /** s[from] + … + s[to − 1]. Eight sums side by side: the processor does not wait for each addition. */
    public static double of(double[] s, int from, int to) {
        double s0 = 0;
        double s1 = 0;
        double s2 = 0;
        double s3 = 0;
        double s4 = 0;
        double s5 = 0;
        double s6 = 0;
        double s7 = 0;
        int j = from;
        for (; j + 7 < to; j += 8) {
            s0 += s[j];
            s1 += s[j + 1];
            s2 += s[j + 2];
            s3 += s[j + 3];
            s4 += s[j + 4];
            s5 += s[j + 5];
            s6 += s[j + 6];
            s7 += s[j + 7];
        }
        for (; j < to; j++) {
            s0 += s[j];
        }
        return ((s0 + s1) + (s2 + s3)) + ((s4 + s5) + (s6 + s7));
    }
}
