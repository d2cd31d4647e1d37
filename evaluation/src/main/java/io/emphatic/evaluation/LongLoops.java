package io.emphatic.evaluation;

/** The innermost loops, over whole arrays without offsets: only such loops are vectorised, and only short ones. */
final class LongLoops {
    private LongLoops() {}

    /** Products of three rows lie in one array, this far from each other. Constant: only then are they vectorised. */
    static final int STRIDE = 1160;

    /** The product of a row ← x y, as long as these are. */
    static void multiply(double[] x, double[] y, int row, double[] products) {
        if (row == 0) {
            for (int l = 0; l < x.length; l++) {
                products[l] = x[l] * y[l];
            }
        } else if (row == 1) {
            for (int l = 0; l < x.length; l++) {
                products[l + STRIDE] = x[l] * y[l];
            }
        } else {
            for (int l = 0; l < x.length; l++) {
                products[l + 2 * STRIDE] = x[l] * y[l];
            }
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

    /**
     * Adds the products of three rows to three sums, or to one:
     *
     * <pre>
     *   s ← s + a₀x₀ + a₁x₁ + a₂x₂     the same for t with b and for u with c
     * </pre>
     *
     * One method on purpose: it is too long to become a part of its caller, where loops would not be vectorised.
     *
     * @param x three rows, {@link #STRIDE} apart
     * @param r0 where the coefficient of the first row is in {@code a}; negative: it is 0
     * @param shift how much farther on it is in {@code b}, and again in {@code c}
     * @param t null if there is only one sum
     */
    static void addRows(
            double[] x,
            int r0,
            int r1,
            int r2,
            int shift,
            double[] a,
            double[] s,
            double[] b,
            double[] t,
            double[] c,
            double[] u) {
        double a0 = r0 < 0 ? 0 : a[r0];
        double a1 = r1 < 0 ? 0 : a[r1];
        double a2 = r2 < 0 ? 0 : a[r2];
        if (t == null) {
            for (int l = 0; l < s.length; l++) {
                s[l] = Math.fma(a2, x[l + 2 * STRIDE], Math.fma(a1, x[l + STRIDE], Math.fma(a0, x[l], s[l])));
            }
            return;
        }
        double b0 = r0 < 0 ? 0 : b[r0 + shift];
        double b1 = r1 < 0 ? 0 : b[r1 + shift];
        double b2 = r2 < 0 ? 0 : b[r2 + shift];
        double c0 = r0 < 0 ? 0 : c[r0 + 2 * shift];
        double c1 = r1 < 0 ? 0 : c[r1 + 2 * shift];
        double c2 = r2 < 0 ? 0 : c[r2 + 2 * shift];
        for (int l = 0; l < s.length; l++) {
            double x0 = x[l];
            double x1 = x[l + STRIDE];
            double x2 = x[l + 2 * STRIDE];
            double second = t[l];
            double third = u[l];
            s[l] = Math.fma(a2, x2, Math.fma(a1, x1, Math.fma(a0, x0, s[l])));
            t[l] = Math.fma(b2, x2, Math.fma(b1, x1, Math.fma(b0, x0, second)));
            u[l] = Math.fma(c2, x2, Math.fma(c1, x1, Math.fma(c0, x0, third)));
        }
    }
}
