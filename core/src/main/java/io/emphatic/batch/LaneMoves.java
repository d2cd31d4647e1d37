package io.emphatic.batch;

import io.emphatic.experience.Features;

/**
 * Loops across learners that move weights and traces, five rows per pass, as {@link Lanes} says.
 *
 * <p>The order of the operations of each lane is that of the explicit engine: along e first, then along features.
 */
final class LaneMoves {
    private static final int FIVE = Lanes.FIVE;

    private LaneMoves() {}

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
            Lanes.addScaled(rows[phi.index(k)], scale, phi.value(k));
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
