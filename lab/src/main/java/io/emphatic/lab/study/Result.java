package io.emphatic.lab.study;

import io.emphatic.lab.Estimate;
import io.emphatic.lab.study.TraceGroup.LearningCurves;
import java.util.Arrays;

/**
 * What came out for one setting.
 *
 * @param auc by run: the mean of all points of the learning curve; NaN for a run that diverged or overflowed
 * @param last by run: the mean of the points in the last hundredth of the run; NaN likewise
 * @param divergedAt by run: the step, counted from 0, at which it diverged; {@link LearningCurves#NEVER} if it did not
 * @param mean by point: the mean over all runs; NaN from where any run has diverged
 * @param squares by point: the sum over the runs of squared differences from that mean, to which further runs add
 * @param diverged by point: how many runs have diverged by then
 * @param curves by run and point: the error itself; empty where it was not to be kept
 */
public record Result(
        Setting setting,
        double[] auc,
        double[] last,
        long[] divergedAt,
        double[] mean,
        double[] squares,
        int[] diverged,
        double[][] curves) {
    /** Of no run. */
    static Result none(Study study, Setting setting) {
        int n = study.points();
        double[] none = new double[0];
        return new Result(setting, none, none, new long[0], new double[n], new double[n], new int[n], new double[0][]);
    }

    /** How many runs there are. */
    public int runs() {
        return auc.length;
    }

    /** By point: the standard error of the mean; NaN where there is no mean, and with a single run. */
    public double[] stderr() {
        int n = runs();
        return Arrays.stream(squares)
                .map(sum -> n > 1 ? finite(Math.sqrt(sum / (n - 1.0) / n)) : Double.NaN)
                .toArray();
    }

    /** An error of more than this many times that of not learning has not diverged, but is as good as that. */
    private static final double HUGE = 1e6;

    /** How many runs ended, without having diverged, with more than a million times the error before learning. */
    public long hugeRuns() {
        return Arrays.stream(last).filter(error -> error > HUGE * mean[0]).count();
    }

    /** Whether any run diverged. */
    public boolean isDiverged() {
        return Arrays.stream(divergedAt).anyMatch(step -> step != LearningCurves.NEVER);
    }

    /** The mean of {@code auc} over all runs; NaN, and so never best, if any run has none. */
    public double meanAuc() {
        return finite(Estimate.of(auc).mean());
    }

    /** The mean of {@code final} over all runs; NaN, and so never best, if any run has none. */
    public double meanLast() {
        return finite(Estimate.of(last).mean());
    }

    private static double finite(double value) {
        return Double.isFinite(value) ? value : Double.NaN;
    }

    /** The result of one setting, run by run. */
    static final class Gatherer {
        private final Setting setting;
        private final int firstFinal;
        private final double[] auc;
        private final double[] last;
        private final long[] divergedAt;
        private final double[] mean;
        private final double[] squares;
        private final int[] diverged;
        private final double[][] kept;
        private int run;

        /** Continues a result of fewer runs than the study has; the bits are those of one go. */
        Gatherer(Study study, Result known) {
            setting = known.setting;
            firstFinal = study.firstFinalPoint();
            auc = Arrays.copyOf(known.auc, study.runs());
            last = Arrays.copyOf(known.last, study.runs());
            divergedAt = Arrays.copyOf(known.divergedAt, study.runs());
            mean = known.mean.clone();
            squares = known.squares.clone();
            diverged = known.diverged.clone();
            kept = Arrays.copyOf(known.curves, study.keepsRuns() ? study.runs() : 0);
            run = known.runs();
        }

        /** @param errors kept, not modified */
        void add(double[] errors, long diverges) {
            divergedAt[run] = diverges;
            auc[run] = finite(mean(errors, 0));
            last[run] = finite(mean(errors, firstFinal));
            for (int point = 0; point < errors.length; point++) {
                diverged[point] += Double.isNaN(errors[point]) ? 1 : 0;
                // Welford's recurrence
                double difference = errors[point] - mean[point];
                mean[point] += difference / (run + 1);
                squares[point] += difference * (errors[point] - mean[point]);
            }
            if (kept.length > 0) {
                kept[run] = errors;
            }
            run++;
        }

        private static double mean(double[] errors, int first) {
            double sum = 0;
            for (int point = first; point < errors.length; point++) {
                sum += errors[point];
            }
            return sum / (errors.length - first);
        }

        Result result() {
            return new Result(
                    setting,
                    Arrays.copyOf(auc, run),
                    Arrays.copyOf(last, run),
                    Arrays.copyOf(divergedAt, run),
                    Arrays.stream(mean).map(Result::finite).toArray(),
                    squares,
                    diverged,
                    Arrays.copyOf(kept, Math.min(run, kept.length)));
        }
    }
}
