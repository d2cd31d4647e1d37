package io.emphatic.flink.jobs;

import io.emphatic.flink.source.KafkaAddress;
import io.emphatic.flink.source.SourceFiles;
import io.emphatic.flink.source.TopicSource;
import io.emphatic.flink.state.Wire.TextLine;
import io.emphatic.logs.live.ColumnTypes;
import io.emphatic.logs.live.LiveSpec;
import io.emphatic.logs.scaleout.ScaleOut.ScaleOutJob;
import io.emphatic.logs.spec.FeatureMap;
import io.emphatic.logs.spec.Plan;
import io.emphatic.logs.spec.Spec;
import io.emphatic.logs.sql.Log;
import io.emphatic.logs.sql.LogSource;
import io.emphatic.logs.sql.SpillDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.connector.source.Source;

/** What a job reads, and what is known of it before it starts: types of columns, features. */
public record PreparedSource(Source<TextLine, ?, ?> source, List<Path> files, JobDescription description) {

    /** @throws IllegalArgumentException if the spec does not fit */
    public static PreparedSource of(ScaleOutJob job, SpillDirectory working) throws IOException {
        return KafkaAddress.is(job.source().name()) ? topic(job) : files(job, working);
    }

    private static PreparedSource topic(ScaleOutJob job) throws IOException {
        KafkaAddress address = KafkaAddress.of(job.source().name());
        Map<String, String> types = declaredTypes(job.spec());
        try (LiveSpec spec = LiveSpec.of(job.spec(), ColumnTypes.fixed(types), null)) {
            return new PreparedSource(
                    TopicSource.of(address, job.untilEnd()),
                    List.of(),
                    new JobDescription(
                            job.spec(),
                            null,
                            types,
                            spec.featureMap(),
                            job.source().csv()));
        }
    }

    public static Map<String, String> declaredTypes(Spec spec) {
        Map<String, String> types = spec.shape().types();
        if (types.isEmpty()) {
            throw new IllegalArgumentException("a topic does not say what types its columns have"
                    + "\nName them in the spec, as columns: {pump: VARCHAR, t: BIGINT, heat: DOUBLE}.");
        }
        return types;
    }

    private static PreparedSource files(ScaleOutJob job, SpillDirectory working) throws IOException {
        LogSource source = SourceFiles.located(job.source());
        List<Path> files = Log.files(source);
        try (Log log = SourceFiles.open(source, files, working)) {
            log.declare(job.spec().shape().types());
            FeatureMap features = features(log, job.spec());
            return new PreparedSource(
                    SourceFiles.of(files),
                    files,
                    new JobDescription(job.spec(), null, ColumnTypes.of(log).asMap(), features, source.csv()));
        }
    }

    /** As {@code learn} has them; without a look at the rows where some of them cannot be read. */
    private static FeatureMap features(Log log, Spec spec) throws IOException {
        try {
            return Plan.of(log, spec).featureMap();
        } catch (IOException | IllegalArgumentException e) {
            try (LiveSpec live = LiveSpec.of(spec, ColumnTypes.of(log), null)) {
                return live.featureMap();
            } catch (IOException | IllegalArgumentException again) {
                e.addSuppressed(again);
                throw e;
            }
        }
    }
}
