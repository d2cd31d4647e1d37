package io.emphatic.lab.theory;

import io.emphatic.lab.Question;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;

/** (I − P^λ)Φθ = r^λ, with left = (I − P^λ)Φ and right = r^λ: each algorithm solves it with other weights. */
record BellmanEquation(DMatrixRMaj phi, DMatrixRMaj left, DMatrixRMaj right) {
    /** (I − P^λ)Φ = Φ − K PΓ(I − Λ)Φ and r^λ = K r_π, with one factorisation of K⁻¹ = I − PΓΛ. None is modified. */
    static BellmanEquation of(DMatrixRMaj p, double[] gamma, double[] lambda, double[] rewards, double[][] features) {
        int n = gamma.length;
        double[] gammaLambda = Linear.times(gamma, lambda);
        double[] bootstrap = Linear.numbers(n, s -> gamma[s] * (1 - lambda[s]));
        DMatrixRMaj phi = new DMatrixRMaj(features);
        LuFactors k = LuFactors.of(Linear.identityMinus(p, gammaLambda));
        DMatrixRMaj bootstrapped = k.solve(Linear.multiply(p, Linear.scaledRows(phi, bootstrap)));
        return new BellmanEquation(
                phi, CommonOps_DDRM.subtract(phi, bootstrapped, null), k.solve(new DMatrixRMaj(rewards)));
    }

    /** With c = κ = ρ and τ = γλ ({@link TraceFactors}) it is (I − P^λ)Φ and r^λ: left = (I − CT)⁻¹(K − P_κΓ)Φ. */
    static BellmanEquation of(Dynamics dynamics, Question question, TraceFactors factors, double[][] features) {
        DMatrixRMaj phi = new DMatrixRMaj(features);
        DMatrixRMaj updates = CommonOps_DDRM.subtract(
                Linear.scaledRows(phi, factors.meanUsed()),
                Linear.multiply(dynamics.expected(factors.used()), Linear.scaledRows(phi, question.discount())),
                null);
        double[] rewards = dynamics.expectedRewards(question, factors.used());
        LuFactors carried = LuFactors.of(Linear.identityMinus(dynamics.expected(factors.carried()), factors.decay()));
        return new BellmanEquation(phi, carried.solve(updates), carried.solve(new DMatrixRMaj(rewards)));
    }

    /** A = ΦᵀW(I − P^λ)Φ, b = ΦᵀWr^λ. */
    MeanUpdate mean(double[] weighting) {
        DMatrixRMaj weighted = Linear.scaledRows(phi, weighting);
        return new MeanUpdate(
                phi, weighting, Linear.multiplyTransposed(weighted, left), Linear.multiplyTransposed(weighted, right));
    }

    /** This equation with each feature multiplied by its factor: ΦS for Φ, S = diag(factors). */
    BellmanEquation scaled(double[] factors) {
        return new BellmanEquation(Linear.scaledColumns(phi, factors), Linear.scaledColumns(left, factors), right);
    }

    /** ΦᵀWΦ. */
    DMatrixRMaj covariance(double[] weighting) {
        return Linear.multiplyTransposed(Linear.scaledRows(phi, weighting), phi);
    }
}
