package io.emphatic.flink;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** A broker of one node in a process by itself, on the loopback interface. */
final class KafkaBroker implements AutoCloseable {
    private static final int PATIENCE_MILLIS = 600_000;

    private final Path directory;
    private final int port;
    private final Path properties;
    private Process process;

    KafkaBroker(Path directory) throws IOException, InterruptedException {
        this.directory = directory;
        this.port = FreePort.find();
        this.properties = directory.resolve("server.properties");
        int controller = FreePort.find();
        Files.writeString(
                properties,
                String.join(
                        "\n",
                        "process.roles=broker,controller",
                        "node.id=1",
                        "controller.quorum.voters=1@127.0.0.1:" + controller,
                        "listeners=PLAINTEXT://127.0.0.1:" + port + ",CONTROLLER://127.0.0.1:" + controller,
                        "advertised.listeners=PLAINTEXT://127.0.0.1:" + port,
                        "controller.listener.names=CONTROLLER",
                        "log.dirs=" + directory.resolve("data"),
                        "offsets.topic.replication.factor=1",
                        "transaction.state.log.replication.factor=1",
                        "transaction.state.log.min.isr=1",
                        "group.initial.rebalance.delay.ms=0",
                        "num.network.threads=1",
                        "num.io.threads=2"));
        Process format = java("kafka.tools.StorageTool", "format", "-t", "Rm9ydHkgdHdvIGlzIGl0IQ", "-c");
        if (!format.waitFor(5, TimeUnit.MINUTES) || format.exitValue() != 0) {
            throw new IOException("the broker's storage was not formatted: " + Files.readString(log()));
        }
        start();
    }

    /** The log of the broker. */
    private Path log() {
        return directory.resolve("broker.out");
    }

    private Process java(String main, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx256m"));
        command.addAll(List.of("-XX:+UseSerialGC", "-cp", System.getProperty("java.class.path"), main));
        command.addAll(List.of(arguments));
        command.add(properties.toString());
        File output = log().toFile();
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(output))
                .start();
    }

    /** Starts it, for the first time or after {@link #kill}. */
    void start() throws IOException {
        process = java("kafka.Kafka");
    }

    /** As {@code kill -9}. */
    void kill() {
        process.destroyForcibly().onExit().join();
    }

    String servers() {
        return "127.0.0.1:" + port;
    }

    /** Makes a topic; returns when the broker answers. */
    void createTopic(String name, int partitions) throws Exception {
        try (Admin admin =
                Admin.create(Map.of("bootstrap.servers", servers(), "default.api.timeout.ms", PATIENCE_MILLIS))) {
            admin.createTopics(List.of(new NewTopic(name, partitions, (short) 1)))
                    .all()
                    .get();
        }
    }

    /**
     * Sends rows {@code from} to {@code to} (exclusive) of a log to a topic; those of one pump stay in order.
     *
     * @throws IOException if one of them was not taken
     */
    void send(String topic, PumpLog log, int from, int to) throws IOException {
        AtomicReference<Exception> refused = new AtomicReference<>();
        // One request at a time: the leaders of a topic that was just made refuse some, and later ones would overtake.
        Map<String, Object> settings = Map.of(
                "bootstrap.servers",
                servers(),
                "linger.ms",
                5,
                "max.block.ms",
                PATIENCE_MILLIS,
                "delivery.timeout.ms",
                PATIENCE_MILLIS,
                "acks",
                "all",
                "max.in.flight.requests.per.connection",
                1);
        try (KafkaProducer<String, String> producer =
                new KafkaProducer<>(settings, new StringSerializer(), new StringSerializer())) {
            log.each(
                    from,
                    to,
                    row -> producer.send(new ProducerRecord<>(topic, row.pump(), row.json()), (sent, failure) -> {
                        if (failure != null) {
                            refused.compareAndSet(null, failure);
                        }
                    }));
        }
        if (refused.get() != null) {
            throw new IOException("the broker did not take all rows", refused.get());
        }
    }

    /** The texts of a topic, at least so many of them: waits until they are there. */
    List<String> values(String topic, int count) {
        List<String> values = new ArrayList<>();
        StringDeserializer text = new StringDeserializer();
        Map<String, Object> settings = Map.of(
                "bootstrap.servers",
                servers(),
                "auto.offset.reset",
                "earliest",
                "default.api.timeout.ms",
                PATIENCE_MILLIS);
        try (KafkaConsumer<String, String> consumer = new KafkaConsumer<>(settings, text, text)) {
            List<TopicPartition> partitions = consumer.partitionsFor(topic).stream()
                    .map(one -> new TopicPartition(topic, one.partition()))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            long end = consumer.endOffsets(partitions).values().stream()
                    .mapToLong(Long::longValue)
                    .sum();
            while (values.size() < Math.max(count, end)) {
                consumer.poll(Duration.ofSeconds(1)).forEach(one -> values.add(one.value()));
            }
        }
        return values;
    }

    @Override
    public void close() {
        kill();
    }
}
