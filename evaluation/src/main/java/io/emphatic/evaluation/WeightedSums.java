package io.emphatic.evaluation;

/**
 * Of each target a matrix (A, b), the sum of products that all targets share, weighted by a coefficient of its own.
 * With few targets and features it is quicker to weigh the traces than to make the products.
 */
final class WeightedSums {
    private static final int NUMBERS_AT_ONCE = 256;
    private static final int FEW_TARGETS = 8;

    private final int features;
    private final int targets;
    private double[][] coefficients = new double[0][]; // by row and target
    private final double[] factors = new double[9];
    private final double[] none; // the coefficients of no row
    private final LaneSums few; // weighted traces of few targets; or null
    private final double[][][][] sums; // of many by fold or of all, some columns, target: column after column

    WeightedSums(int features, int targets, boolean byFold) {
        this.features = features;
        this.targets = targets;
        this.none = new double[targets];
        boolean isFew = targets <= FEW_TARGETS && targets * features <= NUMBERS_AT_ONCE;
        this.few = isFew ? new LaneSums(features, targets, byFold) : null;
        int chunk = columnsAtOnce(features);
        int chunks = isFew ? 0 : (features + chunk) / chunk;
        int folds = byFold ? EpisodeReader.FOLDS : 1;
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

    /** Whether steps are added by {@link #addSteps}, not by products. */
    boolean isOfFew() {
        return few != null;
    }

    /**
     * @param steps rows of the block, fold after fold
     * @param from which of the block's rows is the first one of the trace
     */
    void addSteps(EpisodeBlock block, int[] steps, int count, SharedTrace trace, int from) {
        for (int j = 0; j < count; j++) {
            double[] mean = trace.mean(steps[j] - from);
            double[] weighted = few.add(block, steps[j]);
            double[] row = coefficients[steps[j]];
            int lane = 0;
            for (int k = 0; k < targets; k++) {
                double weight = row[k];
                for (int p = 0; p < features; p++) {
                    weighted[lane++] = weight * mean[p];
                }
            }
        }
        few.flush(block);
    }

    private int fold(EpisodeBlock block, int row) {
        return sums.length == 1 ? 0 : block.fold[row];
    }

    /**
     * @param place which columns
     * @param rows of the products, three of the same fold after three; negative where there is none
     * @param products of these rows
     * @param noticed by three targets, whether they notice these rows; null: all do
     */
    void add(EpisodeBlock block, int place, int[] rows, int count, double[][] products, boolean[] noticed) {
        for (int k = 0; k < targets; k += 3) {
            int end = Math.min(targets, k + 3);
            boolean counts = noticed == null || noticed[k / 3];
            for (int at = 0; at < count && counts; at += 3) {
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
        if (few != null) {
            few.addTo(target, without, a, b);
            return;
        }
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
