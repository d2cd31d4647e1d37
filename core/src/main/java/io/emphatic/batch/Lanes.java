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
    private Lanes() {}

    /** out ← φᵀx for every lane, with x as {@code rows[j][lane]}. */
    static void dot(Features phi, double[][] rows, double[] out) {
        int active = phi.active();
        int k = 0;
        if (active >= 3 && phi.value(0) == 1 && phi.value(1) == 1 && phi.value(2) == 1) {
            sum(out, rows[phi.index(0)], rows[phi.index(1)], rows[phi.index(2)]);
            k = 3;
        } else {
            Arrays.fill(out, 0);
        }
        for (; k < active; k++) {
            addScaled(out, rows[phi.index(k)], phi.value(k));
        }
    }

    private static void sum(double[] out, double[] x, double[] y, double[] z) {
        for (int l = 0; l < x.length; l++) {
            out[l] = x[l] + y[l] + z[l];
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
