package io.emphatic.flink.jobs;

import io.emphatic.flink.source.RowParser;
import io.emphatic.flink.state.Wire;
import io.emphatic.flink.state.Wire.KeyedRow;
import io.emphatic.flink.state.Wire.RejectedLine;
import io.emphatic.flink.state.Wire.TextLine;
import io.emphatic.logs.live.LiveRow;
import io.emphatic.logs.live.LiveSpec;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.accumulators.LongCounter;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.BoundedOneInput;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.tasks.ProcessingTimeService;
import org.apache.flink.util.OutputTag;

/** Evaluates expressions with DuckDB in batches, which end at a size, after a delay and before each checkpoint. */
public final class RowEvaluator extends AbstractStreamOperator<KeyedRow>
        implements OneInputStreamOperator<TextLine, KeyedRow>, BoundedOneInput {
    private static final long serialVersionUID = 1;

    /** Malformed lines, and rows that cannot be learned from. */
    public static final OutputTag<RejectedLine> REJECTED = new OutputTag<>("rejected", Wire.REJECTED);

    /** The accumulator that counts rows, for progress: a restart begins anew. */
    public static final String ROWS = "rows";

    private static final int BATCH = 2048;
    private static final long DELAY_MILLIS = 50;
    private static final int POSITION_BITS = 44;

    private final String description;
    private transient LiveSpec spec;
    private transient RowParser parser;
    private transient List<TextLine> lines;
    private transient List<Map<String, ?>> rows;
    private transient LongCounter count;
    private transient boolean isTimerSet; // one timer at a time: more would end full batches early

    public RowEvaluator(JobDescription description) {
        this.description = description.text();
    }

    @Override
    public void open() throws Exception {
        super.open();
        JobDescription job = JobDescription.read(description);
        spec = job.compile();
        parser = new RowParser(job.csv());
        lines = new ArrayList<>(BATCH);
        rows = new ArrayList<>(BATCH);
        count = new LongCounter();
        getRuntimeContext().addAccumulator(ROWS, count);
    }

    @Override
    public void processElement(StreamRecord<TextLine> record) throws IOException {
        TextLine line = record.getValue();
        if (line.text().isBlank()) {
            return;
        }
        try {
            rows.add(parser.parse(line));
        } catch (IllegalArgumentException e) {
            reject(line, e.getMessage());
            return;
        }
        lines.add(line);
        if (lines.size() == BATCH) {
            flush();
        } else if (lines.size() == 1) {
            flushLater();
        }
    }

    /** The first row of a batch waits no longer than the delay. */
    private void flushLater() {
        if (!isTimerSet) {
            isTimerSet = true;
            ProcessingTimeService time = getProcessingTimeService();
            time.registerTimer(time.getCurrentProcessingTime() + DELAY_MILLIS, now -> {
                isTimerSet = false;
                flush();
            });
        }
    }

    private void flush() throws IOException {
        List<LiveRow> evaluated = evaluate();
        for (int k = 0; k < evaluated.size(); k++) {
            LiveRow row = evaluated.get(k);
            if (row.isRefused()) {
                reject(lines.get(k), row.refusal());
            } else {
                TextLine line = lines.get(k);
                KeyedRow keyed = new KeyedRow(row.stream(), row.time(), row.numbers(), line.position());
                output.collect(new StreamRecord<>(keyed, place(line)));
            }
        }
        count.add(evaluated.size());
        lines.clear();
        rows.clear();
    }

    /** By which Flink sorts rows of equal keys, the same whichever task reads them: by source, then by position. */
    private static long place(TextLine line) {
        return (long) (line.source().hashCode() & 0x3FFFF) << POSITION_BITS | line.position();
    }

    /** A failure here would happen again after each restart. */
    private List<LiveRow> evaluate() {
        try {
            return rows.isEmpty() ? List.of() : spec.evaluate(rows);
        } catch (IOException | RuntimeException e) {
            throw new SuppressRestartsException(e);
        }
    }

    private void reject(TextLine line, String reason) {
        output.collect(
                REJECTED,
                new StreamRecord<>(
                        new RejectedLine(RejectFile.MALFORMED, line.source(), line.position(), reason, line.text())));
    }

    @Override
    public void prepareSnapshotPreBarrier(long checkpoint) throws Exception {
        flush();
    }

    @Override
    public void endInput() throws IOException {
        flush();
    }

    @Override
    public void close() throws Exception {
        if (spec != null) {
            spec.close();
        }
        super.close();
    }
}
