package io.emphatic.logs.learning;

import io.emphatic.LeastSquares;
import io.emphatic.experience.Features;
import io.emphatic.logs.file.Pipeline;
import io.emphatic.logs.file.RowChunk;
import io.emphatic.logs.file.SavedState;
import io.emphatic.logs.learning.LearningReport.ConvergenceVerdict;
import io.emphatic.logs.learning.LearningReport.LearnedPrediction;
import io.emphatic.logs.learning.LearningReport.RatioSummary;
import io.emphatic.logs.learning.LearningReport.Spread;
import io.emphatic.logs.learning.LearningReport.StreamSummary;
import io.emphatic.logs.learning.PredictionRun.RunSettings;
import io.emphatic.logs.learning.PredictionRun.StreamSharing;
import io.emphatic.logs.spec.PlannedPrediction;
import io.emphatic.logs.spec.PolicyColumns;
import java.io.IOException;
import java.util.Map;
import java.util.OptionalLong;

/** One prediction while it learns, with its diagnostics and what is recorded of the rows of a chunk. */
abstract class RunningPrediction {
    /** Weights after half of the log are kept up to this number: many predictions have them. */
    private static final int MOST_HALF_WEIGHTS = 10_000;

    final PlannedPrediction plan;
    final EmphasisDiagnostics emphases;
    private final ErrorDiagnostics errorSizes;
    private final double[][] values; // by chunk: of the row before it, and of its rows; null when not recorded
    private final double[][] errors;
    private int chunk; // the number of the present one
    private int lastRow = -1; // the last row of the chunk before, in its own chunk; −1 before the first
    private final boolean isPerStream; // whether each stream has a learner, of which the present one is looked at
    private long stepsBefore; // learned from by earlier runs
    private volatile long endedAt = -1;
    private Spread followOn; // of the steps until it diverged, as the emphasis; null until then
    private Spread emphasis;
    private final long half; // the first row of the second half of the log
    private double[] halfWeights; // after the first half; null before, and where they are not kept

    /** @param emphases may be shared with predictions that have the same trace */
    RunningPrediction(PlannedPrediction plan, EmphasisDiagnostics emphases, RunSettings settings) {
        this.plan = plan;
        this.emphases = emphases;
        this.errorSizes = new ErrorDiagnostics(settings.rows());
        boolean solves = plan.config() instanceof LeastSquares; // at a cost, and all at once
        this.isPerStream = settings.sharing() == StreamSharing.NOTHING;
        this.half = solves || isPerStream || settings.plan().features().size() > MOST_HALF_WEIGHTS
                ? Long.MAX_VALUE
                : (settings.rows() + 1) / 2;
        this.values = settings.recorded() ? new double[Pipeline.DEPTH][] : null;
        this.errors = settings.recorded() ? new double[Pipeline.DEPTH][] : null;
    }

    /** The prediction θᵀφ. */
    abstract double predict(Features phi);

    abstract double[] weights();

    abstract long steps();

    abstract OptionalLong divergedAt();

    /** δ of the last step learned from. */
    abstract double tdError();

    /** The rows to be recorded are those of this chunk; what was recorded of others is kept. */
    final void begin(RowChunk rows) {
        if (values != null) {
            int before = chunk;
            chunk = rows.number();
            if (values[chunk] == null) {
                values[chunk] = new double[rows.capacity() + 1];
                errors[chunk] = new double[rows.capacity() + 1];
            }
            values[chunk][0] = lastRow < 0 ? Double.NaN : values[before][lastRow + 1];
            errors[chunk][0] = Double.NaN;
            lastRow = rows.size() - 1;
        }
    }

    /** Records the value predicted for Sₜ, before learning, of a row of the chunk. */
    final void recordValue(int row, Features phi) {
        values[chunk][row + 1] = predictWhileLearning(phi);
        errors[chunk][row + 1] = Double.NaN;
    }

    /** The prediction for a row that is about to be learned from. */
    double predictWhileLearning(Features phi) {
        return predict(phi);
    }

