package io.emphatic.cli;

import io.emphatic.documents.json.Json;
import io.emphatic.documents.text.Numbers;
import io.emphatic.documents.text.TextTable;
import io.emphatic.logs.learning.Predicting;
import io.emphatic.logs.sql.Log;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
        },
        mixinStandardHelpOptions = true)
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
        PrintWriter out = out();
        if (log == null || model == null) {
            throw usage(log == null ? "Missing required parameter: LOG" : "Missing required option: --model FILE");
        }
        Path predictions = predictions();
        Collected collected = new Collected();
        Predicting.RowSink sink = predictions != null ? null : json() ? collected : new Csv(out);
        try (Log source = Log.open(log)) {
            Predicting.LogSummary summary = Predicting.predict(source, model, predictions, sink);
            PrintWriter err = err();
            summary.warnings().forEach(warning -> err.println("warning: " + warning));
            err.flush();
            if (json()) {
                Json.print(document(summary, predictions == null ? collected : null), out);
            } else if (predictions != null) {
                out.println(summary.rows() + " rows of " + summary.log() + " predicted for, in " + predictions);
                TextTable table = new TextTable("lrrr").add("prediction", "mean", "min", "max");
                summary.predictions()
                        .forEach(p -> table.add(p.name(), number(p.mean()), number(p.min()), number(p.max())));
                table.print(out);
            }
        }
        return Emphatic.DONE;
    }

    private static String number(double value) {
        return Numbers.significant(value, 6);
    }

    private static Map<String, Object> document(Predicting.LogSummary summary, Collected collected) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("log", summary.log());
        document.put("rows", summary.rows());
        document.put("unknown_categories", summary.unknownCategories());
        List<Map<String, Object>> list = new ArrayList<>();
        for (int p = 0; p < summary.predictions().size(); p++) {
            Predicting.PredictionSummary prediction = summary.predictions().get(p);
            Map<String, Object> entry = new LinkedHashMap<>();
            entry.put("name", prediction.name());
            entry.put("algorithm", prediction.algorithm());
            entry.put("mean_prediction", prediction.mean());
            entry.put("min", prediction.min());
            entry.put("max", prediction.max());
            if (collected != null) {
                entry.put("values", collected.values.get(p));
            }
            list.add(entry);
        }
        document.put("predictions", list);
        document.put("warnings", summary.warnings());
        return document;
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
