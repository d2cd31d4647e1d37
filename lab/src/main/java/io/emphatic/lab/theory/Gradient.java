package io.emphatic.lab.theory;

import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;

/**
 * The gradient family, represented by GTD(λ): it solves the equation of TD, Aθ = b, by descent on ‖b − Aθ‖² in the norm
 * of C⁻¹, with C = ΦᵀD_μΦ, so it converges wherever A is not singular on the features seen, stable or not.
 *
 * <pre>
 *   θ̇ = b − Aθ − (C − Aᵀ)w       ẇ = η (b − Aθ − Cw)
 * </pre>
 *
 * (from {@code docs/ALGORITHMS.md} §2, with E[γₜ₊₁(1 − λₜ₊₁) eₜφₜ₊₁ᵀ] = C − A). That is stable for η large enough (Maei
 * 2011); what is said of step sizes is for the smallest power of two, from 1 up, for which it is.
 *
 * @param stability of both weight vectors together; without a step size if A is too large for it
 */
record Gradient(double eta, Stability stability) {
    private static final double LARGEST_ETA = 1 << 20;

    /** Beyond this, the eigenvalues of the joint update take minutes, and no step size is given. */
    private static final int LARGEST_RANK = 200;

    static Gradient of(MeanUpdate td, DMatrixRMaj covariance) {
        if (td.rank() > LARGEST_RANK || !td.regular()) {
            return new Gradient(1, new Stability(Double.NaN, td.regular(), Double.NaN));
        }
        DMatrixRMaj q = td.orthonormalRange();
        DMatrixRMaj a = Linear.multiplyTransposed(q, Linear.multiply(td.a, q));
        DMatrixRMaj c = Linear.multiplyTransposed(q, Linear.multiply(covariance, q));
        double eta = 1;
        Stability stability = Stability.of(Spectrum.eigenvalues(joint(a, c, eta)), false);
        while (!stability.stable() && eta < LARGEST_ETA) {
            eta *= 2;
            stability = Stability.of(Spectrum.eigenvalues(joint(a, c, eta)), false);
        }
        return new Gradient(eta, stability);
    }

    /** The matrix of the joint update of θ and w. */
    static DMatrixRMaj joint(DMatrixRMaj a, DMatrixRMaj c, double eta) {
        int r = a.numRows;
        DMatrixRMaj joint = new DMatrixRMaj(2 * r, 2 * r);
        CommonOps_DDRM.insert(a, joint, 0, 0);
        CommonOps_DDRM.insert(CommonOps_DDRM.subtract(c, Linear.transpose(a), null), joint, 0, r);
        CommonOps_DDRM.insert(Linear.scaled(eta, a), joint, r, 0);
        CommonOps_DDRM.insert(Linear.scaled(eta, c), joint, r, r);
        return joint;
    }
}
