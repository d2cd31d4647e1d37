package io.emphatic.flink;

import io.emphatic.documents.json.Json;
import io.emphatic.documents.json.JsonObject;
import io.emphatic.logs.live.LiveSpec;
import io.emphatic.logs.file.StreamKey;
import io.emphatic.logs.live.StreamLearners;
import io.emphatic.logs.file.StreamModel;
import java.nio.file.Path;
import java.util.List;
import org.apache.flink.api.common.accumulators.IntMaximum;
import org.apache.flink.api.common.accumulators.LongCounter;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.runtime.state.KeyedStateBackend;
import org.apache.flink.runtime.state.VoidNamespace;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.BoundedOneInput;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.util.OutputTag;

/**
 * Learns from the rows of each stream, in the order in which they come. A row whose time is not after that of the row
 * before goes to a side output. When all rows have come, the models go to files, one for each key group.
 */
final class LearningOperator extends AbstractStreamOperator<String>
        implements OneInputStreamOperator<KeyedRow, String>, BoundedOneInput {
    private static final long serialVersionUID = 1;

    /** Rows that came too late. */
    static final OutputTag<RejectedLine> LATE = new OutputTag<>("late", Wire.REJECTED);

    /** The accumulator that counts streams, for progress: a restart begins anew. */
    static final String STREAMS = "streams";

    /** The accumulator of how often tasks were started again. */
    static final String RESTARTS = "restarts";

    private static final String STATE = "learners";

    private final String description;
    private final String parts;
    private final boolean predicts;
    private transient LiveSpec spec;
    private transient StreamLearners learners;
    private transient ValueState<KeptStream> memory;
    private transient LongCounter streams;

    /**
     * @param parts the directory of the models
     * @param predicts whether the prediction for each row is wanted
     */
    LearningOperator(JobDescription description, Path parts, boolean predicts) {
        this.description = description.text();
        this.parts = parts.toString();
        this.predicts = predicts;
    }

    @Override
    public void open() throws Exception {
        super.open();
        spec = JobDescription.read(description).compile();
        learners = new StreamLearners(spec);
        memory = getPartitionedState(new ValueStateDescriptor<>(STATE, new KeptStreamSerializer()));
        streams = new LongCounter();
        getRuntimeContext().addAccumulator(STREAMS, streams);
        getRuntimeContext()
                .addAccumulator(
                        RESTARTS,
                        new IntMaximum(getRuntimeContext().getTaskInfo().getAttemptNumber()));
    }

    @Override
    public void processElement(StreamRecord<KeyedRow> record) throws Exception {
        KeyedRow row = record.getValue();
        KeptStream known = memory.value();
        if (known == null) {
            known = new KeptStream(learners, learners.start());
            streams.add(1);
        }
        double[] values;
        try {
            values = learners.learn(known.state(learners), spec.row(row.stream(), row.time(), row.numbers()));
        } catch (IllegalArgumentException e) {
            reject(row, known, e);
            return;
        } catch (RuntimeException e) {
            throw new SuppressRestartsException(e);
        }
        known.countRow();
        memory.update(known);
        if (predicts) {
            output.collect(new StreamRecord<>(line(row, values)));
        }
    }

    /** What was predicted for a row before it was learned from. */
    private String line(KeyedRow row, double[] values) {
        JsonObject predictions = new JsonObject();
        for (int p = 0; p < values.length; p++) {
            predictions.with(spec.predictions().get(p), values[p]);
        }
        JsonObject line = new JsonObject().with("stream", row.stream().json());
        if (row.time() != null) {
            line.with("time", row.time().text());
        }
        return Json.line(line.with("predictions", predictions));
    }

    private void reject(KeyedRow row, KeptStream known, IllegalArgumentException e) throws Exception {
        known.countLate();
        memory.update(known);
        String text = "stream " + row.stream().text() + (row.time() == null ? "" : ", time " + row.time().text());
        RejectedLine line = new RejectedLine(true, "stream " + row.stream().text(), row.position(), e.getMessage(), text);
        output.collect(LATE, new StreamRecord<>(line));
    }

    /** The models of every key group that has streams. A group without any was written before a restart, if at all. */
    @Override
    public void endInput() throws Exception {
        KeyedStateBackend<StreamKey> backend = getKeyedStateBackend();
        int groups = getRuntimeContext().getTaskInfo().getMaxNumberOfParallelSubtasks();
        List<StreamKey> keys;
        try (var all = backend.<VoidNamespace>getKeys(STATE, VoidNamespace.INSTANCE)) {
            keys = all.toList();
        }
        ModelParts.write(
                Path.of(parts), keys, key -> KeyGroupRangeAssignment.assignToKeyGroup(key, groups), key -> {
                    backend.setCurrentKey(key);
                    KeptStream known = memory.value();
                    List<StreamModel> models = learners.models(key, known.state(learners));
                    return new ModelParts.LearnedStream(known.rows(), known.late(), models);
                });
    }

    @Override
    public void close() throws Exception {
        if (spec != null) {
            spec.close();
        }
        super.close();
    }
}
