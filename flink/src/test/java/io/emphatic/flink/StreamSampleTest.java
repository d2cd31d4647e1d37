package io.emphatic.flink;

import static org.assertj.core.api.Assertions.assertThat;

import io.emphatic.flink.evaluation.StreamSample;
import io.emphatic.logs.file.StreamKey;
import io.emphatic.logs.spec.EvaluationPlan;
import io.emphatic.logs.sql.Log;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StreamSampleTest {
    @TempDir
    private Path directory;

    @Test
    void theSampleOfALogDependsOnItsStreamsAndNotOnTheOrderOfItsRows() throws IOException {
        Path log = new PumpLog(15_000, 40_000, 30).writeCsv(directory.resolve("pumps.csv"));
        List<String> lines = new ArrayList<>(Files.readAllLines(log));
        List<StreamKey> sample = sample(log);
        assertThat(sample).hasSize(8192).doesNotHaveDuplicates();
        String header = lines.remove(0);
        Collections.shuffle(lines, new Random(1));
        lines.add(0, header);
        assertThat(sample(Files.write(directory.resolve("shuffled.csv"), lines)))
                .isEqualTo(sample);
    }

    private List<StreamKey> sample(Path file) throws IOException {
        try (Log log = Log.open(file.toString())) {
            EvaluationPlan plan = EvaluationPlan.of(log, PumpLog.evaluation(PumpLog.EVALUATION, directory), null, null);
            return StreamSample.of(log, plan.plan().stream());
        }
    }
}
