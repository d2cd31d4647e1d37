package io.emphatic.logs.tuning;

import io.emphatic.Config;
import io.emphatic.batch.Batch;
import io.emphatic.experience.Features;
import io.emphatic.experience.Transition;
import io.emphatic.logs.file.Checkpoint;
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

/**
 * Candidates for one prediction with equal λ and features, and with one trace if their algorithm permits it. They learn
 * from a chunk side by side, and what each predicts for a row before it learns from it is kept until the chunk has been
 * scored.
 */
final class CandidateGroup extends StepWalk implements Checkpoint.Resumable {
    /** The step at which a candidate diverged that has not. */
    static final long NEVER = Long.MAX_VALUE;

    private final Batch batch;
    private final Transition step;
    private final FeatureReader reader; // null where the features are those of the plan
    private final KeptChunk[] kept = new KeptChunk[Pipeline.DEPTH];
    private KeptChunk now;
    private int completed;
    private long chunks;

    /** What is kept of a chunk: predictions by completed row, then by candidate, and which candidates have diverged. */
    private static final class KeptChunk {
        private double[][] predictions = new double[0][];
        private final long[] divergedAt;

        KeptChunk(int candidates) {
            this.divergedAt = new long[candidates];
        }
    }

    /** @param reader of the features; null for those of the plan */
    CandidateGroup(Plan plan, TimeLine line, List<Config> configs, FeatureReader reader) {
        super(plan, size(plan, reader), line);
        this.step = line.transition();
        this.batch = Batch.of(configs).batch(new double[size(plan, reader)]);
        this.reader = reader;
        Arrays.setAll(kept, k -> new KeptChunk(configs.size()));
    }

    private static int size(Plan plan, FeatureReader reader) {
        return reader == null ? plan.features().size() : reader.size();
    }

    int count() {
        return batch.count();
    }

    @Override
    protected Features features(RowChunk chunk, int row) {
        return reader == null ? chunk.features(row) : chunk.features(reader, row);
    }

    @Override
    protected void begin(RowChunk chunk) {
        now = kept[(int) (chunks++ % kept.length)];
        if (now.predictions.length <= chunk.capacity()) {
            // a chunk completes one row more than it has if the last row of the chunk before is left by its first
            now.predictions = new double[chunk.capacity() + 1][batch.count()];
        }
        completed = 0;
    }

    @Override
    protected void step(long logRow) {
        batch.update(step, now.predictions[completed++]);
    }

    @Override
    protected void leave(long logRow) {
        batch.predict(step.phi(), now.predictions[completed++]);
    }

    @Override
    protected void end() {
        for (int k = 0; k < batch.count(); k++) {
            now.divergedAt[k] = batch.divergedAt(k).orElse(NEVER);
        }
    }

    /** What the candidates predicted for the rows that a chunk completed; chunks are counted from 0. */
    double[][] predictions(long chunk) {
        return kept[(int) (chunk % kept.length)].predictions;
    }

    /** The step at which each candidate has diverged in a chunk or before, or {@link #NEVER}. */
    long[] divergedAt(long chunk) {
        return kept[(int) (chunk % kept.length)].divergedAt;
    }

    @Override
    public void exchange(SavedState state) throws IOException {
        state.value(batch, (out, written) -> written.write(out), in -> {
            batch.read(in);
            return batch;
        });
    }
}
