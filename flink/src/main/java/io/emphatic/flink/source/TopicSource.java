package io.emphatic.flink.source;

import io.emphatic.flink.state.Wire;
import io.emphatic.flink.state.Wire.TextLine;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.connector.kafka.source.KafkaSource;
import org.apache.flink.connector.kafka.source.KafkaSourceBuilder;
import org.apache.flink.connector.kafka.source.KafkaSourceOptions;
import org.apache.flink.connector.kafka.source.enumerator.KafkaSourceEnumState;
import org.apache.flink.connector.kafka.source.enumerator.KafkaSourceEnumerator;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.flink.connector.kafka.source.enumerator.subscriber.KafkaSubscriber;
import org.apache.flink.connector.kafka.source.reader.deserializer.KafkaRecordDeserializationSchema;
import org.apache.flink.connector.kafka.source.split.KafkaPartitionSplit;
import org.apache.flink.connector.kafka.source.split.KafkaPartitionSplitSerializer;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.util.Collector;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** A topic of JSON objects as a source. The order of a stream is that of its partition. */
public final class TopicSource {
    private TopicSource() {}

    /** @param untilEnd whether it ends where the topic ends now */
    public static Source<TextLine, ?, ?> of(KafkaAddress address, boolean untilEnd) throws IOException {
        KafkaSourceBuilder<TextLine> source = builder(address).setStartingOffsets(OffsetsInitializer.earliest());
        if (!untilEnd) {
            return new Resumable(address, source.build(), Map.of());
        }
        Map<TopicPartition, Long> ends = offsets(address, KafkaConsumer::endOffsets);
        return new Resumable(
                address, source.setBounded(OffsetsInitializer.offsets(ends)).build(), ends);
    }

    private static KafkaSourceBuilder<TextLine> builder(KafkaAddress address) {
        return KafkaSource.<TextLine>builder()
                .setBootstrapServers(address.servers())
                .setTopics(address.topic())
                .setDeserializer(new RecordLines());
    }

    /** From where the topic begins to where it ends now, whenever and however often it is read. */
    public static KafkaSource<TextLine> ofWhatIsThere(KafkaAddress address) throws IOException {
        return builder(address)
                .setStartingOffsets(OffsetsInitializer.offsets(offsets(address, KafkaConsumer::beginningOffsets)))
                .setBounded(OffsetsInitializer.offsets(offsets(address, KafkaConsumer::endOffsets)))
                .build();
    }

    private static Map<TopicPartition, Long> offsets(
            KafkaAddress address,
            BiFunction<KafkaConsumer<?, ?>, Collection<TopicPartition>, Map<TopicPartition, Long>> which)
            throws IOException {
        Map<String, Object> settings = Map.of("bootstrap.servers", address.servers());
        ByteArrayDeserializer bytes = new ByteArrayDeserializer();
        try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(settings, bytes, bytes)) {
            List<TopicPartition> partitions = consumer.partitionsFor(address.topic()).stream()
                    .map(one -> new TopicPartition(one.topic(), one.partition()))
                    .toList();
            return new HashMap<>(which.apply(consumer, partitions));
        } catch (KafkaException e) {
            throw new IOException("the topic " + address.topic() + " cannot be read: " + e.getMessage(), e);
        }
    }

    private static final class RecordLines implements KafkaRecordDeserializationSchema<TextLine> {
        private static final long serialVersionUID = 1;

        @Override
        public void deserialize(ConsumerRecord<byte[], byte[]> record, Collector<TextLine> out) {
            byte[] value = record.value() == null ? new byte[0] : record.value();
            String source = record.topic() + "/" + record.partition();
            out.collect(new TextLine(source, record.offset(), null, new String(value, StandardCharsets.UTF_8)));
        }

        @Override
        public TypeInformation<TextLine> getProducedType() {
            return Wire.LINE;
        }
    }

    /** A topic that is read to the end which this job found, not to that of the job whose checkpoint it resumes. */
    private static final class Resumable implements Source<TextLine, KafkaPartitionSplit, KafkaSourceEnumState> {
        private static final long serialVersionUID = 1;

        private final KafkaAddress address;
        private final KafkaSource<TextLine> topic;
        private final HashMap<TopicPartition, Long> ends;

        /** @param ends of the partitions; empty for a job that does not end */
        Resumable(KafkaAddress address, KafkaSource<TextLine> topic, Map<TopicPartition, Long> ends) {
            this.address = address;
            this.topic = topic;
            this.ends = new HashMap<>(ends);
        }

        @Override
        public Boundedness getBoundedness() {
            return topic.getBoundedness();
        }

        @Override
        public SourceReader<TextLine, KafkaPartitionSplit> createReader(SourceReaderContext context) throws Exception {
            return topic.createReader(context);
        }

        @Override
        public SplitEnumerator<KafkaPartitionSplit, KafkaSourceEnumState> createEnumerator(
                SplitEnumeratorContext<KafkaPartitionSplit> context) {
            return topic.createEnumerator(context);
        }

        @Override
        public SplitEnumerator<KafkaPartitionSplit, KafkaSourceEnumState> restoreEnumerator(
                SplitEnumeratorContext<KafkaPartitionSplit> context, KafkaSourceEnumState saved) throws IOException {
            Set<TopicPartition> known = Stream.concat(
                            saved.assignedSplits().stream(), saved.unassignedSplits().stream())
                    .map(KafkaPartitionSplit::getTopicPartition)
                    .collect(Collectors.toSet());
            boolean isComplete = !ends.isEmpty() && known.containsAll(ends.keySet());
            return isComplete ? restored(context, saved) : topic.restoreEnumerator(context, saved);
        }

        /** The connector tells readers that no more will come only when it finds a new partition. */
        private KafkaSourceEnumerator restored(
                SplitEnumeratorContext<KafkaPartitionSplit> context, KafkaSourceEnumState saved) {
            Properties settings = new Properties();
            settings.setProperty("bootstrap.servers", address.servers());
            settings.setProperty(KafkaSourceOptions.PARTITION_DISCOVERY_INTERVAL_MS.key(), "-1"); // no new ones
            return new KafkaSourceEnumerator(
                    KafkaSubscriber.getTopicListSubscriber(List.of(address.topic())),
                    OffsetsInitializer.earliest(),
                    OffsetsInitializer.offsets(ends),
                    settings,
                    context,
                    Boundedness.BOUNDED,
                    saved) {
                @Override
                public void addReader(int reader) {
                    super.addReader(reader); // with those that nobody reads yet
                    context.signalNoMoreSplits(reader);
                }
            };
        }

        /** Reads partitions as they were written, but for their ends. */
        @Override
        public SimpleVersionedSerializer<KafkaPartitionSplit> getSplitSerializer() {
            return new KafkaPartitionSplitSerializer() {
                @Override
                public KafkaPartitionSplit deserialize(int version, byte[] bytes) throws IOException {
                    KafkaPartitionSplit split = super.deserialize(version, bytes);
                    TopicPartition partition = split.getTopicPartition();
                    long end = ends.getOrDefault(partition, KafkaPartitionSplit.NO_STOPPING_OFFSET);
                    return new KafkaPartitionSplit(partition, split.getStartingOffset(), end);
                }
            };
        }

        @Override
        public SimpleVersionedSerializer<KafkaSourceEnumState> getEnumeratorCheckpointSerializer() {
            return topic.getEnumeratorCheckpointSerializer();
        }
    }
}
