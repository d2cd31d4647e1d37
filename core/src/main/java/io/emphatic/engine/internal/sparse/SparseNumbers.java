package io.emphatic.engine.internal.sparse;

import io.emphatic.engine.Engine;
import io.emphatic.engine.internal.plain.EngineState;
import io.emphatic.experience.Features;
import io.emphatic.experience.Norm;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Map;

/** The numbers of {@link SparseVectors}, the list of the features of its traces, and what is read from them. */
abstract class SparseNumbers implements EngineState.Part {
    static final double NEGLIGIBLE = 1e-13; // entries of a trace below this fraction of the largest are dropped

    /** The name under which the order of the list is saved: a fold sums products in that order. */
    private static final String ORDER = "trace_list";

    // The numbers of feature j are at stride · j and these: where large arrays begin at a multiple of a cache line, and
    // have a header of two numbers, no feature lies in two cache lines.
    static final int X = 2;
    static final int G = 3;
    static final int Y = 4;
    static final int P = 5;

    // Indices of the scalars.
    static final int MOVE_X = 0; // A
    static final int REST_X = 1; // what rounding has left of A
    static final int MOVE_Y = 2; // B
    static final int REST_Y = 3;
    static final int GY = 4;
    static final int GG = 5;
    static final int PY = 6;
    static final int PG = 7;

    final TraceScale e = new TraceScale(); // c
    final TraceScale h = new TraceScale(); // d
    double negligible = NEGLIGIBLE; // entries below this fraction of the largest are dropped
    final boolean hasTwo;
    final int size;
    final int stride;
    final double[] numbers;
    final double[] scalars = new double[PG + 1];
    final int[] listed; // the features of the traces
    int count; // of listed

    /** @param hasTwo whether there are w and h beside θ and e */
    SparseNumbers(int size, boolean hasTwo) {
        this.size = size;
        this.hasTwo = hasTwo;
        stride = hasTwo ? 4 : 2;
        numbers = new double[stride * size + X];
        listed = new int[size];
    }

    public final void putState(EngineState state) {
        state.put("vectors", this);
    }

    @Override
    public final void putState(String name, Map<String, double[]> state) {
        state.put(name, numbers);
        state.put("vector_scalars", scalars);
        state.put("trace_scale", e.state());
        if (hasTwo) {
            state.put("second_trace_scale", h.state());
        }
    }

    /** θᵀφ. */
    public final double predict(Features phi) {
        return dot(phi, X, scalars[MOVE_X]);
    }

    /** wᵀφ. */
    double secondaryDot(Features phi) {
        return dot(phi, Y, scalars[MOVE_Y]);
    }

    private double dot(Features phi, int vector, double move) {
        final double[] numbers = this.numbers;
        int active = phi.active();
        double sum = 0;
        for (int i = 0; i < active; i++) {
            int at = stride * phi.index(i);
            sum += phi.value(i) * (numbers[at + vector] + move * numbers[at + G]);
        }
        return sum;
    }

    /** eᵀφ. */
    public final double traceDot(Features phi) {
        double sum = 0;
        for (int i = 0; i < phi.active(); i++) {
            sum += phi.value(i) * numbers[stride * phi.index(i) + G];
        }
        return e.scale() * sum;
    }

    double traceDotSecondary() {
        return e.scale() * (scalars[GY] + scalars[MOVE_Y] * scalars[GG]);
    }

    double secondTraceDotSecondary() {
        return h.scale() * (scalars[PY] + scalars[MOVE_Y] * scalars[PG]);
    }

    double traceDotTrace() {
        return e.scale() * e.scale() * scalars[GG];
    }

    /** An upper bound of |eⱼ|. */
    public final double largestOfTrace() {
        return Math.abs(e.scale()) * e.largest();
    }

    /** An upper bound of |hⱼ|. */
    double largestOfSecondTrace() {
        return Math.abs(h.scale()) * h.largest();
    }

    /** θ ← factor · θ, all weights one by one. */
    public final void scaleWeights(double factor) {
        scale(X, factor);
        scalars[MOVE_X] *= factor;
        scalars[REST_X] *= factor;
    }

    /** w ← factor · w. */
    void scaleY(double factor) {
        scale(Y, factor);
        scalars[MOVE_Y] *= factor;
        scalars[REST_Y] *= factor;
        scalars[GY] *= factor;
        scalars[PY] *= factor;
    }

    private void scale(int vector, double factor) {
        for (int at = vector; at < numbers.length; at += stride) {
            numbers[at] *= factor;
        }
    }

    /** ‖θ‖₂, over all features. */
    public final double weightsNorm() {
        double squares = 0;
        for (int at = 0; at < numbers.length - X; at += stride) {
            double theta = numbers[at + X] + scalars[MOVE_X] * numbers[at + G];
            squares += theta * theta;
        }
        // beyond these, the sum may have lost digits
        return squares > 1e-280 && squares < 1e280 ? Math.sqrt(squares) : Norm.of(weights());
    }

    /** A copy of θ. */
    public final double[] weights() {
        return copy(X, 1, scalars[MOVE_X]);
    }

    /** A copy of w. */
    double[] secondary() {
        return copy(Y, 1, scalars[MOVE_Y]);
    }

    /** A copy of e. */
    double[] trace() {
        return copy(G, e.scale(), 0);
    }

    /** A copy of h. */
    double[] secondTrace() {
        return copy(P, h.scale(), 0);
    }

    private double[] copy(int vector, double scale, double move) {
        double[] all = new double[size];
        Arrays.setAll(all, j -> scale * numbers[stride * j + vector] + move * numbers[stride * j + G]);
        return all;
    }

    @Override
    public final void saveOrder(String name, Map<String, double[]> into) {
        into.put(ORDER, Arrays.stream(listed, 0, count).asDoubleStream().toArray());
    }

    @Override
    public final void loaded(String name, Map<String, double[]> arrays) {
        BitSet seen = new BitSet();
        count = 0;
        for (double index : arrays.getOrDefault(ORDER, new double[0])) {
            int j = Engine.savedIndex(ORDER, index, size, count);
            listed[count++] = j;
            seen.set(j);
        }
        boolean isRight = seen.cardinality() == count;
        for (int j = 0; j < size; j++) {
            isRight &= seen.get(j) == (numbers[stride * j + G] != 0);
        }
        if (!isRight) {
            throw new IllegalArgumentException("its " + ORDER + " does not list the features of its trace, each once");
        }
    }
}
