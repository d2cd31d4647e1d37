package io.emphatic.batch;

import io.emphatic.OneTrace;
import io.emphatic.StepSize;
import io.emphatic.engine.Coefficients;
import io.emphatic.engine.Divergence;
import io.emphatic.engine.TdError;
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

    OneTraceBatch(List<OneTrace> configs, double[] initialWeights) {
        super(configs, initialWeights);
        int lanes = configs.size();
        rule = configs.get(0).rule();
        memory = new double[rule.memorySize()];
        trace = new LaneTrace(initialWeights.length);
        alpha = new double[lanes];
        scale = new double[lanes];
        rates = new LaneRates(
                configs.stream().map(OneTrace::stepSize).toArray(StepSize[]::new),
                new double[lanes],
                alpha,
                new double[lanes]);
    }

    @Override
    void learn(Transition t, double[] values, long step) {
        rates.advance(step);
        rule.coefficients(t, memory, c);
        double traceNorm = trace.normAfter(c.a(), c.b(), t.phi());
        double shared = Divergence.shared(t, c, traceNorm);
        double[] valueNext = valueNext(t);
        double gammaNext = t.gammaNext();
        scale(t.reward(), gammaNext, values, valueNext, alpha, c.kappa(), scale);
        magnitudes(scale, thetaNorm, traceNorm, shared, magnitudes);
        if (!stopDiverged()) {
            return;
        }

        rule.remember(t, memory, c);
        // eₜ = aₜ eₜ₋₁ + bₜ φₜ
        trace.advance(c.a(), c.b(), t.phi());
        // θₜ₊₁ = θₜ + α κₜ δₜ eₜ
        trace.addTo(theta, scale);
        bound(thetaNorm, scale, traceNorm);
    }

    /** α κₜ δₜ. */
    private static void scale(
            double reward,
            double gammaNext,
            double[] value,
            double[] valueNext,
            double[] alpha,
            double kappa,
            double[] scale) {
        for (int l = 0; l < scale.length; l++) {
            // δₜ = Rₜ₊₁ + γₜ₊₁ θᵀφₜ₊₁ − θᵀφₜ
            scale[l] = alpha[l] * kappa * TdError.of(reward, gammaNext, value[l], valueNext[l]);
        }
    }

    /** What {@link Divergence} judges. */
    private static void magnitudes(
            double[] scale, double[] norm, double traceNorm, double shared, double[] magnitudes) {
        for (int l = 0; l < scale.length; l++) {
            double size = Math.abs(scale[l]);
            magnitudes[l] = norm[l] + size * traceNorm + (size + shared);
        }
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
    void writeShared(DataOutputStream out) throws IOException {
        write(memory, out);
        trace.write(out);
    }

    @Override
    void readShared(DataInputStream in) throws IOException {
        read(memory, in);
        trace.read(in);
    }
}
