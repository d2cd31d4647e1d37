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
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
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
        ShownRows shown = predictions == null ? new ShownRows(false) : null;
        LogSource source = reading.written(LogSource.files(logs));
        LogSummary summary = Predicting.predict(source, reading.settings(), model, predictions, shown);
        warn(summary);
        return print(() -> document(summary, shown), out -> {
            if (predictions != null) {
                print(summary, predictions, out);
            }
        });
    }

    /** Line by line: each row is answered before the next is read. */
    private int answer() throws IOException {
        Model read = Model.read(model);
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        RowLines rows = new RowLines(lines, reading.csv());
        LogSummary summary = Predicting.predictLines("standard input", rows, read, new ShownRows(true));
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

    /** @param shown null where the rows are in a file */
    private static JsonObject document(LogSummary summary, ShownRows shown) {
        int columns =
                shown == null ? 0 : shown.names.size() / summary.predictions().size(); // or 3
        return new JsonObject()
                .withRecord(summary, "unreadable", "first_unreadable")
                .withAll("predictions", summary.predictions(), prediction -> {
                    JsonObject document = new JsonObject().withRecord(prediction);
                    int index = columns * summary.predictions().indexOf(prediction);
                    if (columns > 0) {
                        document.with("values", shown.column(index));
                    }
                    return columns < 3
                            ? document
                            : document.with("low", shown.column(index + 1)).with("high", shown.column(index + 2));
                })
                .with("warnings", summary.warnings());
    }

    /** Prints each row as it comes, as CSV or as a JSON document on one line; or collects all. */
    private final class ShownRows implements Predicting.RowSink {
        private final boolean isLive; // each row is answered before the next comes
        private final List<double[]> collected = new ArrayList<>();
        private List<String> names = List.of();

        ShownRows(boolean isLive) {
            this.isLive = isLive;
        }

        @Override
        public void begin(List<String> predictions) {
            names = predictions;
            if (!json()) {
                print("row," + String.join(",", names));
            }
        }

        @Override
        public void row(long row, double[] values) {
            if (!json()) {
                print(row + ","
                        + Arrays.stream(values)
                                .mapToObj(value -> Double.isNaN(value) ? "" : Double.toString(value))
                                .collect(Collectors.joining(",")));
            } else if (isLive) {
                JsonObject document = new JsonObject().with("row", row);
                names.forEach(name -> document.with(name, values[names.indexOf(name)]));
                print(Json.line(document));
            } else {
                collected.add(values.clone());
            }
        }

        private void print(String line) {
            out().println(line);
            if (isLive) {
                out().flush();
            }
        }

        /** What was collected of a prediction, or of an end of its bar. */
        double[] column(int column) {
            return collected.stream().mapToDouble(row -> row[column]).toArray();
        }
    }
}
