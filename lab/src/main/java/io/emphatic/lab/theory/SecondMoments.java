package io.emphatic.lab.theory;

import static io.emphatic.lab.theory.Linear.multiplyTransposed;
import static io.emphatic.lab.theory.Linear.numbers;
import static io.emphatic.lab.theory.Linear.rowProducts;
import static io.emphatic.lab.theory.Linear.scaledColumns;
import static io.emphatic.lab.theory.Linear.scaledRows;
import static io.emphatic.lab.theory.Linear.times;
import static io.emphatic.lab.theory.Linear.where;

import io.emphatic.Config;
import io.emphatic.EtdBeta;
import io.emphatic.LcEtd;
import io.emphatic.PerEtd;
import io.emphatic.TruncatedEtd;
import io.emphatic.lab.Question;
import java.util.Arrays;
import java.util.List;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;

/**
 * Second moments of follow-on and trace, state by state, from linear equations. With Fₜ = iₜ + βₜρₜ₋₁Fₜ₋₁, Mₜ = λₜiₜ +
 * (1 − λₜ)Fₜ and xₜ = τₜcₜ₋₁xₜ₋₁ + Mₜφₜ ({@link TraceFactors}), the vectors of d_μ(s) times
 *
 * <pre>
 *   E[F|s]     f = d∘i + B P_πᵀ f
 *   E[F²|s]    G = d∘i² + 2 i∘(B P_πᵀ f) + B² Qᵀ G                                  Q(s,s') = Σ_a μ ρ² P
 *   E[x|s]     u = m∘Φ + T Cᵀ u                                                      C(s,s') = Σ_a μ c P
 *   E[Fx|s]    y = Φ∘(λ∘i∘f + (1 − λ)∘G) + i∘(T Cᵀ u) + B T Qᵀ y
 *   E‖x‖²|s    X = ‖φ‖²∘(d E[M²|s]) + 2 φᵀT( i∘Cᵀu + (1 − λ)∘B Qᵀy ) + T² C₂ᵀ X      C₂(s,s') = Σ_a μ c² P
 * </pre>
 *
 * and E‖κx‖² = Σ_s X(s) Σ_a μκ². Without a follow-on, M is 1 or i, and y is not needed. With a follow-on that looks
 * back n steps, G and y are recursions over what looks back k = 0, …, n steps, with E[F⁽ᵏ⁾F⁽ʲ⁾|s] for E[F²|s].
 *
 * <p>What is infinite is decided on the graph: a strongly connected set of states whose part of B²Q, or of T²C₂, has a
 * spectral radius of one or more, where F or x is not 0 by itself, and whatever the trace carries on to from there.
 */
final class SecondMoments {
    static final int LONGEST_HORIZON = 256; // beyond this, E[F⁽ᵏ⁾F⁽ʲ⁾] for all k and j takes long

    private static final double ROUNDING = 1e-12;

    private final SolvedQuestion solved;
    private final Question question;
    private final double[] d;
    private final double[] i;
    private final FollowOnForm form;
    private final double[] inflow; // x∘i
    private final DMatrixRMaj phi;
    private final TraceFactors factors;
    private final double[] tau;
    private final DMatrixRMaj carried; // C
    private final DMatrixRMaj squared; // C₂
    private final DMatrixRMaj follow; // P_π
    private final DMatrixRMaj squaredFollow; // Q

    SecondMoments(SolvedQuestion solved, Config config) {
        this.solved = solved;
        this.question = solved.question();
        this.d = solved.stationary();
        this.i = question.interest();
        this.form = FollowOnForm.of(config, question, solved::starts);
        this.inflow = times(form.inflow(), i);
        this.phi = new DMatrixRMaj(solved.mdp().features());
        this.factors = TraceFactors.of(config, solved.mdp(), question);
        this.tau = factors.decay();
        Dynamics dynamics = solved.dynamics;
        this.carried = dynamics.expected(factors.carried());
        this.squared = dynamics.expected(factors.squareCarried());
        this.follow = solved.transitions();
        this.squaredFollow = dynamics.secondMoment(question.policy());
    }

