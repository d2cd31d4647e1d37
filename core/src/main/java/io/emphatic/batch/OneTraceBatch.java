package io.emphatic.batch;

import io.emphatic.OneTrace;
import io.emphatic.StepSize;
import io.emphatic.engine.Coefficients;
import io.emphatic.engine.Divergence;
import io.emphatic.engine.TraceRule;
import io.emphatic.experience.Transition;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.List;

/**
 * The one-trace family across lanes: aₜ, bₜ, κₜ and eₜ once, δₜ and θ for each.
 *
 * <pre>
 *   eₜ = aₜ eₜ₋₁ + bₜ φₜ          θₜ₊₁ = θₜ + α κₜ δₜ eₜ
 * </pre>
 */
final class OneTraceBatch extends LaneBatch {
    private final TraceRule rule;
    private final double[] memory;
    private final Coefficients c = new Coefficients();
    private final LaneTrace trace;
    private final LaneRates rates;
    private final double[] alpha;
    private final double[] scale; // α κₜ δₜ
    private double largestNorm = Double.POSITIVE_INFINITY; // no ‖θ‖ of a lane is larger

    OneTraceBatch(List<OneTrace> configs, double[] initialWeights) {
        super(configs, initialWeights, 3);
        rule = configs.get(0).rule();
        memory = new double[rule.memorySize()];
        trace = new LaneTrace(initialWeights.length);
        alpha = takeRow();
        scale = takeRow();
        rates = new LaneRates(
                configs.stream().map(OneTrace::stepSize).toArray(StepSize[]::new),
                new double[configs.size()],
                alpha,
                takeRow());
    }

    @Override
    public int traces() {
        return 1;
    }

    @Override
    void learn(Transition[] steps, long step) {
        Transition t = steps[0];
        rates.advance(step);
        rule.coefficients(t, memory, c);
        double traceNorm = trace.normAfter(c.a(), c.b(), t.phi());
        double shared = Divergence.shared(t, c, traceNorm);
        delta(t, scale);
        scale(scale, alpha, c.kappa());
        double largest = largestAfter(t, rates.largest() * c.kappa(), shared, traceNorm, largestNorm);
        boolean surelyAllowed = largest < Divergence.LIMIT;
        if (!surelyAllowed && !isAllowed(traceNorm, shared)) {
            return;
        }

        rule.remember(t, memory, c);
        // eₜ = aₜ eₜ₋₁ + bₜ φₜ
        trace.advance(c.a(), c.b(), t.phi());
        // θₜ₊₁ = θₜ + α κₜ δₜ eₜ
        trace.addTo(theta, scale);
        if (traceNorm != 0) {
            bound(thetaNorm, scale, traceNorm);
        }
        largestNorm = surelyAllowed ? largest : largest(thetaNorm);
    }

    /** α κₜ δₜ, from δₜ. */
    private static void scale(double[] scale, double[] alpha, double kappa) {
        for (int l = 0; l < scale.length; l++) {
            scale[l] = alpha[l] * kappa * scale[l];
        }
    }

    /** Whether any lane continues. */
    private boolean isAllowed(double traceNorm, double shared) {
        for (int l = 0; l < magnitudes.length; l++) {
            double s = Math.abs(scale[l]);
            magnitudes[l] = thetaNorm[l] + s * traceNorm + (s + shared);
        }
        return stopDiverged();
    }

    private static void bound(double[] norm, double[] scale, double traceNorm) {
        for (int l = 0; l < scale.length; l++) {
            norm[l] += Math.abs(scale[l]) * traceNorm;
        }
    }

    @Override
    void stop(int lane) {
        rates.stop(lane);
        scale[lane] = 0;
    }

    @Override
    void startAll() {
        rates.startAll();
    }

    @Override
    void writeShared(DataOutputStream out) throws IOException {
        write(memory, out);
        trace.write(out);
    }

    @Override
    void readShared(DataInputStream in) throws IOException {
        read(memory, in);
        trace.read(in);
        largestNorm = Double.POSITIVE_INFINITY;
    }
}
