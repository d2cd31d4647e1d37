package io.emphatic.engine.internal.plain;

import io.emphatic.engine.Divergence;
import io.emphatic.engine.Engine;
import io.emphatic.engine.TraceRule;
import io.emphatic.experience.Features;
import io.emphatic.experience.Transition;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.ejml.dense.row.factory.LinearSolverFactory_DDRM;
import org.ejml.dense.row.linsol.svd.SolvePseudoInverseSvd_DDRM;
import org.ejml.interfaces.linsol.LinearSolverDense;

/**
 * Least-squares TD: Boyan (1999), Bradtke &amp; Barto (1996), Yu (2015); {@code docs/ALGORITHMS.md} §4, with the trace
 * of a {@link TraceRule}. Of several solutions the one nearest to θ₀. Solved when weights or predictions are asked for.
 *
 * <pre>
 *   A = mean of eₖ(φₖ − γₖ₊₁φₖ₊₁)ᵀ   b = mean of Rₖ₊₁eₖ   θ = θ₀ + A⁺(b − Aθ₀), or (A + εI)(θ − θ₀) = b − Aθ₀
 * </pre>
 */
public final class LeastSquaresEngine extends TraceRuleEngine {
    /** Singular values below this fraction of the largest count as zero. */
    private static final double RELATIVE_CUTOFF = 1e-12;

    private static final int LARGEST_SIZE = 46_340; // n² must be an array's length

    private final double ridge;

    private final int size;
    private final double[] sumA; // by rows
    private final double[] sumB;
    private final double[] terms = new double[1]; // how many steps the sums hold
    private final double[] sumNorm = new double[1]; // an upper bound of the norms of both sums
    private final double[] x; // φₜ − γₜ₊₁φₜ₊₁, where these are dense
    private final Trace trace;
    private final double[] initial; // θ₀
    private double[] solution;

    public LeastSquaresEngine(TraceRule rule, double ridge, int size) {
        super(rule);
        if (size > LARGEST_SIZE) {
            throw new IllegalArgumentException("least squares keeps n² numbers, which is possible up to n = "
                    + LARGEST_SIZE + " features: " + size + "\nUse an algorithm with O(n) cost.");
        }
        this.ridge = ridge;
        this.size = size;
        this.sumA = new double[size * size];
        this.sumB = new double[size];
        this.x = new double[size];
        this.initial = new double[size];
        this.trace = new Trace(size);
        state.put("sum_a", sumA);
        state.put("sum_b", sumB);
        state.put("initial_weights", initial);
        state.put("terms", terms);
        state.put("sum_norm", sumNorm);
        state.put("trace", trace);
    }

    @Override
    public void begin(double[] initialWeights) {
        System.arraycopy(initialWeights, 0, initial, 0, size);
    }

    @Override
    public boolean step(Transition t, double alpha) {
        rule.coefficients(t, memory, c);
        double traceNorm = trace.normAfter(c.a(), c.b(), t.phi().norm());
        double norm = sumNorm[0] + traceNorm * (Divergence.features(t) + Math.abs(t.reward()));
        if (!Divergence.allows(Divergence.shared(t, c, traceNorm), t.reward(), norm)) {
            return false;
        }
        rule.remember(t, memory, c);
        trace.advance(c.a(), c.b(), t.phi());
        // A ← A + eₜ(φₜ − γₜ₊₁φₜ₊₁)ᵀ
        trace.addOuterProduct(t.phi(), t.gammaNext(), t.phiNext(), sumA, x);
        // b ← b + Rₜ₊₁eₜ
        trace.addTo(sumB, t.reward());
        terms[0]++;
        sumNorm[0] = norm;
        solution = null;
        return true;
    }

    /** The solution, computed at most once after each change. */
    private double[] solution() {
        if (solution == null) {
            double[] solved = terms[0] == 0 ? new double[size] : solve();
            for (int j = 0; j < size; j++) {
                solved[j] += initial[j];
            }
            if (!Arrays.stream(solved).allMatch(Double::isFinite)) {
                throw new ArithmeticException("the least-squares solution is beyond the range of numbers");
            }
            solution = solved;
        }
        return solution;
    }

