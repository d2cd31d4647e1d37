package io.emphatic.flink.jobs;

import io.emphatic.documents.json.Json;
import io.emphatic.documents.json.JsonObject;
import io.emphatic.flink.state.FlinkStream;
import io.emphatic.flink.state.ModelParts;
import io.emphatic.flink.state.ModelParts.LearningFiles;
import io.emphatic.flink.state.Wire;
import io.emphatic.flink.state.Wire.KeyedRow;
import io.emphatic.flink.state.Wire.RejectedLine;
import io.emphatic.logs.file.StreamKey;
import io.emphatic.logs.file.StreamModels;
import io.emphatic.logs.file.StreamModels.StreamModel;
import io.emphatic.logs.file.StreamState;
import io.emphatic.logs.live.LiveRow;
import io.emphatic.logs.live.LiveSpec;
import io.emphatic.logs.live.StreamLearners;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.flink.api.common.accumulators.IntMaximum;
import org.apache.flink.api.common.accumulators.LongCounter;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.runtime.state.KeyedStateBackend;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.runtime.state.VoidNamespace;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.BoundedOneInput;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.util.OutputTag;

/**
 * Learns from the rows of each stream as they come; late rows go to a side output, what was learned to files.
 *
 * <p>Flink keeps the object of a stream on the heap: what changes in it need not be given again.
 */
public final class LearningOperator extends AbstractStreamOperator<String>
        implements OneInputStreamOperator<KeyedRow, String>, BoundedOneInput {
    private static final long serialVersionUID = 1;

    public static final OutputTag<RejectedLine> LATE = new OutputTag<>("late", Wire.REJECTED);

    /** The accumulator that counts streams, for progress. */
    public static final String STREAMS = "streams";

    /** The accumulator of how often tasks were started again. */
    public static final String RESTARTS = "restarts";

    private static final String STATE = "learners";

    private final String description;
    private final LearningFiles files;
    private final boolean predicts;
    private transient LiveSpec spec;
    private transient StreamLearners learners;
    private transient ValueState<FlinkStream> current; // of the key at hand
    private transient LongCounter streams;
    private transient boolean restored;
    private transient double[] predicted; // for the last row, before it was learned from

    /** @param predicts whether the prediction for each row is wanted */
    public LearningOperator(JobDescription description, LearningFiles files, boolean predicts) {
        this.description = description.text();
        this.files = files;
        this.predicts = predicts;
    }

    @Override
    public void initializeState(StateInitializationContext context) throws Exception {
        super.initializeState(context);
        restored = context.isRestored();
    }

    @Override
    public void open() throws Exception {
        super.open();
        spec = JobDescription.read(description).compile();
        learners = new StreamLearners(spec);
        current = getPartitionedState(new ValueStateDescriptor<>(STATE, new FlinkStream.Serializer()));
        streams = new LongCounter();
        getRuntimeContext().addAccumulator(STREAMS, streams);
        int attempt = getRuntimeContext().getTaskInfo().getAttemptNumber();
        getRuntimeContext().addAccumulator(RESTARTS, new IntMaximum(attempt));
        if (restored) {
            streams.add(known().size());
        } else if (files.from() != null) {
            resumeFrom(Path.of(files.from()));
        }
    }

    private List<StreamKey> known() {
        try (Stream<StreamKey> all = backend().getKeys(STATE, VoidNamespace.INSTANCE)) {
            return all.toList();
        }
    }

    /** Gives the streams of this task what they have learned before, whether rows of them come or not. */
    private void resumeFrom(Path file) throws Exception {
        try (StreamModels models = new StreamModels(file)) {
            while (models.stream() != null) {
                StreamKey stream = models.stream();
                List<StreamModel> known = models.take();
                if (isMine(stream)) {
                    backend().setCurrentKey(stream);
                    current.update(new FlinkStream(learners, learners.start(known)));
                    streams.add(1);
                }
            }
        } catch (IOException | IllegalArgumentException e) {
            throw new SuppressRestartsException(e);
        }
    }

    private boolean isMine(StreamKey stream) {
        var task = getRuntimeContext().getTaskInfo();
        int owner = KeyGroupRangeAssignment.assignKeyToParallelOperator(
                stream, task.getMaxNumberOfParallelSubtasks(), task.getNumberOfParallelSubtasks());
        return owner == task.getIndexOfThisSubtask();
    }

    private KeyedStateBackend<StreamKey> backend() {
        return getKeyedStateBackend();
    }

    @Override
    public void processElement(StreamRecord<KeyedRow> record) throws Exception {
        KeyedRow row = record.getValue();
        FlinkStream known = current.value();
        if (known == null) {
            known = new FlinkStream(learners, learners.start());
            current.update(known);
            streams.add(1);
        }
        if (learn(known, row) && predicts) {
            output.collect(new StreamRecord<>(line(row)));
        }
    }

    /** Returns false if the row came too late. */
    private boolean learn(FlinkStream known, KeyedRow row) {
        LiveRow live = spec.row(row.stream(), row.time(), row.numbers());
        StreamState state = null;
        try {
            state = known.state(learners);
            if (predicts) {
                predicted = learners.learn(state, live);
            } else {
                learners.learnOnly(state, live);
            }
            known.countRow();
            return true;
        } catch (IOException | RuntimeException e) {
            if (state == null || !state.isLate(live.time())) {
                throw new SuppressRestartsException(e); // it would happen again
            }
            known.countLate();
            output.collect(LATE, new StreamRecord<>(rejected(row, e.getMessage())));
            return false;
        }
    }

    private String line(KeyedRow row) {
        JsonObject predictions = new JsonObject();
        for (int p = 0; p < predicted.length; p++) {
            predictions = predictions.with(spec.predictions().get(p), predicted[p]);
        }
        JsonObject line = new JsonObject().with("stream", row.stream().json());
        if (row.time() != null) {
            line = line.with("time", row.time().json());
        }
        return Json.line(line.with("predictions", predictions));
    }

    public static RejectedLine rejected(KeyedRow row, String reason) {
        String stream = "stream " + row.stream().text();
        return new RejectedLine(
                RejectFile.LATE,
                stream,
                row.position(),
                reason,
                stream + ", time " + row.time().text());
    }

    @Override
    public void snapshotState(StateSnapshotContext context) throws Exception {
        super.snapshotState(context);
        Path directory = files.at(context.getCheckpointId());
        if (directory != null) {
            write(directory);
        }
    }

    @Override
    public void endInput() throws Exception {
        write(files.end());
    }

    /** The models of every key group that has streams. A group without any was written before a restart, if at all. */
    private void write(Path directory) throws IOException {
        int groups = getRuntimeContext().getTaskInfo().getMaxNumberOfParallelSubtasks();
        Map<Integer, List<StreamKey>> members = known().stream()
                .sorted()
                .collect(Collectors.groupingBy(stream -> KeyGroupRangeAssignment.assignToKeyGroup(stream, groups)));
        for (Map.Entry<Integer, List<StreamKey>> group : members.entrySet()) {
            ModelParts.write(directory, group.getKey(), group.getValue(), this::streamOf, spec, learners);
        }
    }

    private FlinkStream streamOf(StreamKey stream) throws IOException {
        backend().setCurrentKey(stream);
        return current.value();
    }

    @Override
    public void close() throws Exception {
        if (spec != null) {
            spec.close();
        }
        super.close();
    }
}
