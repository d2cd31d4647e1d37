package io.emphatic.engine.internal.plain;

import io.emphatic.engine.Coefficients;
import io.emphatic.engine.ParkedStream;
import io.emphatic.experience.Features;
import io.emphatic.experience.Transition;
import java.util.Map;

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
    /**
     * eₜ₋₁ᵀφₜ of a step, and whether the step follows the one before. Learners with one trace share it: the first that
     * needs the product computes it for all.
     */
    public static final class Product {
        private final boolean isShared;
        private double value = Double.NaN; // if it is not known
        private Features arrived; // φₜ₊₁ of the step before; null after a restore, whose next step follows
        private int edition;
        private boolean follows;

        public Product(boolean isShared) {
            this.isShared = isShared;
        }

        /** Another step begins. */
        public void begin(Transition t) {
            value = Double.NaN;
            follows = arrived == null || arrived == t.phi() && edition == arrived.edition();
            arrived = t.phiNext();
            edition = arrived.edition();
        }

        /** A saved state has been loaded. */
        public void restored() {
            arrived = null;
        }
    }

    private final double most; // c, infinite if steps are not bounded
    private final Product product;
    private final double[] square = new double[1]; // ‖eₜ₋₁‖²
    private final double[] bounded = new double[1]; // steps whose α was larger than the bound
    private double squareNext;
    private double bound = Double.POSITIVE_INFINITY;

    public Overshoot(double most, Product product) {
        this.most = most;
        this.product = product;
    }

    /** Whether eₜ₋₁ᵀφₜ is to be {@link #tell told} before the step. */
    public boolean asks() {
        return product.isShared ? Double.isNaN(product.value) : isOn();
    }

    public void tell(double traceDotPhi) {
        product.value = traceDotPhi;
    }

    /** eₜ₋₁ᵀφₜ, which other learners with this trace know as well; NaN if there are none. */
    public double sharedProduct() {
        return product.isShared ? product.value : Double.NaN;
    }

    /** Whether φₜ is the φₜ₊₁ of the step before: steps that nobody learned from may lie between. */
    public boolean follows() {
        return product.follows;
    }

    /** Whether steps are bounded. */
    public boolean isOn() {
        return most < Double.POSITIVE_INFINITY;
    }

    /** Adds its state to that of an engine, if steps are bounded. */
    public void putState(Map<String, double[]> state) {
        if (isOn()) {
            state.put("trace_square", square);
            state.put("bounded_steps", bounded);
        }
    }

    /** c / (‖eₜ‖ ‖φₜ‖) of the coming step, from eₜ₋₁ᵀφₜ. */
    public double bound(Coefficients coefficients, double traceDotPhi, double phiNorm) {
        advance(coefficients, traceDotPhi, phiNorm);
        bound = most / (Math.sqrt(squareNext) * phiNorm);
        return bound;
    }

    private void advance(Coefficients coefficients, double traceDotPhi, double phiNorm) {
        double a = coefficients.a();
        double alongPhi = coefficients.b() * phiNorm;
        // ‖eₜ‖² = aₜ² ‖eₜ₋₁‖² + 2 aₜ bₜ eₜ₋₁ᵀφₜ + bₜ² ‖φₜ‖²
        double sum = a * a * square[0] + 2 * a * coefficients.b() * traceDotPhi + alongPhi * alongPhi;
        squareNext = sum > 0 ? sum : 0;
    }

    /** αₜ of the coming step. Squares decide whether the bound matters: a root and a quotient would take longer. */
    public double limited(double alpha, Coefficients coefficients, double phiNorm) {
        if (!isOn()) {
            return alpha;
        }
        advance(coefficients, product.value, phiNorm);
        double reach = alpha * phiNorm;
        bound = reach * reach * squareNext > most * most
                ? most / (Math.sqrt(squareNext) * phiNorm)
                : Double.POSITIVE_INFINITY;
        return Math.min(alpha, bound);
    }

    /** Called when the step has been taken. */
    public void taken(double alpha) {
        square[0] = squareNext;
        bounded[0] += alpha > bound ? 1 : 0;
    }

    /** How many steps were bounded. */
    public long boundedSteps() {
        return (long) bounded[0];
    }

    /** ‖eₜ₋₁‖². Live. */
    public double[] square() {
        return square;
    }

    void park(ParkedStream into) {
        if (isOn()) {
            into.put(square);
            square[0] = 0;
        }
    }

    void resume(ParkedStream from) {
        if (isOn()) {
            from.take(square);
        }
    }
}
