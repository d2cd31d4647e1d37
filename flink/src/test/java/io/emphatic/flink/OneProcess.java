package io.emphatic.flink;

import io.emphatic.logs.file.ProgressListener;
import io.emphatic.logs.learning.Learning;
import io.emphatic.logs.spec.Spec;
import io.emphatic.logs.sql.LogSettings;
import io.emphatic.logs.sql.LogSource;
import java.io.IOException;
import java.nio.file.Path;

/** {@code emphatic learn}: what Flink is compared with. */
final class OneProcess {
    private OneProcess() {}

    /** @param models of each stream; null for none */
    static Learning.Options options(Path models) {
        return new Learning.Options(null, null, null, 1, false, null, false, "", ProgressListener.NONE, false, models);
    }

    /** The models of each stream. */
    static Path learn(Spec spec, Path log, Path directory) throws IOException {
        Path models = directory.resolve("one-process.jsonl");
        Learning.learn(LogSource.files(log.toString()), LogSettings.byDefault(), spec, options(models));
        return models;
    }
}
