package io.emphatic.lab.theory;

import java.util.Arrays;
import org.ejml.data.DMatrixRMaj;

/** z = source + diag(decay) Nᵀ z with N ≥ 0: where it has a finite solution, and which ({@link SecondMoments}). */
final class MomentEquation {
    private static final double ROUNDING = 1e-12;

    private MomentEquation() {}

    /** Where z = source + diag(decay²) Nᵀ z has no finite solution; {@code transposed} is Nᵀ. */
    static boolean[] infinite(DMatrixRMaj transposed, double[] decay, boolean[] source) {
        DMatrixRMaj flow = flow(transposed, Linear.times(decay, decay));
        boolean[] reached = Graph.of(flow).reachableFrom(source);
        boolean[] growing = new boolean[decay.length];
        for (int[] component : Graph.of(flow).components()) {
            if (reached[component[0]] && PerronRoot.ofBlock(flow, component) >= 1 - ROUNDING) {
                Arrays.stream(component).forEach(s -> growing[s] = true);
            }
        }
        return Graph.of(flow).reachableFrom(growing);
    }

    /** N diag(decay), from Nᵀ. */
    static DMatrixRMaj flow(DMatrixRMaj transposed, double[] decay) {
        return Linear.scaledColumns(Linear.transpose(transposed), decay);
    }

    /** z = source + diag(decay) Nᵀ z in these states, and 0 elsewhere. None is modified. */
    static DMatrixRMaj solve(DMatrixRMaj transposed, double[] decay, DMatrixRMaj source, boolean[] states) {
        int n = decay.length;
        DMatrixRMaj system = new DMatrixRMaj(n, n);
        DMatrixRMaj right = source.copy();
        for (int s = 0; s < n; s++) {
            for (int from = 0; from < n; from++) {
                double part = states[s] && states[from] ? decay[s] * transposed.get(s, from) : 0;
                system.set(s, from, (s == from ? 1 : 0) - part);
            }
            for (int j = 0; j < right.numCols && !states[s]; j++) {
                right.set(s, j, 0);
            }
        }
        return Linear.solve(system, right);
    }
}
