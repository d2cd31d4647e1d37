package io.emphatic.cli;

import io.emphatic.documents.json.JsonObject;
import io.emphatic.documents.text.Numbers;
import io.emphatic.documents.text.TextTable;
import io.emphatic.logs.learning.Predicting;
import io.emphatic.logs.sql.Log;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code emphatic predict LOG --model FILE}. */
@Command(
        name = "predict",
        description = "Predicts for the rows of a log with a model of `emphatic learn`, without learning.",
        footer = {
            "",
            "Without --predictions, the rows' predictions are printed as CSV; with --json, as the lists \"values\"."
        })
final class PredictCommand extends LogVerb {
    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "LOG",
            description = "The rows to predict for: CSV, Parquet, JSON lines.")
    private String log;

    @Option(names = "--model", paramLabel = "FILE", description = "What `emphatic learn --model` wrote.")
    private Path model;

    @Override
    public Integer call() throws IOException {
        if (log == null || model == null) {
            throw usage(log == null ? "Missing required parameter: LOG" : "Missing required option: --model FILE");
        }
        Path predictions = predictions();
        Collected collected = new Collected();
        Predicting.RowSink sink = predictions != null ? null : json() ? collected : new Csv(out());
        try (Log source = Log.open(log)) {
            LogSummary summary = Predicting.predict(source, model, predictions, sink);
            summary.warnings().forEach(warning -> err().println("warning: " + warning));
            err().flush();
            return print(() -> document(summary, collected), out -> {
                if (predictions != null) {
                    print(summary, predictions, out);
                }
            });
        }
    }

    private static void print(LogSummary summary, Path predictions, PrintWriter out) {
        out.println(summary.rows() + " rows of " + summary.log() + " predicted for, in " + predictions);
        TextTable table = new TextTable("lrrr").add("prediction", "mean", "min", "max");
        summary.predictions().forEach(p -> table.add(p.name(), number(p.mean()), number(p.min()), number(p.max())));
        table.print(out);
    }

    private static String number(double value) {
        return Numbers.significant(value, 6);
    }

    private static JsonObject document(LogSummary summary, Collected collected) {
        Iterator<List<Double>> values = collected.values.iterator();
        return new JsonObject()
                .with("log", summary.log())
                .with("rows", summary.rows())
                .with("unknown_categories", summary.unknownCategories())
                .withAll("predictions", summary.predictions(), prediction -> {
                    JsonObject document = new JsonObject()
                            .with("name", prediction.name())
                            .with("algorithm", prediction.algorithm())
                            .with("mean_prediction", prediction.mean())
                            .with("min", prediction.min())
                            .with("max", prediction.max());
                    return values.hasNext() ? document.with("values", values.next()) : document;
                })
                .with("warnings", summary.warnings());
    }

    /** Prints each row as it comes. */
    private record Csv(PrintWriter out) implements Predicting.RowSink {
        @Override
        public void begin(List<String> predictions) {
            out.println("row," + String.join(",", predictions));
        }

        @Override
        public void row(long row, double[] values) {
            StringBuilder line = new StringBuilder(Long.toString(row));
            for (double value : values) {
                line.append(',').append(value);
            }
            out.println(line);
        }
    }

    /** Keeps every value, by prediction. */
    private static final class Collected implements Predicting.RowSink {
        private final List<List<Double>> values = new ArrayList<>();

        @Override
        public void begin(List<String> predictions) {
            predictions.forEach(name -> values.add(new ArrayList<>()));
        }

        @Override
        public void row(long row, double[] rowValues) {
            for (int p = 0; p < rowValues.length; p++) {
                values.get(p).add(rowValues[p]);
            }
        }
    }
}
