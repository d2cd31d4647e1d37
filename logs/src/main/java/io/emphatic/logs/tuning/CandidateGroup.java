package io.emphatic.logs.tuning;

import io.emphatic.batch.Batch;
import io.emphatic.experience.Features;
import io.emphatic.experience.Transition;
import io.emphatic.logs.file.Pipeline;
import io.emphatic.logs.file.RowChunk;
import io.emphatic.logs.file.SavedState;
import io.emphatic.logs.learning.StepWalk;
import io.emphatic.logs.learning.TimeLine;
import io.emphatic.logs.spec.FeatureReader;
import io.emphatic.logs.spec.Plan;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/** Candidates for one prediction with equal features, in batches; what they predict is kept until it is scored. */
final class CandidateGroup extends StepWalk {
    static final long NEVER = Long.MAX_VALUE; // the step at which a candidate diverged that has not

    private final Batch[] batches;
    private final Transition[] steps; // as each batch sees them
    private final int count;
    private final FeatureReader reader; // null where the features are those of the plan
    private final PredictedChunk[] inUse = new PredictedChunk[Pipeline.DEPTH];
    private PredictedChunk present;
    private int at; // where in the predictions of the chunk those of the next row completed begin
    private long chunks;

    /** Of a chunk that is not yet scored: predictions by completed row, then by candidate, and which have diverged. */
    private static final class PredictedChunk {
        private double[] predictions = new double[0];
        private final long[] divergedAt;

        PredictedChunk(int candidates) {
            this.divergedAt = new long[candidates];
        }
    }

    record LearningBatch(Batch.Maker maker, TimeLine line) {}

    CandidateGroup(Plan plan, List<LearningBatch> batches, FeatureReader reader) {
        super(
                plan,
                size(plan, reader),
                batches.stream().map(LearningBatch::line).distinct().toArray(TimeLine[]::new));
        this.reader = reader;
        this.batches = batches.stream()
                .map(batch -> batch.maker().batch(new double[size(plan, reader)]))
                .toArray(Batch[]::new);
        this.steps = batches.stream().map(batch -> batch.line().transition()).toArray(Transition[]::new);
        this.count = Arrays.stream(this.batches).mapToInt(Batch::count).sum();
        Arrays.setAll(inUse, k -> new PredictedChunk(count));
    }

    private static int size(Plan plan, FeatureReader reader) {
        return reader == null ? plan.features().size() : reader.size();
    }

    int count() {
        return count;
    }

    @Override
    protected Features features(RowChunk chunk, int row) {
        return reader == null ? chunk.features(row) : reader.read(chunk.numbers(), row);
    }

    @Override
    protected void begin(RowChunk chunk) {
        present = inUse[(int) (chunks++ % inUse.length)];
        // a chunk completes one row more than it has if the last row of the chunk before is left by its first; where
        // rows hold their next state, each may be predicted for, too
        int most = (chunk.capacity() + 1) * count * (chunk.holdsNext() ? 2 : 1);
        if (present.predictions.length < most) {
            present.predictions = new double[most];
        }
        at = 0;
    }

    @Override
    protected void step(long logRow) {
        for (int k = 0; k < batches.length; k++) {
            batches[k].update(steps[k], present.predictions, at);
            at += batches[k].count();
        }
    }

    @Override
    protected void leave(long logRow) {
        predict(steps[0].phi());
    }

    @Override
    protected void leaveNext(long logRow) {
        predict(steps[0].phiNext());
    }

    private void predict(Features phi) {
        for (Batch batch : batches) {
            double[] predicted = new double[batch.count()];
            batch.predict(phi, predicted);
            System.arraycopy(predicted, 0, present.predictions, at, predicted.length);
            at += predicted.length;
        }
    }

    @Override
    protected void end() {
        int candidate = 0;
        for (Batch batch : batches) {
            for (int k = 0; k < batch.count(); k++) {
                present.divergedAt[candidate++] = batch.divergedAt(k).orElse(NEVER);
            }
        }
    }

    /** What the candidates predicted for the rows that a chunk completed, row by row; chunks are counted from 0. */
    double[] predictions(long chunk) {
        return inUse[(int) (chunk % inUse.length)].predictions;
    }

    /** The step at which each candidate has diverged in a chunk or before, or {@link #NEVER}. */
    long[] divergedAt(long chunk) {
        return inUse[(int) (chunk % inUse.length)].divergedAt;
    }

    void exchange(SavedState state) throws IOException {
        for (Batch batch : batches) {
            state.value(batch, (out, written) -> written.write(out), in -> {
                batch.read(in);
                return batch;
            });
        }
    }
}
