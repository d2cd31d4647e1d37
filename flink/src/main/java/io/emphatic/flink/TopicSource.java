package io.emphatic.flink;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
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

    /** @param untilEnd whether it ends where the topic ends when the job starts */
    static KafkaSource<TextLine> of(KafkaAddress address, boolean untilEnd) {
        KafkaSourceBuilder<TextLine> source = builder(address).setStartingOffsets(OffsetsInitializer.earliest());
        return (untilEnd ? source.setBounded(OffsetsInitializer.latest()) : source).build();
    }

    private static KafkaSourceBuilder<TextLine> builder(KafkaAddress address) {
        return KafkaSource.<TextLine>builder()
                .setBootstrapServers(address.servers())
                .setTopics(address.topic())
                .setDeserializer(new RecordLines());
    }

    /** From where the topic begins to where it ends now, whenever and however often it is read. */
    static KafkaSource<TextLine> ofWhatIsThere(KafkaAddress address) throws IOException {
        Map<String, Object> settings = Map.of("bootstrap.servers", address.servers());
        ByteArrayDeserializer bytes = new ByteArrayDeserializer();
        try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(settings, bytes, bytes)) {
            List<TopicPartition> partitions = consumer.partitionsFor(address.topic()).stream()
                    .map(one -> new TopicPartition(one.topic(), one.partition()))
                    .toList();
            return builder(address)
                    .setStartingOffsets(OffsetsInitializer.offsets(consumer.beginningOffsets(partitions)))
                    .setBounded(OffsetsInitializer.offsets(consumer.endOffsets(partitions)))
                    .build();
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
