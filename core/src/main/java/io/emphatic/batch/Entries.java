package io.emphatic.batch;

import io.emphatic.experience.Features;
import java.util.Arrays;

/**
 * The entries of features or of a trace that are not 0, as factors of rows: row j has the j-th weight of every lane.
 * Three rows a pass: rows may be short, and starting a loop costs as much as it does then. Each lane adds up entry by
 * entry, in their order.
 */
final class Entries {
    private static final int ROWS = 3;

    private int[] index = {};
    private double[] value = {};
    private int count;

    Entries of(Features phi) {
        clear(phi.active());
        for (int k = 0; k < phi.active(); k++) {
            add(phi.index(k), phi.value(k));
        }
        pad();
        return this;
    }

    Entries of(double[] vector) {
        clear(vector.length);
        for (int j = 0; j < vector.length; j++) {
            add(j, vector[j]);
        }
        pad();
        return this;
    }

    private void clear(int most) {
        count = 0;
        if (index.length <= most) {
            index = new int[most + 1];
            value = new double[most + 1];
        }
    }

    private void add(int j, double x) {
        index[count] = j;
        value[count] = x;
        count += x != 0 ? 1 : 0;
    }

    /** The last row again, 0 times, where a pass needs one more. */
    private void pad() {
        if (count % ROWS == 2) {
            index[count] = index[count - 1];
            value[count] = 0;
        }
    }

    /** The inner product with a vector. */
    double dot(double[] vector) {
        double sum = 0;
        for (int k = 0; k < count; k++) {
            sum += value[k] * vector[index[k]];
        }
        return sum;
    }

    /** out ← the inner product of every lane. */
    void dot(double[][] rows, double[] out) {
        if (count < 2) {
            Arrays.fill(out, 0);
        }
        int k = 0;
        for (; k + 1 < count; k += ROWS) {
            double[] x0 = rows[index[k]];
            double[] x1 = rows[index[k + 1]];
            double[] x2 = rows[index[k + 2]];
            double f0 = value[k];
            double f1 = value[k + 1];
            double f2 = value[k + 2];
            if (k == 0) {
                for (int l = 0; l < out.length; l++) {
                    out[l] = f0 * x0[l] + f1 * x1[l] + f2 * x2[l];
                }
            } else {
                for (int l = 0; l < out.length; l++) {
                    out[l] = out[l] + f0 * x0[l] + f1 * x1[l] + f2 * x2[l];
                }
            }
        }
        if (k < count) {
            Lanes.addScaled(out, rows[index[k]], value[k]);
        }
    }

    /** x ← x + scale · these, with one scale per lane. */
    void addTo(double[][] rows, double[] scale) {
        int k = 0;
        for (; k + 1 < count; k += ROWS) {
            double[] x0 = rows[index[k]];
            double[] x1 = rows[index[k + 1]];
            double[] x2 = rows[index[k + 2]];
            double f0 = value[k];
            double f1 = value[k + 1];
            double f2 = value[k + 2];
            for (int l = 0; l < scale.length; l++) {
                double s = scale[l];
                x0[l] += s * f0;
                x1[l] += s * f1;
                x2[l] += s * f2;
            }
        }
        if (k < count) {
            Lanes.addScaled(rows[index[k]], scale, value[k]);
        }
    }
}
