package io.emphatic.logs;

import io.emphatic.Features;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/**
 * One pass over the rows of a log. This is where a table becomes time:
 *
 * <ul>
 *   <li>the next row of a stream is the state that the action of the row before led to;
 *   <li>{@code terminated} means that the state arrived at is terminal: γ = 0, no features, no row of its own;
 *   <li>{@code truncated}, or the end of a stream, means that nothing is known beyond: that row is not learned from;
 *   <li>the row after either is a start, with nothing before it.
 * </ul>
 */
final class LearningPass {
    private final Plan plan;
    private final RowOrder order;
    private final List<Forecast> forecasts;
    private final PredictionsFile predictions; // null when nobody wants it
    private final Features none;
    private final double[] featureSums;
    private final double[] values;
    private final double[] errors;

    private long rows;
    private long terminated;
    private long truncated;

    private boolean learning;
    private boolean pending; // the last row waits for its successor
    private long pendingRow; // its place, from 0
    private Features pendingFeatures;
    private final Rows.Key pendingKey;

    LearningPass(Plan plan, RowOrder order, List<Forecast> forecasts, PredictionsFile predictions) {
        this.plan = plan;
        this.order = order;
        this.forecasts = forecasts;
        this.predictions = predictions;
        this.none = Features.none(plan.features().size());
        this.featureSums = new double[plan.features().size()];
        this.values = new double[forecasts.size()];
        this.errors = new double[forecasts.size()];
        this.pendingKey = new Rows.Key(keys().size());
    }

    private List<Expression> keys() {
        return predictions == null ? plan.stream() : predictions.keys();
    }

    /**
     * Reads the rows from where it is to the end.
     *
     * @param checkpoint where to save; null for nowhere
     */
    void run(Progress progress, Checkpoint checkpoint) throws IOException {
        // A resumed time line needs the step before the last row: two rows are read again and not learned from.
        long done = rows;
        rows = Math.max(0, done - 2);
        try (Rows batch = new Rows(
                plan.log(), plan.query(order, keys(), rows), plan.slots().size(), keys())) {
            while (batch.next()) {
                for (int row = 0; row < batch.size(); row++) {
                    learning = rows >= done;
                    step(batch, row);
                    rows++;
                    if (checkpoint != null && learning && rows % checkpoint.every() == 0) {
                        checkpoint.write(this);
                    }
                    progress.read(rows, order.rows());
                }
            }
        }
        if (rows != order.rows()) {
            throw new IOException(
                    plan.log().name() + " changed while it was read: " + order.rows() + " rows, then " + rows);
        }
        learning = true;
        leavePending();
    }

    private void step(Rows batch, int row) throws IOException {
        double[][] columns = batch.numbers();
        try {
            Features phi = plan.features().read(columns, row);
            if (pending && batch.hasKey(row, pendingKey, plan.stream().size())) {
                predictPending();
                for (Forecast forecast : forecasts) {
                    forecast.arrive(phi, columns, row);
                }
                learnPending();
            } else {
                leavePending();
                for (Forecast forecast : forecasts) {
                    forecast.start(phi, columns, row);
                }
            }
            for (Forecast forecast : forecasts) {
                forecast.act(columns, row);
            }
            pending = true;
            pendingRow = rows;
            pendingFeatures = phi;
            batch.key(row, pendingKey);
            if (learning) {
                phi.addTo(featureSums, 1);
            }
            if (plan.terminates().at(columns, row) != 0) {
                terminatePending();
            } else if (plan.truncates().at(columns, row) != 0) {
                leavePending();
            }
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    e.getMessage() + " (row " + (rows + 1) + " of " + plan.log().name() + ", in the order of learning)",
                    e);
        }
    }

    private void predictPending() {
        if (predictions != null && learning) {
            for (int p = 0; p < values.length; p++) {
                values[p] = forecasts.get(p).predict(pendingFeatures);
            }
        }
    }

    /** The step from the pending row is whole: learn from it. */
    private void learnPending() throws IOException {
        if (learning) {
            int tenth = (int) (Diagnostics.TENTHS * pendingRow / order.rows());
            for (int p = 0; p < errors.length; p++) {
                errors[p] = forecasts.get(p).learn(tenth);
            }
            record();
        }
        pending = false;
    }

    private void terminatePending() throws IOException {
        predictPending();
        for (Forecast forecast : forecasts) {
            forecast.terminate(none);
        }
        terminated += learning ? 1 : 0;
        learnPending();
    }

    /** Nothing is known beyond the pending row, if there is one: it is not learned from. */
    private void leavePending() throws IOException {
        if (pending && learning) {
            predictPending();
            Arrays.fill(errors, Double.NaN);
            record();
            truncated++;
        }
        pending = false;
    }

    private void record() throws IOException {
        if (predictions != null) {
            predictions.record(pendingRow, pendingKey, values, errors);
        }
    }

    /** What there is to report at the end. */
    Report report(List<Finding> findings) {
        double[] meanFeatures = featureSums.clone();
        for (int j = 0; j < meanFeatures.length; j++) {
            meanFeatures[j] /= rows;
        }
        return new Report(
                plan.log().name(),
                rows,
                order.streams(),
                terminated,
                truncated,
                plan.featureMap().names(),
                forecasts.stream()
                        .map(forecast -> forecast.report(meanFeatures))
                        .toList(),
                findings);
    }

    List<Forecast> forecasts() {
        return forecasts;
    }

    /** Brings the predictions file to the disk and returns its length; 0 when there is none. */
    long forcePredictions() throws IOException {
        return predictions == null ? 0 : predictions.force();
    }

    void write(DataOutput out) throws IOException {
        out.writeLong(rows);
        out.writeLong(terminated);
        out.writeLong(truncated);
        for (double sum : featureSums) {
            out.writeDouble(sum);
        }
    }

    void read(DataInput in) throws IOException {
        rows = in.readLong();
        terminated = in.readLong();
        truncated = in.readLong();
        for (int j = 0; j < featureSums.length; j++) {
            featureSums[j] = in.readDouble();
        }
    }
}
