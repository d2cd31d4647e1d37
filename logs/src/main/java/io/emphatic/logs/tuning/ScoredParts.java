package io.emphatic.logs.tuning;

import io.emphatic.logs.file.SavedState;
import io.emphatic.logs.spec.RowOrder;
import io.emphatic.validation.ProgressiveValidation;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.apache.commons.statistics.distribution.TDistribution;

/** The scores of parts of a log, for standard errors: streams, several where they are many, or blocks of rows. */
final class ScoredParts {
    static final int FEWEST_STREAMS = 8; // with fewer streams than this, the log is cut into blocks

    static final int BLOCKS = 100; // how many blocks there are at most, and how many rows each has at least

    static final int BLOCK_ROWS = 20;

    private static final double UPPER_TAIL = 0.025;

    private static final double NORMAL = NormalDistribution.of(0, 1).inverseSurvivalProbability(UPPER_TAIL);

    private static final int NUMBERS = 1 << 22; // parts × candidates, of eight bytes each

    private final long rows;
    private final boolean byStream;
    private final long together; // how many streams are one part
    private final long blocks;
    private final double[] last; // scores at the end of the last part
    private final List<double[]> scores = new ArrayList<>();
    private long streams;
    private long block;

    ScoredParts(RowOrder order, int candidates) {
        this.rows = order.rows();
        this.byStream = order.streams() >= FEWEST_STREAMS;
        long most = Math.max(FEWEST_STREAMS, NUMBERS / Math.max(1, candidates));
        this.together = (order.streams() + most - 1) / most;
        this.blocks = Math.max(1, Math.min(BLOCKS, rows / BLOCK_ROWS));
        this.last = new double[candidates];
    }

    /** What a part is: {@code streams}, {@code groups of 3 streams}, {@code blocks of 50 rows}. */
    String unit() {
        if (byStream) {
            return together == 1 ? "streams" : "groups of " + together + " streams";
        }
        return "blocks of " + rows / blocks + " rows";
    }

    /** The next row scored belongs to another stream; row 0, to the first. */
    void changeStream(long row, ProgressiveValidation validation) {
        if (byStream && row > 0 && ++streams % together == 0) {
            close(validation);
        }
    }

    void advanceTo(long row, ProgressiveValidation validation) {
        long of = (long) ((double) row * blocks / rows);
        if (!byStream && of != block) {
            close(validation);
            block = of;
        }
    }

    void close(ProgressiveValidation validation) {
        double[] part = new double[last.length];
        for (int k = 0; k < part.length; k++) {
            double score = validation.score(k);
            part[k] = score - last[k];
            last[k] = score;
        }
        scores.add(part);
    }

    int count() {
        return scores.size();
    }

    /**
     * The standard error of the difference of two scores, part by part; NaN where there is one part only. Few parts
     * that matter know their spread badly: it is longer as Student's quantile of d = min(n − 1, 2n/(κ − 1)) degrees of
     * freedom, κ being the kurtosis, is longer than that of the normal distribution, so that two of them cover.
     */
    double stderr(int candidate, int other) {
        int n = scores.size();
        double mean = 0;
        for (double[] part : scores) {
            mean += (part[candidate] - part[other]) / n;
        }
        double squares = 0;
        double fourths = 0;
        for (double[] part : scores) {
            double square = Math.pow(part[candidate] - part[other] - mean, 2);
            squares += square;
            fourths += square * square;
        }
        // of a sum of n terms: √n · √(Σ(x − x̄)² / (n − 1))
        double stderr = Math.sqrt(squares * n / (n - 1));
        double kurtosis = n * (fourths / squares / squares);
        double freedom = kurtosis > 1 ? Math.max(1, Math.min(n - 1, 2 * n / (kurtosis - 1))) : n - 1;
        return stderr > 0 && Double.isFinite(freedom)
                ? stderr * TDistribution.of(freedom).inverseSurvivalProbability(UPPER_TAIL) / NORMAL
                : stderr;
    }

    void exchange(SavedState state) throws IOException {
        streams = state.whole(streams);
        block = state.whole(block);
        state.numbers(last, last.length);
        int count = state.count(scores.size());
        for (int k = 0; k < count; k++) {
            if (k == scores.size()) {
                scores.add(new double[last.length]);
            }
            state.numbers(scores.get(k), last.length);
        }
    }
}
