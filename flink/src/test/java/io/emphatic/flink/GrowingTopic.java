package io.emphatic.flink;

import io.emphatic.logs.spec.Spec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A topic to which the rows of a log are added some at a time. A job that reads it waits for more: it is never at its
 * end when a test looks, however fast the machine is.
 */
final class GrowingTopic {
    private static final int PARTITIONS = 3;
    private static final AtomicInteger NUMBER = new AtomicInteger();

    private final KafkaBroker kafka;
    private final PumpLog log;
    private final String name = "growing-" + NUMBER.incrementAndGet();
    private int rows;

    GrowingTopic(KafkaBroker kafka, PumpLog log) throws Exception {
        this.kafka = kafka;
        this.log = log;
        kafka.createTopic(name, PARTITIONS);
    }

    String address() {
        return "kafka://" + kafka.servers() + "/" + name;
    }

    /** Adds rows until there are so many. */
    void growTo(int count) throws IOException {
        kafka.send(name, log, rows, count);
        rows = count;
    }

    /** The models that {@code learn} makes of the rows so far. */
    Path learned(Spec spec, Path directory) throws IOException {
        Path file = log.writeJson(directory.resolve("first-" + rows + ".jsonl"), rows);
        Path models = OneProcess.learn(spec, file, directory);
        return Files.move(models, directory.resolve("learned-" + rows + ".jsonl"));
    }
}
