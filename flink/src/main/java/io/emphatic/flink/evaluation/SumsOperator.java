package io.emphatic.flink.evaluation;

import io.emphatic.evaluation.Evaluation;
import io.emphatic.flink.jobs.JobDescription;
import io.emphatic.flink.jobs.LearningOperator;
import io.emphatic.flink.state.Wire.KeyedRow;
import io.emphatic.logs.evaluating.EvaluatedRows;
import io.emphatic.logs.file.StreamKey;
import io.emphatic.logs.live.LiveSpec;
import java.io.IOException;
import org.apache.flink.api.common.accumulators.IntMaximum;
import org.apache.flink.api.common.accumulators.LongCounter;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.BoundedOneInput;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;

/** One pass over the sorted rows of a task: sums of a range go to a file, rows of one time to a side output. */
final class SumsOperator extends AbstractStreamOperator<Void>
        implements OneInputStreamOperator<KeyedRow, Void>, BoundedOneInput {
    private static final long serialVersionUID = 1;

    private final String description;
    private final StreamRanges ranges;
    private final EvaluationParts parts;
    private transient LiveSpec spec;
    private transient LongCounter streams;
    private transient int range;
    private transient Evaluation evaluation; // of the range; null before the first row
    private transient EvaluatedRows played;
    private transient StreamKey stream;
    private transient StreamKey last;

    SumsOperator(JobDescription description, StreamRanges ranges, EvaluationParts parts) {
        this.description = description.text();
        this.ranges = ranges;
        this.parts = parts;
    }

    @Override
    public void open() throws Exception {
        super.open();
        spec = JobDescription.read(description).compile();
        streams = new LongCounter();
        getRuntimeContext().addAccumulator(LearningOperator.STREAMS, streams);
        int attempt = getRuntimeContext().getTaskInfo().getAttemptNumber();
        getRuntimeContext().addAccumulator(LearningOperator.RESTARTS, new IntMaximum(attempt));
    }

    @Override
    public void processElement(StreamRecord<KeyedRow> record) throws IOException {
        KeyedRow row = record.getValue();
        if (!row.stream().equals(stream)) {
            turnTo(row.stream());
        } else if (row.time().compareTo(last) <= 0) {
            String reason = "another row of the stream has the same time";
            output.collect(LearningOperator.LATE, new StreamRecord<>(LearningOperator.rejected(row, reason)));
            return;
        }
        last = row.time();
        try {
            played.accept(row.numbers());
        } catch (IllegalArgumentException e) {
            String said = e.getMessage().replaceFirst(" \\(episode \\d+\\)$", ""); // counted from that of the range
            throw new SuppressRestartsException(
                    new IllegalArgumentException(said + " (stream " + stream.text() + ", time " + last.text() + ")"));
        }
    }

    private void turnTo(StreamKey next) throws IOException {
        int at = ranges.of(next);
        int shared = spec.evaluationPlan().clusterKeys();
        boolean joins = stream != null && next.first(shared).equals(stream.first(shared));
        if (evaluation == null || at != range) {
            finishRange();
            range = at;
            evaluation = parts.begin(range, spec.evaluationPlan().settings());
            played = new EvaluatedRows(spec.evaluationPlan(), evaluation);
        }
        played.nextStream(joins);
        stream = next;
        streams.add(1);
    }

    private void finishRange() throws IOException {
        if (evaluation != null) {
            parts.write(range, evaluation);
        }
        evaluation = null;
    }

    @Override
    public void endInput() throws IOException {
        finishRange();
    }

    @Override
    public void close() throws Exception {
        if (spec != null) {
            spec.close();
        }
        super.close();
    }
}
