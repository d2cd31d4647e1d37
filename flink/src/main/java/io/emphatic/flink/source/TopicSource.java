package io.emphatic.flink.source;

import io.emphatic.flink.state.Wire;
import io.emphatic.flink.state.Wire.TextLine;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
import org.apache.flink.connector.kafka.source.enumerator.KafkaSourceEnumState;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.flink.connector.kafka.source.reader.deserializer.KafkaRecordDeserializationSchema;
import org.apache.flink.connector.kafka.source.split.KafkaPartitionSplit;
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
            return new Resumable(source.build(), Map.of());
        }
        Map<TopicPartition, Long> ends = offsets(address, KafkaConsumer::endOffsets);
        return new Resumable(source.setBounded(OffsetsInitializer.offsets(ends)).build(), ends);
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

        private final KafkaSource<TextLine> topic;
        private final Map<TopicPartition, Long> ends;

        /** @param ends of the partitions; empty for a job that does not end */
        Resumable(KafkaSource<TextLine> topic, Map<TopicPartition, Long> ends) {
            this.topic = topic;
            this.ends = ends;
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
            SplitEnumerator<KafkaPartitionSplit, KafkaSourceEnumState> restored =
                    topic.restoreEnumerator(context, saved);
            Set<TopicPartition> known = Stream.concat(
                            saved.assignedSplits().stream(), saved.unassignedSplits().stream())
                    .map(KafkaPartitionSplit::getTopicPartition)
                    .collect(Collectors.toSet());
            boolean complete = !ends.isEmpty() && known.containsAll(ends.keySet());
            return complete ? new Restored(restored, context) : restored;
        }

        @Override
        public SimpleVersionedSerializer<KafkaPartitionSplit> getSplitSerializer() {
            return new EndSerializer(topic.getSplitSerializer(), ends);
        }

        @Override
        public SimpleVersionedSerializer<KafkaSourceEnumState> getEnumeratorCheckpointSerializer() {
            return topic.getEnumeratorCheckpointSerializer();
        }

        /** Reads partitions as they were written, but for their ends. */
        private record EndSerializer(
                SimpleVersionedSerializer<KafkaPartitionSplit> written, Map<TopicPartition, Long> ends)
                implements SimpleVersionedSerializer<KafkaPartitionSplit> {
            @Override
            public int getVersion() {
                return written.getVersion();
            }

            @Override
            public byte[] serialize(KafkaPartitionSplit split) throws IOException {
                return written.serialize(split);
            }

            @Override
            public KafkaPartitionSplit deserialize(int version, byte[] bytes) throws IOException {
                KafkaPartitionSplit split = written.deserialize(version, bytes);
                TopicPartition partition = split.getTopicPartition();
                long end = ends.getOrDefault(partition, KafkaPartitionSplit.NO_STOPPING_OFFSET);
                return new KafkaPartitionSplit(partition, split.getStartingOffset(), end);
            }
        }
    }

    /** After a restart: the connector tells readers that no more will come only when it finds a new partition. */
    private static final class Restored implements SplitEnumerator<KafkaPartitionSplit, KafkaSourceEnumState> {
        private final SplitEnumerator<KafkaPartitionSplit, KafkaSourceEnumState> partitions;
        private final SplitEnumeratorContext<KafkaPartitionSplit> context;

        Restored(
                SplitEnumerator<KafkaPartitionSplit, KafkaSourceEnumState> partitions,
                SplitEnumeratorContext<KafkaPartitionSplit> context) {
            this.partitions = partitions;
            this.context = context;
        }

        @Override
        public void addReader(int reader) {
            partitions.addReader(reader); // with those that nobody reads yet
            context.signalNoMoreSplits(reader);
        }

        @Override
        public void start() {
            partitions.start();
        }

        @Override
        public void handleSplitRequest(int reader, String host) {
            partitions.handleSplitRequest(reader, host);
        }

        @Override
        public void addSplitsBack(List<KafkaPartitionSplit> splits, int reader) {
            partitions.addSplitsBack(splits, reader);
        }

        @Override
        public KafkaSourceEnumState snapshotState(long checkpoint) throws Exception {
            return partitions.snapshotState(checkpoint);
        }

        @Override
        public void close() throws IOException {
            partitions.close();
        }
    }
}
