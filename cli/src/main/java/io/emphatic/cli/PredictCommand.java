package io.emphatic.cli;

import io.emphatic.documents.json.Json;
import io.emphatic.documents.json.JsonObject;
import io.emphatic.documents.text.Numbers;
import io.emphatic.documents.text.TextTable;
import io.emphatic.logs.file.RowLines;
import io.emphatic.logs.learning.Predicting;
import io.emphatic.logs.learning.Predicting.LogSummary;
import io.emphatic.logs.model.Model;
import io.emphatic.logs.sql.LogSource;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code emphatic predict LOG --model FILE}. */
@Command(
        name = "predict",
        description = "Predicts for the rows of a log with a model of `emphatic learn`, without learning.",
        footer = {
            "%nWithout --predictions, the rows' predictions are printed as CSV; with --json, as the lists \"values\".",
            "Rows on standard input, CSV with a header or JSON lines, are answered line by line, with --json as JSON"
                    + " lines. A row in which a feature is NULL has an empty prediction.",
            "%nExample: emphatic predict new.csv --model model.json --predictions predictions.csv",
            "docs/learn.md describes the fields of --json."
        })
final class PredictCommand extends Verb.LogVerb {
    private static final String STANDARD_INPUT = "-";

    @Parameters(
            arity = "0..*",
            paramLabel = "LOG",
            description = "The rows to predict for: CSV, Parquet, JSON lines; - for standard input.")
    private List<String> logs = List.of();

    @Option(names = "--model", paramLabel = "FILE", description = "What `emphatic learn --model` wrote.")
    private Path model;

    @Mixin
    private final LogOptions reading = new LogOptions();

    @Override
    public Integer call() throws IOException {
        if (logs.isEmpty() || model == null) {
            throw usage(logs.isEmpty() ? "Missing required parameter: LOG" : "Missing required option: --model FILE");
        }
        Path predictions = predictions();
        if (logs.equals(List.of(STANDARD_INPUT))) {
            if (predictions != null) {
                throw usage(
                        "rows on standard input are answered on standard output: --predictions needs a file as LOG");
            }
            return answer();
        }
        CollectedRows collected = new CollectedRows();
        Predicting.RowSink sink =
                predictions != null ? null : json() ? collected : new PrintedRows(out(), false, false);
        LogSource source = reading.written(LogSource.files(logs));
        LogSummary summary = Predicting.predict(source, reading.settings(), model, predictions, sink);
        warn(summary);
        return print(() -> document(summary, collected), out -> {
            if (predictions != null) {
                print(summary, predictions, out);
            }
        });
    }

    /** Line by line: each row is answered before the next is read. */
    private int answer() throws IOException {
        Model read = Model.read(model);
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        Predicting.RowSink sink = new PrintedRows(out(), json(), true);
        LogSummary summary = Predicting.predictLines("standard input", new RowLines(lines, reading.csv()), read, sink);
        warn(summary);
        return summary.unreadable() > 0 ? Emphatic.FAILED : Emphatic.DONE;
    }

    private void warn(LogSummary summary) {
        summary.warnings().forEach(warning -> err().println("warning: " + warning));
        err().flush();
    }

    private static void print(LogSummary summary, Path predictions, PrintWriter out) {
        out.println(summary.rows() + " rows of " + summary.log() + " predicted for, in " + predictions);
        TextTable table = new TextTable("lrrr").add("prediction", "mean", "min", "max");
        summary.predictions()
                .forEach(p -> table.add(p.name(), number(p.meanPrediction()), number(p.min()), number(p.max())));
        table.print(out);
    }

    private static String number(double value) {
        return Numbers.significant(value, 6);
    }

    private static JsonObject document(LogSummary summary, CollectedRows collected) {
        List<double[]> values = collected.values();
        return new JsonObject()
                .withRecord(summary, "unreadable", "first_unreadable")
                .withAll("predictions", summary.predictions(), prediction -> {
                    JsonObject document = new JsonObject().withRecord(prediction);
                    int columns = values.size() / summary.predictions().size(); // 3 with bands
                    int index = columns * summary.predictions().indexOf(prediction);
                    if (columns > 0) {
                        document.with("values", values.get(index));
                    }
                    return columns < 3
                            ? document
                            : document.with("low", values.get(index + 1)).with("high", values.get(index + 2));
                })
                .with("warnings", summary.warnings());
    }

    /** Prints each row as it comes: as CSV, or as a JSON document on one line. */
    private static final class PrintedRows implements Predicting.RowSink {
        private final PrintWriter out;
        private final boolean isJson;
        private final boolean isFlushed; // row by row
        private List<String> names = List.of();

        PrintedRows(PrintWriter out, boolean isJson, boolean isFlushed) {
            this.out = out;
            this.isJson = isJson;
            this.isFlushed = isFlushed;
        }

        @Override
        public void begin(List<String> predictions) {
            names = predictions;
            if (!isJson) {
                print("row," + String.join(",", names));
            }
        }

        @Override
        public void row(long row, double[] values) {
            JsonObject document = new JsonObject().with("row", row);
            StringBuilder line = new StringBuilder(Long.toString(row));
            for (int p = 0; p < values.length; p++) {
                document.with(names.get(p), values[p]);
                line.append(',').append(Double.isNaN(values[p]) ? "" : Double.toString(values[p]));
            }
            print(isJson ? Json.line(document) : line.toString());
        }

        private void print(String line) {
            out.println(line);
            if (isFlushed) {
                out.flush();
            }
        }
    }

    private static final class CollectedRows implements Predicting.RowSink {
        private final List<DoubleStream.Builder> rows = new ArrayList<>();

        @Override
        public void begin(List<String> predictions) {
            predictions.forEach(name -> rows.add(DoubleStream.builder()));
        }

        @Override
        public void row(long row, double[] values) {
            for (int p = 0; p < values.length; p++) {
                rows.get(p).add(values[p]);
            }
        }

        /** By prediction; empty if nothing was collected. */
        List<double[]> values() {
            return rows.stream().map(all -> all.build().toArray()).toList();
        }
    }
}