    private double[] solve() {
        DMatrixRMaj a = new DMatrixRMaj(size, size, true, sumA.clone());
        DMatrixRMaj b = new DMatrixRMaj(size, 1, true, sumB.clone());
        CommonOps_DDRM.divide(a, terms[0]);
        CommonOps_DDRM.divide(b, terms[0]);
        // b − Aθ₀
        CommonOps_DDRM.multAdd(-1, a, new DMatrixRMaj(size, 1, true, initial.clone()), b);
        return solve(a, b).data;
    }

    /** (A + εI)⁻¹ or A⁺ times each column of b. */
    private DMatrixRMaj solve(DMatrixRMaj a, DMatrixRMaj b) {
        if (ridge > 0) {
            for (int j = 0; j < size; j++) {
                a.add(j, j, ridge);
            }
            DMatrixRMaj theta = new DMatrixRMaj(size, b.numCols);
            LinearSolverDense<DMatrixRMaj> solver = LinearSolverFactory_DDRM.linear(size);
            if (solver.setA(a.copy()) && solver.quality() > RELATIVE_CUTOFF) {
                solver.solve(b, theta);
                return theta;
            }
        }
        return pseudoSolve(a, b);
    }

    /** A⁺b by singular values. */
    private DMatrixRMaj pseudoSolve(DMatrixRMaj a, DMatrixRMaj b) {
        SolvePseudoInverseSvd_DDRM solver = new SolvePseudoInverseSvd_DDRM(size, size);
        solver.setThreshold(RELATIVE_CUTOFF / size); // it multiplies by the size
        if (!solver.setA(a)) {
            throw new IllegalStateException("the least-squares system could not be decomposed");
        }
        DMatrixRMaj theta = new DMatrixRMaj(size, b.numCols);
        solver.solve(b, theta);
        return theta;
    }

    /** How far each part of the steps has moved θ: A⁻¹ Σ_g eₜ δₜ(θ), less its share of what a ridge leaves. */
    public double[][] deviations(List<LeastSquaresEngine> parts) {
        double[] theta = solution();
        double[] rest = residual(theta);
        DMatrixRMaj b = new DMatrixRMaj(size, parts.size());
        for (int g = 0; g < parts.size(); g++) {
            double[] residual = parts.get(g).residual(theta);
            double share = parts.get(g).terms[0] / terms[0];
            for (int j = 0; j < size; j++) {
                b.set(j, g, (residual[j] - share * rest[j]) / terms[0]);
            }
        }
        DMatrixRMaj a = new DMatrixRMaj(size, size, true, sumA.clone());
        CommonOps_DDRM.divide(a, terms[0]);
        DMatrixRMaj solved = solve(a, b);
        double[][] deviations = new double[parts.size()][];
        for (int g = 0; g < parts.size(); g++) {
            deviations[g] = CommonOps_DDRM.extractColumn(solved, g, null).data;
        }
        return deviations;
    }

    /** Σ eₜ δₜ(θ) = b − Aθ, in sums. */
    private double[] residual(double[] theta) {
        double[] residual = sumB.clone();
        for (int i = 0; i < size; i++) {
            for (int j = 0; j < size; j++) {
                residual[i] -= sumA[i * size + j] * theta[j];
            }
        }
        return residual;
    }

    /** An upper bound of ‖eₜ‖ of the last step. */
    public double traceNorm() {
        return trace.norm();
    }

    @Override
    public double predict(Features features) {
        return features.dot(solution());
    }

    @Override
    public double[] weights() {
        return solution().clone();
    }

    @Override
    public void loaded(Map<String, double[]> arrays) {
        super.loaded(arrays);
        solution = null;
    }

    @Override
    public void merge(Engine other) {
        LeastSquaresEngine source = (LeastSquaresEngine) other;
        if (!Arrays.equals(initial, source.initial)) {
            throw new IllegalArgumentException("only learners that began with the same weights can be merged");
        }
        if (!Divergence.allows(sumNorm[0] + source.sumNorm[0])) {
            throw new IllegalArgumentException("the sums to be merged are too large to be added");
        }
        for (int k = 0; k < sumA.length; k++) {
            sumA[k] += source.sumA[k];
        }
        for (int j = 0; j < size; j++) {
            sumB[j] += source.sumB[j];
        }
        terms[0] += source.terms[0];
        sumNorm[0] += source.sumNorm[0];
        solution = null;
    }
}
