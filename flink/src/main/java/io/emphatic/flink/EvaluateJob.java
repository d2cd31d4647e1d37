package io.emphatic.flink;

import io.emphatic.logs.scaleout.ScaleOutEvaluation;
import java.nio.file.Path;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** The jobs of an evaluation, each over all rows: which streams there are, then the passes. */
final class EvaluateJob {
    private EvaluateJob() {}

    /** Which streams there are. */
    static void sample(StreamExecutionEnvironment environment, PreparedEvaluation prepared, Path directory) {
        rows(environment, prepared)
                .transform("streams", Types.VOID, new StreamSample(directory))
                .uid("streams");
    }

    /** A pass over the sorted rows. The first keeps what was left out. */
    static void pass(
            StreamExecutionEnvironment environment,
            PreparedEvaluation prepared,
            StreamRanges ranges,
            EvaluationParts parts,
            ScaleOutEvaluation job) {
        SingleOutputStreamOperator<KeyedRow> rows = rows(environment, prepared);
        SingleOutputStreamOperator<Void> sums = rows.keyBy(new StreamRanges.Selector(ranges), Wire.ORDERED)
                .transform("sums", Types.VOID, new SumsOperator(prepared.description(), ranges, parts));
        sums.uid("sums");
        if (parts.before() == null) {
            DataStream<RejectedLine> rejected =
                    rows.getSideOutput(RowEvaluator.REJECTED).union(sums.getSideOutput(LearningOperator.LATE));
            RejectFile.add(rejected, job.rejected(), job.tolerated());
        }
    }

    private static SingleOutputStreamOperator<KeyedRow> rows(
            StreamExecutionEnvironment environment, PreparedEvaluation prepared) {
        return environment
                .fromSource(prepared.source(), WatermarkStrategy.noWatermarks(), "lines", Wire.LINE)
                .uid("lines")
                .transform("rows", Wire.ROW, new RowEvaluator(prepared.description(), prepared.order()))
                .uid("rows");
    }
}
