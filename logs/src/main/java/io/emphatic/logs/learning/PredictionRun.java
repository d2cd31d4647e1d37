package io.emphatic.logs.learning;

import io.emphatic.experience.Features;
import io.emphatic.logs.file.Checkpoint;
import io.emphatic.logs.file.ChunkWorker;
import io.emphatic.logs.file.RowChunk;
import io.emphatic.logs.spec.Plan;
import java.util.List;

/**
 * Predictions that learn from the steps of a log on one thread: a few with a learner each ({@link LearnerRun}), or many
 * in a horde ({@link HordeRun}). Two runs share nothing that changes.
 */
abstract class PredictionRun implements ChunkWorker, Checkpoint.Resumable {
    /** What all runs over a log have in common; {@code rows} are those of the log. */
    record RunSettings(Plan plan, Quantiles.Precision precision, long rows, boolean recorded) {}

    private final Plan plan;
    private final Features none;
    private final boolean recorded;
    private final TimeLine[] lines;
    private int completedCount;

    /** @param lines the steps as the predictions see them */
    PredictionRun(RunSettings settings, TimeLine... lines) {
        this.plan = settings.plan();
        this.none = Features.none(plan.features().size());
        this.recorded = settings.recorded();
        this.lines = lines;
    }

    /**
     * @param learnFrom rows before this one only lead up to where an interrupted run was; nothing is learned from them
     */
    @Override
    public final void run(RowChunk chunk, long learnFrom) {
        for (TimeLine line : lines) {
            line.begin(chunk);
        }
        begin(chunk);
        completedCount = 0;
        for (int row = 0; row < chunk.size(); row++) {
            long logRow = chunk.firstRow() + row;
            boolean learns = logRow >= learnFrom;
            try {
                if (chunk.has(RowChunk.STARTS, row)) {
                    if (chunk.has(RowChunk.LEAVES_LAST, row)) {
                        leave(learns);
                    }
                    for (TimeLine line : lines) {
                        line.start(row, chunk.features(row));
                    }
                } else if (!chunk.holdsNext()) {
                    for (TimeLine line : lines) {
                        line.arrive(row, chunk.features(row));
                    }
                    learn(learns, logRow - 1);
                }
                for (TimeLine line : lines) {
                    line.act(row);
                }
                act(row);
                if (chunk.has(RowChunk.TERMINATES, row)) {
                    for (TimeLine line : lines) {
                        line.terminate(none);
                    }
                    learn(learns, logRow);
                } else if (chunk.has(RowChunk.HAS_NEXT, row)) {
                    for (TimeLine line : lines) {
                        line.arriveNext(row, chunk.nextFeatures(row));
                    }
                    learn(learns, logRow);
                } else if (chunk.has(RowChunk.IS_CUT, row)) {
                    leave(learns);
                }
            } catch (IllegalArgumentException e) {
                throw plan.misfit(logRow, e);
            }
        }
        if (chunk.size() == 0 && chunk.completedCount() > 0) {
            leave(true); // the end of the log
        }
    }

    private void learn(boolean learns, long logRow) {
        if (learns) {
            recordValues();
            learn(completedCount, logRow);
            completedCount += recorded ? 1 : 0;
        }
    }

    /** Nothing is known beyond the last row: it is not learned from. */
    private void leave(boolean learns) {
        if (learns && recorded) {
            recordValues();
            predictions().forEach(prediction -> prediction.recordError(completedCount, Double.NaN));
            completedCount++;
        }
    }

    private void recordValues() {
        if (recorded) {
            Features phi = lines[0].transition.phi();
            predictions().forEach(prediction -> prediction.recordValue(completedCount, phi));
        }
    }

    /** The next rows are those of this chunk. */
    void begin(RowChunk chunk) {}

    /** The action of this row has been taken. */
    void act(int row) {}

    /** Learns from the step of a row, and records errors under the number k. */
    abstract void learn(int k, long logRow);

    abstract List<? extends RunningPrediction> predictions();
}
