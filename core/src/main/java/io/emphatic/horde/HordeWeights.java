package io.emphatic.horde;

import io.emphatic.experience.Features;
import java.util.Arrays;

/**
 * The weights of a {@link Horde}, by feature: the row of feature j holds wⱼ of every prediction, one column each. So
 * every inner loop runs along columns, has no reduction, and is vectorised by the compiler. Methods process the columns
 * from … to−1.
 */
final class HordeWeights {
    private final double[][] rows;

    HordeWeights(int size) {
        this.rows = new double[size][0];
    }

    /** Makes room for this many columns; new ones are zero. */
    void grow(int columns) {
        for (int j = 0; j < rows.length; j++) {
            rows[j] = Arrays.copyOf(rows[j], columns);
        }
    }

    double get(int feature, int column) {
        return rows[feature][column];
    }

    /** A copy of the weights of a column. */
    double[] column(int column) {
        return Arrays.stream(rows).mapToDouble(row -> row[column]).toArray();
    }

    void setColumn(int column, double[] values) {
        for (int j = 0; j < values.length; j++) {
            rows[j][column] = values[j];
        }
    }

    /** total ← wᵀφ. */
    void sum(Features phi, double[] total, int from, int to) {
        Arrays.fill(total, from, to, 0);
        int active = phi.active();
        int k = 0;
        for (; k + 3 < active; k += 4) {
            addFour(total, phi, k, from, to);
        }
        for (; k < active; k++) {
            add(total, rows[phi.index(k)], phi.value(k), from, to);
        }
    }

    /** wⱼ ← wⱼ − φⱼ shift for the features that join the trace. */
    void join(Features phi, double[] shift, int from, int to) {
        int active = isZero(shift, from, to) ? 0 : phi.active();
        for (int k = 0; k < active; k++) {
            add(rows[phi.index(k)], shift, -phi.value(k), from, to);
        }
    }

    /** wⱼ ← wⱼ + gⱼ move. */
    void fold(HordeTrace trace, double[] move, int from, int to) {
        int count = isZero(move, from, to) ? 0 : trace.count;
        for (int i = 0; i < count; i++) {
            int j = trace.nonZero[i];
            add(rows[j], move, trace.g[j], from, to);
        }
    }

    private static boolean isZero(double[] x, int from, int to) {
        for (int q = from; q < to; q++) {
            if (x[q] != 0) {
                return false;
            }
        }
        return true;
    }

    /** y ← y + s x. */
    private static void add(double[] y, double[] x, double s, int from, int to) {
        for (int q = from; q < to; q++) {
            y[q] += s * x[q];
        }
    }

    /** Four rows per pass: y is read and written a quarter as often, and four rows load from memory concurrently. */
    private void addFour(double[] y, Features phi, int k, int from, int to) {
        double[] x0 = rows[phi.index(k)];
        double[] x1 = rows[phi.index(k + 1)];
        double[] x2 = rows[phi.index(k + 2)];
        double[] x3 = rows[phi.index(k + 3)];
        double s0 = phi.value(k);
        double s1 = phi.value(k + 1);
        double s2 = phi.value(k + 2);
        double s3 = phi.value(k + 3);
        for (int q = from; q < to; q++) {
            y[q] += (s0 * x0[q] + s1 * x1[q]) + (s2 * x2[q] + s3 * x3[q]);
        }
    }
}
