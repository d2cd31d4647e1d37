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
        for (int k = 0; k < phi.active(); k++) {
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
}
