package io.emphatic.logs;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;

/** One pass over the rows of a log, batch by batch: read, learn, record, save. The next batch is read while one is learned from. */
final class LearningPass {
    private final Plan plan;
    private final RowOrder order;
    private final List<Forecast> forecasts;
    private final PredictionsFile predictions; // null when nobody wants it
    private final double[] featureSums;
    private long rows;
    private long terminated;
    private long truncated;

    LearningPass(Plan plan, RowOrder order, List<Forecast> forecasts, PredictionsFile predictions) {
        this.plan = plan;
        this.order = order;
        this.forecasts = forecasts;
        this.predictions = predictions;
        this.featureSums = new double[plan.features().size()];
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
        long learnFrom = rows;
        rows = Math.max(0, learnFrom - 2);
        long every = checkpoint == null ? Long.MAX_VALUE : checkpoint.every();
        try (Rows source = new Rows(
                        plan.log(),
                        plan.query(order, keys(), rows),
                        plan.slots().size(),
                        keys());
                Pipeline pipeline =
                        new Pipeline(plan, source, rows, learnFrom, every, keys().size(), predictions != null)) {
            for (Batch batch = pipeline.next(); batch != null; batch = pipeline.next()) {
                pipeline.learn(forecasts, batch, order.rows());
                batch.addFeaturesTo(featureSums, learnFrom);
                record(batch);
                rows += batch.size();
                progress.read(rows, order.rows());
                if (checkpoint != null && batch.size() > 0 && rows > learnFrom && rows % every == 0) {
                    checkpoint.write(this);
                }
            }
        }
        if (rows != order.rows()) {
            throw new IOException(
                    plan.log().name() + " changed while it was read: " + order.rows() + " rows, then " + rows);
        }
    }

    private void record(Batch batch) throws IOException {
        terminated += batch.terminatedCount();
        truncated += batch.truncatedCount();
        for (int k = 0; predictions != null && k < batch.settledCount(); k++) {
            predictions.begin(batch.settledRow(k), batch.settledKey(k));
            for (Forecast forecast : forecasts) {
                predictions.number(forecast.value(k));
                predictions.number(forecast.error(k));
            }
            predictions.endLine();
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
