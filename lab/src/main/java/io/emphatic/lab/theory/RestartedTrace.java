package io.emphatic.lab.theory;

import static io.emphatic.lab.theory.Linear.multiplyTransposed;
import static io.emphatic.lab.theory.Linear.numbers;
import static io.emphatic.lab.theory.Linear.rowProducts;
import static io.emphatic.lab.theory.Linear.scaledRows;
import static io.emphatic.lab.theory.Linear.sum;
import static io.emphatic.lab.theory.Linear.times;

import io.emphatic.PerEtd;
import io.emphatic.lab.Question;
import java.util.Arrays;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;

/**
 * Follow-on and trace of {@code per-etd}, which begin anew every b + 1 steps: the equations of {@link SecondMoments},
 * not solved but iterated from zero, k = 0, …, b.
 *
 * <pre>
 *   f ← d∘i + ΓP_πᵀf                        m = λ∘d∘i + (1 − λ)∘f
 *   G ← d∘i² + 2i∘(ΓP_πᵀf) + Γ²QᵀG
 *   u ← m∘Φ + ΓΛP_πᵀu
 *   y ← Φ∘(λ∘i∘f + (1 − λ)∘G) + i∘(ΓΛP_πᵀu) + Γ²ΛQᵀy
 *   X ← ‖φ‖²∘(d E[M²|s]) + 2φᵀΓΛ(i∘P_πᵀu + (1 − λ)∘ΓQᵀy) + (ΓΛ)²QᵀX
 *   A = uᵀ(I − P_πΓ)Φ/(b + 1)               b = uᵀr_π/(b + 1)
 * </pre>
 */
final class RestartedTrace {
    private static final int LONGEST = 10_000; // beyond this, means have settled

    private final SolvedQuestion solved;
    private final int period;
    private final double[] used; // Σ_a μκ²
    private double[] emphasis;
    private DMatrixRMaj u;
    private double[] g;
    private double[] x;

    RestartedTrace(SolvedQuestion solved, PerEtd config) {
        this.solved = solved;
        this.period = config.period();
        this.used = TraceFactors.of(config, solved.mdp(), solved.question()).meanSquareUsed();
        Question question = solved.question();
        double[] d = solved.stationary();
        double[] i = question.interest();
        double[] gamma = question.discount();
        double[] tau = times(gamma, question.lambda());
        FollowOnForm form = FollowOnForm.decaying(question, gamma);
        DMatrixRMaj phi = new DMatrixRMaj(solved.mdp().features());
        DMatrixRMaj follow = solved.transitions();
        DMatrixRMaj squared = solved.dynamics.secondMoment(question.policy());
        double[] direct = times(form.direct(), form.direct());
        double[] mixed = times(form.direct(), form.followed());
        double[] followed = times(form.followed(), form.followed());
        double[] caredTwice = times(solved.cared, i);
        double[] f = new double[d.length];
        g = f;
        x = f;
        u = new DMatrixRMaj(phi.numRows, phi.numCols);
        DMatrixRMaj y = u;
        for (int k = 0; k <= Math.min(period, LONGEST); k++) {
            double[] passed = times(gamma, multiplyTransposed(follow, f));
            f = sum(solved.cared, passed);
            g = sum(
                    sum(caredTwice, times(i, sum(passed, passed))),
                    times(times(gamma, gamma), multiplyTransposed(squared, g)));
            DMatrixRMaj carried = scaledRows(multiplyTransposed(follow, u), tau);
            DMatrixRMaj crossed = scaledRows(multiplyTransposed(squared, y), times(gamma, tau));
            double[] squares =
                    sum(times(direct, caredTwice), sum(times(mixed, times(i, sum(f, f))), times(followed, g)));
            double[] cross = rowProducts(
                    phi, CommonOps_DDRM.add(scaledRows(carried, i), scaledRows(crossed, form.followed()), null));
            double[] kept = times(times(tau, tau), multiplyTransposed(squared, x));
            x = sum(sum(times(rowProducts(phi, phi), squares), sum(cross, cross)), kept);
            emphasis = form.emphasised(solved.cared, f);
            u = CommonOps_DDRM.add(scaledRows(phi, emphasis), carried, null);
            y = CommonOps_DDRM.add(scaledRows(phi, form.emphasised(times(i, f), g)), crossed, null);
            CommonOps_DDRM.addEquals(y, scaledRows(carried, i));
        }
    }

    MeanUpdate mean() {
        Question question = solved.question();
        DMatrixRMaj phi = new DMatrixRMaj(solved.mdp().features());
        DMatrixRMaj updated = Linear.multiply(Linear.identityMinus(solved.transitions(), question.discount()), phi);
        DMatrixRMaj trace = Linear.scaled(1.0 / (period + 1), u);
        DMatrixRMaj rewards = new DMatrixRMaj(solved.dynamics.rewards(question));
        return new MeanUpdate(phi, emphasis, multiplyTransposed(trace, updated), multiplyTransposed(trace, rewards));
    }

    /** Of the vector that δ is multiplied by: 0 but for one of b + 1 steps. */
    TraceMoments moments() {
        double[] d = solved.stationary();
        double[] scaled = numbers(x.length, s -> x[s] * used[s] / (period + 1));
        double trace = Arrays.stream(scaled).sum();
        double mean = Arrays.stream(emphasis).sum() / (period + 1);
        return new TraceMoments(
                Arrays.stream(g).sum(),
                numbers(x.length, s -> d[s] == 0 ? Double.NaN : g[s] / d[s]),
                trace,
                numbers(x.length, s -> d[s] == 0 ? Double.NaN : scaled[s] / d[s]),
                trace / (mean * mean));
    }
}
