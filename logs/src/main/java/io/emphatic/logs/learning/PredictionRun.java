package io.emphatic.logs.learning;

import io.emphatic.Config;
import io.emphatic.Learner;
import io.emphatic.Parameter;
import io.emphatic.experience.Features;
import io.emphatic.logs.file.LearnerBars;
import io.emphatic.logs.file.RowChunk;
import io.emphatic.logs.file.SavedState;
import io.emphatic.logs.spec.Bands;
import io.emphatic.logs.spec.Plan;
import java.io.IOException;
import java.util.List;
import java.util.Objects;

/** Predictions that learn from the steps of a log on one thread. Two runs share nothing that changes. */
abstract class PredictionRun extends StepWalk {
    /** What all runs over a log have in common; {@code rows} are those of the log, {@code bands} may be null. */
    record RunSettings(
            Plan plan,
            Quantiles.Precision precision,
            long rows,
            boolean recorded,
            StreamSharing sharing,
            Bands bands) {}

    /** What the streams of a log have in common. */
    enum StreamSharing {
        /** Weights, and a trace, since their rows come one stream after another. */
        TRACE,
        /** Weights: each has its trace, since their rows are interleaved. */
        WEIGHTS,
        /** Weights: each has its trace, and some continue those of another log. */
        RESUMED,
        /** Weights, as {@link #RESUMED}; streams that are open at their end are kept for another log. */
        KEPT,
        /** Nothing: each has its own learners. */
        NOTHING;

        boolean continues() {
            return this == RESUMED || this == KEPT;
        }

        /** A learner before the first row; null where each stream has its own. */
        Learner learner(Config config, int size, Bands bands) {
            if (this == NOTHING) {
                return null;
            }
            boolean isShared = this == WEIGHTS || continues() && !choosesStepSize(config);
            return LearnerBars.learner(bands, config, size, isShared);
        }

        static boolean choosesStepSize(Config config) {
            return Objects.equals(config.parameters().get("step_size"), Parameter.AUTO);
        }
    }

    private final boolean recorded;
    RowChunk chunk; // the present one

    PredictionRun(RunSettings settings, TimeLine... lines) {
        super(settings.plan(), settings.plan().features().size(), lines);
        this.recorded = settings.recorded();
    }

    @Override
    protected void begin(RowChunk next) {
        chunk = next;
        predictions().forEach(prediction -> prediction.begin(next));
    }

    @Override
    protected final void step(long logRow) {
        learn((int) (logRow - chunk.firstRow()), logRow);
    }

    /** The value of a row is recorded when it comes, its error when it is learned from. */
    @Override
    protected void act(int row) {
        if (recorded) {
            Features phi = chunk.features(row);
            predictions().forEach(prediction -> prediction.recordValue(row, phi));
        }
    }

    abstract void exchangeLearners(SavedState state) throws IOException;

    abstract void exchangeDiagnostics(SavedState state) throws IOException;

    final void exchange(SavedState state) throws IOException {
        exchangeLearners(state);
        exchangeDiagnostics(state);
    }

    /** Learns from the step of a row, which has this place in the chunk; −1 for the last row of the chunk before. */
    abstract void learn(int row, long logRow);

    abstract List<? extends RunningPrediction> predictions();
}
