package io.emphatic.evaluation.internal;

/**
 * The innermost loops, over whole arrays, without offsets but for one: only such loops are vectorised well, and only
 * short ones. A place in such an array belongs to a target, or to a component of a trace.
 */
public final class LongLoops {
    private LongLoops() {}

    /** The product of a row ← x y. */
    public static void multiply(double[] x, double[] y, double[] product) {
        for (int l = 0; l < product.length; l++) {
            product[l] = x[l] * y[l];
        }
    }

    /** sum ← sum + a x. */
    public static void add(double[] sum, double a, double[] x) {
        for (int l = 0; l < sum.length; l++) {
            sum[l] = Math.fma(a, x[l], sum[l]);
        }
    }

    /** Fₜ = iₜ + γₜρₜ₋₁Fₜ₋₁, up to the largest product: emphasis ← ρₜFₜ, with before = ρₜ₋₁Fₜ₋₁. */
    public static void follow(double[] before, double[] ratio, double gamma, double interest, double[] emphasis) {
        for (int l = 0; l < emphasis.length; l++) {
            double followOn = Math.min(Math.fma(gamma, before[l], interest), EvaluationConstants.LARGEST_PRODUCT);
            emphasis[l] = Math.min(ratio[l] * followOn, EvaluationConstants.LARGEST_PRODUCT);
        }
    }

    /** w ← wρ, up to the largest product. */
    public static void weigh(double[] w, double[] ratio) {
        for (int l = 0; l < w.length; l++) {
            w[l] = Math.min(w[l] * ratio[l], EvaluationConstants.LARGEST_PRODUCT);
        }
    }

    /** sum ← sum + w, squares ← squares + w², products ← products + wa. */
    public static void addWeights(double[] w, double a, double[] sum, double[] squares, double[] products) {
        for (int l = 0; l < w.length; l++) {
            double now = w[l];
            sum[l] += now;
            squares[l] = Math.fma(now, now, squares[l]);
            products[l] = Math.fma(now, a, products[l]);
        }
    }

    /** sum ← sum + a x². */
    public static void addSquares(double[] sum, double a, double[] x) {
        for (int l = 0; l < sum.length; l++) {
            sum[l] = Math.fma(a * x[l], x[l], sum[l]);
        }
    }

    /** largest ← the larger one. */
    public static void raise(double[] largest, double[] x) {
        for (int l = 0; l < largest.length; l++) {
            largest[l] = Math.max(largest[l], x[l]);
        }
    }

    /** sum ← sum + w b (a − c). */
    public static void addCentred(double[] sum, double[] w, double[] b, double a, double[] c) {
        for (int l = 0; l < sum.length; l++) {
            sum[l] = Math.fma(w[l] * b[l], a - c[l], sum[l]);
        }
    }

    /** sum ← sum − w b c, scaled ← scaled + a w b. */
    public static void addSteps(double[] sum, double[] w, double[] b, double[] c, double a, double[] scaled) {
        for (int l = 0; l < sum.length; l++) {
            double step = w[l] * b[l];
            sum[l] = Math.fma(-step, c[l], sum[l]);
            scaled[l] = Math.fma(step, a, scaled[l]);
        }
    }

    /** x ← ρ(x + a before). */
    public static void trace(double[] x, double[] ratio, double a, double[] before) {
        for (int l = 0; l < x.length; l++) {
            x[l] = ratio[l] * Math.fma(a, before[l], x[l]);
        }
    }

    /** e ← a e + b φ. */
    public static void advance(double[] e, double[] a, double[] b, double phi) {
        for (int l = 0; l < e.length; l++) {
            e[l] = Math.fma(a[l], e[l], b[l] * phi);
        }
    }

    /** Numbers below the smallest product become 0, before arithmetic becomes slow. */
    public static void dropSmall(double[] w) {
        for (int l = 0; l < w.length; l++) {
            if (Math.abs(w[l]) < EvaluationConstants.SMALLEST_PRODUCT) {
                w[l] = 0;
            }
        }
    }
}
