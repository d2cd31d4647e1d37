package io.emphatic.flink;

import static org.assertj.core.api.Assertions.assertThat;

import io.emphatic.logs.evaluating.EvaluationReport;
import io.emphatic.logs.scaleout.ScaleOutReport;
import io.emphatic.logs.spec.EvaluationSpec;
import io.emphatic.logs.spec.Spec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A topic of three partitions, in which every pump has one. */
class KafkaTest {
    private static final PumpLog LOG = new PumpLog(200, 20_000, 8);
    private static final String TOPIC = "pumps";

    @TempDir
    private static Path broker;

    @TempDir
    private Path directory;

    private static KafkaBroker kafka;

    @BeforeAll
    static void produce() throws Exception {
        kafka = new KafkaBroker(broker);
        kafka.createTopic(TOPIC, 3);
        try (KafkaProducer<String, String> producer = kafka.producer()) {
            LOG.each(row -> KafkaBroker.send(producer, TOPIC, row.pump(), row.json()));
        }
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
    @Timeout(180)
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
    @Timeout(180)
    void modelsOfATopicThatGoesOnAreWrittenAtIntervals() throws Exception {
        Path log = LOG.writeJson(directory.resolve("pumps.jsonl"));
        Spec spec = PumpLog.spec(PumpLog.DENSE, directory);
        Path expected = OneProcess.learn(spec, log, directory);
        ScaleOutRuns runs = new ScaleOutRuns(spec, "kafka://" + kafka.servers() + "/" + TOPIC, directory);
        CompletableFuture<String> said = new CompletableFuture<>();
        Thread job = new Thread(() -> {
            try {
                said.complete("it ended: " + ScaleOutRuns.run(runs.endless("flink", 2)));
            } catch (IOException e) {
                said.complete(e.getMessage());
            }
        });
        job.start();
        Path models = runs.models("flink");
        while (!said.isDone() && (!Files.exists(models) || Files.mismatch(models, expected) >= 0)) {
            Thread.sleep(20);
        }
        assertThat(said).as("the job ended by itself").isNotDone();
        job.interrupt();
        assertThat(said.get()).contains("the job was stopped, and is saved in");
    }
}
