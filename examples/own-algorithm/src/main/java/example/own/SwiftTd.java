package example.own;

import io.emphatic.Algorithm;
import io.emphatic.AlgorithmProvider;
import io.emphatic.Algorithm.Family;
import io.emphatic.OwnEngine;
import io.emphatic.Parameter;
import io.emphatic.Parameter.Range;
import io.emphatic.engine.ArrayEngine;
import io.emphatic.engine.Engine;
import io.emphatic.experience.Features;
import io.emphatic.experience.Transition;
import java.util.Arrays;
import java.util.List;

/**
 * SwiftTD: true online TD(λ) with a step size for each feature, which is learned, and a bound on how much of an error
 * one step may correct. Javed, Sharifnassab &amp; Sutton (2024), "SwiftTD: A Fast and Robust Algorithm for Temporal
 * Difference Learning", RLC.
 *
 * <p>Each weight has a step size exp(βᵢ). With η = {@code rate_bound}, ε = {@code step_size_decay}, ϑ =
 * {@code meta_step_size} and the products and vectors of the step before on the right-hand side, a step is, for each i,
 *
 * <pre>
 *   (z, z̄, p) ← ρₜ γₜ λₜ (z, z̄, p)
 *   τ = ρₜ Σ exp(βᵢ) φᵢ²     b = Σ zᵢ φᵢ     V = Σ Δᵢ φᵢ, with Δ the change of θ at the step before
 *   y = ρₜ min(1, η/τ) exp(βᵢ) φᵢ
 *   z ← z + y (1 − b)     p ← p + ρₜ h⁻ φᵢ     z̄ ← z̄ + y (1 − b − z̄ φᵢ)
 *   g = h − h⁻ φᵢ (z − y) − h y φᵢ
 *   where φᵢ ≠ 0 and τ &gt; η:  g, h, z̄ ← 0 and βᵢ ← βᵢ + φᵢ² ln ε
 *   Δ ← (δₜ + V) z − y V                       θ ← θ + Δ
 *   βᵢ ← min(ln η, βᵢ + ϑ exp(−βᵢ) δₜ p)
 *   h⁻ ← h     h ← g + (δₜ + V) z̄ − y V
 * </pre>
 *
 * The paper's δ′ is δₜ + V, its V^δ is V, its z^δ is y, its h^temp is g and its h^old is h⁻.
 *
 * <p>Deviations from the paper, which is on-policy with constant γ and λ: γ and λ are those of the state, and ρₜ stands
 * where true online TD(λ) has it off-policy ({@code docs/ALGORITHMS.md} §3). With ρ = 1 and constants it is the paper's.
 * With ϑ = 0 and a large η it is {@code true-online-td}.
 *
 * @param initialStepSize exp(β) at the beginning
 * @param metaStepSize ϑ
 * @param rateBound η
 * @param stepSizeDecay ε
 */
