package io.emphatic.lab.theory;

import io.emphatic.BoundedTd;
import io.emphatic.Config;
import io.emphatic.LcEtd;
import io.emphatic.OneTrace;
import io.emphatic.engine.Coefficients;
import io.emphatic.engine.TraceRule;
import io.emphatic.experience.Transition;
import io.emphatic.lab.Seeds;
import io.emphatic.lab.simulation.Experience;
import org.ejml.data.DMatrixRMaj;

/**
 * Fixed point and second moment along one simulated run: for what has no closed form, and to check what has.
 *
 * <pre>
 *   A = mean of wκe(φ − γ′φ′)ᵀ      b = mean of wκRe      E‖wκe‖²      w = min(1, c/(α‖e‖‖φ‖)), c = overshoot
 * </pre>
 *
 * α is 2⁻⁶ over the mean of ‖φ‖². {@code bounded-td} bootstraps by its bound alone, λ = 1; {@code lc-etd} stays at step
 * {@value FollowOnForm#LC_STEP}.
 */
public final class SimulatedUpdate {
    private static final int SETTLING = 1000; // steps that are not counted
    private static final double RELATIVE_STEP_SIZE = 0x1p-6;

    private final Theory theory;
    private final Config config;
    private final TraceRule rule;
    private final double[] memory;
    private final Coefficients c = new Coefficients();
    private final double[] e;
    private final double[] a;
    private final double[] b;
    private double squares;
    private double emphasis;
    private double counted;

    private SimulatedUpdate(Theory theory, Config config) {
        this.theory = theory;
        this.config = config;
        this.rule = config instanceof OneTrace oneTrace ? oneTrace.rule() : (t, unused, out) -> bounded(t);
        this.memory = new double[rule.memorySize()];
        int n = theory.mdp().featureNames().size();
        this.e = new double[n];
        this.a = new double[n * n];
        this.b = new double[n];
    }

    /**
     * @param config of one trace, or {@link BoundedTd}
     * @param overshoot c; infinite for none
     */
    public static SimulatedUpdate of(Theory theory, Config config, double overshoot, int steps) {
        SimulatedUpdate update = new SimulatedUpdate(theory, config);
        Experience experience = new Experience(theory.mdp(), Seeds.generator(1));
        int question = theory.mdp().questions().indexOf(theory.question());
        DMatrixRMaj phi = new DMatrixRMaj(theory.mdp().features());
        double meanSquare = Linear.dot(theory.stationary(), Linear.rowProducts(phi, phi));
        double reach = overshoot / (RELATIVE_STEP_SIZE / meanSquare);
        for (int step = -SETTLING; step < steps; step++) {
            experience.step();
            update.step(experience.transition(question), reach, step >= 0);
        }
        return update;
    }

    private void bounded(Transition t) {
        double carried = t.gamma() * Math.sqrt(Linear.dot(e, e));
        double bound = ((BoundedTd) config).bound();
        c.set(t.rho() * t.gamma() * (carried > bound ? bound / carried : 1), t.rho(), 1);
    }

    private void step(Transition t, double reach, boolean counts) {
        if (config instanceof LcEtd) {
            memory[memory.length - 1] = FollowOnForm.LC_STEP - 1;
        }
        rule.coefficients(t, memory, c);
        for (int j = 0; j < e.length; j++) {
            e[j] *= c.a();
        }
        t.phi().addTo(e, c.b());
        rule.remember(t, memory, c);
        if (counts) {
            double square = Linear.dot(e, e);
            double w = c.kappa() * Math.min(1, reach / (Math.sqrt(square) * t.norm()));
            counted++;
            squares += w == 0 ? 0 : w * w * square;
            // E[wκρM] is E[M] where w = 1, for the ratio is 1 on average whatever M is
            emphasis += w * t.rho() * (Double.isNaN(c.emphasis()) ? 1 : c.emphasis());
            add(t, w);
        }
    }

    private void add(Transition t, double w) {
        for (int i = 0; i < e.length; i++) {
            double scale = e[i] == 0 ? 0 : w * e[i];
            if (scale != 0) {
                t.phi().addTo(a, i * e.length, scale);
                if (t.gammaNext() != 0) {
                    t.phiNext().addTo(a, i * e.length, -t.gammaNext() * scale);
                }
                b[i] += scale * t.reward();
            }
        }
    }

    /** The error of the fixed point of the mean A and b. */
    public FixedPointError error() {
        int n = e.length;
        DMatrixRMaj phi = new DMatrixRMaj(theory.mdp().features());
        DMatrixRMaj meanA = Linear.scaled(1 / counted, new DMatrixRMaj(n, n, true, a));
        DMatrixRMaj meanB = Linear.scaled(1 / counted, new DMatrixRMaj(b));
        return FixedPointError.of(theory, config, new MeanUpdate(phi, theory.stationary(), meanA, meanB));
    }

    /** The moments of the trace over all states together. */
    public TraceMoments moments() {
        double mean = emphasis / counted;
        double trace = squares / counted;
        return new TraceMoments(Double.NaN, new double[0], trace, new double[0], trace / (mean * mean));
    }
}
