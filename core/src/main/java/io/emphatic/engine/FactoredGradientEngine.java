package io.emphatic.engine;

import io.emphatic.experience.Features;
import io.emphatic.experience.Norm;
import io.emphatic.experience.Transition;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * The factored engine of the gradient family, for sparse features: as {@link GradientEngine}, on
 * {@link FactoredGradientVectors}. A step costs O(active features), whatever n is and however long the trace.
 */
final class FactoredGradientEngine implements SparseEngine {
    private final GradientRule rule;
    private final double eta;
    private final FactoredGradientVectors vectors;
    private final double[] weightNorms = new double[2]; // upper bounds of ‖θ‖₂ and ‖w‖₂
    private final Map<String, double[]> state = new TreeMap<>();
    private final StepNorms norms = new StepNorms();

    FactoredGradientEngine(GradientRule rule, double eta, int size) {
        this.rule = rule;
        this.eta = eta;
        this.vectors = new FactoredGradientVectors(rule.hasSecondTrace(), size);
        vectors.putState(state);
        state.put("weight_norms", weightNorms);
    }

    @Override
    public void begin(double[] initialWeights) {
        vectors.begin(initialWeights);
        weightNorms[0] = Norm.of(initialWeights);
    }

    @Override
    public boolean step(Transition t, double alpha) {
        double alphaW = eta * alpha;
        double kept = rule.kept(alphaW);
        double valueNext = t.gammaNext() == 0 ? 0 : vectors.predict(t.phiNext());
        double delta = TdError.of(t.reward(), t.gammaNext(), vectors.predict(t.phi()), valueNext);
        vectors.setNorms(t, norms);
        double reach = Divergence.reach(alpha + alphaW, delta, weightNorms[1], norms, rule.hasHalfStep());
        if (!Divergence.allows(weightNorms[0] + Math.abs(kept) * weightNorms[1] + reach + norms.sum())) {
            return false;
        }
        vectors.advance(t, norms, alpha, alphaW, delta);
        rule.set(t, vectors);
        weightNorms[0] += norms.move(vectors.thetaTrace[0], vectors.thetaPhi[0], vectors.thetaPhiNext[0]);
        weightNorms[1] = Math.abs(kept) * weightNorms[1]
                + norms.move(vectors.wTrace[0], vectors.wAlongPhi[0], vectors.wPhiNext[0]);
        vectors.apply(t, kept);
        return true;
    }

    @Override
    public double predict(Features features) {
        return vectors.predict(features);
    }

    @Override
    public double[] weights() {
        return vectors.weights();
    }

    @Override
    public double tdError() {
        return vectors.delta[0];
    }

    @Override
    public Map<String, double[]> handOver() {
        Map<String, double[]> learned = new HashMap<>();
        vectors.handOver(learned);
        learned.put("weight_norms", weightNorms);
        return learned;
    }

    @Override
    public Map<String, double[]> state() {
        return state;
    }

    @Override
    public void saveOrder(Map<String, double[]> into) {
        vectors.saveOrder(into);
    }

    @Override
    public void loaded(Map<String, double[]> arrays) {
        vectors.loaded(arrays);
    }
}