    static TraceMoments of(SolvedQuestion solved, Config config) {
        SecondMoments moments = new SecondMoments(solved, config);
        if (config instanceof TruncatedEtd truncated) {
            return moments.truncated(truncated.horizon());
        }
        if (config instanceof EtdBeta || config instanceof LcEtd) {
            return moments.emphatic();
        }
        if (config instanceof PerEtd perEtd) {
            return new RestartedTrace(solved, perEtd).moments();
        }
        if (LearnedFollowOn.isIn(config)) {
            return moments.plain(LearnedFollowOn.of(solved, config).emphasis(solved));
        }
        return switch (config.algorithm().fixedPoint()) {
            case EMPHASIS -> moments.emphatic();
            case OWN -> unknown(moments.d.length);
            case INTEREST -> moments.plain(moments.i);
            default -> moments.plain(Linear.filled(moments.d.length, 1));
        };
    }

    private static TraceMoments unknown(int states) {
        double[] unknown = Linear.filled(states, Double.NaN);
        return new TraceMoments(Double.NaN, unknown, Double.NaN, unknown, Double.NaN);
    }

    private TraceMoments plain(double[] emphasis) {
        double[] m = times(d, emphasis);
        double[] squares = times(m, emphasis);
        boolean[] infinite = infiniteTrace(emphasis, new boolean[d.length]);
        DMatrixRMaj carriedOn = carriedMean(m);
        return trace(Double.NaN, new double[0], m, squares, emphasis, carriedOn, null, infinite);
    }

    private TraceMoments emphatic() {
        double[] beta = form.decay();
        double[] f = form.mean(solved.cared, follow);
        boolean[] infiniteF = infinite(squaredFollow, beta, felt(i, false));
        boolean[] reached = Graph.of(scaledColumns(squaredFollow, beta)).reachableFrom(felt(times(d, i), false));
        boolean[] somewhere = where(d.length, s -> reached[s] && d[s] > 0 && !infiniteF[s]);
        // G = d∘i² + 2 i∘(B P_πᵀ f) + B² Qᵀ G, with x∘i for i but at starts
        double[] started = times(form.started(), i);
        double[] passed = times(beta, multiplyTransposed(follow, f));
        double[] own = times(form.inflow(), form.inflow());
        double[] source = numbers(
                d.length, s -> own[s] * d[s] * i[s] * i[s] + (1 - own[s]) * started[s] + 2 * inflow[s] * passed[s]);
        double[] g = solve(squaredFollow, times(beta, beta), new DMatrixRMaj(source), somewhere).data;
        double[] emphasis = form.emphasis(solved.cared, follow);
        boolean[] infinite = infiniteTrace(emphasis, infiniteF);
        DMatrixRMaj carriedOn = carriedMean(emphasis);
        // y = Φ∘(λ∘i∘f + (1 − λ)∘G) + i∘(T Cᵀ u) + B T Qᵀ y
        DMatrixRMaj ySource = scaledRows(phi, form.emphasised(times(i, f), g, started));
        CommonOps_DDRM.addEquals(ySource, scaledRows(carriedOn, times(inflow, tau)));
        boolean[] finite = where(d.length, s -> somewhere[s] && !infinite[s]);
        DMatrixRMaj y = solve(squaredFollow, times(beta, tau), ySource, finite);
        return trace(
                total(g, infiniteF),
                byState(g, infiniteF, Linear.filled(d.length, 1)),
                emphasis,
                squaredEmphasis(f, g),
                form.emphasised(i, inflow, new double[d.length]),
                carriedOn,
                scaledRows(multiplyTransposed(squaredFollow, y), times(form.followed(), beta)),
                infinite);
    }

