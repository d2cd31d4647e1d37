package io.emphatic.flink;

import static org.assertj.core.api.Assertions.assertThat;

import io.emphatic.logs.evaluating.EvaluationReport;
import io.emphatic.logs.scaleout.ScaleOut.ScaleOutReport;
import io.emphatic.logs.spec.EvaluationSpec;
import io.emphatic.logs.spec.Spec;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * {@link SameBitsTest} and {@link KafkaTest} with two million events: not among the ordinary tests, but run by
 * {@code mvn -pl flink -am test -Dtest=LongSameBits}.
 */
class LongSameBits {
    private static final PumpLog LOG = new PumpLog(1000, 2_000_000, 14);
    private static final int[] PARALLELISMS = {1, 2, 4};

    @TempDir
    private Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"dense", "tiles"})
    void filesAndTopicsGiveTheWeightsOfLearnForEveryParallelism(String features) throws Exception {
        Path csv = LOG.writeCsv(directory.resolve("pumps.csv"));
        Spec spec = PumpLog.spec(features.equals("dense") ? PumpLog.DENSE : PumpLog.TILES, directory);
        Path expected = OneProcess.learn(spec, csv, directory);
        assertSame(spec, csv.toString(), expected);
        try (KafkaBroker kafka = new KafkaBroker(directory)) {
            kafka.createTopic("pumps", 4);
            kafka.send("pumps", LOG, 0, LOG.rows());
            assertSame(spec, "kafka://" + kafka.servers() + "/pumps", expected);
        }
    }

    @Test
    void filesAndTopicsGiveTheEstimatesOfEvaluateAndTheSameBitsForEveryParallelism() throws Exception {
        Path csv = LOG.writeCsv(directory.resolve("pumps.csv"));
        EvaluationSpec spec = PumpLog.evaluation(PumpLog.EVALUATION, directory);
        EvaluationReport expected = EvaluationRuns.oneProcess(spec, csv);
        Set<String> bits = new HashSet<>();
        try (KafkaBroker kafka = new KafkaBroker(directory)) {
            kafka.createTopic("pumps", 4);
            kafka.send("pumps", LOG, 0, LOG.rows());
            for (String log : List.of(csv.toString(), "kafka://" + kafka.servers() + "/pumps")) {
                for (int parallelism : PARALLELISMS) {
                    EvaluationReport report = EvaluationRuns.flink(spec, log, directory, parallelism, 0);
                    EvaluationRuns.assertSame(report, expected);
                    bits.add(EvaluationRuns.bits(report));
                }
            }
        }
        assertThat(bits).hasSize(1);
    }

    private void assertSame(Spec spec, String log, Path expected) throws Exception {
        ScaleOutRuns runs = new ScaleOutRuns(spec, log, directory);
        for (int parallelism : PARALLELISMS) {
            ScaleOutReport report = ScaleOutRuns.run(runs.plain("flink", parallelism, 0));
            assertThat(report.rows()).isEqualTo(LOG.rows());
            assertThat(runs.models("flink")).hasSameTextualContentAs(expected);
        }
    }
}
