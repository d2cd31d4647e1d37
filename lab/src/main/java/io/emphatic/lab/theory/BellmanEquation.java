package io.emphatic.lab.theory;

import io.emphatic.lab.Question;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;

/** (I − P^λ)Φθ = r^λ, with left = (I − P^λ)Φ and right = r^λ: each algorithm solves it with other weights. */
record BellmanEquation(DMatrixRMaj phi, DMatrixRMaj left, DMatrixRMaj right) {

    /** (I − P^λ)Φ = Φ − K PΓ(I − Λ)Φ and r^λ = K r_π, with one factorisation of K⁻¹ = I − PΓΛ. None is modified. */
    static BellmanEquation of(DMatrixRMaj p, double[] gamma, double[] lambda, double[] rewards, double[][] features) {
        int n = gamma.length;
        double[] gammaLambda = new double[n];
        double[] bootstrap = new double[n];
        for (int s = 0; s < n; s++) {
            gammaLambda[s] = gamma[s] * lambda[s];
            bootstrap[s] = gamma[s] * (1 - lambda[s]);
        }
        DMatrixRMaj phi = new DMatrixRMaj(features);
        DMatrixRMaj bootstrapped = phi.copy();
        CommonOps_DDRM.multRows(bootstrap, bootstrapped);
        DMatrixRMaj both = new DMatrixRMaj(n, phi.numCols + 1);
        CommonOps_DDRM.insert(Linear.multiply(p, bootstrapped), both, 0, 0);
        CommonOps_DDRM.insert(new DMatrixRMaj(rewards), both, 0, phi.numCols);
        DMatrixRMaj solved = Linear.solve(Linear.identityMinus(p, gammaLambda), both);
        return new BellmanEquation(
                phi,
                CommonOps_DDRM.subtract(phi, CommonOps_DDRM.extract(solved, 0, n, 0, phi.numCols), null),
                CommonOps_DDRM.extractColumn(solved, phi.numCols, null));
    }

    /**
     * That of a trace which is not cut by ratios ({@link TraceFactors}): left = (I − CT)⁻¹(K − P_κΓ)Φ and right = (I −
     * CT)⁻¹ r_κ, with C(s,s') = Σ_a μ c P, P_κ(s,s') = Σ_a μ κ P, K = diag(Σ_a μ κ), r_κ = Σ_a μ κ r and T = diag(τ).
     * With c = κ = ρ and τ = γλ it is (I − P^λ)Φ and r^λ. None is modified.
     */
    static BellmanEquation of(Dynamics dynamics, Question question, TraceFactors factors, double[][] features) {
        int n = dynamics.size();
        DMatrixRMaj phi = new DMatrixRMaj(features);
        DMatrixRMaj bootstrapped = phi.copy();
        CommonOps_DDRM.multRows(question.discount(), bootstrapped);
        DMatrixRMaj updates = phi.copy();
        CommonOps_DDRM.multRows(factors.meanUsed(), updates);
        CommonOps_DDRM.subtractEquals(updates, Linear.multiply(dynamics.expected(factors.used()), bootstrapped));
        DMatrixRMaj both = new DMatrixRMaj(n, phi.numCols + 1);
        CommonOps_DDRM.insert(updates, both, 0, 0);
        CommonOps_DDRM.insert(
                new DMatrixRMaj(dynamics.expectedRewards(question, factors.used())), both, 0, phi.numCols);
        DMatrixRMaj solved =
                Linear.solve(Linear.identityMinus(dynamics.expected(factors.carried()), factors.decay()), both);
        return new BellmanEquation(
                phi,
                CommonOps_DDRM.extract(solved, 0, n, 0, phi.numCols),
                CommonOps_DDRM.extractColumn(solved, phi.numCols, null));
    }

    /** A = ΦᵀW(I − P^λ)Φ, b = ΦᵀWr^λ. */
    MeanUpdate mean(double[] weighting) {
        DMatrixRMaj weighted = weighted(weighting);
        return new MeanUpdate(
                phi, weighting, Linear.multiplyTransposed(weighted, left), Linear.multiplyTransposed(weighted, right));
    }

    /** This equation with each feature multiplied by its factor: ΦS for Φ, S = diag(factors). */
    BellmanEquation scaled(double[] factors) {
        DMatrixRMaj scaledPhi = phi.copy();
        CommonOps_DDRM.multCols(scaledPhi, factors);
        DMatrixRMaj scaledLeft = left.copy();
        CommonOps_DDRM.multCols(scaledLeft, factors);
        return new BellmanEquation(scaledPhi, scaledLeft, right);
    }

    /** ΦᵀWΦ. */
    DMatrixRMaj covariance(double[] weighting) {
        return Linear.multiplyTransposed(weighted(weighting), phi);
    }

    private DMatrixRMaj weighted(double[] weighting) {
        DMatrixRMaj weighted = phi.copy();
        CommonOps_DDRM.multRows(weighting, weighted);
        return weighted;
    }
}
