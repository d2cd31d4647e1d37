package io.emphatic;

import java.util.Arrays;

/**
 * The weights of a {@link Horde}, by feature: the row of feature j holds wⱼ of every prediction, one column each. So every inner loop
 * runs along columns, has no reduction in it, and is vectorised by the compiler.
 *
 * <p>Methods work on columns from … to−1 of the rows they need: a tile, which no other thread works on.
 */
abstract class HordeWeights {

    static HordeWeights of(Horde.Precision precision, int size) {
        return precision == Horde.Precision.FLOAT ? new FloatWeights(size) : new DoubleWeights(size);
    }

    /** Makes room for this many columns; new ones are zero. */
    abstract void grow(int columns);

    abstract double get(int feature, int column);

    abstract void set(int feature, int column, double weight);

    /** sums = Σ φⱼ wⱼ, always in the same order. */
    abstract void sum(Features phi, double[] sums, int from, int to);

    /** wⱼ ← wⱼ − φⱼ shift. */
    abstract void subtract(Features phi, double[] shift, int from, int to);

    /** wⱼ ← wⱼ + gⱼ move. */
    abstract void fold(SharedTrace trace, double[] move, int from, int to);

    static final class DoubleWeights extends HordeWeights {
        private final double[][] rows;

        DoubleWeights(int size) {
            rows = new double[size][0];
        }

        @Override
        void grow(int columns) {
            for (int j = 0; j < rows.length; j++) {
                rows[j] = Arrays.copyOf(rows[j], columns);
            }
        }

        @Override
        double get(int feature, int column) {
            return rows[feature][column];
        }

        @Override
        void set(int feature, int column, double weight) {
            rows[feature][column] = weight;
        }

        @Override
        void sum(Features phi, double[] sums, int from, int to) {
            Arrays.fill(sums, from, to, 0);
            int active = phi.active();
            int k = 0;
            for (; k + 3 < active; k += 4) {
                addFour(
                        sums,
                        rows[phi.index(k)],
                        phi.value(k),
                        rows[phi.index(k + 1)],
                        phi.value(k + 1),
                        rows[phi.index(k + 2)],
                        phi.value(k + 2),
                        rows[phi.index(k + 3)],
                        phi.value(k + 3),
                        from,
                        to);
            }
            for (; k < active; k++) {
                add(sums, rows[phi.index(k)], phi.value(k), from, to);
            }
        }

        /** Four rows at a time: the sums are read and written a quarter as often, and four rows are on their way from memory. */
        private static void addFour(
                double[] sums,
                double[] row0,
                double x0,
                double[] row1,
                double x1,
                double[] row2,
                double x2,
                double[] row3,
                double x3,
                int from,
                int to) {
            for (int q = from; q < to; q++) {
                sums[q] += (x0 * row0[q] + x1 * row1[q]) + (x2 * row2[q] + x3 * row3[q]);
            }
        }

        private static void add(double[] y, double[] x, double scale, int from, int to) {
            for (int q = from; q < to; q++) {
                y[q] += scale * x[q];
            }
        }

        @Override
        void subtract(Features phi, double[] shift, int from, int to) {
            for (int k = 0; k < phi.active(); k++) {
                add(rows[phi.index(k)], shift, -phi.value(k), from, to);
            }
        }

        @Override
        void fold(SharedTrace trace, double[] move, int from, int to) {
            int[] listed = trace.listed();
            double[] g = trace.g();
            for (int i = 0; i < trace.count(); i++) {
                add(rows[listed[i]], move, g[listed[i]], from, to);
            }
        }
    }

    /** The same in single precision: half the memory and half the traffic. */
    static final class FloatWeights extends HordeWeights {
        private final float[][] rows;
        private float[] scratch = new float[0];

        FloatWeights(int size) {
            rows = new float[size][0];
        }

        @Override
        void grow(int columns) {
            for (int j = 0; j < rows.length; j++) {
                rows[j] = Arrays.copyOf(rows[j], columns);
            }
            scratch = new float[columns];
        }

        @Override
        double get(int feature, int column) {
            return rows[feature][column];
        }

        @Override
        void set(int feature, int column, double weight) {
            rows[feature][column] = (float) weight;
        }

        @Override
        void sum(Features phi, double[] sums, int from, int to) {
            final float[] total = scratch;
            Arrays.fill(total, from, to, 0);
            int active = phi.active();
            int k = 0;
            for (; k + 3 < active; k += 4) {
                addFour(
                        total,
                        rows[phi.index(k)],
                        (float) phi.value(k),
                        rows[phi.index(k + 1)],
                        (float) phi.value(k + 1),
                        rows[phi.index(k + 2)],
                        (float) phi.value(k + 2),
                        rows[phi.index(k + 3)],
                        (float) phi.value(k + 3),
                        from,
                        to);
            }
            for (; k < active; k++) {
                add(total, rows[phi.index(k)], (float) phi.value(k), from, to);
            }
            for (int q = from; q < to; q++) {
                sums[q] = total[q];
            }
        }

        private static void addFour(
                float[] sums,
                float[] row0,
                float x0,
                float[] row1,
                float x1,
                float[] row2,
                float x2,
                float[] row3,
                float x3,
                int from,
                int to) {
            for (int q = from; q < to; q++) {
                sums[q] += (x0 * row0[q] + x1 * row1[q]) + (x2 * row2[q] + x3 * row3[q]);
            }
        }

        private static void add(float[] y, float[] x, float scale, int from, int to) {
            for (int q = from; q < to; q++) {
                y[q] += scale * x[q];
            }
        }

        @Override
        void subtract(Features phi, double[] shift, int from, int to) {
            toScratch(shift, from, to);
            for (int k = 0; k < phi.active(); k++) {
                add(rows[phi.index(k)], scratch, (float) -phi.value(k), from, to);
            }
        }

        @Override
        void fold(SharedTrace trace, double[] move, int from, int to) {
            toScratch(move, from, to);
            int[] listed = trace.listed();
            double[] g = trace.g();
            for (int i = 0; i < trace.count(); i++) {
                add(rows[listed[i]], scratch, (float) g[listed[i]], from, to);
            }
        }

        private void toScratch(double[] x, int from, int to) {
            for (int q = from; q < to; q++) {
                scratch[q] = (float) x[q];
            }
        }
    }
}
