package io.emphatic.batch;

import io.emphatic.OneTrace;
import io.emphatic.StepSize;
import io.emphatic.engine.Coefficients;
import io.emphatic.engine.Divergence;
import io.emphatic.engine.GradientLanes;
import io.emphatic.engine.ParkedStream;
import io.emphatic.engine.TraceRule;
import io.emphatic.engine.internal.plain.Overshoot;
import io.emphatic.experience.Transition;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * The one-trace family across lanes: aₜ, bₜ, κₜ and eₜ once, δₜ and θ for each lane.
 *
 * <pre>
 *   eₜ = aₜ eₜ₋₁ + bₜ φₜ          θₜ₊₁ = θₜ + α κₜ δₜ eₜ,   α at most that of {@link Overshoot}
 * </pre>
 */
sealed class OneTraceBatch extends LaneBatch permits Horde {
    private final TraceRule rule;
    private final double[] memory;
    private final Coefficients c = new Coefficients();
    private final LaneTrace e;
    private final LaneRates rates;
    private final Overshoot overshoot;
    private final double[] alpha;
    private final double[] delta;
    private final double[] scale; // α κₜ δₜ

    OneTraceBatch(List<OneTrace> configs, double[] initialWeights) {
        this(configs, initialWeights, false);
    }

    OneTraceBatch(List<OneTrace> configs, double[] initialWeights, boolean factored) {
        super(configs, initialWeights);
        rule = configs.get(0).rule();
        memory = new double[rule.memorySize()];
        e = factored ? new FactoredTrace(theta, row(), row()) : new LaneTrace(initialWeights.length);
        overshoot = new Overshoot(configs.get(0).limits().overshoot());
        alpha = row();
        delta = row();
        scale = row();
        rates = new LaneRates(
                configs.stream().map(OneTrace::stepSize).toArray(StepSize[]::new),
                new double[configs.size()],
                overshoot.isOn(),
                alpha,
                row());
    }

    @Override
    void learn(Transition t, long step) {
        rule.coefficients(t, memory, c);
        double norm = e.normAfter(c.a(), c.b(), t.phi());
        double shared = Divergence.shared(t, c, norm);
        double most = overshoot.isOn() ? overshoot.bound(c, e.dot(t.phi()), t.norm()) : Double.POSITIVE_INFINITY;
        rates.advance(step, most);
        begin(t, delta);
        GradientLanes.multiply(scale, alpha, c.kappa(), delta);
        setMagnitudes(norm, shared);
        if (!stopDiverged()) {
            c.clearEmphasis();
            return;
        }
        rule.remember(t, memory, c);
        overshoot.taken(0);
        // eₜ = aₜ eₜ₋₁ + bₜ φₜ
        e.advance(c.a(), c.b(), t.phi());
        if (norm != 0) {
            // θₜ₊₁ = θₜ + α κₜ δₜ eₜ
            e.addTo(theta, scale);
            Lanes.addMagnitudes(thetaNorm, scale, norm);
        }
    }

    private void setMagnitudes(double norm, double shared) {
        for (int l = 0; l < magnitudes.length; l++) {
            magnitudes[l] = thetaNorm[l] + Math.abs(scale[l]) * (norm + 1) + shared;
        }
    }

    /** δ of the last step of every prediction; 0 of those that have diverged. Live; not to be modified. */
    public final double[] tdErrors() {
        return delta;
    }

    final Coefficients scalars() {
        return c;
    }

    @Override
    LaneTrace trace() {
        return e;
    }

    @Override
    void stop(int lane) {
        rates.stop(lane);
        delta[lane] = 0;
        scale[lane] = 0;
    }

    @Override
    LaneRates rates() {
        return rates;
    }

    @Override
    public void park(ParkedStream into) {
        rule.park(memory, into);
        into.put(overshoot.square());
        e.park(into);
        Arrays.fill(overshoot.square(), 0);
    }

    @Override
    public void resume(ParkedStream from) {
        rule.resume(memory, from);
        from.take(overshoot.square());
        e.resume(from);
    }

    @Override
    Stream<double[]> shared() {
        return Stream.of(Stream.of(memory), e.arrays(), Stream.of(overshoot.square()))
                .flatMap(all -> all);
    }
}
