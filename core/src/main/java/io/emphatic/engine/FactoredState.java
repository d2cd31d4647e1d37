package io.emphatic.engine;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** The saved numbers of {@link FactoredVectors}, by name, without the vectors themselves. */
final class FactoredState {
    /** The order of the queue; where there is none, all entries of the trace are of one generation. */
    static final String LIST = "trace_list";

    private static final String GENERATIONS = "generations";

    private FactoredState() {}

    /** The state with these θ and e, without negligible entries. */
    static Map<String, double[]> of(double[] theta, double weightsNorm, double[] e, double largest, double traceNorm) {
        return of(theta, weightsNorm, e, largest, traceNorm, TraceGenerations.NEGLIGIBLE);
    }

    /** The same without entries below this fraction of the largest. */
    static Map<String, double[]> of(
            double[] theta, double weightsNorm, double[] e, double largest, double traceNorm, double negligible) {
        double[] pairs = new double[2 * theta.length];
        for (int j = 0; j < theta.length; j++) {
            pairs[2 * j] = theta[j];
            pairs[2 * j + 1] = Math.abs(e[j]) > negligible * largest ? e[j] : 0;
        }
        return inGenerations(
                Map.of("pairs", pairs, "trace_scale", TraceScale.state(largest, traceNorm), "scalars", new double[] {
                    0, weightsNorm, 0
                }));
    }

    /** The same, or what was saved before there were generations, with one scale c and one D, as one generation. */
    static Map<String, double[]> inGenerations(Map<String, double[]> state) {
        Map<String, double[]> all = new HashMap<>(state);
        if (!state.containsKey(GENERATIONS) && has(state, "trace_scale", 5) && has(state, "scalars", 3)) {
            double[] scale = state.get("trace_scale");
            all.put("generation_scales", first(scale[0]));
            all.put("generation_moves", first(state.get("scalars")[0]));
            all.put("generation_rests", first(0));
            all.put("generation_sizes", first(scale[3]));
            all.put(GENERATIONS, TraceGenerations.oneGeneration());
        }
        return all;
    }

    /** Whether an array is there, with so many numbers or more; what lacks one is refused when it is loaded. */
    static boolean has(Map<String, double[]> state, String name, int length) {
        return state.containsKey(name) && state.get(name).length >= length;
    }

    private static double[] first(double value) {
        double[] values = new double[TraceGenerations.SLOTS];
        values[0] = value;
        return values;
    }

    /** θ = f (w + Dₖ g). */
    static double[] weights(Map<String, double[]> state) {
        double[] pairs = state.get("pairs");
        double factor = ProjectedWeights.factor(state.getOrDefault(ProjectedWeights.NAME, ProjectedWeights.none()));
        double[] moves = inGenerations(state).get("generation_moves");
        double[] theta = new double[pairs.length / 2];
        Arrays.setAll(theta, j -> factor * (pairs[2 * j] + at(moves, state, pairs[2 * j + 1]) * pairs[2 * j + 1]));
        return theta;
    }

    /** e = cₖ g. */
    static double[] trace(Map<String, double[]> state) {
        double[] pairs = state.get("pairs");
        double[] scales = inGenerations(state).get("generation_scales");
        double[] e = new double[pairs.length / 2];
        Arrays.setAll(e, j -> at(scales, state, pairs[2 * j + 1]) * pairs[2 * j + 1]);
        return e;
    }

    private static double at(double[] ofGenerations, Map<String, double[]> state, double g) {
        return ofGenerations[state.containsKey(LIST) ? TraceGenerations.slotOf(g) : 0];
    }
}
