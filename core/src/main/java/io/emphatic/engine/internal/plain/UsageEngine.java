package io.emphatic.engine.internal.plain;

import io.emphatic.engine.ParkedStream;
import io.emphatic.engine.TraceRule;
import io.emphatic.experience.Features;
import io.emphatic.experience.Norm;
import java.util.Map;

/** The common part of the engines whose step sizes are inverse usages ({@code docs/ALGORITHMS.md} §6). */
abstract class UsageEngine extends TraceRuleEngine {
    final double[] theta;
    final double[] thetaNorm = new double[1]; // an upper bound of ‖θ‖₂
    final UsageVectors usage;
    private final double initialUsage;

    UsageEngine(TraceRule rule, double usageDecay, double initialUsage, int size) {
        super(rule);
        this.theta = new double[size];
        this.usage = new UsageVectors(usageDecay, size);
        this.initialUsage = initialUsage;
        state.put("weights", theta);
        state.put("weights_norm", thetaNorm);
        usage.putState(state);
    }

    @Override
    public final void begin(double[] initialWeights) {
        System.arraycopy(initialWeights, 0, theta, 0, theta.length);
        thetaNorm[0] = Norm.of(theta);
        usage.begin(initialUsage);
    }

    @Override
    public final double predict(Features features) {
        return features.dot(theta);
    }

    @Override
    public final double[] weights() {
        return theta.clone();
    }

    @Override
    public final void saveOrder(Map<String, double[]> into) {
        usage.saveOrder(into);
    }

    @Override
    public final void loaded(Map<String, double[]> arrays) {
        super.loaded(arrays);
        usage.loaded(arrays);
    }

    @Override
    protected final void parkTraces(ParkedStream into) {
        usage.park(into);
    }

    @Override
    protected final void resumeTraces(ParkedStream from) {
        usage.resume(from);
    }
}
