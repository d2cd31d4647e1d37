package io.emphatic.logs.learning;

import io.emphatic.LeastSquares;
import io.emphatic.experience.Features;
import io.emphatic.logs.file.Pipeline;
import io.emphatic.logs.file.RowChunk;
import io.emphatic.logs.file.SavedState;
import io.emphatic.logs.learning.LearningReport.Spread;
import io.emphatic.logs.learning.LearningReport.StepSizes;
import io.emphatic.logs.spec.Bands;
import io.emphatic.logs.spec.PlannedPrediction;
import io.emphatic.logs.spec.PlannedPrediction.PolicyColumns;
import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import java.util.OptionalLong;

/** One prediction while it learns, with its diagnostics and what is recorded of the rows of a chunk. */
abstract class RunningPrediction {
    /** Weights after half of the log are kept up to this number: many predictions have them. */
    private static final int MOST_HALF_WEIGHTS = 10_000;

    /** What is recorded: the value predicted, how far its bar reaches to each side, and δ; NaN where there is none. */
    static final int VALUE = 0;

    static final int BAR = 1;
    static final int ERROR = 2;
    private static final int COLUMNS = 3;

    final PlannedPrediction plan;
    final EmphasisDiagnostics emphases;
    private final ErrorDiagnostics errorSizes;
    private final double[][][] recorded; // by chunk and column: of the row before it, and of its rows; null for none
    private int chunk; // the number of the present one
    private int lastRow = -1; // the last row of the chunk before, in its own chunk; −1 before the first
    private final boolean isPerStream; // whether each stream has a learner, of which the present one is looked at
    private long stepsBefore; // learned from by earlier runs
    private final long half; // the first row of the second half of the log
    private double[] halfWeights; // after the first half; null before, and where they are not kept

    /** @param emphases may be shared with predictions that have the same trace */
    RunningPrediction(PlannedPrediction plan, EmphasisDiagnostics emphases, PredictionRun.RunSettings settings) {
        this.plan = plan;
        this.emphases = emphases;
        this.errorSizes = new ErrorDiagnostics(settings.rows());
        boolean solves = plan.config() instanceof LeastSquares; // at a cost, and all at once
        this.isPerStream = settings.sharing() == PredictionRun.StreamSharing.NOTHING;
        this.half = solves || isPerStream || settings.plan().features().size() > MOST_HALF_WEIGHTS
                ? Long.MAX_VALUE
                : (settings.rows() + 1) / 2;
        this.recorded = settings.recorded() ? new double[Pipeline.DEPTH][][] : null;
    }

    abstract double predict(Features phi);

    abstract double[] weights();

    abstract long steps();

    abstract OptionalLong divergedAt();

    abstract double tdError();

    /** How far the bar of a prediction reaches to each side; NaN where there is none. */
    double halfWidth(Features phi) {
        return Double.NaN;
    }

    /** Null without bands. */
    Bands.Bar bar() {
        return null;
    }

    StepSizes stepSizes() {
        return StepSizes.UNKNOWN;
    }

    /** The rows to be recorded are those of this chunk; what was recorded of others is kept. */
    final void begin(RowChunk rows) {
        if (recorded != null) {
            double[][] before = recorded[chunk];
            chunk = rows.number();
            if (recorded[chunk] == null) {
                recorded[chunk] = new double[COLUMNS][rows.capacity() + 1];
            }
            for (int column = 0; column < COLUMNS; column++) {
                boolean isKnown = column != ERROR && lastRow >= 0;
                recorded[chunk][column][0] = isKnown ? before[column][lastRow + 1] : Double.NaN;
            }
            lastRow = rows.size() - 1;
        }
    }

    /** Records the value predicted for Sₜ, before learning, of a row of the chunk. */
    final void recordValue(int row, Features phi) {
        recorded[chunk][VALUE][row + 1] = predictWhileLearning(phi);
        recorded[chunk][BAR][row + 1] = halfWidth(phi);
        recorded[chunk][ERROR][row + 1] = Double.NaN;
    }

    /** The prediction for a row that is about to be learned from. */
    double predictWhileLearning(Features phi) {
        return predict(phi);
    }

    /** Adds a step after the update, and before the emphases do. Returns whether it was learned from. */
    final boolean noteStep(int row, long logRow, double cumulant) {
        boolean learned = divergedAt().isEmpty();
        if (learned) {
            errorSizes.learned(tdError(), cumulant, logRow);
            if (logRow >= half && halfWeights == null) {
                halfWeights = weights();
            }
        }
        if (recorded != null) {
            recorded[chunk][ERROR][row + 1] = learned ? tdError() : Double.NaN;
        }
        return learned;
    }

