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
    private double[] thetaNormAfter; // what becomes of it if the step is taken

    OneTraceBatch(List<OneTrace> configs, double[] initialWeights) {
        super(configs, initialWeights);
        int lanes = configs.size();
        rule = configs.get(0).rule();
        memory = new double[rule.memorySize()];
        trace = new LaneTrace(initialWeights.length);
        alpha = new double[lanes];
        scale = new double[lanes];
        thetaNormAfter = new double[lanes];
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
        nextValues(t);
        scale(t, values, traceNorm, shared);
        if (!stopDiverged()) {
            return;
        }

        rule.remember(t, memory, c);
        // eₜ = aₜ eₜ₋₁ + bₜ φₜ
        trace.advance(c.a(), c.b(), t.phi());
        // θₜ₊₁ = θₜ + α κₜ δₜ eₜ
        trace.addTo(theta, scale);
        double[] before = thetaNorm;
        thetaNorm = thetaNormAfter;
        thetaNormAfter = before;
    }

    /** α κₜ δₜ, the bound of ‖θₜ₊₁‖, and what {@link Divergence} judges, of every lane in one pass. */
    private void scale(Transition t, double[] values, double traceNorm, double shared) {
        double reward = t.reward();
        double gammaNext = t.gammaNext();
        double kappa = c.kappa();
        final double[] valuesNext = valueNext;
        final double[] rate = alpha;
        final double[] moves = scale;
        final double[] norm = thetaNorm;
        final double[] normAfter = thetaNormAfter;
        final double[] sums = magnitudes;
        for (int l = 0; l < moves.length; l++) {
            double move = rate[l] * kappa * TdError.of(reward, gammaNext, values[l], valuesNext[l]);
            double after = norm[l] + Math.abs(move) * traceNorm;
            moves[l] = move;
            normAfter[l] = after;
            sums[l] = after + (Math.abs(move) + shared);
        }
    }

    @Override
    void stop(int lane) {
        rates.stop(lane);
        scale[lane] = 0;
        thetaNormAfter[lane] = 0;
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
