package io.emphatic.evaluation;

/** The innermost loops, over whole arrays without offsets: only such loops are vectorised, and only short ones. */
final class LongLoops {
    private LongLoops() {}

    /** product ← x y, as long as the product is. */
    static void multiply(double[] x, double[] y, double[] product) {
        for (int l = 0; l < product.length; l++) {
            product[l] = x[l] * y[l];
        }
    }

    /** mixture ← a x + (1 − a) y. */
    static void mix(double a, double[] x, double[] y, double[] mixture) {
        double b = 1 - a;
        for (int l = 0; l < mixture.length; l++) {
            mixture[l] = a * x[l] + b * y[l];
        }
    }

    /** sum ← sum + a x. */
    static void add(double[] sum, double a, double[] x) {
        for (int l = 0; l < sum.length; l++) {
            sum[l] = Math.fma(a, x[l], sum[l]);
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
            sum[l] = Math.fma(a3, x3[l], Math.fma(a2, x2[l], Math.fma(a1, x1[l], Math.fma(a0, x0[l], sum[l]))));
        }
    }

    /** sum ← sum + a₀x₀ + a₁x₁ + a₂x₂ and the same for another sum and b. */
    static void addToBoth(
            double[] sum,
            double[] other,
            double a0,
            double b0,
            double[] x0,
            double a1,
            double b1,
            double[] x1,
            double a2,
            double b2,
            double[] x2) {
        for (int l = 0; l < sum.length; l++) {
            double y0 = x0[l];
            double y1 = x1[l];
            double y2 = x2[l];
            double before = other[l];
            sum[l] = Math.fma(a2, y2, Math.fma(a1, y1, Math.fma(a0, y0, sum[l])));
            other[l] = Math.fma(b2, y2, Math.fma(b1, y1, Math.fma(b0, y0, before)));
        }
    }
}
