package io.emphatic.lab.theory;

import io.emphatic.GradientTd;
import io.emphatic.Gtd2;
import io.emphatic.Htd;
import io.emphatic.Pgtd2;
import io.emphatic.Tdrc;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;

/**
 * The mean ODE of both weight vectors of a gradient algorithm ({@code docs/ALGORITHMS.md} §2):
 *
 * <pre>
 *   θ̇ = p(b − Aθ) − Xw       ẇ = η(b − Aθ − Yw)
 *
 *                 p     X                Y
 *   gtd           1     C − Aᵀ           C
 *   gtd2, pgtd2   0     −Aᵀ              C
 *   tdrc          1     C − Aᵀ           C + ξI
 *   htd           1     A_μᵀ − Aᵀ        A_μᵀ
 * </pre>
 *
 * A and b are those of off-policy TD(λ), C = ΦᵀD_μΦ, and A_μ = E[hₜ(φₜ − γₜ₊₁φₜ₊₁)ᵀ] is A of TD(λ) for the behaviour
 * itself, with the question's γ and λ. E[γₜ₊₁(1 − λₜ₊₁) eₜφₜ₊₁ᵀ] = C − A, because E[eₜφₜᵀ] = C + E[γₜ₊₁λₜ₊₁ eₜφₜ₊₁ᵀ].
 * The half step of pgtd2 is of second order in the step size, and not seen by the ODE. Wherever A is not singular, w =
 * 0 and Aθ = b is the only equilibrium of all five, if Y is not singular either.
 *
 * @param pull p
 * @param correction X
 * @param tracking Y
 */
record GradientUpdate(double pull, DMatrixRMaj a, DMatrixRMaj correction, DMatrixRMaj tracking) {

    /** None is modified. */
    static GradientUpdate of(GradientTd config, DMatrixRMaj a, DMatrixRMaj covariance, DMatrixRMaj behaviourA) {
        DMatrixRMaj transposed = Linear.transpose(a);
        if (config instanceof Gtd2 || config instanceof Pgtd2) {
            return new GradientUpdate(0, a, Linear.scaled(-1, transposed), covariance);
        }
        if (config instanceof Htd) {
            DMatrixRMaj behaviour = Linear.transpose(behaviourA);
            return new GradientUpdate(1, a, CommonOps_DDRM.subtract(behaviour, transposed, null), behaviour);
        }
        DMatrixRMaj correction = CommonOps_DDRM.subtract(covariance, transposed, null);
        if (config instanceof Tdrc tdrc) {
            DMatrixRMaj regularised = covariance.copy();
            for (int j = 0; j < a.numRows; j++) {
                regularised.add(j, j, tdrc.regularization());
            }
            return new GradientUpdate(1, a, correction, regularised);
        }
        return new GradientUpdate(1, a, correction, covariance);
    }

    /** The same within a subspace, given by orthonormal columns, that both weight vectors never leave. */
    GradientUpdate within(DMatrixRMaj q) {
        return new GradientUpdate(pull, restricted(a, q), restricted(correction, q), restricted(tracking, q));
    }

    private static DMatrixRMaj restricted(DMatrixRMaj matrix, DMatrixRMaj q) {
        return Linear.multiplyTransposed(q, Linear.multiply(matrix, q));
    }

    /** J of the joint ODE of (θ, w): minus J (θ, w), plus (pb, ηb). */
    DMatrixRMaj joint(double eta) {
        int r = a.numRows;
        DMatrixRMaj joint = new DMatrixRMaj(2 * r, 2 * r);
        CommonOps_DDRM.insert(Linear.scaled(pull, a), joint, 0, 0);
        CommonOps_DDRM.insert(correction, joint, 0, r);
        CommonOps_DDRM.insert(Linear.scaled(eta, a), joint, r, 0);
        CommonOps_DDRM.insert(Linear.scaled(eta, tracking), joint, r, r);
        return joint;
    }
}
