package io.emphatic.flink.jobs;

import io.emphatic.documents.json.RecordJson;
import io.emphatic.logs.live.ColumnTypes;
import io.emphatic.logs.live.LiveSpec;
import io.emphatic.logs.spec.EvaluationSpec;
import io.emphatic.logs.spec.FeatureMap;
import io.emphatic.logs.spec.Spec;
import io.emphatic.logs.sql.CsvDialect;
import java.io.IOException;
import java.util.Map;

/** What every task needs to know of a spec, as text; {@code evaluation} is null where predictions are learned. */
public record JobDescription(
        Spec spec, EvaluationSpec evaluation, Map<String, String> columns, FeatureMap features, CsvDialect csv) {
    public static JobDescription read(String text) {
        return RecordJson.read(JobDescription.class, text);
    }

    public String text() {
        return RecordJson.text(this);
    }

    public LiveSpec compile() throws IOException {
        ColumnTypes types = ColumnTypes.fixed(columns);
        return evaluation == null ? LiveSpec.of(spec, types, features) : LiveSpec.of(evaluation, types, features);
    }
}
