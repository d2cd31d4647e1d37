package io.emphatic.lab.theory;

import io.emphatic.lab.Question;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;

/**
 * The mean of each kind of follow-on trace, f(s) = d_μ(s) E[Fₜ | s], and the emphasis m = λ∘d_{μ,i} + (1 − λ)∘f that
 * comes from it ({@code docs/ALGORITHMS.md} §5).
 *
 * <pre>
 *   {@link FollowOnForm}:   fᵀ = (x∘d_{μ,i})ᵀ(I − P_πB)⁻¹    m = y∘d_{μ,i} + z∘f
 *   truncated-etd:   f₀ = d_{μ,i}    fₖ = d_{μ,i} + Γ P_πᵀ fₖ₋₁    f = fₙ
 * </pre>
 *
 * @param p P_π
 * @param discounted I − P_πΓ
 * @param cared d_{μ,i}
 */
record FollowOnMeans(DMatrixRMaj p, LuFactors discounted, Question question, double[] cared) {

    /** (x∘d_{μ,i})ᵀ(I − P_πB)⁻¹. */
    double[] mean(FollowOnForm form) {
        boolean ofEtd = Arrays.equals(form.decay(), question.discount());
        LuFactors factors = ofEtd ? discounted : LuFactors.of(Linear.identityMinus(p, form.decay()));
        return factors.solveTransposed(form.source(cared));
    }

    /** m, exactly zero in states that no interest flows to. */
    double[] emphasis(FollowOnForm form) {
        DMatrixRMaj flowing = p.copy();
        CommonOps_DDRM.multCols(flowing, form.decay());
        boolean[] from = new boolean[cared.length];
        for (int s = 0; s < from.length; s++) {
            from[s] = cared[s] > 0;
        }
        boolean[] reached = Graph.of(flowing).reachableFrom(from);
        double[] m = form.emphasised(cared, mean(form));
        for (int s = 0; s < m.length; s++) {
            m[s] = reached[s] ? m[s] : 0;
        }
        return m;
    }

    /** f₀, f₁, …, fₙ. */
    List<double[]> truncated(int horizon) {
        DMatrixRMaj flow = flow();
        List<double[]> means = new ArrayList<>(List.of(cared.clone()));
        for (int k = 1; k <= horizon; k++) {
            means.add(next(flow, means.get(k - 1)));
        }
        return means;
    }

    /** m of truncated ETD. */
    double[] truncatedEmphasis(int horizon) {
        DMatrixRMaj flow = flow();
        double[] f = cared;
        for (int k = 1; k <= horizon; k++) {
            double[] next = next(flow, f);
            if (Arrays.equals(next, f)) {
                break;
            }
            f = next;
        }
        return FollowOnForm.decaying(question, question.discount()).emphasised(cared, f);
    }

    /** ΓP_πᵀ. */
    private DMatrixRMaj flow() {
        DMatrixRMaj flow = Linear.transpose(p);
        CommonOps_DDRM.multRows(question.discount(), flow);
        return flow;
    }

    private double[] next(DMatrixRMaj flow, double[] before) {
        double[] f = Linear.multiply(flow, new DMatrixRMaj(before)).data;
        for (int s = 0; s < f.length; s++) {
            f[s] += cared[s];
        }
        return f;
    }
}
