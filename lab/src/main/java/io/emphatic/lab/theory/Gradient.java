package io.emphatic.lab.theory;

import org.ejml.data.Complex_F64;
import org.ejml.data.DMatrixRMaj;

/**
 * The gradient family, represented by GTD(λ): it solves the equation of TD, Aθ = b, by descent on ‖b − Aθ‖² in the norm of C⁻¹, with
 * C = ΦᵀD_μΦ, so it converges wherever A is not singular on the features seen, stable or not.
 *
 * <pre>
 *   θ̇ = b − Aθ − (C − Aᵀ)w       ẇ = η (b − Aθ − Cw)
 * </pre>
 *
 * (from {@code docs/ALGORITHMS.md} §2, with E[γₜ₊₁(1 − λₜ₊₁) eₜφₜ₊₁ᵀ] = C − A). That is stable for η large enough (Maei 2011, §7); the
 * step size given is for the smallest power of two, from 1 up, for which it is.
 */
final class Gradient {
    private static final double LARGEST_ETA = 1 << 20;

    private Gradient() {}

    static Solution solution(Theory theory, MeanUpdate mean) {
        Complex_F64[] own = mean.eigenvalues();
        Stability td = Stability.of(own, mean.positiveDefinite());
        boolean converges = mean.solvable() && mean.semisimple();
        double eta = 1;
        Stability joint = of(theory, mean, eta);
        while (converges && !joint.stable() && eta < LARGEST_ETA) {
            eta *= 2;
            joint = of(theory, mean, eta);
        }
        String verdict = Verdict.gradient(theory, mean, td, joint, eta);
        Stability stability = new Stability(td.minReal(), joint.stable(), joint.largestStepSize());
        return theory.describe("gtd", mean, stability, converges && joint.stable(), verdict);
    }

    /** The eigenvalues of the joint update of θ and w, both in the range of A. */
    private static Stability of(Theory theory, MeanUpdate mean, double eta) {
        int r = mean.rank();
        DMatrixRMaj q = mean.orthonormalRange();
        DMatrixRMaj a = Linear.multiplyTransposed(q, Linear.multiply(mean.a(), q));
        DMatrixRMaj c = Linear.multiplyTransposed(q, Linear.multiply(theory.covariance(), q));
        DMatrixRMaj joint = new DMatrixRMaj(2 * r, 2 * r);
        for (int i = 0; i < r; i++) {
            for (int j = 0; j < r; j++) {
                joint.set(i, j, a.get(i, j));
                joint.set(i, r + j, c.get(i, j) - a.get(j, i));
                joint.set(r + i, j, eta * a.get(i, j));
                joint.set(r + i, r + j, eta * c.get(i, j));
            }
        }
        return Stability.of(MeanUpdate.eigenvalues(joint), false);
    }
}
