package io.emphatic.engine.internal.plain;

import io.emphatic.engine.TraceRule;
import io.emphatic.experience.Features;
import io.emphatic.experience.Norm;
import io.emphatic.experience.Transition;
import java.util.HashMap;
import java.util.Map;

/** The common part of the engines of a {@link TraceRule} over {@link TraceVectors}. Subclasses add the step. */
abstract class WeightsEngine extends TraceRuleEngine {
    final TraceVectors vectors;
    final double[] thetaNorm = new double[1]; // an upper bound of ‖θ‖₂

    WeightsEngine(TraceRule rule, TraceVectors vectors) {
        super(rule);
        this.vectors = vectors;
        state.put("weights_norm", thetaNorm);
    }

    @Override
    public final boolean step(Transition t, double alpha) {
        return step(t, alpha, predict(t.phi()), t.gammaNext() == 0 ? 0 : predict(t.phiNext()));
    }

    @Override
    public final void begin(double[] initialWeights) {
        vectors.begin(initialWeights);
        thetaNorm[0] = Norm.of(initialWeights);
    }

    @Override
    public final double predict(Features features) {
        return vectors.predict(features);
    }

    @Override
    public final double[] weights() {
        return vectors.weights();
    }

    @Override
    public final Map<String, double[]> handOver() {
        Map<String, double[]> plain = new HashMap<>(state());
        vectors.toPlain(plain);
        return plain;
    }

    @Override
    public final void takeOver(Map<String, double[]> plain) {
        Map<String, double[]> arrays = new HashMap<>(plain);
        vectors.fromPlain(arrays);
        load(arrays);
    }
}
