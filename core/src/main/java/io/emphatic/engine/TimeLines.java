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
            Map<String, double[]> now = GradientState.inGenerations(state);
            putTrace("trace", GradientState.trace(now), now, line);
            putTrace(SECOND, GradientState.secondTrace(now), now, line);
            return line;
        }
        NAMES.stream().filter(state::containsKey).forEach(name -> line.put(name, state.get(name)));
        if (state.containsKey("pairs")) {
            double[] e = FactoredState.trace(state);
            line.put("trace", e);
            line.put("trace_bounds", new double[] {Norm.largest(e), state.get("trace_scale")[4]});
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

    private static void putTrace(String name, double[] e, Map<String, double[]> state, Map<String, double[]> line) {
        line.put(name, e);
        line.put(name + "_bounds", new double[] {Norm.largest(e), state.get(name + "_scale")[4]});
    }

    private static boolean isDense(Map<String, double[]> state) {
        return state.containsKey("weights") && state.containsKey("trace") && state.containsKey("scalars");
    }

    /** The state with another time line, of the same learner. Neither is modified. */
    public static Map<String, double[]> with(Map<String, double[]> state, Map<String, double[]> line) {
        Map<String, double[]> changed = new HashMap<>(state);
        changed.keySet().removeAll(List.of("trace_order", "second_trace_order"));
        if (state.containsKey("vectors")) {
            Map<String, double[]> now = GradientState.inGenerations(state);
            changed.keySet().removeAll(List.of(FactoredState.LIST, "order", "fold"));
            changed.putAll(GradientState.of(
                    GradientState.weights(now),
                    GradientState.secondary(now),
                    line.get("trace"),
                    line.get(SECOND),
                    state.get("weight_norms"),
                    new double[] {line.get("trace_bounds")[1], line.get("second_trace_bounds")[1]}));
        } else if (state.containsKey("pairs")) {
            double weightsNorm = state.get("scalars")[1];
            double[] bounds = line.get("trace_bounds");
            double[] theta = FactoredState.weights(state);
            changed.remove(FactoredState.LIST);
            changed.remove(ProjectedWeights.NAME);
            double[] excess = state.getOrDefault(LimitedTraceEngine.EXCESS, new double[1]);
            changed.putAll(FactoredState.of(
                    theta,
                    weightsNorm,
                    line.get("trace"),
                    bounds[0],
                    bounds[1],
                    LimitedTraceEngine.negligible(excess[0])));
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
