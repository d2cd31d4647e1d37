package io.emphatic.flink;

import java.nio.charset.StandardCharsets;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.connector.kafka.source.KafkaSource;
import org.apache.flink.connector.kafka.source.KafkaSourceBuilder;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.flink.connector.kafka.source.reader.deserializer.KafkaRecordDeserializationSchema;
import org.apache.flink.util.Collector;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** A topic of JSON objects as a source. The order of a stream is that of its partition. */
final class TopicSource {
    private TopicSource() {}

    /** @param untilEnd whether it ends where the topic ends when the job starts */
    static KafkaSource<TextLine> of(KafkaAddress address, boolean untilEnd) {
        KafkaSourceBuilder<TextLine> source = KafkaSource.<TextLine>builder()
                .setBootstrapServers(address.servers())
                .setTopics(address.topic())
                .setStartingOffsets(OffsetsInitializer.earliest())
                .setDeserializer(new RecordLines());
        return (untilEnd ? source.setBounded(OffsetsInitializer.latest()) : source).build();
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
