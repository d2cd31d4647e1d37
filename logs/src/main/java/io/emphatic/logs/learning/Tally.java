package io.emphatic.logs.learning;

import io.emphatic.logs.learning.LogSummary.PredictionSummary;
import io.emphatic.logs.model.Model;
import io.emphatic.logs.model.Model.LearnedWeights;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Counts rows that are predicted for, and sums up their predictions. */
final class Tally {
    private final Model model;
    private final double[] sums;
    private final double[] smallest;
    private final double[] largest;
    private long rows;
    private long unknown;
    private long empty;
    private long unreadable;
    private String firstUnreadable;

    Tally(Model model) {
        int count = model.predictions().size();
        this.model = model;
        this.sums = new double[count];
        this.smallest = new double[count];
        this.largest = new double[count];
        Arrays.fill(smallest, Double.NaN);
        Arrays.fill(largest, Double.NaN);
    }

    long rows() {
        return rows;
    }

    /** @param values NaN where there is no prediction */
    void add(double[] values, boolean unknownCategory) {
        rows++;
        unknown += unknownCategory ? 1 : 0;
        if (Double.isNaN(values[0])) {
            empty++;
            return;
        }
        for (int p = 0; p < values.length; p++) {
            sums[p] += values[p];
            smallest[p] = values[p] >= smallest[p] ? smallest[p] : values[p];
            largest[p] = values[p] <= largest[p] ? largest[p] : values[p];
        }
    }

    /** Adds a line that is no row, and returns its predictions. */
    double[] addUnreadable(IllegalArgumentException reason) {
        rows++;
        empty++;
        unreadable++;
        firstUnreadable = firstUnreadable == null ? "row " + rows + ": " + reason.getMessage() : firstUnreadable;
        double[] none = new double[sums.length];
        Arrays.fill(none, Double.NaN);
        return none;
    }

    LogSummary summary(String log) {
        List<PredictionSummary> predictions = new ArrayList<>();
        for (int p = 0; p < sums.length; p++) {
            LearnedWeights weights = model.predictions().get(p);
            double mean = sums[p] / (rows - empty);
            predictions.add(new PredictionSummary(weights.name(), weights.algorithm(), mean, smallest[p], largest[p]));
        }
        return new LogSummary(log, rows, unknown, empty, unreadable, firstUnreadable, predictions);
    }
}
