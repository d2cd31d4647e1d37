package io.emphatic.engine;

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
        if (state.containsKey("vectors")) {
            putTrace("trace", state, InterleavedVectors.G, line);
            putTrace(SECOND, state, InterleavedVectors.P, line);
            return line;
        }
        NAMES.stream().filter(state::containsKey).forEach(name -> line.put(name, state.get(name)));
        if (state.containsKey("pairs")) {
            double[] pairs = state.get("pairs");
            double[] scale = state.get("trace_scale"); // c, …, largest |g|, ‖e‖
            double[] e = new double[pairs.length / 2];
            Arrays.setAll(e, j -> scale[0] * pairs[2 * j + 1]);
            line.put("trace", e);
            line.put("trace_bounds", new double[] {scale[3] * Math.abs(scale[0]), scale[4]});
            return line;
        }
        if (isDense(state)) {
            double largest =
                    Arrays.stream(state.get("trace")).map(Math::abs).max().orElse(0);
            line.put("trace_bounds", new double[] {largest, state.get("scalars")[1]});
            return line;
        }
        if (state.containsKey(USAGE_BOUNDS)) {
            line.put(USAGE_BOUNDS, state.get(USAGE_BOUNDS));
            return line;
        }
        return state.containsKey("trace_bounds") ? line : null;
    }

    private static void putTrace(String name, Map<String, double[]> state, int vector, Map<String, double[]> line) {
        double[] vectors = state.get("vectors");
        double[] scale = state.get(name + "_scale"); // c, …, largest |g|, ‖e‖
        double[] e = new double[vectors.length / 4];
        Arrays.setAll(e, j -> scale[0] * vectors[4 * j + vector]);
        line.put(name, e);
        line.put(name + "_bounds", new double[] {scale[3] * Math.abs(scale[0]), scale[4]});
    }

    private static boolean isDense(Map<String, double[]> state) {
        return state.containsKey("weights") && state.containsKey("trace") && state.containsKey("scalars");
    }

    /** The state with another time line, of the same learner. Neither is modified. */
    public static Map<String, double[]> with(Map<String, double[]> state, Map<String, double[]> line) {
        Map<String, double[]> changed = new HashMap<>(state);
        changed.keySet().removeAll(List.of("trace_order", "second_trace_order"));
        if (state.containsKey("vectors")) {
            double[] e = line.get("trace");
            changed.putAll(FactoredGradientEngine.state(state, e, Arrays.copyOf(line.get(SECOND), e.length)));
            for (String name : List.of("trace", SECOND)) {
                double[] bounds = line.get(name + "_bounds");
                changed.put(name + "_scale", TraceScale.state(bounds[0], bounds[1]));
            }
        } else if (state.containsKey("pairs")) {
            double[] pairs = state.get("pairs");
            double[] scalars = state.get("scalars"); // D, ‖θ‖
            double[] theta = new double[pairs.length / 2];
            Arrays.setAll(theta, j -> pairs[2 * j] + scalars[0] * pairs[2 * j + 1]);
            double[] bounds = line.get("trace_bounds");
            changed.putAll(FactoredVectors.state(theta, scalars[1], line.get("trace"), bounds[0], bounds[1]));
            copy(line, List.of("memory", "value_before"), changed);
        } else if (isDense(state)) {
            double[] scalars = state.get("scalars"); // D, ‖e‖, ‖θ‖
            double[] e = state.get("trace");
            double[] theta = state.get("weights").clone();
            Arrays.setAll(theta, j -> theta[j] + scalars[0] * e[j]);
            changed.putAll(DenseTraceEngine.state(theta, scalars[2], line.get("trace"), line.get("trace_bounds")[1]));
            copy(line, List.of("memory"), changed);
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
