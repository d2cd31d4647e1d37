package io.emphatic.lab.study;

import io.emphatic.lab.Estimate;
import io.emphatic.lab.study.TraceGroup.LearningCurves;
import java.util.Arrays;
import java.util.List;

/**
 * What came out for one setting.
 *
 * @param auc by run: the mean of all points of the learning curve; NaN for a run that diverged, or whose errors are
 *     beyond all numbers
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

    public int runs() {
        return auc.length;
    }

    /** The curve of one run, as it was learned. */
    LearningCurves curves(int run) {
        double[][] errors = Arrays.stream(curves[run])
                .mapToObj(error -> new double[] {error})
                .toArray(double[][]::new);
        return new LearningCurves(errors, new long[] {divergedAt[run]});
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

    static final class Gatherer {
        private final int firstFinal;
        private final double[][] auc;
        private final double[][] last;
        private final long[][] divergedAt;
        private final double[][] mean;
        private final double[][] squares;
        private final int[][] diverged;
        private final double[][][] kept;
        private int run;

        Gatherer(Study study, int settings) {
            firstFinal = study.firstFinalPoint();
            auc = new double[settings][study.runs()];
            last = new double[settings][study.runs()];
            divergedAt = new long[settings][study.runs()];
            mean = new double[settings][study.points()];
            squares = new double[settings][study.points()];
            diverged = new int[settings][study.points()];
            kept = new double[settings][study.keepsRuns() ? study.runs() : 0][study.points()];
        }

        /** Continues results of fewer runs than the study has, equally many each; the bits are those of one go. */
        Gatherer(Study study, List<Result> from) {
            this(study, from.size());
            for (int k = 0; k < from.size(); k++) {
                Result known = from.get(k);
                run = known.runs();
                System.arraycopy(known.auc, 0, auc[k], 0, run);
                System.arraycopy(known.last, 0, last[k], 0, run);
                System.arraycopy(known.divergedAt, 0, divergedAt[k], 0, run);
                System.arraycopy(known.curves, 0, kept[k], 0, Math.min(run, kept[k].length));
                mean[k] = known.mean.clone();
                squares[k] = known.squares.clone();
                diverged[k] = known.diverged.clone();
            }
        }

        void add(LearningCurves curves) {
            double[][] errors = curves.errors();
            for (int k = 0; k < auc.length; k++) {
                divergedAt[k][run] = curves.divergedAt()[k];
                auc[k][run] = finite(mean(errors, k, 0));
                last[k][run] = finite(mean(errors, k, firstFinal));
                for (int point = 0; point < errors.length; point++) {
                    double error = errors[point][k];
                    diverged[k][point] += Double.isNaN(error) ? 1 : 0;
                    // Welford's recurrence
                    double difference = error - mean[k][point];
                    mean[k][point] += difference / (run + 1);
                    squares[k][point] += difference * (error - mean[k][point]);
                    if (kept[k].length > 0) {
                        kept[k][run][point] = error;
                    }
                }
            }
            run++;
        }

        private static double mean(double[][] errors, int setting, int first) {
            double sum = 0;
            for (int point = first; point < errors.length; point++) {
                sum += errors[point][setting];
            }
            return sum / (errors.length - first);
        }

        Result result(int k, Setting setting) {
            double[] means = new double[mean[k].length];
            for (int point = 0; point < means.length; point++) {
                means[point] = finite(mean[k][point]);
            }
            return new Result(
                    setting,
                    Arrays.copyOf(auc[k], run),
                    Arrays.copyOf(last[k], run),
                    Arrays.copyOf(divergedAt[k], run),
                    means,
                    squares[k],
                    diverged[k],
                    Arrays.copyOf(kept[k], Math.min(run, kept[k].length)));
        }
    }
}
