package io.emphatic.flink;

import static org.assertj.core.api.Assertions.assertThat;

import io.emphatic.logs.scaleout.ScaleOutReport;
import io.emphatic.logs.spec.Spec;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
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
}
