package io.emphatic.logs.learning;

import io.emphatic.experience.Features;
import io.emphatic.logs.file.Checkpoint;
import io.emphatic.logs.file.RowChunk;
import io.emphatic.logs.file.SavedState;
import io.emphatic.logs.spec.Plan;
import java.io.IOException;
import java.util.List;

/**
 * Predictions that learn from the steps of a log on one thread: a few with a learner each ({@link LearnerRun}), or many
 * in a horde ({@link HordeRun}). Two runs share nothing that changes.
 */
abstract class PredictionRun extends StepWalk implements Checkpoint.Resumable {
    /** What all runs over a log have in common; {@code rows} are those of the log. */
    record RunSettings(Plan plan, Quantiles.Precision precision, long rows, boolean recorded) {}

    private final boolean recorded;
    private final TimeLine[] lines;
    private int completedCount;

    /** @param lines the steps as the predictions see them */
    PredictionRun(RunSettings settings, TimeLine... lines) {
        super(settings.plan(), settings.plan().features().size(), lines);
        this.recorded = settings.recorded();
        this.lines = lines;
    }

    @Override
    protected final void begin(RowChunk chunk) {
        completedCount = 0;
        readColumns(chunk);
    }

    @Override
    protected final void step(long logRow) {
        recordValues();
        learn(completedCount, logRow);
        completedCount += recorded ? 1 : 0;
    }

    @Override
    protected final void leave(long logRow) {
        if (recorded) {
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

    /** The next rows are those of this chunk. */
    void readColumns(RowChunk chunk) {}

    /** Learns from the step of a row, and records errors under the number k. */
    abstract void learn(int k, long logRow);

    abstract List<? extends RunningPrediction> predictions();
}
