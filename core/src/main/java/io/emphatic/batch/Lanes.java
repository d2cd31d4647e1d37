package io.emphatic.batch;

import io.emphatic.experience.Features;
import io.emphatic.experience.Transition;
import java.util.Arrays;

/**
 * Loops across learners. A lane is one learner; a row holds one component of all of them. A loop stores to one to five
 * rows and has no reduction, so that the JIT vectorises it; several rows per pass read the shared operand once. Loops
 * with more operations than these stay scalar and take four times as long.
 *
 * <p>The order of the operations of each lane is that of {@link Features#dot} and {@link Features#addTo}: the results
 * are the same to the bit.
 */
final class Lanes {
    /** How many rows a pass reads or writes. */
    static final int FIVE = 5;

    private static final int THREE = 3;
    private static final int DOUBLES_PER_LINE = 8;
    private static final int DOUBLES_PER_HEADER = 2;

    private Lanes() {}

    /**
     * How long rows of so many lanes are. With the header of an array they fill whole cache lines: arrays that are
     * allocated one after another then begin at the same place in their lines, and so do the vectors of all loops.
     * Lanes beyond those asked for have step size zero.
     */
    static int width(int lanes) {
        if (lanes < DOUBLES_PER_LINE) {
            return lanes;
        }
        int lines = (lanes + DOUBLES_PER_HEADER + DOUBLES_PER_LINE - 1) / DOUBLES_PER_LINE;
        return lines * DOUBLES_PER_LINE - DOUBLES_PER_HEADER;
    }

    /** out ← δₜ = Rₜ₊₁ + γₜ₊₁ θᵀφₜ₊₁ − θᵀφₜ for every lane; at an end, γₜ₊₁ = 0, φₜ₊₁ is not looked at. */
    static void delta(Transition t, double[][] theta, double[] scratch, double[] out) {
        Features phi = t.phi();
        Features phiNext = t.phiNext();
        double gammaNext = t.gammaNext();
        if (gammaNext == 0) {
            dot(phi, theta, out);
            subtractFrom(t.reward(), out);
        } else if (phi.active() == THREE && phiNext.active() == THREE) {
            setDifference(t.reward(), gammaNext, phiNext, phi, theta, out);
        } else {
            dot(phi, theta, scratch);
            dot(phiNext, theta, out);
            difference(t.reward(), gammaNext, scratch, out);
        }
    }

    private static void subtractFrom(double reward, double[] out) {
        for (int l = 0; l < out.length; l++) {
            out[l] = reward - out[l];
        }
    }

    private static void difference(double reward, double gammaNext, double[] values, double[] out) {
        for (int l = 0; l < out.length; l++) {
            out[l] = reward + gammaNext * out[l] - values[l];
        }
    }

    /** The same for three stored components each, in one loop. */
    private static void setDifference(
            double reward, double gammaNext, Features phiNext, Features phi, double[][] theta, double[] out) {
        double f0 = phiNext.value(0);
        double f1 = phiNext.value(1);
        double f2 = phiNext.value(2);
        double[] x0 = theta[phiNext.index(0)];
        double[] x1 = theta[phiNext.index(1)];
        double[] x2 = theta[phiNext.index(2)];
        double g0 = phi.value(0);
        double g1 = phi.value(1);
        double g2 = phi.value(2);
        double[] y0 = theta[phi.index(0)];
        double[] y1 = theta[phi.index(1)];
        double[] y2 = theta[phi.index(2)];
        for (int l = 0; l < out.length; l++) {
            out[l] = reward
                    + gammaNext * (f0 * x0[l] + f1 * x1[l] + f2 * x2[l])
                    - (g0 * y0[l] + g1 * y1[l] + g2 * y2[l]);
        }
    }

    /** out ← φᵀx for every lane, with x as {@code rows[j][lane]}. */
    static void dot(Features phi, double[][] rows, double[] out) {
        int active = phi.active();
        int k = 0;
        if (active >= FIVE) {
            setFive(phi, rows, out);
            k = FIVE;
        } else {
            setFew(phi, active, rows, out);
            return;
        }
        for (; k + FIVE <= active; k += FIVE) {
            addFive(phi, k, rows, out);
        }
        for (; k < active; k++) {
            addScaled(out, rows[phi.index(k)], phi.value(k));
        }
    }

