package io.emphatic.lab.theory;

import io.emphatic.GradientTd;
import io.emphatic.Gtd2;
import io.emphatic.Htd;
import io.emphatic.Pgtd2;
import io.emphatic.Tdrc;
import io.emphatic.lab.theory.MeanUpdate.Stability;
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
 * A and b are those of off-policy TD(λ), C = ΦᵀD_μΦ, A_μ is A of TD(λ) for the behaviour itself. p is {@code pull}, X
 * {@code correction}, Y {@code tracking}. The half step of pgtd2 is of second order in the step size.
 */
record GradientUpdate(double pull, DMatrixRMaj a, DMatrixRMaj correction, DMatrixRMaj tracking) {
    static GradientUpdate of(GradientTd config, DMatrixRMaj a, DMatrixRMaj covariance, DMatrixRMaj behaviourA) {
        DMatrixRMaj transposed = Linear.transpose(a);
        if (config instanceof Gtd2 || config instanceof Pgtd2) {
            return new GradientUpdate(0, a, Linear.scaled(-1, transposed), covariance);
        }
        if (config instanceof Htd) {
            DMatrixRMaj behaviour = Linear.transpose(behaviourA);
            return new GradientUpdate(1, a, CommonOps_DDRM.subtract(behaviour, transposed, null), behaviour);
        }
        DMatrixRMaj tracking = covariance.copy();
        for (int j = 0; j < a.numRows && config instanceof Tdrc; j++) {
            tracking.add(j, j, ((Tdrc) config).regularization());
        }
        return new GradientUpdate(1, a, CommonOps_DDRM.subtract(covariance, transposed, null), tracking);
    }

    /** This update within a subspace, given by orthonormal columns, that both weight vectors never leave. */
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

    /** The smallest power of two from 1 up for which a gradient update is stable, or the η given (Maei 2011). */
    record Gradient(double eta, Stability stability) {
        static final double LARGEST_ETA = 1 << 20;

        /** Beyond this, the eigenvalues of the joint update take minutes, and no step size is given. */
        private static final int LARGEST_RANK = 200;

        static Gradient of(MeanUpdate td, GradientUpdate update, double givenEta) {
            boolean given = !Double.isNaN(givenEta);
            double eta = given ? givenEta : 1;
            if (eta == 0) {
                // w stays where it is, at zero
                return new Gradient(eta, update.pull() == 0 ? new Stability(0, false, Double.NaN) : td.stability());
            }
            if (isTooLarge(td) || !td.regular()) {
                return new Gradient(eta, new Stability(Double.NaN, td.regular(), Double.NaN));
            }
            DMatrixRMaj q = td.orthonormalRange();
            GradientUpdate inside = update.within(q);
            Stability stability = stability(inside, eta);
            while (!given && !stability.stable() && eta < LARGEST_ETA) {
                eta *= 2;
                stability = stability(inside, eta);
            }
            return new Gradient(eta, stability);
        }

        static boolean isTooLarge(MeanUpdate td) {
            return td.rank() > LARGEST_RANK;
        }

        private static Stability stability(GradientUpdate update, double eta) {
            return Stability.of(Spectrum.eigenvalues(update.joint(eta)), false);
        }
    }
}
