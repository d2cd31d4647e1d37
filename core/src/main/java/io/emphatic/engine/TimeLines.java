package io.emphatic.engine;

import io.emphatic.experience.Norm;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a saved state knows of the stream it learned from last: traces and scalar memory, without the weights. Streams
 * that take turns on one learner each keep their own.
 *
 * <p>A time line is written in the form of the explicit engines, e as it stands in the equations; putting it into the
 * state of another engine folds that state: w ← w + D g, then g = e.
 */
public final class TimeLines {
    private static final String SECOND = "second_trace";
    private static final String SECOND_SCALE = "second_trace_scale";
    private static final List<String> NAMES = List.of(
            "memory",
            "value_before",
            "trace",
            "trace_bounds",
            "trace_order",
            SECOND,
            "second_trace_bounds",
            "second_trace_order",
            "pending_usage");
    private static final String USAGE_BOUNDS = "usage_bounds"; // the last is of the usage, which streams share

    private TimeLines() {}

    /** The time line of a state; null where the step size is chosen from the data. State is not modified. */
    public static Map<String, double[]> of(Map<String, double[]> state) {
        Map<String, double[]> line = new LinkedHashMap<>();
        if (state.containsKey("choice_squares")) {
            return null;
        }
        if (state.containsKey(SECOND_SCALE)) {
            putTrace("trace", SparseState.trace(state), state, line);
            putTrace(SECOND, SparseState.secondTrace(state), state, line);
            return line;
        }
        NAMES.stream().filter(state::containsKey).forEach(name -> line.put(name, state.get(name)));
        if (state.containsKey("vectors")) {
            putTrace("trace", SparseState.trace(state), state, line);
            return line;
        }
        if (state.containsKey(USAGE_BOUNDS)) {
            line.put(USAGE_BOUNDS, state.get(USAGE_BOUNDS));
            return line;
        }
        return state.containsKey("trace_bounds") ? line : null;
    }

    private static void putTrace(String name, double[] e, Map<String, double[]> state, Map<String, double[]> line) {
        line.put(name, e);
        line.put(name + "_bounds", new double[] {Norm.largest(e), state.get(name + "_scale")[3]});
    }

    /** The state with another time line, of the same learner. Neither is modified. */
    public static Map<String, double[]> with(Map<String, double[]> state, Map<String, double[]> line) {
        Map<String, double[]> changed = new HashMap<>(state);
        changed.keySet().removeAll(List.of("trace_order", "second_trace_order"));
        if (state.containsKey(SECOND_SCALE)) {
            double scale = state.get("secondary_scale")[0];
            double[] w = SparseState.secondary(state);
            Arrays.setAll(w, j -> scale * w[j]);
            double[] norms = {line.get("trace_bounds")[1], line.get("second_trace_bounds")[1]};
            changed.remove(SparseState.LIST);
            changed.putAll(SparseState.of(
                    SparseState.weights(state),
                    w,
                    line.get("trace"),
                    line.get(SECOND),
                    norms,
                    TraceGenerations.NEGLIGIBLE));
            changed.put("secondary_scale", new double[] {1});
        } else if (state.containsKey("vectors")) {
            changed.remove(SparseState.LIST);
            double[] excess = state.getOrDefault(StepLimits.EXCESS, new double[1]);
            changed.putAll(SparseState.of(
                    SparseState.weights(state),
                    line.get("trace"),
                    line.get("trace_bounds")[1],
                    StepLimits.negligible(excess[0])));
            copy(line, List.of("memory", "value_before"), changed);
        } else if (state.containsKey(DenseTraceEngine.MOVE)) {
            double move = state.get(DenseTraceEngine.MOVE)[0];
            double[] e = state.get("trace");
            double[] theta = state.get("weights").clone();
            Arrays.setAll(theta, j -> theta[j] + move * e[j]);
            changed.put("weights", theta);
            changed.put(DenseTraceEngine.MOVE, new double[1]);
            copy(line, List.of("memory", "trace", "trace_bounds"), changed);
        } else {
            copy(line, NAMES, changed);
            if (state.containsKey(SECOND)) { // empty where a rule has none
                changed.put(SECOND, Arrays.copyOf(line.get(SECOND), state.get(SECOND).length));
            }
            if (state.containsKey(USAGE_BOUNDS)) {
                double[] bounds = line.get(USAGE_BOUNDS).clone();
                int usage = bounds.length - 1;
                bounds[usage] = state.get(USAGE_BOUNDS)[usage];
                changed.put(USAGE_BOUNDS, bounds);
            }
        }
        return changed;
    }

    private static void copy(Map<String, double[]> from, List<String> names, Map<String, double[]> to) {
        names.stream().filter(from::containsKey).forEach(name -> to.put(name, from.get(name)));
    }
}
