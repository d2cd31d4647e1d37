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

/**
 * The result of learning from a log.
 *
 * @param terminated how many rows led into a terminal state
 * @param cutOff how many streams or episodes were cut off
 * @param keptOpen how many streams were open at their end, and kept to be continued
 * @param features the name of each feature, in the order of the weights
 * @param beyond how many rows lie beyond what the rows before have shown, and were not learned from
 * @param ranges what each column may be in the next row, if it is to be learned from
 * @param predictions in the order of the spec
 */
public record LearningReport(
        String log,
        long rows,
        long streams,
        long terminated,
        long cutOff,
        long keptOpen,
        List<String> features,
        long beyond,
        List<ColumnRange> ranges,
        List<LearnedPrediction> predictions,
        List<Finding> findings) {

    /**
     * One prediction.
     *
     * @param steps how many were learned from
     * @param stepsBefore how many were learned from by earlier runs that this one continues
     * @param divergedAt the step at which it diverged, counted from 0, those of earlier runs included
     * @param episodes how many whole episodes the log is worth
     * @param followOn null for algorithms without, as {@code emphasis}
     * @param tdError mean |δ| of each tenth of the log; NaN where nothing was learned, or for least squares
     * @param largestCumulant the largest magnitude of what is summed up
     * @param bar null without bands
     * @param meanHalfWidth how far the bar of the mean prediction reaches to each side; NaN where there is none
     * @param streams where each stream has its own learners, and there are neither weights nor a mean; null otherwise
     */
    public record LearnedPrediction(
            String name,
            Config config,
            long steps,
            long stepsBefore,
            double[] weights,
            OptionalLong divergedAt,
            RatioSummary ratio,
            WholeEpisodes episodes,
            Spread followOn,
            Spread emphasis,
            double[] tdError,
            double largestCumulant,
            StepSizes stepSizes,
            ConvergenceVerdict convergence,
            StreamSummary streams,
            Bands.Bar bar,
            double meanHalfWidth) {

        private static final double FAR_OFF = 10;

        /** θᵀφ with the final weights, averaged over all rows of the log; NaN where each stream has its own. */
        public double meanPrediction() {
            return convergence.endMean();
        }

        /** Whether predictions are larger than any sum of what was seen, or far from the solution by least squares. */
        boolean hasBlownUp() {
            double size = largestCumulant == 0 ? 0 : convergence.size() / largestCumulant;
            return size > stepsBefore + steps || size > FAR_OFF && convergence.distance() > FAR_OFF;
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
            } else if (ratio.max() == 0) {
                warnings.add("every importance ratio is 0: the target never does what was logged, so this log says"
                        + " nothing of it");
            } else if (divergedAt.isEmpty() && hasBlownUp()) {
                warnings.add("has blown up: predictions are about " + Numbers.significant(convergence.size())
                        + ", and nothing in the log is larger than " + Numbers.significant(largestCumulant)
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

    /**
     * Streams with their own learners.
     *
     * @param steps of all of them, those of earlier runs included
     * @param diverged how many have diverged
     * @param firstDiverged some of those, by their keys
     */
    public record StreamSummary(long count, long steps, long stepsBefore, long diverged, List<String> firstDiverged) {}

    /**
     * How far steps went.
     *
     * @param last α of the last step; NaN where it is not known, or there is none
     * @param bounded in how many steps {@code overshoot} bounded it, those of earlier runs included
     */
    public record StepSizes(double last, long bounded) {
        static final StepSizes UNKNOWN = new StepSizes(Double.NaN, 0);
    }

    /** How many episodes a log has, and how many of weight 1 would say as much. */
    public record WholeEpisodes(long count, double effective) {}

    /**
     * Has it converged? Against the solution by least squares where that is known, otherwise by what the second half of
     * the log has changed.
     *
     * @param halfMean the mean prediction over the log with the weights after half of it; NaN if unknown
     * @param endMean the mean prediction with the final weights
     * @param size of the final predictions, about their root mean square: √(Σ θⱼ² mean φⱼ²)
     * @param solutionMean the mean prediction with the least-squares solution; NaN if unknown, as the distance
     * @param distance of the final predictions from those of the solution, relative to them
     */
    public record ConvergenceVerdict(
            double halfMean, double endMean, double size, double solutionMean, double distance) {
        static final ConvergenceVerdict UNKNOWN =
                new ConvergenceVerdict(Double.NaN, Double.NaN, Double.NaN, Double.NaN, Double.NaN);

        /** Predictions this close, relatively, are taken to be there: measured, see {@code docs/log-doctor.md}. */
        private static final double CLOSE = 0.15;

        /** How much of the mean prediction came in the second half of the log; around 0, of the predictions. */
        public double change() {
            double scale = Math.max(size, Math.max(Math.abs(endMean), Math.abs(halfMean)));
            return scale == 0 ? 0 : Math.abs(endMean - halfMean) / scale;
        }

        /** Empty where nothing is known. */
        public Optional<Boolean> verdict() {
            double apart = Double.isFinite(distance) ? distance : change();
            return Double.isNaN(apart) ? Optional.empty() : Optional.of(apart <= CLOSE);
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

    /** Importance ratios of all steps of the log. */
    public record RatioSummary(
            double min, double mean, double max, double effectiveSampleSize, double p50, double p99) {}

    /** A distribution in three numbers; p50 and p99 as exact as {@code docs/learn.md} says. */
    public record Spread(double p50, double p99, double max) {
        /** Null for no numbers. */
        static Spread of(Quantiles all) {
            return Double.isNaN(all.max()) ? null : new Spread(all.at(0.5), all.at(0.99), all.max());
        }
    }
}
