package io.emphatic.logs.learning;

import io.emphatic.logs.file.Outputs;
import io.emphatic.logs.file.PredictionsFile;
import io.emphatic.logs.file.RowLines;
import io.emphatic.logs.model.Model;
import io.emphatic.logs.model.RowPredictor;
import io.emphatic.logs.spec.FeatureReader;
import io.emphatic.logs.spec.Plan;
import io.emphatic.logs.spec.Slots;
import io.emphatic.logs.sql.Expression;
import io.emphatic.logs.sql.Log;
import io.emphatic.logs.sql.LogSettings;
import io.emphatic.logs.sql.LogSource;
import io.emphatic.logs.sql.Rows;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.stream.Stream;

/**
 * Applies a model to rows without learning, for a file, a sink or both: {@code predict(LogSource.files("new.csv"),
 * LogSettings.byDefault(), model, file, null)}. The order of rows is kept. Threads may predict at once.
 */
public final class Predicting {
    /** Takes predictions, or nothing. */
    public interface RowSink {
        /** Takes nothing. */
        RowSink NONE = new RowSink() {};

        /** The names of the values to come, before the first row. */
        default void begin(List<String> predictions) throws IOException {}

        /** The row of this number, from 1; the values are valid during the call only. */
        default void row(long row, double[] values) throws IOException {}
    }

    private Predicting() {}

    /** Predicts for a log, opened when no other run writes the file (.csv, .parquet); file and sink may be null. */
    public static LogSummary predict(LogSource source, LogSettings settings, Path modelFile, Path file, RowSink sink)
            throws IOException {
        Outputs outputs =
                new Outputs().add("predictions", file).requireWritable().requireNot("model", modelFile);
        Outputs.Locks locks = outputs.lock(null);
        try (locks;
                Log log = Log.open(source, settings)) {
            outputs.requireFor(log, null);
            return predict(log, modelFile, file, sink == null ? RowSink.NONE : sink);
        }
    }

    private static LogSummary predict(Log log, Path modelFile, Path file, RowSink sink) throws IOException {
        Model model = Model.read(modelFile);
        if (model.origin().spec().shape().unnest() && isNested(log, model)) {
            log.unnest();
        }
        Slots slots = new Slots();
        FeatureReader reader = model.features().bind(log, slots);
        sink.begin(model.outputs());
        if (file == null) {
            return run(log, model, slots, reader, null, sink);
        }
        List<Expression> stream = keys(log, "stream", model.origin().spec().stream());
        List<Expression> order = keys(log, "order", model.origin().spec().order());
        try (PredictionsFile predictions =
                new PredictionsFile(file, log, stream, order, false, model.outputs(), null)) {
            predictions.open(0);
            LogSummary summary = run(log, model, slots, reader, predictions, sink);
            predictions.publish();
            return summary;
        }
    }

    /** Predicts for rows as they come: each is answered before the next is read, a line that is no row by nothing. */
    public static LogSummary predictLines(String name, RowLines lines, Model model, RowSink sink) throws IOException {
        sink.begin(model.outputs());
        Tally tally = new Tally(model);
        try (RowPredictor predictor = RowPredictor.of(model)) {
            while (lines.next()) {
                double[] values;
                try {
                    values = predictor.predict(lines.row());
                    tally.add(values, predictor.hadUnknownCategory());
                } catch (IllegalArgumentException e) {
                    values = tally.addUnreadable(e);
                }
                sink.row(tally.rows(), values);
            }
        }
        return tally.summary(name);
    }

    /** Whether a column that features are made of holds lists of what the model knows: new rows may be flat. */
    private static boolean isNested(Log log, Model model) {
        return model.columns().entrySet().stream().anyMatch(column -> {
            String type = log.columns().get(column.getKey());
            return type != null && brackets(type) > brackets(column.getValue());
        });
    }

