package io.emphatic.engine.internal.dense;

import static io.emphatic.engine.internal.dense.DenseVectors.E;
import static io.emphatic.engine.internal.dense.DenseVectors.E_PHI;
import static io.emphatic.engine.internal.dense.DenseVectors.THETA;
import static io.emphatic.engine.internal.dense.DenseVectors.THETA_PHI;

import io.emphatic.engine.TdError;
import io.emphatic.engine.TraceRule;
import io.emphatic.engine.internal.plain.Overshoot;
import io.emphatic.engine.internal.plain.StepLimits;
import io.emphatic.experience.Features;
import io.emphatic.experience.Transition;

/**
 * The one-trace family over many dense features, in one pass over memory per step.
 *
 * <pre>
 *   δₜ = Rₜ₊₁ + θₜᵀ(γₜ₊₁ φₜ₊₁ − φₜ)
 *   eₜ = aₜ eₜ₋₁ + bₜ φₜ          θₜ₊₁ = θₜ + α κₜ δₜ eₜ          with  θ = w + D e
 * </pre>
 *
 * The move along the trace stays pending as D = α κₜ δₜ, and the pass of the next step makes it. The same pass advances
 * the trace and computes δ, so that each of w, e, φₜ and φₜ₊₁ is read from memory once; δ as one inner product, not as
 * the difference of two, takes one sum instead of two.
 */
public final class DenseTraceEngine extends DenseEngine {
    private final double[] move = new double[3]; // D; θₜ₋₁ᵀφₜ, and whether that is known: 1 or 0
    private final Overshoot overshoot;

    /** Clips nothing and does not project. */
    public DenseTraceEngine(TraceRule rule, StepLimits limits, int size) {
        super(rule, size);
        state.put(PENDING_MOVE, move);
        overshoot = limits.newOvershoot();
        overshoot.putState(state);
    }

    @Override
    public boolean step(Transition t, double alpha) {
        rule.coefficients(t, memory, c);
        double traceNorm = Math.abs(c.a()) * traceNorm() + Math.abs(c.b()) * t.norm();
        double[][] phi = features.of(t.phi());
        if (overshoot.asks()) {
            overshoot.tell(vectors.dot(E_PHI, phi));
        }
        double alphaNow = overshoot.limited(alpha, c, t.norm());
        if (!isAllowed(t, alphaNow, traceNorm, thetaNorm[0], Double.POSITIVE_INFINITY)) {
            return false;
        }
        rule.remember(t, memory, c);
        // θₜ = w + D eₜ₋₁, eₜ = aₜ eₜ₋₁ + bₜ φₜ, δₜ = Rₜ₊₁ + θₜᵀ(γₜ₊₁ φₜ₊₁ − φₜ)
        double[][] phiNext = t.gammaNext() == 0 ? phi : features.of(t.phiNext());
        if (Double.isNaN(overshoot.sharedProduct())) {
            delta = t.reward() + vectors.moveAndAdvance(move[0], c.a(), c.b(), phi, phiNext, t.gammaNext());
        } else {
            predictBoth(t, phi, phiNext);
        }
        // θₜ₊₁ = θₜ + α κₜ δₜ eₜ, in the next step
        double scale = alphaNow * c.kappa() * delta;
        overshoot.taken(alpha);
        move[0] = scale;
        stepped(traceNorm);
        thetaNorm[0] += Math.abs(scale) * traceNorm;
        return true;
    }

    /** The same for one of the candidates of {@code auto}, whose predictions are asked for, too. */
    private void predictBoth(Transition t, double[][] phi, double[][] phiNext) {
        // θₜᵀφₜ = θₜ₋₁ᵀφₜ + D eₜ₋₁ᵀφₜ
        boolean follows = overshoot.follows() && t.gamma() != 0 && move[2] != 0;
        double value = follows ? move[1] + move[0] * overshoot.sharedProduct() : predict(t.phi());
        valueNext = vectors.moveAndAdvance(move[0], c.a(), c.b(), phi, phiNext);
        delta = TdError.of(t.reward(), t.gammaNext(), value, valueNext);
        move[1] = valueNext;
        move[2] = t.gammaNext() == 0 ? 0 : 1;
    }

    @Override
    public long boundedSteps() {
        return overshoot.boundedSteps();
    }

    /** The move of step t is still pending: w is θₜ. */
    @Override
    public double valueNext(Transition t) {
        return move[2] != 0 ? valueNext : vectors.dot(THETA_PHI, features.of(t.phiNext()));
    }

    @Override
    public double predict(Features phi) {
        double value = super.predict(phi);
        return move[0] == 0 ? value : value + move[0] * vectors.dot(E, phi);
    }

    @Override
    public double[] weights() {
        double[] theta = vectors.get(THETA);
        double[] e = vectors.get(E);
        for (int j = 0; j < theta.length; j++) {
            theta[j] += move[0] * e[j];
        }
        return theta;
    }
}
