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
        while (TENTHS * logRow >= (tenth + 1) * rows) {
            tenth++;
        }
        if (!Double.isNaN(error)) {
            sums[tenth] += Math.abs(error);
            counts[tenth]++;
        }
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
