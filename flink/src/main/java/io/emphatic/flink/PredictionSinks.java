package io.emphatic.flink;

import java.nio.file.Path;
import org.apache.flink.api.common.serialization.SimpleStringEncoder;
import org.apache.flink.api.common.serialization.SimpleStringSchema;
import org.apache.flink.connector.base.DeliveryGuarantee;
import org.apache.flink.connector.file.sink.FileSink;
import org.apache.flink.connector.kafka.sink.KafkaRecordSerializationSchema;
import org.apache.flink.connector.kafka.sink.KafkaSink;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.functions.sink.filesystem.OutputFileConfig;
import org.apache.flink.streaming.api.functions.sink.filesystem.bucketassigners.BasePathBucketAssigner;
import org.apache.flink.streaming.api.functions.sink.filesystem.rollingpolicies.OnCheckpointRollingPolicy;

/** Where predictions go, row by row. */
final class PredictionSinks {
    private PredictionSinks() {}

    /** Files of a directory have each row once; a topic may have a row again after a fault. */
    static void add(DataStream<String> predictions, String target) {
        if (KafkaAddress.is(target)) {
            KafkaAddress address = KafkaAddress.of(target);
            predictions
                    .sinkTo(KafkaSink.<String>builder()
                            .setBootstrapServers(address.servers())
                            .setDeliveryGuarantee(DeliveryGuarantee.AT_LEAST_ONCE)
                            .setRecordSerializer(KafkaRecordSerializationSchema.builder()
                                    .setTopic(address.topic())
                                    .setValueSerializationSchema(new SimpleStringSchema())
                                    .build())
                            .build())
                    .uid("predictions");
            return;
        }
        org.apache.flink.core.fs.Path directory = new org.apache.flink.core.fs.Path(
                Path.of(target).toAbsolutePath().toUri());
        predictions
                .sinkTo(FileSink.forRowFormat(directory, new SimpleStringEncoder<String>("UTF-8"))
                        .withBucketAssigner(new BasePathBucketAssigner<>())
                        .withRollingPolicy(OnCheckpointRollingPolicy.build())
                        .withOutputFileConfig(OutputFileConfig.builder()
                                .withPartPrefix("predictions")
                                .withPartSuffix(".jsonl")
                                .build())
                        .build())
                .uid("predictions");
    }
}