    /**
     * out ← Σ φⱼ xⱼ over fewer than five stored components, in one pass: lanes are few, and each pass has its price.
     */
    private static void setFew(Features phi, int active, double[][] rows, double[] out) {
        if (active == 0) {
            Arrays.fill(out, 0);
            return;
        }
        double f0 = phi.value(0);
        double[] x0 = rows[phi.index(0)];
        if (active == 1) {
            setScaled(out, f0, x0);
            return;
        }
        double f1 = phi.value(1);
        double[] x1 = rows[phi.index(1)];
        if (active == 2) {
            setTwo(out, f0, x0, f1, x1);
            return;
        }
        setThree(out, f0, x0, f1, x1, phi.value(2), rows[phi.index(2)]);
        if (active == 4) {
            addScaled(out, rows[phi.index(3)], phi.value(3));
        }
    }

    private static void setScaled(double[] out, double f0, double[] x0) {
        for (int l = 0; l < out.length; l++) {
            out[l] = f0 * x0[l];
        }
    }

    private static void setTwo(double[] out, double f0, double[] x0, double f1, double[] x1) {
        for (int l = 0; l < out.length; l++) {
            out[l] = f0 * x0[l] + f1 * x1[l];
        }
    }

    private static void setThree(double[] out, double f0, double[] x0, double f1, double[] x1, double f2, double[] x2) {
        for (int l = 0; l < out.length; l++) {
            out[l] = f0 * x0[l] + f1 * x1[l] + f2 * x2[l];
        }
    }

    /** out ← Σ φⱼ xⱼ over the first five stored components. */
    private static void setFive(Features phi, double[][] rows, double[] out) {
        setFive(
                rows[phi.index(0)],
                phi.value(0),
                rows[phi.index(1)],
                phi.value(1),
                rows[phi.index(2)],
                phi.value(2),
                rows[phi.index(3)],
                phi.value(3),
                rows[phi.index(4)],
                phi.value(4),
                out);
    }

    /** out ← Σ eⱼ xⱼ over the first five entries of e. */
    static void setFive(double[] e, int[] entries, double[] out, double[][] rows) {
        int j0 = entries[0];
        int j1 = entries[1];
        int j2 = entries[2];
        int j3 = entries[3];
        int j4 = entries[4];
        setFive(rows[j0], e[j0], rows[j1], e[j1], rows[j2], e[j2], rows[j3], e[j3], rows[j4], e[j4], out);
    }

    private static void setFive(
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
            out[l] = f0 * x0[l] + f1 * x1[l] + f2 * x2[l] + f3 * x3[l] + f4 * x4[l];
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
        for (; k + THREE <= active; k += THREE) {
            addToThree(
                    rows[phi.index(k)],
                    phi.value(k),
                    rows[phi.index(k + 1)],
                    phi.value(k + 1),
                    rows[phi.index(k + 2)],
                    phi.value(k + 2),
                    scale);
        }
        for (; k < active; k++) {
            addScaled(rows[phi.index(k)], scale, phi.value(k));
        }
    }

    private static void addToThree(
            double[] x0, double f0, double[] x1, double f1, double[] x2, double f2, double[] scale) {
        for (int l = 0; l < scale.length; l++) {
            double s = scale[l];
            x0[l] += f0 * s;
            x1[l] += f1 * s;
            x2[l] += f2 * s;
        }
    }

    /** x ← x + scale · e + other · f for all rows, with a scale and another per lane. */
    static void addTwo(double[][] rows, double[] e, double[] scale, double[] f, double[] other) {
        int j = 0;
        for (; j + THREE <= rows.length; j += THREE) {
            addTwoToThree(
                    rows[j],
                    e[j],
                    f[j],
                    rows[j + 1],
                    e[j + 1],
                    f[j + 1],
                    rows[j + 2],
                    e[j + 2],
                    f[j + 2],
                    scale,
                    other);
        }
        for (; j < rows.length; j++) {
            addTwoToOne(rows[j], e[j], f[j], scale, other);
        }
    }

    private static void addTwoToThree(
            double[] x0,
            double e0,
            double f0,
            double[] x1,
            double e1,
            double f1,
            double[] x2,
            double e2,
            double f2,
            double[] scale,
            double[] other) {
        for (int l = 0; l < scale.length; l++) {
            double s = scale[l];
            double u = other[l];
            x0[l] = x0[l] + s * e0 + u * f0;
            x1[l] = x1[l] + s * e1 + u * f1;
            x2[l] = x2[l] + s * e2 + u * f2;
        }
    }

