package io.emphatic.engine;

import java.util.Arrays;

/**
 * Vectors of candidates, side by side: for each feature a row of {@value #WIDTH} numbers, two of each candidate and two
 * more. All rows move along features by one factor for each place of a row, and are multiplied by features.
 *
 * <h2>Implementation notes</h2>
 *
 * Loops run across a row and have no sum along the loop, so that the compiler of JDK 17 vectorises them; for that, too,
 * four rows lie in one array at distances that are constants and multiples of a cache line (an offset that varies would
 * not do), and the rows are longer than the candidates need: beside the part of a loop that is not vectorised, eight
 * numbers at most, nothing is left over.
 */
final class LaneBlocks {
    /** The numbers of a feature. */
    static final int WIDTH = 40;

    /** Where the second number of the candidates begins; the place before it, and the last, are no candidate's. */
    static final int HALF = 20;

    private static final int ROWS = 4; // of a block

    /** The largest n, for which all numbers fit into one array. */
    static final int LARGEST_SIZE = (Integer.MAX_VALUE - 8) / WIDTH - ROWS;

    private final int size;
    private final double[][] blocks;
    private double touched; // what was read in advance; of no meaning, but it keeps the reads

    LaneBlocks(int size) {
        this.size = size;
        this.blocks = new double[padded(size) / ROWS][ROWS * WIDTH];
    }

    /** The smallest multiple of the features of a block that is not below n. */
    static int padded(int size) {
        return (size + ROWS - 1) / ROWS * ROWS;
    }

    /** All numbers ← 0. */
    void clear() {
        for (double[] x : blocks) {
            Arrays.fill(x, 0);
        }
    }

    double get(int j, int place) {
        return blocks[j / ROWS][j % ROWS * WIDTH + place];
    }

    void set(int j, int place, double value) {
        blocks[j / ROWS][j % ROWS * WIDTH + place] = value;
    }

    /** Every row ← row + φⱼ · factors. */
    void move(KeptFeatures phi, double[] factors) {
        if (phi.isDense()) {
            for (int b = 0; b < blocks.length; b++) {
                double[] p = phi.values;
                moveFour(blocks[b], factors, p[4 * b], p[4 * b + 1], p[4 * b + 2], p[4 * b + 3]);
            }
        } else {
            for (int i = 0; i < phi.count(); i++) {
                moveRow(phi.indices[i], factors, phi.values[i]);
            }
        }
    }

    /** sums ← Σ φⱼ · row. */
    void dot(KeptFeatures phi, double[] sums) {
        Arrays.fill(sums, 0);
        if (phi.isDense()) {
            for (int b = 0; b < blocks.length; b++) {
                double[] p = phi.values;
                dotFour(blocks[b], sums, p[4 * b], p[4 * b + 1], p[4 * b + 2], p[4 * b + 3]);
            }
        } else {
            touch(phi);
            for (int i = 0; i < phi.count(); i++) {
                dotRow(phi.indices[i], sums, phi.values[i]);
            }
        }
    }

    /** The sum at a place alone, to the bit. */
    double dot(KeptFeatures phi, int place) {
        double sum = 0;
        for (int i = 0; i < phi.count(); i++) {
            sum += get(phi.isDense() ? i : phi.indices[i], place) * phi.values[i];
        }
        return sum;
    }

    /** Reads every cache line of the rows: what has to come from memory then comes at the same time, not row by row. */
    private void touch(KeptFeatures phi) {
        for (int i = 0; i < phi.count(); i++) {
            touch(phi.indices[i]);
        }
    }

    /** The same of one row, which will be needed soon. */
    void touch(int j) {
        double[] x = blocks[j / ROWS];
        int at = j % ROWS * WIDTH;
        touched += x[at] + x[at + 8] + x[at + 16] + x[at + 24] + x[at + 32] + x[at + WIDTH - 1];
    }

    /** {@link #move}, then {@link #dot} with other features; in one pass where both are dense. */
    void moveAndDot(KeptFeatures phi, double[] factors, KeptFeatures phiNext, double[] sums) {
        if (!phi.isDense() || !phiNext.isDense()) {
            move(phi, factors);
            dot(phiNext, sums);
            return;
        }
        Arrays.fill(sums, 0);
        double[] p = phi.values;
        double[] q = phiNext.values;
        for (int b = 0; b < blocks.length; b++) {
            int j = ROWS * b;
            moveAndDotFour(
                    blocks[b], factors, sums, p[j], q[j], p[j + 1], q[j + 1], p[j + 2], q[j + 2], p[j + 3], q[j + 3]);
        }
    }

    private static void moveAndDotFour(
            double[] x,
            double[] factors,
            double[] sums,
            double p0,
            double q0,
            double p1,
            double q1,
            double p2,
            double q2,
            double p3,
            double q3) {
        for (int k = 0; k < WIDTH; k++) {
            double factor = factors[k];
            double m0 = x[k] + factor * p0;
            double m1 = x[WIDTH + k] + factor * p1;
            double m2 = x[2 * WIDTH + k] + factor * p2;
            double m3 = x[3 * WIDTH + k] + factor * p3;
            x[k] = m0;
            x[WIDTH + k] = m1;
            x[2 * WIDTH + k] = m2;
            x[3 * WIDTH + k] = m3;
            sums[k] = sums[k] + m0 * q0 + m1 * q1 + m2 * q2 + m3 * q3;
        }
    }

