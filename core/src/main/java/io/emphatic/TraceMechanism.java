package io.emphatic;

import java.util.Map;
import java.util.TreeMap;

/**
 * The explicit engine of the one-trace family: e and θ as they stand in the equations.
 *
 * <pre>
 *   δₜ = Rₜ₊₁ + γₜ₊₁ θᵀφₜ₊₁ − θᵀφₜ
 *   eₜ = aₜ eₜ₋₁ + bₜ φₜ          θₜ₊₁ = θₜ + α κₜ δₜ eₜ
 * </pre>
 *
 * {@code docs/ALGORITHMS.md} §1, with its two options: element-wise clipping of the increment, and projection of θ onto a ball.
 */
final class TraceMechanism implements Mechanism {
    private final TraceRule rule;
    private final double clip;
    private final double surelyWithinClip;
    private final double clippedNorm;
    private final double radius;

    private final double[] theta;
    private final Trace trace;
    private final double[] memory;
    private final Map<String, double[]> state = new TreeMap<>();

    private final double[] memoryBefore;
    private final Coefficients c = new Coefficients();
    private double delta = Double.NaN;
    private double thetaNormBound;

    TraceMechanism(TraceRule rule, Limits limits, int size) {
        this.rule = rule;
        this.clip = limits.clip();
        // no component is longer than the vector; the margin is for the rounding of the bound on its length
        this.surelyWithinClip = clip * (1 - 1e-9);
        this.clippedNorm = clip * Math.sqrt(size);
        this.radius = limits.radius();
        this.theta = new double[size];
        this.trace = new Trace(size);
        this.memory = new double[rule.memorySize()];
        this.memoryBefore = new double[rule.memorySize()];
        state.put("weights", theta);
        state.put("memory", memory);
        trace.putState("trace", state);
    }

    @Override
    public boolean step(Transition t, double alpha, boolean careful) {
        copy(memory, memoryBefore);
        rule.advance(t, memory, c);
        // δₜ = Rₜ₊₁ + γₜ₊₁ θᵀφₜ₊₁ − θᵀφₜ
        double delta = TdError.of(t, theta);
        double scale = alpha * c.kappa * delta;

        double traceNorm = trace.normBoundAfter(c.a, c.b, t.phi());
        double incrementNorm = Math.abs(scale) * traceNorm;
        double thetaNorm = thetaNormBound + (incrementNorm > clippedNorm ? clippedNorm : incrementNorm);
        // each below SAFE if their sum is; one comparison is quicker than one each
        if (!careful && !(traceNorm + Math.abs(scale) + thetaNorm + Bounds.sum(memory) < SAFE)) {
            copy(memoryBefore, memory);
            return false;
        }

        // eₜ = aₜ eₜ₋₁ + bₜ φₜ
        trace.advance(c.a, c.b, t.phi());
        // θₜ₊₁ = θₜ + α κₜ δₜ eₜ
        if (incrementNorm < surelyWithinClip) {
            trace.addTo(theta, scale);
        } else {
            trace.addTo(theta, scale, clip);
        }
        this.delta = delta;
        this.thetaNormBound = thetaNorm;
        if (thetaNorm > radius) {
            project();
        }
        return true;
    }

    /** For a number or two a loop is quicker than the call of System.arraycopy. */
    private static void copy(double[] from, double[] to) {
        for (int k = 0; k < from.length; k++) {
            to[k] = from[k];
        }
    }

    /** θ ← θ · min(1, radius / ‖θ‖₂). The bound on the norm saves computing it as long as θ cannot have left the ball. */
    private void project() {
        double norm = Bounds.norm(theta);
        if (norm > radius) {
            double factor = radius / norm;
            for (int j = 0; j < theta.length; j++) {
                theta[j] *= factor;
            }
            norm = radius;
        }
        thetaNormBound = norm;
    }

    @Override
    public double predict(Features features) {
        return features.dot(theta);
    }

    @Override
    public double[] weights() {
        return theta.clone();
    }

    @Override
    public double tdError() {
        return delta;
    }

    @Override
    public double followOn() {
        return c.followOn;
    }

    @Override
    public double emphasis() {
        return c.emphasis;
    }

    @Override
    public Map<String, double[]> state() {
        return state;
    }

    @Override
    public void saveOrder(Map<String, double[]> into) {
        trace.saveOrder("trace", into);
    }

    @Override
    public void stateChanged(Map<String, double[]> saved) {
        trace.entriesChanged("trace", saved);
        thetaNormBound = Bounds.norm(theta);
        delta = Double.NaN;
        c.setEmphasis(Double.NaN, Double.NaN);
    }
}
