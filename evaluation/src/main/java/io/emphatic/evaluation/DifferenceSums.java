package io.emphatic.evaluation;

/**
 * Sums of cₜ(φₜ − γₜ₊₁φₜ₊₁, Rₜ₊₁) over some rows of a block, with c = 0 where there is no step. Several components, and
 * several c or two rows, are summed at a time: one sum after the other would wait for its own last addition.
 */
final class DifferenceSums {
    private DifferenceSums() {}

    /** sum ← sum + Σ cₜ(φₜ − γₜ₊₁φₜ₊₁, Rₜ₊₁). */
    static void add(EpisodeBlock block, int from, int to, double[] c, double[] sum) {
        int width = sum.length;
        double[] x = block.difference;
        int q = 0;
        for (; q + 3 < width; q += 4) {
            addFour(x, width, from, to, c, q, sum);
        }
        for (; q < width; q++) {
            double total = sum[q];
            for (int i = from; i < to; i++) {
                total += c[i] * x[i * width + q];
            }
            sum[q] = total;
        }
    }

    private static void addFour(double[] x, int width, int from, int to, double[] c, int q, double[] sum) {
        double s0 = sum[q];
        double s1 = sum[q + 1];
        double s2 = sum[q + 2];
        double s3 = sum[q + 3];
        double t0 = 0; // of every other row
        double t1 = 0;
        double t2 = 0;
        double t3 = 0;
        int i = from;
        for (; i + 1 < to; i += 2) {
            int at = i * width + q;
            double even = c[i];
            s0 = Math.fma(even, x[at], s0);
            s1 = Math.fma(even, x[at + 1], s1);
            s2 = Math.fma(even, x[at + 2], s2);
            s3 = Math.fma(even, x[at + 3], s3);
            int next = at + width;
            double odd = c[i + 1];
            t0 = Math.fma(odd, x[next], t0);
            t1 = Math.fma(odd, x[next + 1], t1);
            t2 = Math.fma(odd, x[next + 2], t2);
            t3 = Math.fma(odd, x[next + 3], t3);
        }
        if (i < to) {
            int at = i * width + q;
            s0 = Math.fma(c[i], x[at], s0);
            s1 = Math.fma(c[i], x[at + 1], s1);
            s2 = Math.fma(c[i], x[at + 2], s2);
            s3 = Math.fma(c[i], x[at + 3], s3);
        }
        sum[q] = s0 + t0;
        sum[q + 1] = s1 + t1;
        sum[q + 2] = s2 + t2;
        sum[q + 3] = s3 + t3;
    }

    /** The same with three c and a sum of each. */
    static void addThree(EpisodeBlock block, int from, int to, double[][] c, double[][] sums) {
        int width = sums[0].length;
        int q = 0;
        for (; q + 2 < width; q += 3) {
            addThreeByThree(block.difference, width, from, to, q, c, sums);
        }
        for (; q < width; q++) {
            addThreeByOne(block.difference, width, from, to, q, c, sums);
        }
    }

    private static void addThreeByThree(
            double[] x, int width, int from, int to, int q, double[][] coefficients, double[][] sums) {
        double[] a = coefficients[0];
        double[] b = coefficients[1];
        double[] c = coefficients[2];
        double a0 = sums[0][q];
        double a1 = sums[0][q + 1];
        double a2 = sums[0][q + 2];
        double b0 = sums[1][q];
        double b1 = sums[1][q + 1];
        double b2 = sums[1][q + 2];
        double c0 = sums[2][q];
        double c1 = sums[2][q + 1];
        double c2 = sums[2][q + 2];
        for (int i = from; i < to; i++) {
            int at = i * width + q;
            double x0 = x[at];
            double x1 = x[at + 1];
            double x2 = x[at + 2];
            a0 = Math.fma(a[i], x0, a0);
            a1 = Math.fma(a[i], x1, a1);
            a2 = Math.fma(a[i], x2, a2);
            b0 = Math.fma(b[i], x0, b0);
            b1 = Math.fma(b[i], x1, b1);
            b2 = Math.fma(b[i], x2, b2);
            c0 = Math.fma(c[i], x0, c0);
            c1 = Math.fma(c[i], x1, c1);
            c2 = Math.fma(c[i], x2, c2);
        }
        sums[0][q] = a0;
        sums[0][q + 1] = a1;
        sums[0][q + 2] = a2;
        sums[1][q] = b0;
        sums[1][q + 1] = b1;
        sums[1][q + 2] = b2;
        sums[2][q] = c0;
        sums[2][q + 1] = c1;
        sums[2][q + 2] = c2;
    }

    private static void addThreeByOne(
            double[] x, int width, int from, int to, int q, double[][] coefficients, double[][] sums) {
        double a = sums[0][q];
        double b = sums[1][q];
        double c = sums[2][q];
        for (int i = from; i < to; i++) {
            double x0 = x[i * width + q];
            a = Math.fma(coefficients[0][i], x0, a);
            b = Math.fma(coefficients[1][i], x0, b);
            c = Math.fma(coefficients[2][i], x0, c);
        }
        sums[0][q] = a;
        sums[1][q] = b;
        sums[2][q] = c;
    }
}
