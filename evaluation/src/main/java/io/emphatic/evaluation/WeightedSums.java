package io.emphatic.evaluation;

import java.util.Arrays;

/**
 * Of each target a matrix (A, b), the sum of products that all targets share, weighted by a coefficient of its own.
 *
 * <p>Products that no sum would notice are not added. Let l be the smallest and h the largest absolute product of a row.
 * Every component of a matrix is a sum of terms that have a sum of absolute values of at least Σ cl. A row with ch ≤
 * 2⁻⁷⁰ Σ cl changes each of them by less than its rounding does. Where a feature is 0, l is 0 and every row counts.
 */
final class WeightedSums {
    private static final int NUMBERS_AT_ONCE = 256;
    private static final double UNNOTICED = 0x1p-70;

    private final int features;
    private final int targets;
    private double[][] coefficients = new double[0][]; // by row and target
    private final double[] factors = new double[9];
    private final double[] none; // the coefficients of no row
    private final double[][] least; // by fold or of all, target: 2⁻⁷⁰ Σ cl
    private final double[] peak; // by target: the largest c of some rows
    private final boolean[] isNoticed; // by three targets, of the rows that are added next
    private final double[][][][] sums; // by fold or of all, some columns, target: column after column

    WeightedSums(int features, int targets, boolean byFold) {
        this.features = features;
        this.targets = targets;
        this.none = new double[targets];
        int chunk = columnsAtOnce(features);
        int chunks = (features + chunk) / chunk;
        int folds = byFold ? EpisodeReader.FOLDS : 1;
        this.least = new double[folds][targets];
        this.peak = new double[targets];
        this.isNoticed = new boolean[(targets + 2) / 3];
        this.sums = new double[folds][chunks][targets][];
        for (double[][][] fold : sums) {
            for (int place = 0; place < chunks; place++) {
                int columns = Math.min(chunk, features + 1 - place * chunk);
                for (int k = 0; k < targets; k++) {
                    fold[place][k] = new double[columns * features];
                }
            }
        }
    }

    /** How many numbers it holds for one target. */
    static long size(long features, boolean byFold) {
        return (features + 1) * features * (byFold ? EpisodeReader.FOLDS : 1);
    }

    /** How many columns are worked on together. */
    static int columnsAtOnce(int features) {
        return Math.max(1, Math.min(features + 1, NUMBERS_AT_ONCE / features));
    }

    /** @param rows the coefficients of the rows of the block that is added next, by row and target */
    void weigh(double[][] rows) {
        coefficients = rows;
    }

    /**
     * Finds out which targets notice some rows, which are added next.
     *
     * @param smallest absolute product of each row
     * @param largest absolute product of each row
     * @return whether one does
     */
    boolean notice(EpisodeBlock block, int[] rows, int count, double[] smallest, double[] largest) {
        Arrays.fill(peak, 0);
        double highest = 0;
        for (int r = 0; r < count; r++) {
            LongLoops.raise(peak, coefficients[rows[r]]);
            highest = Math.max(highest, largest[r]);
            if (smallest[r] > 0) {
                LongLoops.add(least[fold(block, rows[r])], UNNOTICED * smallest[r], coefficients[rows[r]]);
            }
        }
        double[] limits = limits(block, rows, count);
        boolean any = false;
        for (int k = 0; k < targets; k += 3) {
            boolean some = false;
            for (int target = k; target < Math.min(targets, k + 3); target++) {
                some |= !(peak[target] * highest <= limits[target]);
            }
            isNoticed[k / 3] = some;
            any |= some;
        }
        return any;
    }

    /** By target, for rows in the order of their folds. */
    private double[] limits(EpisodeBlock block, int[] rows, int count) {
        double[] first = least[fold(block, rows[0])];
        if (block.fold[rows[0]] == block.fold[rows[count - 1]]) {
            return first;
        }
        double[] limits = first.clone();
        for (int r = 1; r < count; r++) {
            double[] other = least[fold(block, rows[r])];
            for (int k = 0; k < targets; k++) {
                limits[k] = Math.min(limits[k], other[k]);
            }
        }
        return limits;
    }

    private int fold(EpisodeBlock block, int row) {
        return sums.length == 1 ? 0 : block.fold[row];
    }

    /**
     * @param place which columns
     * @param rows of the products, three of the same fold after three; negative where there is none
     * @param products of these rows
     */
    void add(EpisodeBlock block, int place, int[] rows, int count, double[][] products) {
        for (int k = 0; k < targets; k += 3) {
            int end = Math.min(targets, k + 3);
            for (int at = 0; at < count && isNoticed[k / 3]; at += 3) {
                for (int r = 0; r < 3; r++) {
                    double[] row = rows[at + r] < 0 ? none : coefficients[rows[at + r]];
                    for (int target = k; target < end; target++) {
                        factors[3 * (target - k) + r] = row[target];
                    }
                }
                double[][] sum = sums[fold(block, rows[at])][place];
                LongLoops.addRows(
                        products[at],
                        products[at + 1],
                        products[at + 2],
                        factors,
                        sum[k],
                        k + 1 < end ? sum[k + 1] : null,
                        k + 2 < end ? sum[k + 2] : null);
            }
        }
    }

    /** Adds the sums of a target to a system, of all folds but one. */
    void addTo(int target, int without, double[] a, double[] b) {
        int chunk = columnsAtOnce(features);
        for (int fold = 0; fold < sums.length; fold++) {
            for (int q = 0; q <= features && fold != without; q++) {
                double[] column = sums[fold][q / chunk][target];
                int from = q % chunk * features;
                for (int p = 0; p < features; p++) {
                    if (q < features) {
                        a[p * features + q] += column[from + p];
                    } else {
                        b[p] += column[from + p];
                    }
                }
            }
        }
    }
}
