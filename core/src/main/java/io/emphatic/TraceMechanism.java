package io.emphatic;

import java.util.Arrays;
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
final class TraceMechanism implements Mechanism {
    /**
     * Increments up to this do not take any finite weight to infinity: they are less than half of what the largest is
     * rounded to.
     */
    private static final double HARMLESS = 1e100;

    private final TraceRule rule;
    private final double clip;
    private final double surelyWithinClip;
    private final double clippedNorm;
    private final double radius;

    private final double[] theta;
    private final Trace trace;
    private final double[] memory;
    private final boolean boundsTheta; // not where clipping alone keeps it finite
    private final double[] thetaNormBound = new double[1]; // of ‖θ‖₂
    private final Map<String, double[]> state = new TreeMap<>();

    private final double[] memoryBefore;
    private final Coefficients c = new Coefficients();
    private double delta = Double.NaN;

    TraceMechanism(TraceRule rule, Limits limits, int size) {
        this.rule = rule;
        this.clip = limits.clip();
        // no component is longer than the vector; the margin is for the rounding of the bound on its length
        this.surelyWithinClip = clip * (1 - 1e-9);
        this.clippedNorm = clip * Math.sqrt(size);
        this.radius = limits.radius();
        this.boundsTheta = radius < Double.POSITIVE_INFINITY || !(clip < HARMLESS);
        this.theta = new double[size];
        this.trace = new Trace(size);
        this.memory = new double[rule.memorySize()];
        this.memoryBefore = new double[rule.memorySize()];
        state.put("weights", theta);
        state.put("memory", memory);
        if (boundsTheta) {
            state.put("weights_norm_bound", thetaNormBound);
        }
        trace.putState("trace", state);
    }

    @Override
    public boolean step(Transition t, double alpha, boolean careful) {
        double onlyBefore = remember();
        rule.advance(t, memory, c);
        // δₜ = Rₜ₊₁ + γₜ₊₁ θᵀφₜ₊₁ − θᵀφₜ
        double delta = TdError.of(t, theta);
        double scale = alpha * c.kappa * delta;

        double traceNorm = trace.normBoundAfter(c.a, c.b, t.norm());
        double incrementNorm = Math.abs(scale) * traceNorm;
        double thetaNorm =
                boundsTheta ? thetaNormBound[0] + (incrementNorm > clippedNorm ? clippedNorm : incrementNorm) : 0;
        // each below SAFE if their sum is; one comparison is quicker than one each
        if (!careful && !(traceNorm + Math.abs(scale) + thetaNorm < SAFE)) {
            recall(onlyBefore);
            return false;
        }

        // eₜ = aₜ eₜ₋₁ + bₜ φₜ, θₜ₊₁ = θₜ + α κₜ δₜ eₜ
        if (!careful && incrementNorm < surelyWithinClip) {
            trace.advanceAndAddTo(theta, scale, c.a, c.b, t, traceNorm);
        } else {
            trace.advance(c.a, c.b, t.phi());
            trace.addTo(theta, scale, clip); // each increment as a whole, which its parts might not survive
        }
        this.delta = delta;
        if (boundsTheta) {
            thetaNormBound[0] = thetaNorm;
        }
        if (careful) {
            boundAgain();
            trace.boundAgain();
        }
        if (boundsTheta && !(thetaNorm <= radius)) {
            project();
        }
        return true;
    }

    // Nearly every rule remembers one number or none: loops over one would cost 2 ns of the 12 that a step takes.

    /** Keeps the memory to be able to go back; returns the only number of it, if there is one only. */
    private double remember() {
        if (memory.length == 1) {
            return memory[0];
        }
        System.arraycopy(memory, 0, memoryBefore, 0, memory.length);
        return Double.NaN;
    }

    private void recall(double onlyBefore) {
        if (memory.length == 1) {
            memory[0] = onlyBefore;
        } else {
            System.arraycopy(memoryBefore, 0, memory, 0, memory.length);
        }
    }

    /**
     * θ ← θ · min(1, radius / ‖θ‖₂). The bound on the norm saves computing it as long as θ cannot have left the ball.
     */
    private void project() {
        double norm = Bounds.norm(theta);
        if (norm > radius) {
            double factor = radius / norm;
            for (int j = 0; j < theta.length; j++) {
                theta[j] *= factor;
            }
            norm = radius;
        }
        thetaNormBound[0] = Math.min(norm, Double.MAX_VALUE);
    }

    /** Bounds from the numbers themselves, when those summed up from step to step may have become useless. */
    private void boundAgain() {
        thetaNormBound[0] = Math.min(Bounds.norm(theta), Double.MAX_VALUE);
    }

    @Override
    public void begin(double[] initialWeights) {
        System.arraycopy(initialWeights, 0, theta, 0, theta.length);
        boundAgain();
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

    /** The state of one that has these weights and this trace. */
    static Map<String, double[]> state(double[] theta, double[] e, double[] memory) {
        double largest = Arrays.stream(e).map(Math::abs).max().orElse(0);
        return Map.of(
                "weights",
                theta,
                "weights_norm_bound",
                new double[] {Bounds.norm(theta)},
                "trace",
                e,
                "trace_bounds",
                new double[] {largest, Bounds.norm(e)},
                "memory",
                memory.clone());
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
        delta = Double.NaN;
        c.setEmphasis(Double.NaN, Double.NaN);
    }
}