    /** Adds a step after the update, and before the emphases do. Returns whether it was learned from. */
    final boolean noteStep(int row, long logRow) {
        boolean learned = divergedAt().isEmpty();
        if (learned) {
            errorSizes.learned(tdError(), logRow);
            if (logRow >= half && halfWeights == null) {
                halfWeights = weights();
            }
        } else if (endedAt < 0 && !isPerStream) {
            followOn = emphases.followOn();
            emphasis = emphases.emphasis();
            endedAt = steps() - stepsBefore;
        }
        if (errors != null) {
            errors[chunk][row + 1] = learned ? tdError() : Double.NaN;
        }
        return learned;
    }

    /** The sum of |δ| so far, to which steps up to {@link #gathersUntil} may be added elsewhere. */
    final double errorSum(long logRow) {
        return errorSizes.sum(logRow);
    }

    /** Replaces that sum; so many steps were added to it. */
    final void setErrorSum(double sum, long steps) {
        errorSizes.setSum(sum, steps);
    }

    /** The first row of which more has to be noted than the size of its error, unless it diverges before. */
    final long gathersUntil() {
        return halfWeights == null ? Math.min(half, errorSizes.end()) : errorSizes.end();
    }

    /** The value predicted for a row of a chunk; −1 is the last row of the chunk before. */
    final double value(RowChunk rows, int row) {
        return values[rows.number()][row + 1];
    }

    /** δ of a row of a chunk, as far as it is known then; NaN where nothing was learned. */
    final double error(RowChunk rows, int row) {
        return errors[rows.number()][row + 1];
    }

    /** What was learned so far comes from an earlier run. */
    final void resume() {
        stepsBefore = steps();
    }

    /** How many steps of this run it learned from until it diverged; −1 as long as it has not. Any thread may ask. */
    final long endedAt() {
        return endedAt;
    }

    final void exchangeDiagnostics(SavedState state) throws IOException {
        errorSizes.exchange(state);
        endedAt = state.whole(endedAt);
        followOn = Spread.exchange(followOn, state);
        emphasis = Spread.exchange(emphasis, state);
        if (state.flag(halfWeights != null)) {
            halfWeights = halfWeights == null ? weights() : halfWeights;
            state.numbers(halfWeights, halfWeights.length);
        }
    }

    /** @param policies the ratios of each policy of the plan */
    final LearnedPrediction reportOfStreams(Map<PolicyColumns, RatioDiagnostics> policies, StreamSummary streams) {
        RatioDiagnostics ratios = policies.get(plan.steps().policy());
        return new LearnedPrediction(
                plan.name(),
                plan.config(),
                streams.steps() - streams.stepsBefore(),
                streams.stepsBefore(),
                new double[0],
                Double.NaN,
                OptionalLong.empty(),
                ratios.ofAll(),
                ratios.lives(),
                emphases.followOn(),
                emphases.emphasis(),
                errorSizes.means(),
                new ConvergenceVerdict(Double.NaN, Double.NaN, Double.NaN, Double.NaN, Double.NaN),
                streams);
    }

    /** @param policies the ratios of each policy of the plan */
    final LearnedPrediction report(
            FeatureMoments features, Map<PolicyColumns, RatioDiagnostics> policies, FixedPointReference reference) {
        boolean ended = endedAt >= 0;
        long steps = steps() - stepsBefore;
        RatioSummary ratio = policies.get(plan.steps().policy()).of(steps);
        Spread followOns = ended ? followOn : emphases.followOn();
        Spread emphasised = ended ? emphasis : emphases.emphasis();
        double[] meanFeatures = features.means();
        double mean = predict(Features.dense(meanFeatures));
        double[] means = errorSizes.means();
        double halfMean =
                halfWeights == null ? Double.NaN : Features.dense(meanFeatures).dot(halfWeights);
        return new LearnedPrediction(
                plan.name(),
                plan.config(),
                steps,
                stepsBefore,
                weights(),
                mean,
                divergedAt(),
                ratio,
                policies.get(plan.steps().policy()).lives(),
                followOns,
                emphasised,
                means,
                reference.of(this, halfMean, mean, features.size(weights()), meanFeatures),
                null);
    }
}
