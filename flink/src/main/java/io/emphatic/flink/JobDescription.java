package io.emphatic.flink;

import io.emphatic.documents.json.RecordJson;
import io.emphatic.logs.live.ColumnTypes;
import io.emphatic.logs.live.LiveSpec;
import io.emphatic.logs.spec.FeatureMap;
import io.emphatic.logs.spec.Spec;
import io.emphatic.logs.sql.CsvDialect;
import java.io.IOException;
import java.util.Map;

/**
 * What every task needs to know of a spec, without the log. It travels as text.
 *
 * @param columns the types of the columns, by name
 * @param csv how CSV files are written
 */
record JobDescription(Spec spec, Map<String, String> columns, FeatureMap features, CsvDialect csv) {

    static JobDescription read(String text) {
        return RecordJson.read(JobDescription.class, text);
    }

    String text() {
        return RecordJson.text(this);
    }

    LiveSpec compile() throws IOException {
        return LiveSpec.of(spec, ColumnTypes.fixed(columns), features);
    }
}
