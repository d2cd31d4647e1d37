package io.emphatic.flink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.emphatic.logs.evaluating.EvaluationReport;
import io.emphatic.logs.file.StreamModels;
import io.emphatic.logs.file.StreamModels.StreamModel;
import io.emphatic.logs.scaleout.ScaleOut.ScaleOutReport;
import io.emphatic.logs.spec.EvaluationSpec;
import io.emphatic.logs.spec.Spec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A topic of three partitions, in which every pump has one. */
@Tag("slow")
class KafkaTest {
    private static final PumpLog LOG = new PumpLog(200, 20_000, 8);
    private static final String TOPIC = "pumps";
    private static final String NEW = "  added: {cumulant: heat, algorithm: {name: td, step_size: 0.03}}\n";

    @TempDir
    private static Path broker;

    @TempDir
    private Path directory;

    private static KafkaBroker kafka;

    @BeforeAll
    static void produce() throws Exception {
        kafka = new KafkaBroker(broker);
        kafka.createTopic(TOPIC, 3);
        kafka.send(TOPIC, LOG, 0, LOG.rows());
    }

    @AfterAll
    static void stop() {
        kafka.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    void weightsLearnedFromATopicAreThoseLearnedFromAFile(int parallelism) throws Exception {
        Path log = LOG.writeJson(directory.resolve("pumps.jsonl"));
        Spec spec = PumpLog.spec(PumpLog.TILES, directory);
        ScaleOutRuns runs = new ScaleOutRuns(spec, "kafka://" + kafka.servers() + "/" + TOPIC, directory);
        ScaleOutReport report = ScaleOutRuns.run(runs.plain("flink", parallelism, 0));
        assertThat(report.rows()).isEqualTo(LOG.rows());
        assertThat(Files.exists(runs.rejected())).isFalse();
        assertThat(runs.models("flink")).hasSameTextualContentAs(OneProcess.learn(spec, log, directory));
    }

    @Test
    void policiesEvaluatedOnATopicAreThoseEvaluatedOnAFile() throws Exception {
        Path log = LOG.writeJson(directory.resolve("pumps.jsonl"));
        EvaluationSpec spec = PumpLog.evaluation(PumpLog.EVALUATION, directory);
        String topic = "kafka://" + kafka.servers() + "/" + TOPIC;
        EvaluationReport report = EvaluationRuns.flink(spec, topic, directory, 2, 0);
        EvaluationRuns.assertSame(report, EvaluationRuns.oneProcess(spec, log));
        assertThat(report.findings()).anyMatch(finding -> finding.check().equals("topic"));
    }

    @Test
    @Timeout(900)
    void predictionsGoToATopicRowByRow() throws Exception {
        Spec spec = PumpLog.spec(PumpLog.DENSE, directory);
        Path log = LOG.writeJson(directory.resolve("pumps.jsonl"));
        ScaleOutRuns toFiles = new ScaleOutRuns(spec, log.toString(), directory);
        Path files = directory.resolve("predicted");
        ScaleOutRuns.run(toFiles.predicting(files.toString()));
        kafka.createTopic("predicted", 2);
        ScaleOutRuns fromTopic = new ScaleOutRuns(spec, "kafka://" + kafka.servers() + "/" + TOPIC, directory);
        ScaleOutRuns.run(fromTopic.predicting("kafka://" + kafka.servers() + "/predicted"));
        assertThat(kafka.values("predicted", LOG.rows()))
                .hasSize(LOG.rows())
                .containsExactlyInAnyOrderElementsOf(OutputsTest.lines(files));
    }

    @Test
    @Timeout(900)
    void modelsOfATopicThatGoesOnAreWrittenAtIntervals() throws Exception {
        Path log = LOG.writeJson(directory.resolve("pumps.jsonl"));
        Spec spec = PumpLog.spec(PumpLog.DENSE, directory);
        Path expected = OneProcess.learn(spec, log, directory);
        ScaleOutRuns runs = new ScaleOutRuns(spec, "kafka://" + kafka.servers() + "/" + TOPIC, directory);
        EndlessRun run = EndlessRun.start(runs.endless("flink", 2, null, false));
        run.awaitModels(expected);
        assertThat(run.stop()).contains("the job was stopped, and is saved in");
    }

    @Test
    @Timeout(900)
    void aKilledProcessIsResumedAtOtherParallelismsWithTheSameBits() throws Exception {
        Spec spec = PumpLog.spec(PumpLog.DENSE, directory);
        GrowingTopic topic = new GrowingTopic(kafka, LOG);
        topic.growTo(LOG.rows() / 3);
        killWhenLearned(topic, spec, 4, false);
        topic.growTo(2 * LOG.rows() / 3);
        killWhenLearned(topic, spec, 2, true);
        topic.growTo(LOG.rows());
        ScaleOutRuns runs = new ScaleOutRuns(spec, topic.address(), directory);
        EndlessRun last = EndlessRun.start(runs.endless("flink", 3, null, true));
        last.awaitModels(topic.learned(spec, directory));
        assertThat(last.stop()).contains("is saved in");
        assertThat(runs.rejected()).doesNotExist();
    }

    @Test
    @Timeout(900)
    void anEndlessJobThatIsInterruptedWhileItWritesIsSavedAndReadToTheEndOfTheTopic() throws Exception {
        Spec spec = PumpLog.spec(PumpLog.DENSE, directory);
        GrowingTopic topic = new GrowingTopic(kafka, LOG);
        topic.growTo(LOG.rows() / 2);
        ScaleOutRuns runs = new ScaleOutRuns(spec, topic.address(), directory);
        assertThatThrownBy(() -> new FlinkScaleOut().learn(runs.endless("flink", 2, null, false), told -> {
                    if (told.lastCheckpoint() > 0) {
                        Thread.currentThread().interrupt();
                        throw new UncheckedIOException(new ClosedByInterruptException());
                    }
                }))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("is saved in");
        topic.growTo(LOG.rows());
        ScaleOutReport report = ScaleOutRuns.run(runs.saved("flink", 3, null, true));
        assertThat(report.resumedFrom()).contains("savepoint-");
        assertThat(report.rows()).isEqualTo(LOG.rows());
        assertThat(runs.models("flink")).hasSameTextualContentAs(topic.learned(spec, directory));
    }

    /** Runs a process until a checkpoint has all rows that there are. */
    private void killWhenLearned(GrowingTopic topic, Spec spec, int parallelism, boolean resume) throws Exception {
        Path expected = topic.learned(spec, directory);
        Process process = EmbeddedRun.start(directory, topic.address(), parallelism, resume);
        Path models = directory.resolve(EmbeddedRun.MODELS + ".jsonl");
        while (process.isAlive() && !EndlessRun.isSame(models, expected)) {
            Thread.sleep(20);
        }
        assertThat(process.isAlive())
                .as(() -> "the process is killed while it runs: " + output())
                .isTrue();
        process.destroyForcibly().waitFor();
    }

    private String output() {
        try {
            return Files.readString(directory.resolve("embedded.out"));
        } catch (IOException e) {
            return e.toString();
        }
    }

    @Test
    @Timeout(900)
    void aSavepointGoesOnAtAnotherParallelismWithAPredictionMore() throws Exception {
        Spec before = PumpLog.spec(PumpLog.DENSE, directory);
        GrowingTopic topic = new GrowingTopic(kafka, LOG);
        topic.growTo(LOG.rows() / 2);
        EndlessRun run =
                EndlessRun.start(new ScaleOutRuns(before, topic.address(), directory).endless("flink", 2, null, false));
        run.awaitModels(topic.learned(before, directory));
        assertThat(run.stop()).contains("is saved in").contains("savepoint-");
        topic.growTo(LOG.rows());
        Spec after = PumpLog.spec(PumpLog.DENSE + NEW, directory);
        ScaleOutRuns upgraded = new ScaleOutRuns(after, topic.address(), directory);
        List<String> expected = Files.readAllLines(topic.learned(before, directory));
        EndlessRun last = EndlessRun.start(upgraded.endless("upgraded", 3, null, true));
        Path models = upgraded.models("upgraded");
        while (!last.said().isDone() && !old(models).equals(expected)) {
            Thread.sleep(20);
        }
        assertThat(last.stop()).contains("is saved in");
        assertThat(old(models)).isEqualTo(expected);
        // Of the new prediction, each stream has one step for each row behind the savepoint, but the first.
        assertThat(steps(models, "added"))
                .isPositive()
                .isLessThanOrEqualTo(LOG.rows() / 2)
                .isLessThan(steps(models, "by-td"));
    }

    /** Lines of the predictions that were there before. */
    private static List<String> old(Path models) throws IOException {
        return Files.exists(models)
                ? Files.readAllLines(models).stream()
                        .filter(line -> !line.contains("\"added\""))
                        .toList()
                : List.of();
    }

    private static long steps(Path models, String prediction) throws IOException {
        long steps = 0;
        try (StreamModels read = new StreamModels(models)) {
            while (read.stream() != null) {
                for (StreamModel model : read.take()) {
                    steps += model.prediction().equals(prediction) ? model.steps() : 0;
                }
            }
        }
        return steps;
    }
}
