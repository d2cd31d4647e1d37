package io.emphatic.lab.theory;

import io.emphatic.lab.Question;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.ejml.data.DMatrixRMaj;

/**
 * The mean of each kind of follow-on trace, f(s) = d_μ(s) E[Fₜ | s], and the emphasis m = λ∘d_{μ,i} + (1 − λ)∘f that
 * comes from it ({@code docs/ALGORITHMS.md} §5).
 *
 * <pre>
 *   {@link FollowOnForm}:   fᵀ = (x∘d_{μ,i})ᵀ(I − P_πB)⁻¹    m = y∘d_{μ,i} + z∘f
 *   truncated-etd:   f₀ = d_{μ,i}    fₖ = d_{μ,i} + Γ P_πᵀ fₖ₋₁    f = fₙ
 * </pre>
 */
record FollowOnMeans(DMatrixRMaj p, Question question, double[] cared) {

    /** (x∘d_{μ,i})ᵀ(I − P_πB)⁻¹. */
    double[] mean(FollowOnForm form) {
        return LuFactors.of(Linear.transpose(Linear.identityMinus(p, form.decay())))
                .solve(form.source(cared));
    }

    /** m, exactly zero in states that no interest flows to. */
    double[] emphasis(FollowOnForm form) {
        boolean[] from = Linear.where(cared.length, s -> cared[s] > 0);
        boolean[] reached = Graph.of(Linear.scaledColumns(p, form.decay())).reachableFrom(from);
        double[] m = form.emphasised(cared, mean(form));
        return Linear.numbers(m.length, s -> reached[s] ? m[s] : 0);
    }

    /** f₀, f₁, …, fₙ. */
    List<double[]> truncated(int horizon) {
        List<double[]> means = new ArrayList<>(List.of(cared.clone()));
        for (int k = 1; k <= horizon; k++) {
            means.add(next(means.get(k - 1)));
        }
        return means;
    }

    /** m of truncated ETD. */
    double[] truncatedEmphasis(int horizon) {
        double[] f = cared;
        for (int k = 1; k <= horizon; k++) {
            double[] next = next(f);
            if (Arrays.equals(next, f)) {
                break;
            }
            f = next;
        }
        return FollowOnForm.decaying(question, question.discount()).emphasised(cared, f);
    }

    /** d_{μ,i} + ΓP_πᵀf. */
    private double[] next(double[] f) {
        return Linear.sum(cared, Linear.times(question.discount(), Linear.multiplyTransposed(p, f)));
    }
}
