package io.emphatic.logs.learning;

import io.emphatic.LeastSquares;
import io.emphatic.logs.doctor.Finding;
import io.emphatic.logs.doctor.Finding.Severity;
import io.emphatic.logs.file.SavedState;
import io.emphatic.logs.spec.Plan;
import java.io.IOException;
import java.util.List;

/**
 * When least squares is solved for a predictions file. A solution costs n³, a row n² at most: with n features, weights
 * are renewed at the first row and whenever the number of steps passes a multiple of ⌊n²/10,000⌋, which is in every row
 * up to n = 141.
 */
final class SolvingInterval {
    private static final long OFTEN = 10_000;

    private final long interval;
    private double[] weights;
    private long solvedAt = -1; // never

    SolvingInterval(int size) {
        this.interval = of(size);
        this.weights = new double[size];
    }

    static long of(int size) {
        return Math.max(1, (long) size * size / OFTEN);
    }

    /** Tells which predictions of a plan are not solved in every row. */
    static List<Finding> notes(Plan plan) {
        long interval = of(plan.features().size());
        return plan.predictions().stream()
                .filter(prediction -> interval > 1 && prediction.config() instanceof LeastSquares)
                .map(prediction -> new Finding(
                        Severity.NOTE,
                        "solving-interval",
                        prediction.name(),
                        "the predictions file has " + prediction.name() + " with weights that are solved for every "
                                + interval + " steps",
                        List.of(),
                        "Solving in every row would take most of the time with this many features.",
                        "The weights in the report and in the model are those after the last row."))
                .toList();
    }

    boolean isDue(long steps) {
        return Math.floorDiv(steps, interval) != Math.floorDiv(solvedAt, interval);
    }

    void set(long steps, double[] solution) {
        solvedAt = steps;
        weights = solution;
    }

    double[] weights() {
        return weights;
    }

    void exchange(SavedState state) throws IOException {
        solvedAt = state.whole(solvedAt);
        state.numbers(weights, weights.length);
    }
}
