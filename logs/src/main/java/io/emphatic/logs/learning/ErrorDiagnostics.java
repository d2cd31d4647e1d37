package io.emphatic.logs.learning;

import io.emphatic.logs.file.SavedState;
import java.io.IOException;
import java.util.Arrays;

/** The mean |δ| of each tenth of the log. Only steps that were learned from count. */
final class ErrorDiagnostics {
    static final int TENTHS = 10;

    private final long rows;
    private final double[] sums = new double[TENTHS];
    private final long[] counts = new long[TENTHS];
    private int tenth; // of the last step; found again after a restart

    /** @param rows how many rows the log has */
    ErrorDiagnostics(long rows) {
        this.rows = rows;
    }

    /**
     * @param error δ; NaN for an algorithm that has none
     * @param logRow the index of the row in the log, from 0; not smaller than that of the step before
     */
    void learned(double error, long logRow) {
        advance(logRow);
        if (!Double.isNaN(error)) {
            sums[tenth] += Math.abs(error);
            counts[tenth]++;
        }
    }

    private void advance(long logRow) {
        while (TENTHS * logRow >= (tenth + 1) * rows) {
            tenth++;
        }
    }

    /** The sum so far of the tenth that has this row. */
    double sum(long logRow) {
        advance(logRow);
        return sums[tenth];
    }

    /** Sets that sum, after this many more steps with a δ. */
    void setSum(double sum, long more) {
        sums[tenth] = sum;
        counts[tenth] += more;
    }

    /** The first row of the next tenth. */
    long end() {
        return (Math.multiplyExact(tenth + 1L, rows) + TENTHS - 1) / TENTHS;
    }

    /** NaN where nothing was learned. */
    double[] means() {
        double[] means = new double[TENTHS];
        Arrays.setAll(means, k -> sums[k] / counts[k]);
        return means;
    }

    void exchange(SavedState state) throws IOException {
        for (int k = 0; k < TENTHS; k++) {
            sums[k] = state.number(sums[k]);
            counts[k] = state.whole(counts[k]);
        }
    }
}
