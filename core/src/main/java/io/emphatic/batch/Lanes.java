package io.emphatic.batch;

import io.emphatic.experience.Features;
import java.util.Arrays;

/**
 * Loops across learners. A lane is one learner; a row holds one component of all of them. Every loop stores to one or
 * three rows and has no reduction, so that the JIT vectorises it; three rows per pass read the shared operand once.
 *
 * <p>The order of the operations of each lane is that of {@link Features#dot} and {@link Features#addTo}: the results
 * are the same to the bit.
 */
final class Lanes {
    private static final int FIVE = 5;

    private Lanes() {}

    /** out ← φᵀx for every lane, with x as {@code rows[j][lane]}. */
    static void dot(Features phi, double[][] rows, double[] out) {
        int active = phi.active();
        Arrays.fill(out, 0);
        int k = 0;
        for (; k + FIVE <= active; k += FIVE) {
            addFive(phi, k, rows, out);
        }
        for (; k < active; k++) {
            addScaled(out, rows[phi.index(k)], phi.value(k));
        }
    }

    /** out ← out + Σ φⱼ xⱼ over five stored components from the k-th. */
    private static void addFive(Features phi, int k, double[][] rows, double[] out) {
        double f0 = phi.value(k);
        double f1 = phi.value(k + 1);
        double f2 = phi.value(k + 2);
        double f3 = phi.value(k + 3);
        double f4 = phi.value(k + 4);
        double[] x0 = rows[phi.index(k)];
        double[] x1 = rows[phi.index(k + 1)];
        double[] x2 = rows[phi.index(k + 2)];
        double[] x3 = rows[phi.index(k + 3)];
        double[] x4 = rows[phi.index(k + 4)];
        for (int l = 0; l < out.length; l++) {
            out[l] = out[l] + f0 * x0[l] + f1 * x1[l] + f2 * x2[l] + f3 * x3[l] + f4 * x4[l];
        }
    }

    /** out ← out + factor · x. */
    static void addScaled(double[] out, double[] x, double factor) {
        if (factor == 1) {
            for (int l = 0; l < x.length; l++) {
                out[l] += x[l];
            }
        } else if (factor != 0) {
            for (int l = 0; l < x.length; l++) {
                out[l] += factor * x[l];
            }
        }
    }

    /** x ← x + scale · φ for every lane, with one scale per lane. */
    static void addTo(Features phi, double[][] rows, double[] scale) {
        for (int k = 0; k < phi.active(); k++) {
            addScaled(rows[phi.index(k)], scale, phi.value(k));
        }
    }

    static void addToThree(double[] x, double ex, double[] y, double ey, double[] z, double ez, double[] scale) {
        for (int l = 0; l < x.length; l++) {
            double s = scale[l];
            x[l] += s * ex;
            y[l] += s * ey;
            z[l] += s * ez;
        }
    }

    static void addThree(double[] out, double[] x, double ex, double[] y, double ey, double[] z, double ez) {
        for (int l = 0; l < x.length; l++) {
            out[l] = out[l] + ex * x[l] + ey * y[l] + ez * z[l];
        }
    }

    /** x ← factor · x for every lane, with one factor per lane. */
    static void scale(double[][] rows, double[] factor) {
        for (double[] row : rows) {
            for (int l = 0; l < row.length; l++) {
                row[l] *= factor[l];
            }
        }
    }
}
