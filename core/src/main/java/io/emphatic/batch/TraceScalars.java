package io.emphatic.batch;

/** A scalar of each trace, and a copy of it in each lane of the trace. */
final class TraceScalars {
    /** The scalar of the trace of each lane, as it was {@linkplain #spread spread} last. */
    final double[] lanes;

    private final double[] traces;
    private final int[] traceOf;
    private boolean changed = true;

    /**
     * @param traceOf the trace of each lane. Not modified.
     * @param lanes of zeros, from now on those of this object
     */
    TraceScalars(int traces, int[] traceOf, double[] lanes) {
        this.traces = new double[traces];
        this.traceOf = traceOf;
        this.lanes = lanes;
    }

    double of(int trace) {
        return traces[trace];
    }

    void set(int trace, double value) {
        changed |= traces[trace] != value;
        traces[trace] = value;
    }

    boolean isAnyNotZero() {
        for (double value : traces) {
            if (value != 0) {
                return true;
            }
        }
        return false;
    }

    /** Brings the lanes up to date. Returns whether any scalar has changed. */
    boolean spread() {
        if (!changed) {
            return false;
        }
        changed = false;
        spread(traces, traceOf, lanes);
        return true;
    }

    private static void spread(double[] traces, int[] traceOf, double[] lanes) {
        for (int l = 0; l < lanes.length; l++) {
            lanes[l] = traces[traceOf[l]];
        }
    }
}
