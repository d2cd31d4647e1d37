package io.emphatic.logs.learning;

import io.emphatic.experience.Features;
import io.emphatic.logs.file.Checkpoint;
import io.emphatic.logs.file.OpenStreams.KeptTraces;
import io.emphatic.logs.file.OpenStreams.OpenStream;
import io.emphatic.logs.file.RowChunk;
import io.emphatic.logs.file.SavedState;
import io.emphatic.logs.spec.Plan;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Predictions that learn from the steps of a log on one thread: a few with a learner each ({@link LearnerRun}), or many
 * in a horde ({@link HordeRun}). Two runs share nothing that changes.
 */
abstract class PredictionRun extends StepWalk implements Checkpoint.Resumable, KeptTraces {
    /** What all runs over a log have in common; {@code rows} are those of the log. */
    record RunSettings(Plan plan, Quantiles.Precision precision, long rows, boolean recorded, StreamSharing sharing) {}

    /** What the streams of a log have in common. */
    enum StreamSharing {
        /** Weights, and a trace, since their rows come one stream after another. */
        TRACE,
        /** Weights: each has its trace, since their rows lie among each other. */
        WEIGHTS,
        /** Nothing: each learns alone. */
        NOTHING
    }

    private final boolean recorded;
    private final StreamSharing sharing;
    private final TimeLine[] lines;
    private int completedCount;
    private final List<byte[]> traces = new ArrayList<>(); // at the end of each stream kept
    private int number;

    /** @param lines the steps as the predictions see them */
    PredictionRun(RunSettings settings, TimeLine... lines) {
        super(settings.plan(), settings.plan().features().size(), lines);
        this.recorded = settings.recorded();
        this.sharing = settings.sharing();
        this.lines = lines;
    }

    @Override
    protected final void begin(RowChunk chunk) {
        completedCount = 0;
        predictions().forEach(prediction -> prediction.begin(chunk));
        readColumns(chunk);
    }

    @Override
    protected final void step(long logRow) {
        if (sharing == StreamSharing.WEIGHTS) {
            learn(completedCount, logRow);
            return;
        }
        recordValues();
        learn(completedCount, logRow);
        completedCount += recorded ? 1 : 0;
    }

    /** Where streams lie among each other, the value of a row is that when it came: others may learn meanwhile. */
    final void recordOnArrival() {
        if (recorded && sharing == StreamSharing.WEIGHTS) {
            Features phi = lines[0].transition().here();
            predictions().forEach(prediction -> prediction.recordValue(completedCount, phi));
            completedCount++;
        }
    }

    /** Learned from, and not recorded: the row is in another log. */
    @Override
    protected final void stepFromBefore(long logRow) {
        learn(completedCount, logRow);
    }

    @Override
    public final byte[] at(int stream) {
        return traces.get(stream);
    }

    @Override
    protected final void keepStream(boolean last) {
        try {
            traces.add(trace(last));
        } catch (IOException e) {
            throw new UncheckedIOException("bytes in memory cannot fail to be written", e);
        }
    }

    /** At its end the learners have its traces themselves: as long as nothing else was learned, nothing is to do. */
    @Override
    protected final void goOnWith(OpenStream stream, boolean first) {
        if (!(first && stream.last())) {
            try {
                goOnWith(stream.traces().get(number));
            } catch (IOException e) {
                throw new IllegalArgumentException("the model's open streams are damaged: " + e.getMessage(), e);
            }
        }
    }

    /** @param number of the run among those that learning goes on with */
    final void number(int number) {
        this.number = number;
    }

    /**
     * The traces and the memory of the learners as bytes; empty where they cannot be taken out and do not have to be,
     * since the stream is the last.
     */
    byte[] trace(boolean last) throws IOException {
        throw new IllegalStateException("streams are kept where each prediction has a learner");
    }

    /** Gives the learners the traces that another stream has left. */
    void goOnWith(byte[] trace) throws IOException {
        throw new IllegalStateException("streams are kept where each prediction has a learner");
    }

    @Override
    protected final void leave(long logRow) {
        if (recorded && sharing != StreamSharing.WEIGHTS) {
            recordValues();
            predictions().forEach(prediction -> prediction.recordError(completedCount, Double.NaN));
            completedCount++;
        }
    }

    private void recordValues() {
        if (recorded) {
            Features phi = lines[0].transition().phi();
            predictions().forEach(prediction -> prediction.recordValue(completedCount, phi));
        }
    }

    /** Saves the learners, or continues from what was saved. */
    abstract void exchangeLearners(SavedState state) throws IOException;

    /** The same for what is noted of the rows of one log. */
    abstract void exchangeDiagnostics(SavedState state) throws IOException;

    @Override
    public final void exchange(SavedState state) throws IOException {
        exchangeLearners(state);
        exchangeDiagnostics(state);
    }

    /** Learns from the step of a row, and records errors under the number k. */
    abstract void learn(int k, long logRow);

    abstract List<? extends RunningPrediction> predictions();
}
