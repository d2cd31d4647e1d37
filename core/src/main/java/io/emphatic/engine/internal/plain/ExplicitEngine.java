package io.emphatic.engine.internal.plain;

import io.emphatic.engine.ParkedStream;
import io.emphatic.engine.TraceRule;
import io.emphatic.experience.Features;
import io.emphatic.experience.Norm;
import java.util.Map;

/** The common part of the engines of a {@link TraceRule} that hold θ and e as they stand in the equations. */
abstract class ExplicitEngine<T extends ListedEntries> extends TraceRuleEngine implements PairedEngine {
    final double[] theta;
    final T trace;
    final double[] thetaNorm = new double[1]; // an upper bound of ‖θ‖₂

    ExplicitEngine(TraceRule rule, int size, T trace) {
        super(rule);
        this.theta = new double[size];
        this.trace = trace;
        state.put("weights", theta);
        state.put("weights_norm", thetaNorm);
        trace.putState("trace", state);
    }

    @Override
    public void begin(double[] initialWeights) {
        System.arraycopy(initialWeights, 0, theta, 0, theta.length);
        thetaNorm[0] = Norm.of(theta);
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
    public void saveOrder(Map<String, double[]> into) {
        trace.saveOrder("trace", into);
    }

    @Override
    public void loaded(Map<String, double[]> arrays) {
        super.loaded(arrays);
        trace.loaded("trace", arrays);
    }

    @Override
    protected void parkTraces(ParkedStream into) {
        trace.park(into);
    }

    @Override
    protected void resumeTraces(ParkedStream from) {
        trace.resume(from);
    }
}
