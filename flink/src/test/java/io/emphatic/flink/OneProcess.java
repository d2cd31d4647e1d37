package io.emphatic.flink;

import io.emphatic.logs.file.StreamKey;
import io.emphatic.logs.live.ColumnTypes;
import io.emphatic.logs.live.LiveRow;
import io.emphatic.logs.live.LiveSpec;
import io.emphatic.logs.live.StreamLearners;
import io.emphatic.logs.live.StreamModels;
import io.emphatic.logs.live.StreamState;
import io.emphatic.logs.spec.Spec;
import io.emphatic.logs.sql.*;
import java.io.IOException;
import java.nio.file.*;
import java.util.*;

/** temporary */
final class OneProcess {
    static Path learn(Spec spec, Path log, Path directory) throws IOException {
        Path out = directory.resolve("one-process.jsonl");
        try (Log l = Log.open(LogSource.files(log.toString()), LogSettings.byDefault())) {
            LiveSpec live = LiveSpec.of(spec, ColumnTypes.of(l), io.emphatic.logs.spec.Plan.of(l, spec).featureMap());
            StreamLearners learners = new StreamLearners(live);
            TreeMap<StreamKey, StreamState> states = new TreeMap<>();
            RowParser p = new RowParser(CsvDialect.DETECTED);
            String header = null;
            for (String line : Files.readAllLines(log)) {
                if (header == null && !line.startsWith("{")) { header = line; continue; }
                LiveRow row = live.evaluate(List.of(p.parse(new TextLine("", 0, header, line)))).get(0);
                learners.learn(states.computeIfAbsent(row.stream(), k -> learners.start()), row);
            }
            List<String> lines = new ArrayList<>();
            states.forEach((k, s) -> learners.models(k, s).forEach(m -> lines.add(StreamModels.line(m))));
            Files.write(out, lines);
        }
        return out;
    }
}