public record SwiftTd(double initialStepSize, double metaStepSize, double rateBound, double stepSizeDecay)
        implements OwnEngine {
    private static final Parameter INITIAL =
            Parameter.of("initial_step_size", 0.001, Range.POSITIVE, "the step size of each weight at the beginning");
    private static final Parameter META =
            Parameter.of("meta_step_size", 0.001, Range.NON_NEGATIVE, "ϑ, how fast the step sizes are learned");
    private static final Parameter BOUND =
            Parameter.of("rate_bound", 0.1, Range.POSITIVE, "η, the part of an error that one step corrects at most");
    private static final Parameter DECAY = Parameter.of(
            "step_size_decay", 0.9, new Range(0, false, 1, true, false), "ε, by which step sizes shrink at the bound");

    /** What `emphatic algorithms`, `study` and `learn` know of it. */
    public static final Algorithm ALGORITHM = Algorithm.named("swift-td", Family.OWN)
            .summary("true online TD(λ) with learned step sizes, one a feature, and a bound on each step")
            .source("Javed, Sharifnassab & Sutton (2024)")
            .equations("""
                    (z, z̄, p) ← ρₜ γₜ λₜ (z, z̄, p);  τ = ρₜ Σ exp(βᵢ) φᵢ²;  b = zᵀφₜ;  V = Δᵀφₜ
                    y = ρₜ min(1, η/τ) exp(β) φₜ;  z ← z + y (1 − b);  p ← p + ρₜ h⁻ φₜ;  z̄ ← z̄ + y (1 − b − z̄ φₜ)
                    g = h − h⁻ φₜ (z − y) − h y φₜ;  where τ > η, for active features: g, h, z̄ ← 0, β ← β + φₜ² ln ε
                    Δ ← (δₜ + V) z − y V;  θ ← θ + Δ
                    β ← min(ln η, β + ϑ exp(−β) δₜ p);  h⁻ ← h;  h ← g + (δₜ + V) z̄ − y V
                    """)
            .parameters(List.of(INITIAL, META, BOUND, DECAY))
            .configuredBy(s -> new SwiftTd(
                    s.get("initial_step_size"), s.get("meta_step_size"), s.get("rate_bound"), s.get("step_size_decay")));

    public SwiftTd {
        INITIAL.check(initialStepSize);
        META.check(metaStepSize);
        BOUND.check(rateBound);
        DECAY.check(stepSizeDecay);
    }

    /** Named in META-INF/services/io.emphatic.AlgorithmProvider. */
    public static final class Provider implements AlgorithmProvider {
        @Override
        public Algorithm algorithm() {
            return ALGORITHM;
        }
    }

    @Override
    public Engine engine(int size) {
        return new Vectors(size);
    }

    /** The arrays of one learner. Those of a feature are shared between streams, traces are not. */
    private final class Vectors extends ArrayEngine {
        private final double[] beta;
        private final double[] h;
        private final double[] hOld;
        private final double[] z;
        private final double[] zBar;
        private final double[] p;
        private final double[] change; // Δ
        private final double[] y; // of this step alone
        private final double[] g; // likewise

        Vectors(int size) {
            super(size);
            beta = shared("log_step_sizes", size);
            h = shared("sensitivities", size);
            hOld = shared("sensitivities_before", size);
            z = perStream("trace", size);
            zBar = perStream("sensitivity_trace", size);
            p = perStream("gradient_trace", size);
            change = perStream("change", size);
            y = new double[size];
            g = new double[size];
        }

        @Override
        public void begin(double[] initialWeights) {
            super.begin(initialWeights);
            Arrays.fill(beta, Math.min(Math.log(initialStepSize), Math.log(rateBound)));
        }

        @Override
        protected void learn(Transition t, double alpha, double delta) {
            double v = t.phi().dot(change);
            advance(t);
            for (int i = 0; i < theta.length; i++) {
                // Δ ← (δₜ + V) z − y V
                change[i] = (delta + v) * z[i] - y[i] * v;
                theta[i] += change[i];
                // βᵢ ← min(ln η, βᵢ + ϑ exp(−βᵢ) δₜ p)
                beta[i] = Math.min(Math.log(rateBound), beta[i] + metaStepSize * Math.exp(-beta[i]) * delta * p[i]);
                hOld[i] = h[i];
                h[i] = g[i] + (delta + v) * zBar[i] - y[i] * v;
            }
        }

        /** Decays the traces and adds the features of this step to them. */
        private void advance(Transition t) {
            double decay = t.rho() * t.gamma() * t.lambda();
            for (int i = 0; i < theta.length; i++) {
                z[i] *= decay;
                zBar[i] *= decay;
                p[i] *= decay;
                y[i] = 0;
                g[i] = h[i];
            }
            Features features = t.phi();
            double b = features.dot(z);
            double tau = 0;
            for (int k = 0; k < features.active(); k++) {
                double phi = features.value(k);
                tau += t.rho() * Math.exp(beta[features.index(k)]) * phi * phi;
            }
            for (int k = 0; k < features.active(); k++) {
                int i = features.index(k);
                double phi = features.value(k);
                // y = ρₜ min(1, η/τ) exp(βᵢ) φᵢ
                y[i] = t.rho() * Math.min(1, rateBound / tau) * Math.exp(beta[i]) * phi;
                z[i] += y[i] * (1 - b);
                p[i] += t.rho() * hOld[i] * phi;
                zBar[i] += y[i] * (1 - b - zBar[i] * phi);
                g[i] = h[i] - hOld[i] * phi * (z[i] - y[i]) - h[i] * y[i] * phi;
                if (tau > rateBound && phi != 0) {
                    g[i] = 0;
                    h[i] = 0;
                    zBar[i] = 0;
                    beta[i] += phi * phi * Math.log(stepSizeDecay);
                }
            }
        }
    }
}
