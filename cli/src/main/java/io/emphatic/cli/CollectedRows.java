package io.emphatic.cli;

import io.emphatic.logs.learning.Predicting;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Keeps the value of every row, by prediction, in eight bytes each. */
final class CollectedRows implements Predicting.RowSink {
    private final List<double[]> values = new ArrayList<>();
    private int rows;

    @Override
    public void begin(List<String> predictions) {
        predictions.forEach(name -> values.add(new double[1024]));
    }

    @Override
    public void row(long row, double[] rowValues) {
        for (int p = 0; p < rowValues.length; p++) {
            if (rows == values.get(p).length) {
                values.set(p, Arrays.copyOf(values.get(p), Math.addExact(rows, rows / 2)));
            }
            values.get(p)[rows] = rowValues[p];
        }
        rows++;
    }

    /** By prediction; empty if nothing was collected. */
    List<double[]> values() {
        return values.stream().map(all -> Arrays.copyOf(all, rows)).toList();
    }
}
