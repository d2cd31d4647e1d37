package io.emphatic.cli;

import io.emphatic.documents.json.Json;
import io.emphatic.documents.json.JsonObject;
import io.emphatic.logs.learning.Predicting;
import java.io.PrintWriter;
import java.util.List;

/** Prints each row as a JSON document on one line, at once. */
final class JsonLines implements Predicting.RowSink {
    private final PrintWriter out;
    private List<String> names = List.of();

    JsonLines(PrintWriter out) {
        this.out = out;
    }

    @Override
    public void begin(List<String> predictions) {
        names = predictions;
    }

    @Override
    public void row(long row, double[] values) {
        JsonObject document = new JsonObject().with("row", row);
        for (int p = 0; p < values.length; p++) {
            document.with(names.get(p), values[p]);
        }
        out.println(Json.line(document));
        out.flush();
    }
}
