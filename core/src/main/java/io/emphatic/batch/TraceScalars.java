package io.emphatic.batch;

/**
 * A scalar of each trace, and a copy of it in each lane of the trace. What has been copied is kept for a while: where
 * there are few states, few different scalars come again and again.
 */
final class TraceScalars {
    /** How many rows are kept. */
    static final int ROWS = 4;

    private final double[] traces;
    private final int[] traceOf;
    private final double[][] keptTraces;
    private final double[][] keptLanes;
    private int now;
    private int written;
    private boolean changed;

    /**
     * @param traceOf the trace of each lane. Not modified.
     * @param rows {@link #ROWS} rows of zeros, from now on those of this object
     */
    TraceScalars(int traces, int[] traceOf, double[][] rows) {
        this.traces = new double[traces];
        this.traceOf = traceOf;
        this.keptTraces = new double[ROWS][traces];
        this.keptLanes = rows;
    }

    double of(int trace) {
        return traces[trace];
    }

    void set(int trace, double value) {
        changed |= traces[trace] != value;
        traces[trace] = value;
    }

    /** The scalar of the trace of each lane, as it was {@linkplain #spread spread} last. Not to be modified. */
    double[] lanes() {
        return keptLanes[now];
    }

    /** Brings the lanes up to date. Returns whether any scalar has changed. */
    boolean spread() {
        if (!changed) {
            return false;
        }
        changed = false;
        for (int k = 0; k < ROWS; k++) {
            if (isEqual(keptTraces[k], traces)) {
                now = k;
                return true;
            }
        }
        written = (written + 1) % ROWS;
        now = written;
        System.arraycopy(traces, 0, keptTraces[now], 0, traces.length);
        spread(traces, traceOf, keptLanes[now]);
        return true;
    }

    private static boolean isEqual(double[] one, double[] other) {
        for (int k = 0; k < one.length; k++) {
            if (one[k] != other[k]) {
                return false;
            }
        }
        return true;
    }

    private static void spread(double[] traces, int[] traceOf, double[] lanes) {
        for (int l = 0; l < lanes.length; l++) {
            lanes[l] = traces[traceOf[l]];
        }
    }
}
