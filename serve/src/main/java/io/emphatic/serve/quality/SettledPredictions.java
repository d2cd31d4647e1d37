package io.emphatic.serve.quality;

import io.emphatic.logs.file.SavedState;
import java.io.IOException;

/** Predictions whose return is known: sums over all, and the last ones themselves. */
public final class SettledPredictions {
    public static final int KEPT = 256;

    private static final int RECENT = 128;

    private final int[] streams = new int[KEPT];
    private final long[] seqs = new long[KEPT];
    private final double[] predicted = new double[KEPT];
    private final double[] realised = new double[KEPT];
    private long count;
    private double errors; // Σ (predicted − realised)
    private double squares;
    private double realisedSum;
    private double realisedSquares;

    void add(int stream, long seq, double prediction, double returned) {
        int at = (int) (count % KEPT);
        streams[at] = stream;
        seqs[at] = seq;
        predicted[at] = prediction;
        realised[at] = returned;
        double error = prediction - returned;
        count++;
        errors += error;
        squares += error * error;
        realisedSum += returned;
        realisedSquares += returned * returned;
    }

    public long count() {
        return count;
    }

    /** Mean of predicted − realised; NaN without any. */
    public double bias() {
        return errors / count;
    }

    public double rootMeanSquare() {
        return Math.sqrt(squares / count);
    }

    /** The same of the mean return in the place of each prediction: what there is to be explained. */
    public double deviation() {
        double mean = realisedSum / count;
        return Math.sqrt(Math.max(0, realisedSquares / count - mean * mean));
    }

    /** The same of the last ones: what was predicted when nothing was learned yet does not count for ever. */
    public record RecentErrors(int count, double bias, double rootMeanSquare, double deviation) {}

    public RecentErrors recent() {
        int last = Math.min(kept(), RECENT);
        double errorSum = 0;
        double errorSquares = 0;
        double sum = 0;
        for (int back = 0; back < last; back++) {
            double error = predicted(back) - realised(back);
            errorSum += error;
            errorSquares += error * error;
            sum += realised(back);
        }
        double mean = sum / last;
        double deviations = 0;
        for (int back = 0; back < last; back++) {
            deviations += (realised(back) - mean) * (realised(back) - mean);
        }
        return new RecentErrors(last, errorSum / last, Math.sqrt(errorSquares / last), Math.sqrt(deviations / last));
    }

    public int kept() {
        return (int) Math.min(count, KEPT);
    }

    /** @param back 0 for the last one, below {@link #kept} */
    public int stream(int back) {
        return streams[at(back)];
    }

    public long seq(int back) {
        return seqs[at(back)];
    }

    public double predicted(int back) {
        return predicted[at(back)];
    }

    public double realised(int back) {
        return realised[at(back)];
    }

    /** |predicted − realised|. */
    double error(int back) {
        return Math.abs(predicted(back) - realised(back));
    }

    private int at(int back) {
        return (int) ((count - 1 - back) % KEPT);
    }

    void exchange(SavedState state) throws IOException {
        count = state.whole(count);
        for (int k = 0; k < KEPT; k++) {
            streams[k] = state.count(streams[k]);
            seqs[k] = state.whole(seqs[k]);
        }
        state.numbers(predicted, KEPT);
        state.numbers(realised, KEPT);
        errors = state.number(errors);
        squares = state.number(squares);
        realisedSum = state.number(realisedSum);
        realisedSquares = state.number(realisedSquares);
    }
}
