package io.emphatic.flink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.emphatic.documents.json.RecordJson;
import io.emphatic.logs.learning.Learning;
import io.emphatic.logs.learning.LearningReport;
import io.emphatic.logs.model.Model;
import io.emphatic.logs.scaleout.ScaleOut.ScaleOutJob;
import io.emphatic.logs.scaleout.ScaleOut.ScaleOutReport;
import io.emphatic.logs.scaleout.ScaleOut.ScaleOutReport.MergedModel;
import io.emphatic.logs.spec.Spec;
import io.emphatic.logs.sql.LogSettings;
import io.emphatic.logs.sql.LogSource;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One model from all streams. */
@Tag("slow")
class MergedModelsTest {
    private static final PumpLog LOG = new PumpLog(100, 20_000, 10);
    private static final String SPEC = PumpLog.COLUMNS + """
            stream: pump
            order: t
            features: [1, vibration, heat, vibration * heat]
            behaviour: mu
            discount: 0.9
            predictions:
              exact: {target: pi, lambda: 0.5, algorithm: {name: elstd, ridge: 0.001}}
              plain: {algorithm: {name: lstd}}
            """;

    @TempDir
    private Path directory;

    @Test
    void sumsOfStreamsGiveTheSameBitsForEveryParallelismAndWhatLearnFinds() throws IOException {
        Path log = LOG.writeCsv(directory.resolve("pumps.csv"));
        Spec spec = PumpLog.spec(SPEC, directory);
        List<String> results = new ArrayList<>();
        ScaleOutReport last = null;
        for (int parallelism : new int[] {1, 4}) {
            last = ScaleOutRuns.run(job(spec, log, parallelism));
            results.add(RecordJson.text(last.models().get(0))
                    + RecordJson.text(last.models().get(1)));
        }
        assertThat(results).hasSize(2).containsOnly(results.get(0));
        LearningReport report = Learning.learn(
                LogSource.files(log.toString()), LogSettings.byDefault(), spec, OneProcess.options(null));
        Model model = Model.read(directory.resolve("model-4.json"));
        for (int p = 0; p < 2; p++) {
            MergedModel merged = last.models().get(p);
            LearningReport.LearnedPrediction learned = report.predictions().get(p);
            assertThat(merged.prediction()).isEqualTo(learned.name());
            assertThat(model.predictions().get(p).weights()).isEqualTo(merged.weights());
            assertThat(merged.steps()).isEqualTo(learned.steps());
            assertThat(merged.weights()).hasSameSizeAs(learned.weights());
            for (int j = 0; j < merged.weights().length; j++) {
                assertThat(merged.weights()[j]).isCloseTo(learned.weights()[j], within(1e-12));
            }
        }
    }

    private ScaleOutJob job(Spec spec, Path log, int parallelism) {
        return new ScaleOutJob(
                spec,
                LogSource.files(log.toString()),
                true,
                null,
                new ScaleOutJob.JobOutputs(
                        null,
                        null,
                        directory.resolve("model-" + parallelism + ".json"),
                        null,
                        directory.resolve("rejected.jsonl")),
                0,
                parallelism,
                null,
                null,
                Duration.ofSeconds(1),
                false,
                "test");
    }
}
