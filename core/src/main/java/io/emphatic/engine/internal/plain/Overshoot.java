package io.emphatic.engine.internal.plain;

import io.emphatic.engine.Coefficients;

/**
 * The bound of a step by the error that it corrects ({@code docs/ALGORITHMS.md} §9), for all learners of one trace.
 *
 * <pre>
 *   αₜ = min(α, c / (‖eₜ‖ ‖φₜ‖))          ‖eₜ‖² = aₜ² ‖eₜ₋₁‖² + 2 aₜ bₜ eₜ₋₁ᵀφₜ + bₜ² ‖φₜ‖²
 * </pre>
 *
 * The second form needs no sum over the trace. Its rounding errors decay with the trace, and begin anew where aₜ = 0.
 */
public final class Overshoot {
    private final double most; // c, infinite if steps are not bounded
    private final double[] square = new double[1]; // ‖eₜ₋₁‖²
    private final double[] bounded = new double[1]; // steps whose α was larger than the bound
    private double squareNext;
    private double bound = Double.POSITIVE_INFINITY;

    public Overshoot(double most) {
        this.most = most;
    }

    public boolean isOn() {
        return most < Double.POSITIVE_INFINITY;
    }

    /** Adds its state to that of an engine, if steps are bounded. */
    void putState(EngineState state) {
        if (isOn()) {
            state.putOfStream("trace_square", square);
            state.put("bounded_steps", bounded);
        }
    }

    /** c / (‖eₜ‖ ‖φₜ‖) of the coming step, from eₜ₋₁ᵀφₜ. */
    public double bound(Coefficients coefficients, double traceDotPhi, double phiNorm) {
        double a = coefficients.a();
        double alongPhi = coefficients.b() * phiNorm;
        // ‖eₜ‖² = aₜ² ‖eₜ₋₁‖² + 2 aₜ bₜ eₜ₋₁ᵀφₜ + bₜ² ‖φₜ‖²
        double sum = a * a * square[0] + 2 * a * coefficients.b() * traceDotPhi + alongPhi * alongPhi;
        squareNext = sum > 0 ? sum : 0;
        bound = most / (Math.sqrt(squareNext) * phiNorm);
        return bound;
    }

    /** Called when the step has been taken. */
    public void taken(double alpha) {
        square[0] = squareNext;
        bounded[0] += alpha > bound ? 1 : 0;
    }

    public long boundedSteps() {
        return (long) bounded[0];
    }

    /** ‖eₜ₋₁‖². Live. */
    public double[] square() {
        return square;
    }
}
