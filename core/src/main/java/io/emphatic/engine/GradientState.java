package io.emphatic.engine;

import static io.emphatic.engine.InterleavedVectors.G;
import static io.emphatic.engine.InterleavedVectors.P;
import static io.emphatic.engine.InterleavedVectors.X;
import static io.emphatic.engine.InterleavedVectors.Y;

import io.emphatic.experience.Norm;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** The saved numbers of {@link FactoredGradientEngine}, by name, without the vectors themselves. */
final class GradientState {
    private GradientState() {}

    /** The state with these weights θ and w and traces e and h, the latter empty where a rule has none. */
    static Map<String, double[]> of(
            double[] theta, double[] w, double[] e, double[] h, double[] weightNorms, double[] traceNorms) {
        double[] largest = {Norm.largest(e), Norm.largest(h)};
        double[] vectors = new double[InterleavedVectors.length(theta.length)];
        double[] numbers = new double[InterleavedVectors.LENGTH];
        numbers[InterleavedVectors.SCALE_G] = 1;
        numbers[InterleavedVectors.SCALE_P] = 1;
        numbers[InterleavedVectors.LARGEST_G] = largest[0];
        numbers[InterleavedVectors.LARGEST_P] = largest[1];
        for (int j = 0; j < theta.length; j++) {
            double g = notNegligible(e, j, largest[0]);
            double p = notNegligible(h, j, largest[1]);
            g = g == 0 && p == 0 ? 0 : TraceGenerations.tagged(g, 0);
            vectors[4 * j + X] = theta[j];
            vectors[4 * j + Y] = w[j];
            vectors[4 * j + G] = g;
            vectors[4 * j + P] = p;
            numbers[InterleavedVectors.GY] += g * w[j];
            numbers[InterleavedVectors.GG] += g * g;
            numbers[InterleavedVectors.PY] += p * w[j];
            numbers[InterleavedVectors.PG] += p * g;
        }
        Map<String, double[]> state = new HashMap<>();
        state.put("vectors", vectors);
        state.put("generation_numbers", numbers);
        state.put("generations", TraceGenerations.oneGeneration());
        state.put("scalars", new double[] {1});
        state.put("trace_scale", TraceScale.state(largest[0], traceNorms[0]));
        state.put("second_trace_scale", TraceScale.state(largest[1], traceNorms[1]));
        state.put("weight_norms", weightNorms);
        return state;
    }

    private static double notNegligible(double[] e, int j, double largest) {
        return e.length > 0 && Math.abs(e[j]) > TraceGenerations.NEGLIGIBLE * largest ? e[j] : 0;
    }

    /** A state without generations has been saved by an earlier version: one scale each, perhaps amid a fold. */
    static Map<String, double[]> inGenerations(Map<String, double[]> state) {
        if (state.containsKey("generations") || !isOfEarlierVersion(state)) {
            return state;
        }
        double[] scalars = state.get("scalars"); // A, B, s, …
        double[] fold = state.get("fold"); // mark, …, next, end, moves of x and y, factor and threshold of g and of p
        double[] saved = state.get("vectors");
        double[] vectors = new double[InterleavedVectors.length(saved.length / 4)];
        System.arraycopy(saved, 0, vectors, X, saved.length);
        for (int at = 0; at < saved.length; at += 4) {
            double g = vectors[at + G];
            if (fold[2] < fold[3] && (Double.doubleToRawLongBits(g) & 1) != (long) fold[0]) {
                vectors[at + X] += fold[4] * g;
                vectors[at + Y] += fold[5] * g;
                vectors[at + G] = Math.abs(g) > fold[7] ? g * fold[6] : 0;
                vectors[at + P] = Math.abs(vectors[at + P]) > fold[9] ? vectors[at + P] * fold[8] : 0;
            }
        }
        double[] e = column(vectors, G, state.get("trace_scale")[0], 0);
        double[] h = column(vectors, P, state.get("second_trace_scale")[0], 0);
        double[] traceNorms = {state.get("trace_scale")[4], state.get("second_trace_scale")[4]};
        return of(
                column(vectors, X, 1, scalars[0]),
                column(vectors, Y, scalars[2], scalars[1]),
                e,
                h,
                state.get("weight_norms"),
                traceNorms);
    }

    /** What is neither that nor has generations is refused when it is loaded. */
    private static boolean isOfEarlierVersion(Map<String, double[]> state) {
        return FactoredState.has(state, "vectors", 4)
                && state.get("vectors").length % 4 == 0
                && FactoredState.has(state, "fold", 10)
                && FactoredState.has(state, "scalars", 3)
                && FactoredState.has(state, "weight_norms", 2)
                && FactoredState.has(state, "trace_scale", 5)
                && FactoredState.has(state, "second_trace_scale", 5);
    }

    /** scale · v + along · g. */
    private static double[] column(double[] vectors, int vector, double scale, double along) {
        double[] column = new double[InterleavedVectors.size(vectors)];
        Arrays.setAll(column, j -> scale * vectors[4 * j + vector] + along * vectors[4 * j + G]);
        return column;
    }

    /** θ = x + Aₖ g. */
    static double[] weights(Map<String, double[]> state) {
        return column(state, X, 1, InterleavedVectors.MOVE_X);
    }

    /** w = s (y + Bₖ g). */
    static double[] secondary(Map<String, double[]> state) {
        return column(state, Y, state.get("scalars")[0], InterleavedVectors.MOVE_Y);
    }

    private static double[] column(Map<String, double[]> state, int vector, double scale, int moves) {
        double[] vectors = state.get("vectors");
        double[] numbers = state.get("generation_numbers");
        double[] column = new double[InterleavedVectors.size(vectors)];
        Arrays.setAll(column, j -> {
            double g = vectors[4 * j + G];
            return scale * (vectors[4 * j + vector] + numbers[moves + TraceGenerations.slotOf(g)] * g);
        });
        return column;
    }

    /** e = cₖ g. */
    static double[] trace(Map<String, double[]> state) {
        return trace(state, G, InterleavedVectors.SCALE_G);
    }

    /** h = dₖ p. */
    static double[] secondTrace(Map<String, double[]> state) {
        return trace(state, P, InterleavedVectors.SCALE_P);
    }

    private static double[] trace(Map<String, double[]> state, int vector, int scales) {
        double[] vectors = state.get("vectors");
        double[] numbers = state.get("generation_numbers");
        double[] e = new double[InterleavedVectors.size(vectors)];
        Arrays.setAll(e, j -> numbers[scales + TraceGenerations.slotOf(vectors[4 * j + G])] * vectors[4 * j + vector]);
        return e;
    }
}
