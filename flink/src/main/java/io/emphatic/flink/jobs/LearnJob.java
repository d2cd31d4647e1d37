package io.emphatic.flink.jobs;

import io.emphatic.flink.source.KafkaAddress;
import io.emphatic.flink.source.SourceFiles;
import io.emphatic.flink.state.ModelParts.LearningFiles;
import io.emphatic.flink.state.Wire;
import io.emphatic.flink.state.Wire.KeyedRow;
import io.emphatic.flink.state.Wire.RejectedLine;
import io.emphatic.logs.scaleout.ScaleOut.ScaleOutJob;
import java.nio.file.Path;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.serialization.SimpleStringEncoder;
import org.apache.flink.api.common.serialization.SimpleStringSchema;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.connector.base.DeliveryGuarantee;
import org.apache.flink.connector.file.sink.FileSink;
import org.apache.flink.connector.kafka.sink.KafkaRecordSerializationSchema;
import org.apache.flink.connector.kafka.sink.KafkaSink;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.filesystem.OutputFileConfig;
import org.apache.flink.streaming.api.functions.sink.filesystem.bucketassigners.BasePathBucketAssigner;
import org.apache.flink.streaming.api.functions.sink.filesystem.rollingpolicies.OnCheckpointRollingPolicy;

/** Lines → rows, evaluated by DuckDB → learners. Operators keep their names, by which a checkpoint finds them. */
public final class LearnJob {
    private LearnJob() {}

    public static void build(StreamExecutionEnvironment environment, JobInput input, ScaleOutJob job, Path parts) {
        SingleOutputStreamOperator<KeyedRow> rows = rows(environment, input);
        LearningFiles files = LearningFiles.of(job, parts);
        boolean predicts = job.outputs().predictions() != null;
        SingleOutputStreamOperator<String> learned = rows.keyBy(KeyedRow::stream, Wire.KEY)
                .transform("learners", Types.STRING, new LearningOperator(input.description(), files, predicts))
                .uid("learners");
        DataStream<RejectedLine> rejected =
                rows.getSideOutput(RowEvaluator.REJECTED).union(learned.getSideOutput(LearningOperator.LATE));
        RejectFile.add(rejected, job.outputs().rejected(), job.tolerated());
        if (predicts) {
            learned.sinkTo(predictions(job.outputs().predictions())).uid("predictions");
        }
    }

    public static SingleOutputStreamOperator<KeyedRow> rows(StreamExecutionEnvironment environment, JobInput input) {
        return environment
                .fromSource(input.source(), WatermarkStrategy.noWatermarks(), "lines", Wire.LINE)
                .uid("lines")
                .transform("rows", Wire.ROW, new RowEvaluator(input.description()))
                .uid("rows");
    }

    /** A topic may have a row again after a fault; files of a directory have each row once. */
    private static Sink<String> predictions(String target) {
        if (KafkaAddress.is(target)) {
            KafkaAddress address = KafkaAddress.of(target);
            return KafkaSink.<String>builder()
                    .setBootstrapServers(address.servers())
                    .setDeliveryGuarantee(DeliveryGuarantee.AT_LEAST_ONCE)
                    .setRecordSerializer(KafkaRecordSerializationSchema.builder()
                            .setTopic(address.topic())
                            .setValueSerializationSchema(new SimpleStringSchema())
                            .build())
                    .build();
        }
        return FileSink.forRowFormat(SourceFiles.path(Path.of(target)), new SimpleStringEncoder<String>("UTF-8"))
                .withBucketAssigner(new BasePathBucketAssigner<>())
                .withRollingPolicy(OnCheckpointRollingPolicy.build())
                .withOutputFileConfig(OutputFileConfig.builder()
                        .withPartPrefix("predictions")
                        .withPartSuffix(".jsonl")
                        .build())
                .build();
    }
}
