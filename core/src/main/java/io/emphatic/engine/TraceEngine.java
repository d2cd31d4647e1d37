package io.emphatic.engine;

import io.emphatic.experience.Features;
import io.emphatic.experience.Norm;
import io.emphatic.experience.Transition;
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
 * {@code docs/ALGORITHMS.md} §1, with its two options: element-wise clipping of the increment, and projection of θ onto
 * a ball.
 */
final class TraceEngine implements Engine {
    /** Increments clipped to this do not take a weight past the limit in any number of steps that can be made. */
    private static final double NEVER_PAST_THE_LIMIT = 1e75;

    private final TraceRule rule;
    private final double clip;
    private final double surelyWithinClip;
    private final double clippedNorm;
    private final double radius;
    private final boolean boundsTheta;

    private final double[] theta;
    private final Trace trace;
    private final double[] memory;
    private final double[] thetaNorm = new double[1]; // an upper bound of ‖θ‖₂
    private final Map<String, double[]> state = new TreeMap<>();

    private final Coefficients c = new Coefficients();
    private double delta = Double.NaN;

    TraceEngine(TraceRule rule, double clip, double radius, int size) {
        this.rule = rule;
        this.clip = clip;
        // no component is longer than the vector; the margin is for the rounding of the bound on its length
        this.surelyWithinClip = clip * (1 - 1e-9);
        this.clippedNorm = clip * Math.sqrt(size);
        this.radius = radius;
        this.boundsTheta = Double.isFinite(radius) || !(clip < NEVER_PAST_THE_LIMIT);
        this.theta = new double[size];
        this.trace = new Trace(size);
        this.memory = new double[rule.memorySize()];
        state.put("weights", theta);
        state.put("weights_norm", thetaNorm);
        state.put("memory", memory);
        trace.putState("trace", state);
    }

    /** The part of its state that is not the memory of the rule. */
    static Map<String, double[]> state(double[] theta, double weightsNorm, double[] e, double[] traceBounds) {
        return Map.of(
                "weights", theta, "weights_norm", new double[] {weightsNorm}, "trace", e, "trace_bounds", traceBounds);
    }

    @Override
    public boolean step(Transition t, double alpha) {
        rule.coefficients(t, memory, c);
        // δₜ = Rₜ₊₁ + γₜ₊₁ θᵀφₜ₊₁ − θᵀφₜ
        double delta = TdError.of(t, theta);
        double scale = alpha * c.kappa() * delta;

        double traceNorm = trace.normAfter(c.a(), c.b(), t.norm());
        double incrementNorm = Math.abs(scale) * traceNorm;
        double weightsNorm =
                boundsTheta ? thetaNorm[0] + (incrementNorm > clippedNorm ? clippedNorm : incrementNorm) : 0;
        if (!Divergence.allows(c, traceNorm, scale, weightsNorm)) {
            return false;
        }

        rule.remember(t, memory, c);
        // eₜ = aₜ eₜ₋₁ + bₜ φₜ, θₜ₊₁ = θₜ + α κₜ δₜ eₜ
        if (incrementNorm < surelyWithinClip) {
            trace.advanceAndAddTo(theta, scale, c.a(), c.b(), t, traceNorm);
        } else {
            advanceAndAddClipped(t, scale);
        }
        this.delta = delta;
        if (boundsTheta) {
            bound(weightsNorm);
        }
        return true;
    }

    private void bound(double weightsNorm) {
        thetaNorm[0] = weightsNorm;
        if (!(weightsNorm <= radius)) {
            project();
        }
    }

    private void advanceAndAddClipped(Transition t, double scale) {
        trace.advance(c.a(), c.b(), t.phi());
        trace.addTo(theta, scale, clip);
    }

    /**
     * θ ← θ · min(1, radius / ‖θ‖₂). The bound on the norm saves computing it as long as θ cannot have left the ball.
     */
    private void project() {
        double norm = Norm.of(theta);
        if (norm > radius) {
            double factor = radius / norm;
            for (int j = 0; j < theta.length; j++) {
                theta[j] *= factor;
            }
            norm = radius;
        }
        thetaNorm[0] = norm;
    }

    @Override
    public void begin(double[] initialWeights) {
        System.arraycopy(initialWeights, 0, theta, 0, theta.length);
        thetaNorm[0] = Norm.of(theta);
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
        return c.followOn();
    }

    @Override
    public double emphasis() {
        return c.emphasis();
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
    public void loaded(Map<String, double[]> arrays) {
        trace.loaded("trace", arrays);
        delta = Double.NaN;
        c.clearEmphasis();
    }
}