    private static long brackets(String type) {
        return type.chars().filter(c -> c == '[').count();
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
        Tally tally = new Tally(model);
        double[][] numbers = new double[slots.size()][1];
        try (Rows rows = new Rows(log, slots.select(keys, Log.VIEW), slots.size(), keys)) {
            while (rows.next()) {
                rows.numbers(numbers, 0, 1);
                double[] values = model.values(reader, numbers);
                if (file != null) {
                    file.write(tally.rows(), rows.key(), values);
                }
                tally.add(values, reader.hasUnknownCategory(numbers, 0));
                sink.row(tally.rows(), values);
            }
        }
        return tally.summary(log.name());
    }

    /** What a model predicted for a log. */
    public record LogSummary(
            String log,
            long rows,
            long unknownCategories, // rows with a category that the model does not know
            long withoutPrediction, // rows of which a feature was NULL or no number
            long unreadable, // how many of those were no rows
            String firstUnreadable, // null if there is none
            List<PredictionSummary> predictions) {
        /** Over the rows that have a prediction; NaN if there is none. */
        public record PredictionSummary(
                String name, String algorithm, Long divergedAt, double meanPrediction, double min, double max) {}

        /** What somebody who uses the predictions should know, a sentence each. */
        public List<String> warnings() {
            List<String> warnings = new ArrayList<>();
            for (PredictionSummary prediction : predictions) {
                if (prediction.divergedAt != null) {
                    warnings.add(prediction.name + " diverged at step " + prediction.divergedAt
                            + " when it was learned: it predicts nothing; learn again with a smaller step size");
                }
            }
            if (unknownCategories > 0) {
                warnings.add(unknownCategories + " of " + rows
                        + " rows have a category that was not in the log learned from: it activates no feature");
            }
            if (withoutPrediction > unreadable) {
                warnings.add((withoutPrediction - unreadable) + " of " + rows
                        + " rows have a feature that is NULL or not a number: their predictions are empty");
            }
            if (unreadable > 0) {
                warnings.add(unreadable + " of " + rows
                        + " lines are not rows that can be read: their predictions are empty; the first is "
                        + firstUnreadable);
            }
            return warnings;
        }
    }

    /** Counts rows that are predicted for, and sums up their predictions. */
    private static final class Tally {
        private final Model model;
        private final int columns; // of each prediction
        private final int judged; // a value whose NaN is that of a feature; < 0 if all predictions have diverged
        private final List<DoubleSummaryStatistics> values;
        private long rows;
        private long unknown;
        private long empty;
        private long unreadable;
        private String firstUnreadable;

        Tally(Model model) {
            int count = model.outputs().size();
            this.model = model;
            this.columns = count / model.predictions().size();
            this.judged = columns
                    * model.predictions().stream()
                            .map(Model.LearnedWeights::divergedAt)
                            .toList()
                            .indexOf(null);
            this.values =
                    Stream.generate(DoubleSummaryStatistics::new).limit(count).toList();
        }

        long rows() {
            return rows;
        }

        void add(double[] predicted, boolean unknownCategory) {
            rows++;
            unknown += unknownCategory ? 1 : 0;
            if (judged >= 0 && Double.isNaN(predicted[judged])) {
                empty++;
                return;
            }
            for (int p = 0; p < predicted.length; p++) {
                values.get(p).accept(predicted[p]);
            }
        }

        /** Adds a line that is no row, and returns its predictions. */
        double[] addUnreadable(IllegalArgumentException reason) {
            rows++;
            empty++;
            unreadable++;
            firstUnreadable = firstUnreadable == null ? "row " + rows + ": " + reason.getMessage() : firstUnreadable;
            double[] none = new double[values.size()];
            Arrays.fill(none, Double.NaN);
            return none;
        }

        LogSummary summary(String log) {
            List<LogSummary.PredictionSummary> predictions = new ArrayList<>();
            for (int p = 0; p < values.size(); p += columns) {
                Model.LearnedWeights weights = model.predictions().get(p / columns);
                DoubleSummaryStatistics all = values.get(p);
                double any = all.getCount() == 0 ? Double.NaN : 0;
                predictions.add(new LogSummary.PredictionSummary(
                        weights.name(),
                        weights.algorithm(),
                        weights.divergedAt(),
                        all.getAverage() + any,
                        all.getMin() + any,
                        all.getMax() + any));
            }
            return new LogSummary(log, rows, unknown, empty, unreadable, firstUnreadable, predictions);
        }
    }
}
