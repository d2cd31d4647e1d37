package io.emphatic.evaluation;

/**
 * What is true of the features whatever the target: their sum over starts, and whether a combination of them is 1 in
 * every row, Φu = 1, which makes {@code elstd} its own doubly robust estimate (EVALUATION.md §2).
 */
final class FeatureSums {
    private static final double TOLERANCE = 1e-6;

    private final int features;
    private final double[] starts;
    private final double[] sum;
    private final double[] products; // Σ φφᵀ
    private double[] unit; // u
    private double largestError; // of φᵀu

    FeatureSums(int features) {
        this.features = features;
        this.starts = new double[features];
        this.sum = new double[features];
        this.products = new double[features * features];
    }

    void add(EpisodeBlock block) {
        double[] phi = block.phi;
        for (int i = 0; i < block.rows; i++) {
            int at = i * features;
            double interest = block.has(EpisodeBlock.STARTS, i) ? 1 : 0;
            for (int p = 0; p < features; p++) {
                double x = phi[at + p];
                if (x != 0) {
                    starts[p] += interest * x;
                    sum[p] += x;
                    for (int q = 0; q < features; q++) {
                        products[p * features + q] += x * phi[at + q];
                    }
                }
            }
        }
    }

    void solve() {
        unit = new LinearSystem(products, sum).solve();
    }

    void check(EpisodeBlock block) {
        if (unit == null) {
            largestError = Double.MAX_VALUE;
            return;
        }
        double largest = largestError;
        for (int i = 0; i < block.rows; i++) {
            double one = 0;
            for (int p = 0; p < features; p++) {
                one += unit[p] * block.phi[i * features + p];
            }
            largest = Math.max(largest, Math.abs(one - 1));
        }
        largestError = largest;
    }

    /** Σ φ over starts. */
    double[] starts() {
        return starts;
    }

    /** Whether Φu = 1 in every row, known after the second pass. */
    boolean hasUnit() {
        return largestError <= TOLERANCE;
    }
}
