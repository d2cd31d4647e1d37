package io.emphatic.lab.theory;

import java.util.Arrays;
import org.ejml.data.DMatrixRMaj;

/** z = source + diag(decay) Nᵀ z with N ≥ 0: where it has a finite solution, and which ({@link SecondMoments}). */
final class MomentEquation {
    private static final double ROUNDING = 1e-12;

    private MomentEquation() {}

    /** Where z = source + diag(decay²) Nᵀ z has no finite solution. */
    static boolean[] infinite(DMatrixRMaj matrix, double[] decay, boolean[] source) {
        DMatrixRMaj flow = Linear.scaledColumns(matrix, Linear.times(decay, decay));
        boolean[] reached = Graph.of(flow).reachableFrom(source);
        boolean[] growing = new boolean[decay.length];
        for (int[] component : Graph.of(flow).components()) {
            if (reached[component[0]] && PerronRoot.ofBlock(flow, component) >= 1 - ROUNDING) {
                Arrays.stream(component).forEach(s -> growing[s] = true);
            }
        }
        return Graph.of(flow).reachableFrom(growing);
    }

    /** z = source + diag(decay) Nᵀ z in these states, and 0 elsewhere. None is modified. */
    static DMatrixRMaj solve(DMatrixRMaj matrix, double[] decay, DMatrixRMaj source, boolean[] states) {
        double[] inside = Linear.numbers(decay.length, s -> states[s] ? 1 : 0);
        DMatrixRMaj right = source.copy();
        for (int s = 0; s < decay.length; s++) {
            for (int j = 0; j < right.numCols && !states[s]; j++) {
                right.set(s, j, 0);
            }
        }
        DMatrixRMaj transposed = Linear.identityMinus(Linear.scaledRows(matrix, inside), Linear.times(decay, inside));
        return LuFactors.of(Linear.transpose(transposed)).solve(right);
    }
}
