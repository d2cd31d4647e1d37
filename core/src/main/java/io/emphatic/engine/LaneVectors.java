package io.emphatic.engine;

import io.emphatic.experience.Features;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/**
 * The vectors of candidates side by side in {@link LaneBlocks}, with traces in factored form: e = c g, and θ moves
 * along e by a change of one scalar D, as in {@link FactoredVectors}. So rows move along features only.
 *
 * <p>How far they move along φₜ is known at the end of step t. The move is kept back until the next step, which makes
 * it in the same pass in which it multiplies the rows by φₜ₊₂; until then it is counted by products of features.
 */
abstract class LaneVectors {
    static final int LANES = ChoosingEngine.COUNT;
    static final int HALF = LaneBlocks.HALF;

    /** The largest n: the rows are saved as one array. */
    static final int LARGEST_SIZE = LaneBlocks.LARGEST_SIZE;

    /** c stays so far from the limits of doubles that what it is multiplied and divided by stays finite. */
    private static final double SMALLEST_SCALE = 1e-50;

    private static final double WIDE_RANGE = 1e5;

    /** Up to this size the rows are near to one another in memory. */
    static final int NEAR = 1024;

    private static final int AHEAD = 8;

    private static final String ROWS = "lane_rows";
    private static final String BEFORE = "features_before";
    private static final String NOW = "features_now";

    final int size;
    final LaneBlocks rows;
    final TraceRows traceRows;
    final double[] sums = new double[LaneBlocks.WIDTH]; // of the rows times φₜ, then φₜ₊₁
    final double[] factors = new double[LaneBlocks.WIDTH]; // how far the rows move along φₜ₋₁
    KeptFeatures before; // φₜ₋₁, along which a move has been kept back
    KeptFeatures now; // φₜ
    KeptFeatures next; // φₜ₊₁ during a step
    double overlap; // φₜ₋₁ᵀφₜ
    double overlapNext; // φₜᵀφₜ₊₁
    private final Map<String, double[]> live = new TreeMap<>();

    LaneVectors(int size) {
        this.size = size;
        this.rows = new LaneBlocks(size);
        this.traceRows = new TraceRows(size);
        this.before = new KeptFeatures(size);
        this.now = new KeptFeatures(size);
        this.next = new KeptFeatures(size);
    }

    /** An array of the state. */
    final double[] saved(String name, int length) {
        double[] array = new double[length];
        live.put(name, array);
        return array;
    }

    /** Refuses a saved factor by which nothing could be divided. */
    static void requireFactor(String name, double factor) {
        if (!isInRange(Math.abs(factor))) {
            throw new IllegalArgumentException("its " + name + " has a factor out of range: " + factor);
        }
    }

    /** Whether c stays in range. */
    static boolean isInRange(double scale) {
        return scale >= SMALLEST_SCALE && scale * SMALLEST_SCALE <= 1;
    }

    /**
     * By which factor g may grow between folds, as of a {@link TraceScale}; wider where a fold goes through a list of
     * rows that are far from one another in memory, at the price of two more digits.
     */
    final double range() {
        return traceRows.isAll() || size <= NEAR ? TraceScale.RANGE : WIDE_RANGE;
    }

    /** The i-th row with a trace; one that follows soon is asked for. */
    final int traceRow(int i) {
        rows.touch(traceRows.at(Math.min(i + AHEAD, traceRows.count() - 1)));
        return traceRows.at(i);
    }

    /** Makes φₜ the features of now, unless they are φₜ₊₁ of the last step. */
    final void arrive(Features phi) {
        if (!now.holds(phi)) {
            settle();
            before.clear();
            now.keep(phi);
            multiply();
        }
    }

    /** Multiplies the rows, and φₜ₋₁, by φₜ. */
    final void multiply() {
        rows.dot(now, sums);
        overlap = before.dot(now);
    }

    /** Makes the moves along φₜ₋₁ and φₜ that have been kept back, and lets both join the traces. */
    abstract void settle();

    /** Moves along φₜ₋₁, and multiplies by φₜ₊₁. */
    final void pass(Features phiNext) {
        next.keep(phiNext);
        rows.moveAndDot(before, factors, next, sums);
        overlapNext = now.dot(next);
    }

    /** φₜ₊₁ becomes φₜ. */
    final void goOn() {
        KeptFeatures free = before;
        before = now;
        now = next;
        next = free;
        overlap = overlapNext;
    }

    final Map<String, double[]> state() {
        Map<String, double[]> state = new TreeMap<>(live);
        state.put(ROWS, rows.flat());
        state.put(BEFORE, before.state());
        state.put(NOW, now.state());
        return state;
    }

    final void reset(double[] initialWeights) {
        live.values().forEach(array -> Arrays.fill(array, 0));
        rows.clear();
        for (int j = 0; j < size; j++) {
            for (int k = 0; k < LANES; k++) {
                rows.set(j, k, initialWeights[j]);
            }
        }
        before.clear();
        now.clear();
        traceRows.clear();
        begin();
        multiply();
        loaded();
    }

    /** Sets what is not zero at the beginning, beside θ. */
    abstract void begin();

    /** Rebuilds what is derived from the state. */
    abstract void loaded();

    final void load(Map<String, double[]> arrays) {
        if (!arrays.containsKey(ROWS) && arrays.keySet().stream().anyMatch(name -> name.startsWith("0."))) {
            throw new IllegalArgumentException(
                    "it was saved by a version with a learner for each step size, from which this one cannot go on;"
                            + " learn from the log again");
        }
        require(arrays, ROWS, LaneBlocks.WIDTH * size);
        live.forEach((name, array) -> require(arrays, name, array.length));
        before.load(BEFORE, arrays.get(BEFORE));
        now.load(NOW, arrays.get(NOW));
        live.forEach((name, array) -> System.arraycopy(arrays.get(name), 0, array, 0, array.length));
        rows.take(arrays.get(ROWS));
        multiply();
        loaded();
    }

    private static void require(Map<String, double[]> arrays, String name, int length) {
        double[] array = arrays.get(name);
        if (array == null || array.length != length) {
            throw new IllegalArgumentException("its " + name
                    + (array == null ? " is missing" : " has " + array.length + " numbers, not " + length));
        }
    }
}
