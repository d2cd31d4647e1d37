package io.emphatic.batch;

import io.emphatic.experience.Features;
import java.util.Arrays;

/**
 * Loops across learners: a lane is one learner, a row one component of all. They have no reduction, so that the JIT
 * vectorises them; several rows per pass read the shared operand once. Each lane adds up in the order of
 * {@link Features#dot} and {@link Features#addTo}, to the bit.
 */
final class Lanes {
    /** How many rows a pass reads or writes. */
    static final int FIVE = 5;

    private static final int DOUBLES_PER_LINE = 8;
    private static final int DOUBLES_PER_HEADER = 2;

    private Lanes() {}

    /** How long rows of this many lanes are. */
    static int width(int lanes) {
        if (lanes < DOUBLES_PER_LINE) {
            return lanes;
        }
        int lines = (lanes + DOUBLES_PER_HEADER + DOUBLES_PER_LINE - 1) / DOUBLES_PER_LINE;
        return lines * DOUBLES_PER_LINE - DOUBLES_PER_HEADER;
    }

    /** out ← δₜ = Rₜ₊₁ + γₜ₊₁ θᵀφₜ₊₁ − θᵀφₜ of every lane, from θᵀφₜ and, in out, θᵀφₜ₊₁. */
    static void difference(double reward, double gammaNext, double[] values, double[] out) {
        for (int l = 0; l < out.length; l++) {
            out[l] = reward + gammaNext * out[l] - values[l];
        }
    }

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
        addFive(
                rows[phi.index(k)],
                phi.value(k),
                rows[phi.index(k + 1)],
                phi.value(k + 1),
                rows[phi.index(k + 2)],
                phi.value(k + 2),
                rows[phi.index(k + 3)],
                phi.value(k + 3),
                rows[phi.index(k + 4)],
                phi.value(k + 4),
                out);
    }

    /** out ← out + factor · x. */
    static void addScaled(double[] out, double[] x, double factor) {
        if (factor == 1) {
            for (int l = 0; l < out.length; l++) {
                out[l] += x[l];
            }
        } else if (factor != 0) {
            for (int l = 0; l < out.length; l++) {
                out[l] += factor * x[l];
            }
        }
    }

    /** out ← out + Σ eⱼ xⱼ over five rows from the k-th entry of e. */
    static void addFive(double[] e, int[] entries, int k, double[][] rows, double[] out) {
        int j0 = entries[k];
        int j1 = entries[k + 1];
        int j2 = entries[k + 2];
        int j3 = entries[k + 3];
        int j4 = entries[k + 4];
        addFive(rows[j0], e[j0], rows[j1], e[j1], rows[j2], e[j2], rows[j3], e[j3], rows[j4], e[j4], out);
    }

    private static void addFive(
            double[] x0,
            double f0,
            double[] x1,
            double f1,
            double[] x2,
            double f2,
            double[] x3,
            double f3,
            double[] x4,
            double f4,
            double[] out) {
        for (int l = 0; l < out.length; l++) {
            out[l] = out[l] + f0 * x0[l] + f1 * x1[l] + f2 * x2[l] + f3 * x3[l] + f4 * x4[l];
        }
    }

    /** x ← x + scale · φ for every lane, with one scale per lane. */
    static void addTo(Features phi, double[][] rows, double[] scale) {
        int active = phi.active();
        int k = 0;
        for (; k + FIVE <= active; k += FIVE) {
            addToFive(
                    rows[phi.index(k)],
                    phi.value(k),
                    rows[phi.index(k + 1)],
                    phi.value(k + 1),
                    rows[phi.index(k + 2)],
                    phi.value(k + 2),
                    rows[phi.index(k + 3)],
                    phi.value(k + 3),
                    rows[phi.index(k + 4)],
                    phi.value(k + 4),
                    scale);
        }
        for (; k < active; k++) {
            addScaled(rows[phi.index(k)], scale, phi.value(k));
        }
    }

    /** x ← x + scale · e for five rows from the k-th entry of e, with one scale per lane. */
    static void addToFive(double[] e, int[] entries, int k, double[][] rows, double[] scale) {
        int j0 = entries[k];
        int j1 = entries[k + 1];
        int j2 = entries[k + 2];
        int j3 = entries[k + 3];
        int j4 = entries[k + 4];
        addToFive(rows[j0], e[j0], rows[j1], e[j1], rows[j2], e[j2], rows[j3], e[j3], rows[j4], e[j4], scale);
    }

    private static void addToFive(
            double[] x0,
            double e0,
            double[] x1,
            double e1,
            double[] x2,
            double e2,
            double[] x3,
            double e3,
            double[] x4,
            double e4,
            double[] scale) {
        for (int l = 0; l < scale.length; l++) {
            double s = scale[l];
            x0[l] += s * e0;
            x1[l] += s * e1;
            x2[l] += s * e2;
            x3[l] += s * e3;
            x4[l] += s * e4;
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
