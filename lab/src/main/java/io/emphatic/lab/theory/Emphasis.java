package io.emphatic.lab.theory;

import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;

/** The expected emphasis of each state. */
final class Emphasis {
    private Emphasis() {}

    /**
     * m = λ∘d_{μ,i} + (1 − λ)∘f with fᵀ = d_{μ,i}ᵀ(I − P_πB)⁻¹, and exactly zero in states that no interest flows to.
     * None is modified.
     *
     * @param decay the diagonal of B: γ for ETD(λ), β where γ &gt; 0 for ETD(λ,β)
     * @param cared d_{μ,i}
     */
    static double[] of(DMatrixRMaj p, double[] decay, double[] lambda, double[] cared) {
        double[] f = Linear.solve(Linear.transpose(Linear.identityMinus(p, decay)), cared);
        DMatrixRMaj flowing = p.copy();
        CommonOps_DDRM.multCols(flowing, decay);
        boolean[] from = new boolean[f.length];
        for (int s = 0; s < f.length; s++) {
            from[s] = cared[s] > 0;
        }
        boolean[] reached = Graph.of(flowing).reachableFrom(from);
        double[] m = new double[f.length];
        for (int s = 0; s < m.length; s++) {
            m[s] = reached[s] ? lambda[s] * cared[s] + (1 - lambda[s]) * f[s] : 0;
        }
        return m;
    }
}
