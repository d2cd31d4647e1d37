package io.emphatic.lab.theory;

import org.ejml.data.DMatrixRMaj;

/**
 * Whether the mean update of a gradient algorithm is stable, and for which η ({@link GradientUpdate}). Those that
 * descend on ‖b − Aθ‖² in the norm of C⁻¹ converge wherever A is not singular on the features seen, for η large enough
 * (Maei 2011); GTD2 does for any η &gt; 0.
 *
 * @param eta the one given, or the smallest power of two, from 1 up, for which it is stable
 * @param stability of both weight vectors together; without a step size if A is too large for it
 */
record Gradient(double eta, Stability stability) {
    static final double LARGEST_ETA = 1 << 20;

    /** Beyond this, the eigenvalues of the joint update take minutes, and no step size is given. */
    private static final int LARGEST_RANK = 200;

    /** @param givenEta NaN to look for one */
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

    /** Whether the eigenvalues of the joint update are not computed. */
    static boolean isTooLarge(MeanUpdate td) {
        return td.rank() > LARGEST_RANK;
    }

    private static Stability stability(GradientUpdate update, double eta) {
        return Stability.of(Spectrum.eigenvalues(update.joint(eta)), false);
    }
}