    private static void addTwoToOne(double[] x, double e, double f, double[] scale, double[] other) {
        for (int l = 0; l < scale.length; l++) {
            x[l] = x[l] + scale[l] * e + other[l] * f;
        }
    }

    /** x ← kept · x + scale · e + other · f for all rows, with the three factors per lane. */
    static void keepAndAddTwo(
            double[][] rows, double[] kept, double[] e, double[] scale, double[] f, double[] other) {
        int j = 0;
        for (; j + THREE <= rows.length; j += THREE) {
            keepAndAddTwoToThree(
                    rows[j],
                    e[j],
                    f[j],
                    rows[j + 1],
                    e[j + 1],
                    f[j + 1],
                    rows[j + 2],
                    e[j + 2],
                    f[j + 2],
                    kept,
                    scale,
                    other);
        }
        for (; j < rows.length; j++) {
            keepAndAddTwoToOne(rows[j], e[j], f[j], kept, scale, other);
        }
    }

    private static void keepAndAddTwoToThree(
            double[] x0,
            double e0,
            double f0,
            double[] x1,
            double e1,
            double f1,
            double[] x2,
            double e2,
            double f2,
            double[] kept,
            double[] scale,
            double[] other) {
        for (int l = 0; l < scale.length; l++) {
            double k = kept[l];
            double s = scale[l];
            double u = other[l];
            x0[l] = k * x0[l] + s * e0 + u * f0;
            x1[l] = k * x1[l] + s * e1 + u * f1;
            x2[l] = k * x2[l] + s * e2 + u * f2;
        }
    }

    private static void keepAndAddTwoToOne(
            double[] x, double e, double f, double[] kept, double[] scale, double[] other) {
        for (int l = 0; l < scale.length; l++) {
            x[l] = kept[l] * x[l] + scale[l] * e + other[l] * f;
        }
    }

    /** e ← a e + b φ for all rows of traces, with a and b per lane. */
    static void advance(double[][] e, double[] a, double[] b, double[] phi) {
        int j = 0;
        for (; j + THREE <= e.length; j += THREE) {
            advanceThree(e[j], phi[j], e[j + 1], phi[j + 1], e[j + 2], phi[j + 2], a, b);
        }
        for (; j < e.length; j++) {
            advanceOne(e[j], phi[j], a, b);
        }
    }

    private static void advanceThree(
            double[] e0, double f0, double[] e1, double f1, double[] e2, double f2, double[] a, double[] b) {
        for (int l = 0; l < a.length; l++) {
            double decay = a[l];
            double gain = b[l];
            e0[l] = decay * e0[l] + gain * f0;
            e1[l] = decay * e1[l] + gain * f1;
            e2[l] = decay * e2[l] + gain * f2;
        }
    }

    private static void advanceOne(double[] e, double f, double[] a, double[] b) {
        for (int l = 0; l < a.length; l++) {
            e[l] = a[l] * e[l] + b[l] * f;
        }
    }

    /** x ← x + scale · e for all rows, with a trace and a scale per lane. */
    static void addProducts(double[][] x, double[][] e, double[] scale) {
        int j = 0;
        for (; j + THREE <= x.length; j += THREE) {
            addThreeProducts(x[j], e[j], x[j + 1], e[j + 1], x[j + 2], e[j + 2], scale);
        }
        for (; j < x.length; j++) {
            addProduct(x[j], e[j], scale);
        }
    }

    private static void addThreeProducts(
            double[] x0, double[] e0, double[] x1, double[] e1, double[] x2, double[] e2, double[] scale) {
        for (int l = 0; l < scale.length; l++) {
            double s = scale[l];
            x0[l] += s * e0[l];
            x1[l] += s * e1[l];
            x2[l] += s * e2[l];
        }
    }

    private static void addProduct(double[] x, double[] e, double[] scale) {
        for (int l = 0; l < scale.length; l++) {
            x[l] += scale[l] * e[l];
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

    /** x ← factor · x for every lane, with one factor per lane. */
    static void scale(double[][] rows, double[] factor) {
        for (double[] row : rows) {
            for (int l = 0; l < row.length; l++) {
                row[l] *= factor[l];
            }
        }
    }
}
