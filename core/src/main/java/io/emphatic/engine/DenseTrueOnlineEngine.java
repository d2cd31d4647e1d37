package io.emphatic.engine;

import static io.emphatic.engine.ChunkLoops.E;
import static io.emphatic.engine.ChunkLoops.THETA;

import io.emphatic.experience.Features;
import io.emphatic.experience.Norm;
import io.emphatic.experience.Transition;
import java.util.Map;

/** The engine of true online TD and ETD for dense features: {@link TrueOnlineMove} over {@link ChunkLoops}. */
final class DenseTrueOnlineEngine extends TraceRuleEngine implements PairedEngine {
    private final ChunkedVectors vectors;
    private final DenseChunks features;
    private final double[] norms = new double[2]; // upper bounds of ‖θ‖₂ and ‖e‖₂
    private final double[] valueBefore = new double[1]; // θₜ₋₁ᵀφₜ
    private final TrueOnlineMove move = new TrueOnlineMove();

    DenseTrueOnlineEngine(TraceRule rule, int size) {
        super(rule);
        this.vectors = new ChunkedVectors(size, E + ChunkLoops.CHUNK);
        this.features = new DenseChunks(size);
    }

    @Override
    public boolean step(Transition t, double alpha) {
        rule.coefficients(t, memory, c);
        boolean isEnd = t.gammaNext() == 0;
        double[][] phi = features.of(t.phi());
        double[][] phiNext = isEnd ? phi : features.of(t.phiNext());
        double value = 0;
        double valueNext = 0;
        double traceDot = 0;
        for (int k = 0; k < phi.length; k++) {
            double[] x = vectors.blocks[k];
            int length = vectors.length(k);
            value += ChunkLoops.thetaDot(x, phi[k], length);
            valueNext += isEnd ? 0 : ChunkLoops.thetaDot(x, phiNext[k], length);
            traceDot += ChunkLoops.traceDot(x, phi[k], length);
        }
        move.set(t, alpha, c, value, valueNext, valueBefore[0], traceDot);
        if (!move.isAllowed(t, c, norms[1], norms[0])) {
            return false;
        }
        rule.remember(t, memory, c);
        // eₜ = ρₜγₜλₜ eₜ₋₁ + ρₜ α Mₜ (1 − ρₜγₜλₜ φₜᵀeₜ₋₁) φₜ
        // θₜ₊₁ = θₜ + (δₜ + dₜ) eₜ − ρₜ α Mₜ dₜ φₜ
        for (int k = 0; k < phi.length; k++) {
            ChunkLoops.advanceAndMove(
                    vectors.blocks[k],
                    c.a(),
                    move.traceAlongPhi,
                    move.alongTrace,
                    move.alongPhi,
                    phi[k],
                    vectors.length(k));
        }
        norms[1] = Math.abs(c.a()) * norms[1] + Math.abs(move.traceAlongPhi) * t.norm();
        norms[0] += Math.abs(move.alongTrace) * norms[1] + Math.abs(move.alongPhi) * t.norm();
        valueBefore[0] = valueNext;
        this.delta = move.delta;
        this.valueNext = valueNext;
        if (state.containsKey("weights")) {
            dropCopies();
        }
        return true;
    }

    @Override
    public double predict(Features phi) {
        return vectors.dot(THETA, phi);
    }

    @Override
    public double[] weights() {
        return vectors.get(THETA);
    }

    /** The arrays of a {@link TrueOnlineEngine}; of vectors copies, which {@link #loaded} takes and a step drops. */
    @Override
    public Map<String, double[]> state() {
        state.put("weights", vectors.get(THETA));
        state.put("trace", vectors.get(E));
        state.put("weights_norm", new double[] {norms[0]});
        state.put("trace_bounds", new double[] {norms[1], norms[1]}); // no entry is larger than the norm
        state.put("value_before", valueBefore);
        return state;
    }

    @Override
    public void begin(double[] initialWeights) {
        state.put("weights", initialWeights);
        state.put("weights_norm", new double[] {Norm.of(initialWeights)});
    }

    @Override
    public void loaded(Map<String, double[]> arrays) {
        super.loaded(arrays);
        vectors.set(THETA, state.get("weights"));
        vectors.set(E, state.get("trace"));
        norms[0] = state.get("weights_norm")[0];
        norms[1] = state.get("trace_bounds")[1];
        dropCopies();
    }

    private void dropCopies() {
        state.remove("weights");
        state.remove("trace");
    }

    @Override
    public Map<String, double[]> handOver() {
        Map<String, double[]> learned =
                SparseState.of(weights(), vectors.get(E), norms[1], TraceGenerations.NEGLIGIBLE);
        learned.put("weights_norm", new double[] {norms[0]});
        learned.put("value_before", valueBefore);
        learned.put("memory", memory);
        return learned;
    }
}
