package io.emphatic.lab.study;

import io.emphatic.lab.Estimate;
import java.util.Arrays;

/**
 * What came out for one setting.
 *
 * @param auc by run: the mean of all points of the learning curve; NaN for a run that diverged, or whose errors are
 *     beyond all numbers
 * @param last by run: the mean of the points in the last hundredth of the run; NaN likewise
 * @param divergedAt by run: the step, counted from 0, at which it diverged; {@link LearningCurves#NEVER} if it did not
 * @param mean by point: the mean over all runs; NaN from where any run has diverged
 * @param stderr by point: the standard error of that mean; NaN likewise, and with a single run
 * @param diverged by point: how many runs have diverged by then
 */
public record Result(
        Setting setting,
        double[] auc,
        double[] last,
        long[] divergedAt,
        double[] mean,
        double[] stderr,
        int[] diverged) {

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

    /** Gathers the runs of settings that learn together, in the order of the runs. */
    static final class Gatherer {
        private final int firstFinal;
        private final double[][] auc;
        private final double[][] last;
        private final long[][] divergedAt;
        private final double[][] mean;
        private final double[][] squares;
        private final int[][] diverged;
        private int run;

        Gatherer(Study study, int settings) {
            firstFinal = study.firstFinalPoint();
            auc = new double[settings][study.runs()];
            last = new double[settings][study.runs()];
            divergedAt = new long[settings][study.runs()];
            mean = new double[settings][study.points()];
            squares = new double[settings][study.points()];
            diverged = new int[settings][study.points()];
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
            double[] stderr = new double[mean[k].length];
            for (int point = 0; point < stderr.length; point++) {
                means[point] = finite(mean[k][point]);
                stderr[point] = run > 1 ? finite(Math.sqrt(squares[k][point] / (run - 1.0) / run)) : Double.NaN;
            }
            return new Result(setting, auc[k], last[k], divergedAt[k], means, stderr, diverged[k]);
        }
    }
}
