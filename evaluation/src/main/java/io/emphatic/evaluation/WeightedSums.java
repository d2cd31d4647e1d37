package io.emphatic.evaluation;

/** Of each target a matrix (A, b), the sum of products that all targets share, weighted by a coefficient of its own. */
final class WeightedSums {
    private static final int NUMBERS_AT_ONCE = 256;

    private final int features;
    private final int targets;
    private double[][] coefficients = new double[0][];
    private final double[][][][] sums; // by fold or of all, some columns, target: column after column

    WeightedSums(int features, int targets, boolean byFold) {
        this.features = features;
        this.targets = targets;
        int chunk = columnsAtOnce(features);
        int chunks = (features + chunk) / chunk;
        this.sums = new double[byFold ? EpisodeReader.FOLDS : 1][chunks][targets][];
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

    /** @param rows by target, the coefficients of the block's rows that is added next */
    void weigh(double[][] rows) {
        coefficients = rows;
    }

    /**
     * @param place which columns
     * @param rows of the products, fold after fold
     */
    void add(EpisodeBlock block, int place, int[] rows, int count, double[][] products) {
        int from = 0;
        while (from < count) {
            int fold = sums.length == 1 ? 0 : block.fold[rows[from]];
            int to = from + 1;
            while (to < count && (sums.length == 1 || block.fold[rows[to]] == fold)) {
                to++;
            }
            double[][] sum = sums[fold][place];
            for (int k = 0; k + 1 < targets; k += 2) {
                addTwo(sum[k], sum[k + 1], rows, from, to, products, coefficients[k], coefficients[k + 1]);
            }
            if (targets % 2 == 1) {
                addOne(sum[targets - 1], rows, from, to, products, coefficients[targets - 1]);
            }
            from = to;
        }
    }

    private static void addTwo(
            double[] sum, double[] other, int[] rows, int from, int to, double[][] x, double[] a, double[] b) {
        int j = from;
        for (; j + 2 < to; j += 3) {
            int r0 = rows[j];
            int r1 = rows[j + 1];
            int r2 = rows[j + 2];
            LongLoops.addToBoth(sum, other, a[r0], b[r0], x[j], a[r1], b[r1], x[j + 1], a[r2], b[r2], x[j + 2]);
        }
        addOne(sum, rows, j, to, x, a);
        addOne(other, rows, j, to, x, b);
    }

    private static void addOne(double[] sum, int[] rows, int from, int to, double[][] x, double[] a) {
        int j = from;
        for (; j + 3 < to; j += 4) {
            LongLoops.add(
                    sum,
                    a[rows[j]],
                    x[j],
                    a[rows[j + 1]],
                    x[j + 1],
                    a[rows[j + 2]],
                    x[j + 2],
                    a[rows[j + 3]],
                    x[j + 3]);
        }
        for (; j < to; j++) {
            LongLoops.add(sum, a[rows[j]], x[j]);
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
