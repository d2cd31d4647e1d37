package io.emphatic.logs.learning;

import io.emphatic.Config;
import io.emphatic.documents.text.Numbers;
import io.emphatic.logs.doctor.Finding;
import io.emphatic.logs.file.ShownRanges.ColumnRange;
import io.emphatic.logs.spec.Bands;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** What was learned from a log, prediction by prediction, and what is to be known of the log. */
public record LearningReport(
        String log,
        long rows,
        long streams,
        long terminated, // rows that led into a terminal state
        long cutOff, // streams or episodes
        long keptOpen, // streams that were open at their end, and kept
        List<String> features, // in the order of the weights
        long beyond, // rows beyond what the rows before have shown, not learned from
        List<ColumnRange> ranges, // what each column may be in the next row
        List<LearnedPrediction> predictions,
        List<Finding> findings) {
    /** A prediction with its final weights, in the order of {@link LearningReport#features}. */
    public record LearnedPrediction(
            String name,
            Config config,
            long steps,
            long stepsBefore, // of earlier runs that this one continues
            double[] weights,
            OptionalLong divergedAt, // the step, counted from 0, those of earlier runs included
            StepDiagnostics diagnostics,
            StepSizes stepSizes,
            ConvergenceVerdict convergence,
            StreamSummary streams, // where each has its own learners; null otherwise
            Bands.Bar bar, // null without bands
            double meanHalfWidth // of the bar of the mean prediction; NaN where there is none
            ) {
        private static final double FAR_OFF = 10;

        /** θᵀφ with the final weights, averaged over all rows of the log; NaN where each stream has its own. */
        public double meanPrediction() {
            return convergence.endMean();
        }

        /** Whether predictions are larger than any sum of what was seen, or far from the solution by least squares. */
        boolean hasBlownUp() {
            double size = diagnostics.largestCumulant == 0 ? 0 : convergence.size() / diagnostics.largestCumulant;
            return size > stepsBefore + steps || size > FAR_OFF && convergence.distance() > FAR_OFF;
        }

        /** Whether the mean prediction is more than twice what this many rows can bring, and has not blown up. */
        boolean isBeyond(long rows) {
            return !hasBlownUp() && Math.abs(meanPrediction()) > 2 * rows * diagnostics.largestCumulant;
        }

        /** Reasons to trust the weights less. */
        public List<String> warnings() {
            List<String> warnings = new ArrayList<>();
            if (streams != null && streams.diverged() > 0) {
                warnings.add("diverged in " + Numbers.count(streams.diverged(), "stream") + " of "
                        + Numbers.count(streams.count()) + ": " + String.join(", ", streams.firstDiverged())
                        + (streams.diverged() > streams.firstDiverged().size() ? ", …" : ""));
            }
            if (divergedAt.isPresent()) {
                String step = Numbers.count(divergedAt.getAsLong());
                warnings.add("diverged at step " + step + ": this is the state before it");
            }
            if (steps == 0 && divergedAt.isEmpty()) {
                warnings.add("there was no step to learn from");
            } else if (diagnostics.ratio.max() == 0) {
                warnings.add("every importance ratio is 0: the target never does what was logged, so this log says"
                        + " nothing of it");
            } else if (divergedAt.isEmpty() && hasBlownUp()) {
                warnings.add("has blown up: predictions are about " + Numbers.significant(convergence.size())
                        + ", and nothing in the log is larger than " + Numbers.significant(diagnostics.largestCumulant)
                        + ": leave out the step size, or bound steps (overshoot: 0.3), or take elstd or wis-etd");
            } else if (divergedAt.isEmpty() && convergence.verdict().equals(Optional.of(false))) {
                warnings.add("has not reached its fixed point: " + convergence.text());
            }
            if (bar != null && bar.refusal() != null) {
                warnings.add(bar.refusal());
            }
            return warnings;
        }
    }

    /** What the steps of a prediction were like. */
    public record StepDiagnostics(
            RatioSummary ratio,
            WholeEpisodes episodes, // how many whole episodes the log is worth
            Spread followOn, // null for algorithms without, as the emphasis
            Spread emphasis,
            double[] tdError, // mean |δ| of each tenth of the log; NaN where nothing was learned
            double largestCumulant // its magnitude
            ) {}

    /** Streams with their own learners; steps are those of all of them, of earlier runs too. */
    public record StreamSummary(long count, long steps, long stepsBefore, long diverged, List<String> firstDiverged) {}

    /** α of the last step, NaN where there is none, and in how many steps {@code overshoot} bounded it. */
    public record StepSizes(double last, long bounded) {
        static final StepSizes UNKNOWN = new StepSizes(Double.NaN, 0);
    }

    /** How many episodes a log has, and how many of weight 1 would say as much. */
    public record WholeEpisodes(long count, double effective) {}

    /** Has it converged? Against least squares where that is known, otherwise by what the second half changed. */
    public record ConvergenceVerdict(
            double halfMean, // the mean prediction with the weights after half of the log; NaN if unknown
            double endMean, // the same with the final weights
            double size, // of the final predictions: √(Σ θⱼ² mean φⱼ²)
            double solutionMean, // with the least-squares solution; NaN if unknown
            double distance // of the final predictions from those of the solution, relative to them
            ) {
        static final ConvergenceVerdict UNKNOWN =
                new ConvergenceVerdict(Double.NaN, Double.NaN, Double.NaN, Double.NaN, Double.NaN);

        /** Predictions this close, relatively, are taken to be there: measured, see {@code docs/log-doctor.md}. */
        private static final double CLOSE_DISTANCE = 0.15;

        /** How much of the mean prediction came in the second half of the log; around 0, of the predictions. */
        public double change() {
            double scale = Math.max(size, Math.max(Math.abs(endMean), Math.abs(halfMean)));
            return scale == 0 ? 0 : Math.abs(endMean - halfMean) / scale;
        }

        /** Whether it has; empty where nothing tells. */
        public Optional<Boolean> verdict() {
            double apart = Double.isFinite(distance) ? distance : change();
            return Double.isNaN(apart) ? Optional.empty() : Optional.of(apart <= CLOSE_DISTANCE);
        }

        /** What the verdict rests on, in a few words. */
        public String text() {
            String half = Double.isNaN(halfMean)
                    ? ""
                    : "mean prediction " + Numbers.significant(halfMean) + " after half of the log, "
                            + Numbers.significant(endMean) + " at the end";
            String solved = Double.isFinite(distance)
                    ? ", " + Numbers.significant(solutionMean) + " by least squares, whose predictions"
                            + " differ from these by " + Numbers.fixed(100 * distance, 1) + " %"
                    : "";
            return (half + solved).replaceFirst("^, ", "");
        }
    }

    /** Of ρ over the steps learned from; the effective sample size is (Σρ)²/Σρ²; NaN without steps. */
    public record RatioSummary(
            double min, double mean, double max, double effectiveSampleSize, double p50, double p99) {}

    /** A distribution in three numbers; p50 and p99 as exact as {@code docs/learn.md} says. */
    public record Spread(double p50, double p99, double max) {
        static Spread of(Quantiles all) {
            return Double.isNaN(all.max()) ? null : new Spread(all.at(0.5), all.at(0.99), all.max());
        }
    }
}
