package io.emphatic.flink;

import io.emphatic.logs.scaleout.ScaleOutJob;
import java.nio.file.Path;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * The job: lines → rows, evaluated by DuckDB → learners, one for each stream. Every operator has a name that stays the
 * same, by which a checkpoint finds it.
 */
final class LearnJob {
    private LearnJob() {}

    /** @param parts the directory of the models of each key group */
    static void build(
            StreamExecutionEnvironment environment,
            Source<TextLine, ?, ?> source,
            JobDescription description,
            ScaleOutJob job,
            Path parts) {
        SingleOutputStreamOperator<KeyedRow> rows = environment
                .fromSource(source, WatermarkStrategy.noWatermarks(), "lines", Wire.LINE)
                .uid("lines")
                .transform("rows", Wire.ROW, new RowEvaluator(description, null))
                .uid("rows");
        LearningFiles files = LearningFiles.of(job, parts);
        boolean predicts = job.outputs().predictions() != null;
        SingleOutputStreamOperator<String> learned = rows.keyBy(KeyedRow::stream, Wire.KEY)
                .transform("learners", Types.STRING, new LearningOperator(description, files, predicts))
                .uid("learners");
        DataStream<RejectedLine> rejected =
                rows.getSideOutput(RowEvaluator.REJECTED).union(learned.getSideOutput(LearningOperator.LATE));
        RejectFile.add(rejected, job.outputs().rejected(), job.tolerated());
        if (predicts) {
            PredictionSinks.add(learned, job.outputs().predictions());
        }
    }
}