    /** A column of a row of a chunk, as far as it is known then; −1 is the last row of the chunk before. */
    final double recorded(int column, RowChunk rows, int row) {
        return recorded[rows.number()][column][row + 1];
    }

    final void resume() {
        stepsBefore = steps();
    }

    final void exchangeDiagnostics(SavedState state) throws IOException {
        errorSizes.exchange(state);
        if (state.flag(halfWeights != null)) {
            halfWeights = halfWeights == null ? weights() : halfWeights;
            state.numbers(halfWeights, halfWeights.length);
        }
    }

    /** @param streams where each has its own learners; null otherwise */
    final LearningReport.LearnedPrediction report(
            Map<PolicyColumns, RatioDiagnostics> policies,
            ConvergenceCheck convergence,
            LearningReport.StreamSummary streams) {
        long before = isPerStream ? streams.stepsBefore() : stepsBefore;
        long steps = (isPerStream ? streams.steps() : steps()) - before;
        RatioDiagnostics ratios = policies.get(plan.steps().policy());
        Bands.Bar bar = bar();
        return new LearningReport.LearnedPrediction(
                plan.name(),
                plan.config(),
                steps,
                before,
                isPerStream ? new double[0] : weights(),
                isPerStream ? OptionalLong.empty() : divergedAt(),
                new LearningReport.StepDiagnostics(
                        ratios.summary(),
                        ratios.episodes(),
                        emphases.followOn(),
                        emphases.emphasis(),
                        errorSizes.means(),
                        errorSizes.largestCumulant),
                isPerStream ? StepSizes.UNKNOWN : stepSizes(),
                isPerStream ? LearningReport.ConvergenceVerdict.UNKNOWN : convergence(convergence),
                streams,
                bar,
                bar == null ? Double.NaN : bar.halfWidth(Features.dense(convergence.meanFeatures())));
    }

    private LearningReport.ConvergenceVerdict convergence(ConvergenceCheck check) {
        Features meanFeatures = Features.dense(check.meanFeatures());
        double halfMean = halfWeights == null ? Double.NaN : meanFeatures.dot(halfWeights);
        return check.of(this, halfMean, predict(meanFeatures));
    }

    /** The mean |δ| of each tenth of the log. Only steps that were learned from count. */
    static final class ErrorDiagnostics {
        static final int TENTHS = 10;

        private final long rows;
        private final double[] sums = new double[TENTHS];
        private final long[] counts = new long[TENTHS];
        private double largestCumulant; // its magnitude
        private int tenth; // of the last step; found again after a restart

        ErrorDiagnostics(long rows) {
            this.rows = rows;
        }

        /** @param error δ; NaN for an algorithm that has none */
        void learned(double error, double cumulant, long logRow) {
            largestCumulant = Math.max(largestCumulant, Math.abs(cumulant));
            while (TENTHS * logRow >= (tenth + 1) * rows) {
                tenth++;
            }
            if (!Double.isNaN(error)) {
                sums[tenth] += Math.abs(error);
                counts[tenth]++;
            }
        }

        /** NaN where nothing was learned. */
        double[] means() {
            double[] means = new double[TENTHS];
            Arrays.setAll(means, k -> sums[k] / counts[k]);
            return means;
        }

        void exchange(SavedState state) throws IOException {
            largestCumulant = state.number(largestCumulant);
            for (int k = 0; k < TENTHS; k++) {
                sums[k] = state.number(sums[k]);
                counts[k] = state.whole(counts[k]);
            }
        }
    }

    /** Follow-on and emphasis of the steps learned from, the same for predictions that share a trace. */
    static final class EmphasisDiagnostics {
        private final Quantiles followOns;
        private final Quantiles emphases;
        private boolean emphatic = true; // whether there is a follow-on trace; assumed until the first step

        EmphasisDiagnostics(Quantiles.Precision precision) {
            this.followOns = new Quantiles(precision);
            this.emphases = new Quantiles(precision);
        }

        /** Adds a step that was learned from. Both numbers are NaN where an algorithm has none. */
        void learned(double followOn, double emphasis) {
            emphatic &= !Double.isNaN(followOn);
            if (emphatic) {
                followOns.add(followOn);
                emphases.add(emphasis);
            }
        }

        Spread followOn() {
            return Spread.of(followOns);
        }

        Spread emphasis() {
            return Spread.of(emphases);
        }

        void exchange(SavedState state) throws IOException {
            emphatic = state.flag(emphatic);
            followOns.exchange(state);
            emphases.exchange(state);
        }
    }
}