    private static void moveFour(double[] x, double[] factors, double p0, double p1, double p2, double p3) {
        for (int k = 0; k < WIDTH; k++) {
            double factor = factors[k];
            double m0 = x[k] + factor * p0;
            double m1 = x[WIDTH + k] + factor * p1;
            double m2 = x[2 * WIDTH + k] + factor * p2;
            double m3 = x[3 * WIDTH + k] + factor * p3;
            x[k] = m0;
            x[WIDTH + k] = m1;
            x[2 * WIDTH + k] = m2;
            x[3 * WIDTH + k] = m3;
        }
    }

    private static void dotFour(double[] x, double[] sums, double q0, double q1, double q2, double q3) {
        for (int k = 0; k < WIDTH; k++) {
            sums[k] = sums[k] + x[k] * q0 + x[WIDTH + k] * q1 + x[2 * WIDTH + k] * q2 + x[3 * WIDTH + k] * q3;
        }
    }

    /** The row of feature j ← row + factor · factors. */
    void moveRow(int j, double[] factors, double factor) {
        double[] x = blocks[j / ROWS];
        switch (j % ROWS) {
            case 0 -> {
                for (int k = 0; k < WIDTH; k++) {
                    x[k] += factors[k] * factor;
                }
            }
            case 1 -> {
                for (int k = 0; k < WIDTH; k++) {
                    x[WIDTH + k] += factors[k] * factor;
                }
            }
            case 2 -> {
                for (int k = 0; k < WIDTH; k++) {
                    x[2 * WIDTH + k] += factors[k] * factor;
                }
            }
            default -> {
                for (int k = 0; k < WIDTH; k++) {
                    x[3 * WIDTH + k] += factors[k] * factor;
                }
            }
        }
    }

    private void dotRow(int j, double[] sums, double factor) {
        double[] x = blocks[j / ROWS];
        switch (j % ROWS) {
            case 0 -> {
                for (int k = 0; k < WIDTH; k++) {
                    sums[k] += x[k] * factor;
                }
            }
            case 1 -> {
                for (int k = 0; k < WIDTH; k++) {
                    sums[k] += x[WIDTH + k] * factor;
                }
            }
            case 2 -> {
                for (int k = 0; k < WIDTH; k++) {
                    sums[k] += x[2 * WIDTH + k] * factor;
                }
            }
            default -> {
                for (int k = 0; k < WIDTH; k++) {
                    sums[k] += x[3 * WIDTH + k] * factor;
                }
            }
        }
    }

    /** Every row ← row + factors times the number at a place, which then is multiplied by the scale. */
    void moveAlongOwn(int place, double[] factors, double scale) {
        for (double[] x : blocks) {
            moveFour(x, factors, x[place], x[WIDTH + place], x[2 * WIDTH + place], x[3 * WIDTH + place]);
            for (int at = place; at < x.length; at += WIDTH) {
                x[at] = x[at] * scale + 0.0; // no negative zero
            }
        }
    }

    /**
     * Of the row of feature j: the first numbers of the candidates ← themselves + factors times the second, which then
     * are multiplied by the scale.
     *
     * @param largest is raised to the size of the second numbers before, of each candidate. Modified.
     * @return whether a second number was larger than its threshold
     */
    boolean addProducts(int j, double[] factors, double scale, double[] thresholds, double[] largest) {
        double[] x = blocks[j / ROWS];
        int first = j % ROWS * WIDTH;
        int second = first + HALF;
        int k = 0;
        while (k < HALF && !(Math.abs(x[second + k]) > thresholds[k])) {
            k++;
        }
        for (int l = 0; l < HALF; l++) {
            x[first + l] += factors[l] * x[second + l];
        }
        for (int l = 0; scale != 1 && l < HALF; l++) {
            x[second + l] *= scale;
        }
        return k < HALF;
    }

    /** The second numbers of feature j ← 0. */
    void clearSecond(int j) {
        int at = j % ROWS * WIDTH + HALF;
        Arrays.fill(blocks[j / ROWS], at, at + HALF, 0);
    }

    /** The number at a place is multiplied in every row. */
    void scale(int place, double factor) {
        for (double[] x : blocks) {
            for (int at = place; at < x.length; at += WIDTH) {
                x[at] *= factor;
            }
        }
    }

    /** A copy of all numbers, row by row. */
    double[] flat() {
        double[] flat = new double[WIDTH * size];
        for (int b = 0; b < blocks.length; b++) {
            System.arraycopy(blocks[b], 0, flat, ROWS * WIDTH * b, Math.min(ROWS, size - ROWS * b) * WIDTH);
        }
        return flat;
    }

    /** Takes them back. */
    void take(double[] flat) {
        for (int b = 0; b < blocks.length; b++) {
            System.arraycopy(flat, ROWS * WIDTH * b, blocks[b], 0, Math.min(ROWS, size - ROWS * b) * WIDTH);
        }
    }
}