    private TraceMoments truncated(int horizon) {
        if (horizon > LONGEST_HORIZON) {
            return unknown(d.length);
        }
        double[] gamma = question.discount();
        List<double[]> f = FollowOnForm.truncated(question, solved.cared, follow, horizon);
        double[] last = f.get(horizon);
        double[] emphasis = form.emphasised(times(d, i), last);
        boolean[] infinite = infiniteTrace(emphasis, new boolean[d.length]);
        DMatrixRMaj u = mean(emphasis);
        DMatrixRMaj carriedOn = multiplyTransposed(carried, u);
        DMatrixRMaj shared = scaledRows(carriedOn, times(i, tau));
        // column j of h is d E[F⁽ᵏ⁾F⁽ᵏ⁺ʲ⁾], which begins with i∘fⱼ at k = 0
        DMatrixRMaj h = new DMatrixRMaj(d.length, horizon + 1);
        double[][] passed = new double[horizon + 1][];
        for (int j = 0; j <= horizon; j++) {
            CommonOps_DDRM.insert(new DMatrixRMaj(times(i, f.get(j))), h, 0, j);
            passed[j] = times(gamma, multiplyTransposed(follow, f.get(j)));
        }
        // y⁽⁰⁾ = i∘u, y⁽ᵏ⁾ = Φ∘(λ∘i∘fₖ + (1 − λ)∘E[F⁽ᵏ⁾F⁽ⁿ⁾]) + i∘(T Cᵀ u) + Γ T Qᵀ y⁽ᵏ⁻¹⁾
        DMatrixRMaj y = scaledRows(u, i);
        for (int k = 1; k <= horizon; k++) {
            h = advanced(h, passed, k, gamma);
            if (k < horizon) {
                DMatrixRMaj next = scaledRows(multiplyTransposed(squaredFollow, y), times(gamma, tau));
                CommonOps_DDRM.addEquals(next, shared);
                double[] both = CommonOps_DDRM.extractColumn(h, horizon - k, null).data;
                CommonOps_DDRM.addEquals(next, scaledRows(phi, form.emphasised(times(i, f.get(k)), both)));
                y = next;
            }
        }
        double[] g = CommonOps_DDRM.extractColumn(h, 0, null).data;
        boolean[] nowhere = new boolean[d.length];
        return trace(
                total(g, nowhere),
                byState(g, nowhere, Linear.filled(d.length, 1)),
                emphasis,
                squaredEmphasis(last, g),
                i,
                carriedOn,
                horizon == 0 ? null : scaledRows(multiplyTransposed(squaredFollow, y), times(form.followed(), gamma)),
                infinite);
    }

    /** d E[F⁽ᵏ⁾F⁽ʲ⁾] = d∘i² + i∘(Γ P_πᵀ(fₖ₋₁ + fⱼ₋₁)) + Γ² Qᵀ d E[F⁽ᵏ⁻¹⁾F⁽ʲ⁻¹⁾], j ≥ k; passed is Γ P_πᵀ fⱼ. */
    private DMatrixRMaj advanced(DMatrixRMaj h, double[][] passed, int k, double[] gamma) {
        DMatrixRMaj kept = CommonOps_DDRM.extract(h, 0, d.length, 0, h.numCols - 1);
        DMatrixRMaj next = scaledRows(multiplyTransposed(squaredFollow, kept), times(gamma, gamma));
        for (int s = 0; s < d.length; s++) {
            for (int j = 0; j < next.numCols; j++) {
                next.add(s, j, i[s] * (d[s] * i[s] + passed[k - 1][s] + passed[k - 1 + j][s]));
            }
        }
        return next;
    }

    /** direct: what M has beside the follow-on, 1 or i; crossed: (1 − λ)∘B Qᵀy, null without a follow-on. */
    private TraceMoments trace(
            double followOn,
            double[] followOnByState,
            double[] emphasis,
            double[] squares,
            double[] direct,
            DMatrixRMaj carriedOn,
            DMatrixRMaj crossed,
            boolean[] infinite) {
        DMatrixRMaj cross = scaledRows(carriedOn, direct);
        if (crossed != null) {
            CommonOps_DDRM.addEquals(cross, crossed);
        }
        double[] sizes = rowProducts(phi, phi);
        double[] along = rowProducts(phi, cross);
        DMatrixRMaj source = new DMatrixRMaj(numbers(d.length, s -> sizes[s] * squares[s] + 2 * tau[s] * along[s]));
        boolean[] reached = Graph.of(scaledColumns(squared, tau)).reachableFrom(felt(emphasis, true));
        boolean[] finite = where(d.length, s -> reached[s] && d[s] > 0 && !infinite[s]);
        double[] x = solve(squared, times(tau, tau), source, finite).data;
        double[] used = factors.meanSquareUsed();
        boolean[] felt = where(d.length, s -> infinite[s] && used[s] > 0);
        double total = total(times(x, used), felt);
        double mean = Arrays.stream(emphasis).sum();
        return new TraceMoments(followOn, followOnByState, total, byState(x, felt, used), total / (mean * mean));
    }

