package io.emphatic.engine;

import static io.emphatic.engine.SparseEntries.G;
import static io.emphatic.engine.SparseEntries.P;
import static io.emphatic.engine.SparseEntries.X;
import static io.emphatic.engine.SparseEntries.Y;

import io.emphatic.experience.Norm;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** The saved numbers of {@link SparseVectors}, by name, and what they say of weights and traces. */
final class SparseState {
    /** The order of the queue; where there is none, all entries of the trace are of one generation. */
    static final String LIST = "trace_list";

    private static final double[] NONE = {};

    private SparseState() {}

    /** The state with these θ and e. */
    static Map<String, double[]> of(double[] theta, double[] e, double traceNorm, double negligible) {
        return of(theta, NONE, e, NONE, new double[] {traceNorm, 0}, negligible);
    }

    /**
     * The state with these θ and e, and where w is not empty with w and h; h is empty where a rule has none.
     *
     * @param negligible entries of a trace below this fraction of its largest are left out
     */
    static Map<String, double[]> of(
            double[] theta, double[] w, double[] e, double[] h, double[] traceNorms, double negligible) {
        boolean hasTwo = w.length > 0;
        int stride = SparseEntries.stride(hasTwo);
        double[] numbers = new double[stride * theta.length + 2];
        GenerationNumbers ofGeneration = new GenerationNumbers(hasTwo);
        ofGeneration.begin(0);
        double largestE = Norm.largest(e);
        double largestH = Norm.largest(h);
        ofGeneration.all[GenerationNumbers.LARGEST_G] = largestE;
        for (int j = 0; j < theta.length; j++) {
            double g = Math.abs(e[j]) > negligible * largestE ? e[j] : 0;
            double p = h.length > 0 && Math.abs(h[j]) > negligible * largestH ? h[j] : 0;
            g = g == 0 && p == 0 ? 0 : TraceGenerations.tagged(g, 0);
            numbers[stride * j + X] = theta[j];
            numbers[stride * j + G] = g;
            if (hasTwo) {
                numbers[stride * j + Y] = w[j];
                numbers[stride * j + P] = p;
                ofGeneration.addProducts(0, 1, w[j], g, p);
            }
        }
        Map<String, double[]> state = new HashMap<>();
        state.put("vectors", numbers);
        state.put("generation_numbers", ofGeneration.all);
        state.put("generations", TraceGenerations.oneGeneration());
        state.put("trace_scale", TraceScale.state(largestE, traceNorms[0]));
        if (hasTwo) {
            ofGeneration.all[GenerationNumbers.LARGEST_P] = largestH;
            state.put("second_trace_scale", TraceScale.state(largestH, traceNorms[1]));
        }
        return state;
    }

    /** θ = x + Aₖ g. */
    static double[] weights(Map<String, double[]> state) {
        return vector(state, X, GenerationNumbers.MOVE_X);
    }

    /** y + Bₖ g, which is w but for its scale. */
    static double[] secondary(Map<String, double[]> state) {
        return vector(state, Y, GenerationNumbers.MOVE_Y);
    }

    private static double[] vector(Map<String, double[]> state, int vector, int moves) {
        double[] numbers = state.get("vectors");
        double[] of = state.get("generation_numbers");
        int stride = stride(of);
        double[] all = new double[(numbers.length - 2) / stride];
        Arrays.setAll(all, j -> {
            double g = numbers[stride * j + G];
            return numbers[stride * j + vector] + of[moves + TraceGenerations.slotOf(g)] * g;
        });
        return all;
    }

    /** e = cₖ g. */
    static double[] trace(Map<String, double[]> state) {
        return trace(state, G, GenerationNumbers.SCALE_G);
    }

    /** h = dₖ p. */
    static double[] secondTrace(Map<String, double[]> state) {
        return trace(state, P, GenerationNumbers.SCALE_P);
    }

    private static double[] trace(Map<String, double[]> state, int vector, int scales) {
        double[] numbers = state.get("vectors");
        double[] of = state.get("generation_numbers");
        int stride = stride(of);
        double[] e = new double[(numbers.length - 2) / stride];
        Arrays.setAll(e, j -> {
            double g = numbers[stride * j + G];
            return of[scales + TraceGenerations.slotOf(g)] * numbers[stride * j + vector];
        });
        return e;
    }

    private static int stride(double[] ofGenerations) {
        return SparseEntries.stride(ofGenerations.length == GenerationNumbers.LENGTH_OF_TWO);
    }
}
