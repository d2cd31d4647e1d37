package io.emphatic.logs.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.emphatic.logs.Table;
import io.emphatic.logs.learning.Learning;
import io.emphatic.logs.learning.LearningReport;
import io.emphatic.logs.learning.LearningReport.LearnedPrediction;
import io.emphatic.logs.spec.Spec;
import io.emphatic.logs.sql.Log;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Checkpoints of predictions that nobody records: only the checkpoint itself holds learners back from running ahead.
 */
class CheckpointBarrierTest {
    @TempDir
    private Path directory;

    @Tag("slow")
    @Test
    void aCheckpointIsOfOneRowForAllPredictions() throws IOException {
        String log = Table.random(77, 6_000).write(directory);
        List<Spec.Prediction> predictions = new ArrayList<>();
        for (String algorithm : new String[] {"etd", "td", "gtd", "htd", "lstd", "etd-beta", "true-online-td"}) {
            predictions.add(Table.prediction(
                    algorithm, algorithm, algorithm.equals("lstd") ? Map.of() : Map.of("step_size", 1e-4)));
        }
        Spec spec = Table.spec(predictions.toArray(Spec.Prediction[]::new));
        String whole = learn(log, spec, null, 1, false, Long.MAX_VALUE);
        Random random = new Random(5);
        for (int trial = 0; trial < 4; trial++) {
            Path checkpoint = directory.resolve("checkpoint" + trial);
            long every = 10 + random.nextInt(700);
            long stop = every + random.nextInt(4_000);
            assertThatIllegalStateException().isThrownBy(() -> learn(log, spec, checkpoint, every, false, stop));
            assertThat(learn(log, spec, checkpoint, every, true, Long.MAX_VALUE))
                    .isEqualTo(whole);
        }
    }

    private static String learn(String log, Spec spec, Path checkpoint, long every, boolean resume, long stop)
            throws IOException {
        ProgressListener progress = (rows, of) -> {
            if (rows >= stop) {
                throw new IllegalStateException("stopped");
            }
        };
        try (Log source = Log.open(log)) {
            LearningReport report =
                    Learning.learn(source, spec, new Learning.Options(null, null, checkpoint, every, resume, progress));
            StringBuilder all = new StringBuilder();
            for (LearnedPrediction p : report.predictions()) {
                all.append(p.steps())
                        .append(Arrays.toString(p.weights()))
                        .append(p.diagnostics().ratio());
                all.append(p.diagnostics().followOn())
                        .append(Arrays.toString(p.diagnostics().tdError()));
            }
            return all.toString();
        }
    }
}