    /** The states that the behaviour gets to in which a number is not 0, and those of them that have features. */
    private boolean[] felt(double[] numbers, boolean withFeatures) {
        double[] sizes = rowProducts(phi, phi);
        return where(
                d.length,
                s -> (!withFeatures || sizes[s] > 0) && numbers[s] != 0 && !solved.isEnd(s) && solved.chain.reaches(s));
    }

    /** u = m∘Φ + T Cᵀ u. */
    private DMatrixRMaj mean(double[] emphasis) {
        return LuFactors.of(Linear.transpose(Linear.identityMinus(carried, tau)))
                .solve(scaledRows(phi, emphasis));
    }

    /** Cᵀu. */
    private DMatrixRMaj carriedMean(double[] emphasis) {
        return multiplyTransposed(carried, mean(emphasis));
    }

    /** The states in which the trace has no finite second moment, given those in which the follow-on has none. */
    private boolean[] infiniteTrace(double[] emphasis, boolean[] infiniteF) {
        boolean[] sources = felt(emphasis, true);
        boolean[] from = infinite(squared, tau, sources);
        boolean[] all = where(d.length, s -> from[s] || infiniteF[s] && form.followed()[s] > 0 && sources[s]);
        return Graph.of(scaledColumns(squared, tau)).reachableFrom(all);
    }

    /** d E[M²|s] = y²i²d + 2yz i f + z² G, and i² at starts. */
    private double[] squaredEmphasis(double[] f, double[] g) {
        return numbers(d.length, s -> {
            double ofInterest = form.direct()[s] * i[s];
            double rest = form.followed()[s];
            double start = i[s] * form.started()[s] * (1 - Math.pow(form.direct()[s] + rest, 2));
            return start + ofInterest * ofInterest * d[s] + 2 * ofInterest * rest * f[s] + rest * rest * g[s];
        });
    }

    /** Where z = source + diag(decay²) Nᵀ z, N ≥ 0, has no finite solution. */
    private static boolean[] infinite(DMatrixRMaj matrix, double[] decay, boolean[] source) {
        DMatrixRMaj flow = scaledColumns(matrix, times(decay, decay));
        boolean[] reached = Graph.of(flow).reachableFrom(source);
        boolean[] growing = new boolean[decay.length];
        for (int[] component : Graph.of(flow).components()) {
            if (reached[component[0]] && PerronRoot.ofBlock(flow, component) >= 1 - ROUNDING) {
                Arrays.stream(component).forEach(s -> growing[s] = true);
            }
        }
        return Graph.of(flow).reachableFrom(growing);
    }

    /** z = source + diag(decay) Nᵀ z in these states, and 0 elsewhere. None is modified. */
    private static DMatrixRMaj solve(DMatrixRMaj matrix, double[] decay, DMatrixRMaj source, boolean[] states) {
        double[] inside = numbers(decay.length, s -> states[s] ? 1 : 0);
        DMatrixRMaj transposed = Linear.identityMinus(scaledRows(matrix, inside), times(decay, inside));
        DMatrixRMaj right = source.copy();
        for (int s = 0; s < decay.length; s++) {
            for (int j = 0; j < right.numCols && !states[s]; j++) {
                right.set(s, j, 0); // what is infinite times 0 would not be
            }
        }
        return LuFactors.of(Linear.transpose(transposed)).solve(right);
    }

    private static double total(double[] moments, boolean[] infinite) {
        return Arrays.stream(numbers(moments.length, s -> infinite[s] ? Double.POSITIVE_INFINITY : moments[s]))
                .sum();
    }

    private double[] byState(double[] moments, boolean[] infinite, double[] factor) {
        return numbers(
                d.length,
                s -> d[s] == 0 ? Double.NaN : infinite[s] ? Double.POSITIVE_INFINITY : moments[s] * factor[s] / d[s]);
    }
}
