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
    final ErrorDiagnostics errors;
    final int place; // among the predictions of those diagnostics
    private final double[][][] recorded; // by chunk and column: of the row before it, and of its rows; null for none
    private int chunk; // the number of the present one
    private int lastRow = -1; // the last row of the chunk before, in its own chunk; −1 before the first
    private final boolean isPerStream; // whether each stream has a learner, of which the present one is looked at
    private long stepsBefore; // learned from by earlier runs
    private final long half; // the first row of the second half of the log
    private double[] halfWeights; // after the first half; null before, and where they are not kept

    /** @param emphases and errors are shared with the predictions that have the same trace */
    RunningPrediction(
            PlannedPrediction plan,
            EmphasisDiagnostics emphases,
            ErrorDiagnostics errors,
            int place,
            PredictionRun.RunSettings settings) {
        this.plan = plan;
        this.emphases = emphases;
        this.errors = errors;
        this.place = place;
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

    /** Whether {@link #noteStep} has something to do at this row. */
    final boolean notes(long logRow) {
        return recorded != null || logRow >= half && halfWeights == null;
    }

    /** Takes note of a step after the update. Returns whether it was learned from. */
    final boolean noteStep(int row, long logRow) {
        boolean learned = divergedAt().isEmpty();
        if (learned && logRow >= half && halfWeights == null) {
            halfWeights = weights();
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
        errors.exchange(place, state);
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
                        errors.means(place),
                        errors.largestCumulants[place]),
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

    /** The mean |δ| of each tenth of the log, by prediction. Only steps that were learned from count. */
    static final class ErrorDiagnostics {
        static final int TENTHS = 10;

        private final long rows;
        private final double[][] sums; // by tenth and prediction
        private final long[][] counts;
        private final double[] largestCumulants; // their magnitudes
        private int tenth; // of the last step; found again after a restart

        ErrorDiagnostics(long rows, int predictions) {
            this.rows = rows;
            this.sums = new double[TENTHS][predictions];
            this.counts = new long[TENTHS][predictions];
            this.largestCumulants = new double[predictions];
        }

        /** @param error δ; NaN for an algorithm that has none */
        void learned(int place, double error, double cumulant, long logRow) {
            advance(logRow);
            largestCumulants[place] = Math.max(largestCumulants[place], Math.abs(cumulant));
            if (!Double.isNaN(error)) {
                sums[tenth][place] += Math.abs(error);
                counts[tenth][place]++;
            }
        }

        /** A step of every prediction, none of which has diverged. */
        void learned(double[] errors, double[] cumulants, long logRow) {
            advance(logRow);
            double[] sum = sums[tenth];
            long[] count = counts[tenth];
            for (int k = 0; k < sum.length; k++) {
                sum[k] += Math.abs(errors[k]);
                count[k]++;
                largestCumulants[k] = Math.max(largestCumulants[k], Math.abs(cumulants[k]));
            }
        }

        private void advance(long logRow) {
            while (TENTHS * logRow >= (tenth + 1) * rows) {
                tenth++;
            }
        }

        /** NaN where nothing was learned. */
        double[] means(int place) {
            double[] means = new double[TENTHS];
            Arrays.setAll(means, k -> sums[k][place] / counts[k][place]);
            return means;
        }

        void exchange(int place, SavedState state) throws IOException {
            largestCumulants[place] = state.number(largestCumulants[place]);
            for (int k = 0; k < TENTHS; k++) {
                sums[k][place] = state.number(sums[k][place]);
                counts[k][place] = state.whole(counts[k][place]);
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
