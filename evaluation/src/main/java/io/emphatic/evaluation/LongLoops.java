package io.emphatic.evaluation;

/** The innermost loops, over whole arrays without offsets: only such loops are vectorised. */
final class LongLoops {
    private LongLoops() {}

    /** sum ← sum + a x. */
    static void add(double[] sum, double a, double[] x) {
        for (int l = 0; l < sum.length; l++) {
            sum[l] += a * x[l];
        }
    }

    /** sum ← sum + a₀x₀ + a₁x₁ + a₂x₂ + a₃x₃. */
    static void add(
            double[] sum,
            double a0,
            double[] x0,
            double a1,
            double[] x1,
            double a2,
            double[] x2,
            double a3,
            double[] x3) {
        for (int l = 0; l < sum.length; l++) {
            sum[l] += a0 * x0[l] + a1 * x1[l] + a2 * x2[l] + a3 * x3[l];
        }
    }
}
