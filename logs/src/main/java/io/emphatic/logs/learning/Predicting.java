package io.emphatic.logs.learning;

import io.emphatic.experience.Features;
import io.emphatic.logs.file.Model;
import io.emphatic.logs.file.Model.LearnedWeights;
import io.emphatic.logs.file.Outputs;
import io.emphatic.logs.file.PredictionsFile;
import io.emphatic.logs.spec.FeatureReader;
import io.emphatic.logs.spec.Plan;
import io.emphatic.logs.spec.Slots;
import io.emphatic.logs.sql.Expression;
import io.emphatic.logs.sql.Log;
import io.emphatic.logs.sql.Rows;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Applies a model to the rows of a log without learning. The order of the file is kept. */
public final class Predicting {

    public interface RowSink {
        /** The name of each prediction, before the first row. */
        void begin(List<String> predictions) throws IOException;

        /** The row of this number, counted from 1. {@code values} is valid during the call only. */
        void row(long row, double[] values) throws IOException;
    }

    /** @param unknownCategories how many rows had a category that the model does not know */
    public record LogSummary(String log, long rows, long unknownCategories, List<PredictionSummary> predictions) {
        /** Reasons to trust the predictions less. */
        public List<String> warnings() {
            return unknownCategories == 0
                    ? List.of()
                    : List.of(unknownCategories + " of " + rows
                            + " rows have a category that was not in the log learned from: it activates no feature");
        }
    }

    public record PredictionSummary(String name, String algorithm, double mean, double min, double max) {}

    private Predicting() {}

    /**
     * @param file where the predictions go, .csv or .parquet; null for no file
     * @param sink receives each row; may be null
     */
    public static LogSummary predict(Log log, Path modelFile, Path file, RowSink sink) throws IOException {
        Outputs outputs =
                new Outputs().add("predictions", file).requireWritable().requireNot("model", modelFile);
        for (Path read : log.files()) {
            outputs.requireNot("log", read);
        }
        Model model = Model.read(modelFile);
        Slots slots = new Slots();
        FeatureReader reader = model.features().bind(log, slots);
        List<String> names =
                model.predictions().stream().map(LearnedWeights::name).toList();
        if (sink != null) {
            sink.begin(names);
        }
        if (file == null) {
            return run(log, model, slots, reader, null, sink);
        }
        List<Expression> stream = keys(log, "stream", model.stream());
        List<Expression> order = keys(log, "order", model.order());
        try (PredictionsFile predictions = new PredictionsFile(file, log, stream, order, false, names, null)) {
            predictions.open(0);
            LogSummary summary = run(log, model, slots, reader, predictions, sink);
            predictions.publish();
            return summary;
        }
    }

    /** New rows need not have the columns that ordered the old ones. */
    private static List<Expression> keys(Log log, String place, String text) throws IOException {
        try {
            return Plan.keys(log, place, text);
        } catch (IllegalArgumentException e) {
            return List.of();
        }
    }

    private static LogSummary run(
            Log log, Model model, Slots slots, FeatureReader reader, PredictionsFile file, RowSink sink)
            throws IOException {
        List<Expression> keys = file == null ? List.of() : file.keys();
        int count = model.predictions().size();
        double[] values = new double[count];
        Extent[] extents = new Extent[count];
        Arrays.setAll(extents, p -> new Extent());
        double[][] numbers = new double[slots.size()][1];
        Rows.Key key = new Rows.Key(keys.size());
        long row = 0;
        long unknown = 0;
        try (Rows rows = new Rows(log, slots.select(keys, Log.VIEW), slots.size(), keys)) {
            while (rows.next()) {
                rows.numbers(numbers, 0, 1);
                Features phi = features(reader, slots, numbers, row, log);
                unknown += reader.hasUnknownCategory(numbers, 0) ? 1 : 0;
                for (int p = 0; p < count; p++) {
                    values[p] = phi.dot(model.predictions().get(p).weights());
                    extents[p].add(values[p]);
                }
                if (file != null) {
                    rows.key(key);
                    file.write(row, key, values);
                }
                row++;
                if (sink != null) {
                    sink.row(row, values);
                }
            }
        }
        List<PredictionSummary> predictions = new ArrayList<>();
        for (int p = 0; p < count; p++) {
            LearnedWeights weights = model.predictions().get(p);
            predictions.add(new PredictionSummary(
                    weights.name(), weights.algorithm(), extents[p].sum / row, extents[p].min, extents[p].max));
        }
        return new LogSummary(log.name(), row, unknown, predictions);
    }

    private static Features features(FeatureReader reader, Slots slots, double[][] numbers, long row, Log log) {
        for (int slot = 0; slot < numbers.length; slot++) {
            if (!Double.isFinite(numbers[slot][0]) && reader.use(slot) != FeatureReader.SlotUse.CATEGORY) {
                throw new IllegalArgumentException(
                        "feature " + slots.expressions().get(slot).text() + " is "
                                + (Double.isNaN(numbers[slot][0]) ? "NULL or not a number" : numbers[slot][0])
                                + " (row " + (row + 1) + " of " + log.name() + ")");
            }
        }
        try {
            return reader.read(numbers, 0);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(e.getMessage() + " (row " + (row + 1) + " of " + log.name() + ")", e);
        }
    }

    private static final class Extent {
        private double sum;
        private double min = Double.NaN;
        private double max = Double.NaN;

        void add(double value) {
            sum += value;
            min = value >= min ? min : value;
            max = value <= max ? max : value;
        }
    }
}
