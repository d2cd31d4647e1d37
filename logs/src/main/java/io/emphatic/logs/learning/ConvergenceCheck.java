package io.emphatic.logs.learning;

import io.emphatic.Algorithm.FixedPoint;
import io.emphatic.Config;
import io.emphatic.Elstd;
import io.emphatic.LeastSquares;
import io.emphatic.Lstd;
import io.emphatic.experience.Features;
import io.emphatic.logs.file.SavedState;
import io.emphatic.logs.learning.LearningReport.ConvergenceVerdict;
import io.emphatic.logs.spec.PlannedPrediction;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The features of a log, and where its predictions would end with more steps: for each that learns by steps and whose
 * fixed point least squares can find (LSTD for visits, ELSTD for emphasis), the solution from the same steps. It costs
 * n² per step, so it is left out for a long log or many features, and made for the first ones only of many predictions.
 * The distance of weights θ from the solution θ* is that of their predictions over the rows of the log,
 *
 * <pre>
 *   √((θ − θ*)ᵀ G (θ − θ*)) / √(θ*ᵀ G θ*)     G = Σ φφᵀ
 * </pre>
 */
final class ConvergenceCheck {
    /** Rows times squared features times solutions: about a second of one processor. */
    private static final double MOST_WORK = 2e8;

    private static final int MOST_FEATURES = 300;

    private static final long SQUARED_EVERY = 16; // every how many rows squares of features are added

    private final double[] sums; // of features
    private final double[] squares;
    private long rows;

    private final Map<String, PlannedPrediction> references = new LinkedHashMap<>(); // by prediction
    private final Map<String, RunningPrediction> running = new HashMap<>(); // by the name of a reference
    private final double[][] gram; // empty where there is no reference

    ConvergenceCheck(List<PlannedPrediction> predictions, int size, long rows) {
        this.sums = new double[size];
        this.squares = new double[size];
        double affordable = size > MOST_FEATURES ? 0 : MOST_WORK / ((double) rows * size * size);
        Map<Object, PlannedPrediction> shared = new HashMap<>();
        for (PlannedPrediction prediction : predictions) {
            Config solution = solution(prediction.config());
            Object question = solution == null ? null : List.of(solution, prediction.steps(), prediction.cumulant());
            if (solution != null && (shared.containsKey(question) || shared.size() + 1 <= affordable)) {
                references.put(
                        prediction.name(),
                        shared.computeIfAbsent(question, none -> reference(prediction, solution, shared.size())));
            }
        }
        this.gram = new double[references.isEmpty() ? 0 : size][size];
    }

    private static PlannedPrediction reference(PlannedPrediction prediction, Config solution, int number) {
        String name = "\0least squares " + number; // no prediction of a spec is called so
        return new PlannedPrediction(name, solution, prediction.steps(), prediction.cumulant(), prediction.written());
    }

    /** Null where least squares would not solve what the algorithm approaches, or is what it does. */
    private static Config solution(Config config) {
        if (config instanceof LeastSquares) {
            return null;
        }
        FixedPoint weighting = config.algorithm().fixedPoint();
        return switch (weighting) {
            case VISITS -> new Lstd(0);
            case EMPHASIS -> new Elstd(0);
            case BETA_EMPHASIS -> new Elstd(0, config.parameters().get("beta"));
            default -> null;
        };
    }

    List<PlannedPrediction> planned() {
        return references.values().stream().distinct().toList();
    }

    /** Remembers the runs of what was {@link #planned}. */
    void follow(Map<String, RunningPrediction> byName) {
        planned().forEach(reference -> running.put(reference.name(), byName.get(reference.name())));
    }

    void add(Features row) {
        row.addTo(sums, 1);
        if (rows++ % SQUARED_EVERY == 0) {
            for (int i = 0; i < row.active(); i++) {
                squares[row.index(i)] += row.value(i) * row.value(i);
            }
        }
        for (int i = 0; gram.length > 0 && i < row.active(); i++) {
            row.addTo(gram[row.index(i)], row.value(i));
        }
    }

    double[] meanFeatures() {
        return Arrays.stream(sums).map(sum -> sum / rows).toArray();
    }

    /** √(Σ θⱼ² mean φⱼ²): the root mean square of θᵀφ where features exclude each other, and about it elsewhere. */
    private double size(double[] weights) {
        double sum = 0;
        for (int j = 0; j < weights.length; j++) {
            sum += weights[j] * weights[j] * squares[j];
        }
        return Math.sqrt(sum / ((rows + SQUARED_EVERY - 1) / SQUARED_EVERY));
    }

    /** @param half the mean prediction with the weights after half of the log; NaN if unknown */
    ConvergenceVerdict of(RunningPrediction prediction, double half, double end) {
        double[] weights = prediction.weights();
        PlannedPrediction reference = references.get(prediction.plan.name());
        if (reference == null || prediction.steps() == 0) {
            return new ConvergenceVerdict(half, end, size(weights), Double.NaN, Double.NaN);
        }
        double[] solution = running.get(reference.name()).weights();
        double[] apart = new double[weights.length];
        Arrays.setAll(apart, j -> weights[j] - solution[j]);
        double mean = Features.dense(meanFeatures()).dot(solution);
        return new ConvergenceVerdict(
                half, end, size(weights), mean, Math.sqrt(quadratic(apart) / quadratic(solution)));
    }

    private double quadratic(double[] x) {
        Features all = Features.dense(x);
        double sum = 0;
        for (int j = 0; j < x.length; j++) {
            sum += x[j] * all.dot(gram[j]);
        }
        return Math.max(0, sum);
    }

    void exchange(SavedState state) throws IOException {
        rows = state.whole(rows);
        state.numbers(sums, sums.length);
        state.numbers(squares, squares.length);
        for (double[] row : gram) {
            state.numbers(row, row.length);
        }
    }
}
