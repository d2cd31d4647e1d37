package io.emphatic.serve.quality;

import io.emphatic.logs.file.SavedState;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.List;

/** Predictions whose return is known: sums over all, and the last ones themselves. */
public final class SettledPredictions {
    static final int KEPT = 256;

    private static final int RECENT = 128;

    public record SettledPrediction(int stream, long seq, double predicted, double realised) {}

    /** Bias is the mean of predicted − realised; deviation the error of the mean return: what there is to explain. */
    public record SettledErrors(long count, double bias, double rootMeanSquareError, double deviation) {}

    private final Deque<SettledPrediction> last = new ArrayDeque<>(); // the latest first
    private long count;
    private double errors; // Σ (predicted − realised)
    private double squares;
    private double realisedMean;
    private double realisedSquares; // Σ (realised − mean)²

    void add(int stream, long seq, double prediction, double returned) {
        if (last.size() == KEPT) {
            last.removeLast();
        }
        last.addFirst(new SettledPrediction(stream, seq, prediction, returned));
        double error = prediction - returned;
        count++;
        errors += error;
        squares += error * error;
        // Welford's recurrence
        double difference = returned - realisedMean;
        realisedMean += difference / count;
        realisedSquares += difference * (returned - realisedMean);
    }

    public long count() {
        return count;
    }

    /** NaN without any. */
    public SettledErrors all() {
        return new SettledErrors(count, errors / count, Math.sqrt(squares / count), Math.sqrt(realisedSquares / count));
    }

    /** Of the last {@value #RECENT}: what was predicted when nothing was learned yet does not count for ever. */
    public SettledErrors recent() {
        SettledPredictions recent = new SettledPredictions();
        last.stream().limit(RECENT).forEach(one -> recent.add(one.stream, one.seq, one.predicted, one.realised));
        return recent.all();
    }

    /** The last {@value #KEPT}, the latest first. */
    public Collection<SettledPrediction> last() {
        return last;
    }

    void exchange(SavedState state) throws IOException {
        List<SettledPrediction> saved = List.copyOf(last);
        int kept = state.count(saved.size());
        for (int k = 0; k < kept; k++) {
            SettledPrediction one = k < saved.size() ? saved.get(k) : new SettledPrediction(0, 0, 0, 0);
            one = new SettledPrediction(
                    state.count(one.stream),
                    state.whole(one.seq),
                    state.number(one.predicted),
                    state.number(one.realised));
            if (saved.isEmpty()) {
                last.addLast(one);
            }
        }
        count = state.whole(count);
        errors = state.number(errors);
        squares = state.number(squares);
        realisedMean = state.number(realisedMean);
        realisedSquares = state.number(realisedSquares);
    }
}
