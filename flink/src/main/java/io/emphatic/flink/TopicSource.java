package io.emphatic.flink;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.connector.kafka.source.KafkaSource;
import org.apache.flink.connector.kafka.source.KafkaSourceBuilder;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.flink.connector.kafka.source.reader.deserializer.KafkaRecordDeserializationSchema;
import org.apache.flink.util.Collector;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** A topic of JSON objects as a source. The order of a stream is that of its partition. */
final class TopicSource {
    private TopicSource() {}

    /** @param untilEnd whether it ends where the topic ends now */
    static ResumableTopic of(KafkaAddress address, boolean untilEnd) throws IOException {
        KafkaSourceBuilder<TextLine> source = builder(address).setStartingOffsets(OffsetsInitializer.earliest());
        if (!untilEnd) {
            return new ResumableTopic(source.build(), Map.of());
        }
        Map<TopicPartition, Long> ends = offsets(address, KafkaConsumer::endOffsets);
        return new ResumableTopic(
                source.setBounded(OffsetsInitializer.offsets(ends)).build(), ends);
    }

    private static KafkaSourceBuilder<TextLine> builder(KafkaAddress address) {
        return KafkaSource.<TextLine>builder()
                .setBootstrapServers(address.servers())
                .setTopics(address.topic())
                .setDeserializer(new RecordLines());
    }

    /** From where the topic begins to where it ends now, whenever and however often it is read. */
    static KafkaSource<TextLine> ofWhatIsThere(KafkaAddress address) throws IOException {
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
}
