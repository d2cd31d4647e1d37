package io.emphatic.lab.theory;

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

    /** A = ΦᵀW(I − P^λ)Φ, b = ΦᵀWr^λ. */
    MeanUpdate mean(double[] weighting) {
        DMatrixRMaj weighted = weighted(weighting);
        return new MeanUpdate(
                phi, weighting, Linear.multiplyTransposed(weighted, left), Linear.multiplyTransposed(weighted, right));
    }

    /** The same with each feature multiplied by its factor: ΦS for Φ, S = diag(factors). */
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
