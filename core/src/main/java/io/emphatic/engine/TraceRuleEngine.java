package io.emphatic.engine;

import java.util.Map;
import java.util.TreeMap;

/** The common part of the engines of a {@link TraceRule}: its memory, the scalars of the last step, and the state. */
abstract class TraceRuleEngine implements Engine {
    final TraceRule rule;
    final double[] memory;
    final Map<String, double[]> state = new TreeMap<>();
    final Coefficients c = new Coefficients();
    double delta = Double.NaN;

    TraceRuleEngine(TraceRule rule) {
        this.rule = rule;
        this.memory = new double[rule.memorySize()];
        state.put("memory", memory);
    }

    @Override
    public final double tdError() {
        return delta;
    }

    @Override
    public final double followOn() {
        return c.followOn();
    }

    @Override
    public final double emphasis() {
        return c.emphasis();
    }

    @Override
    public Map<String, double[]> state() {
        return state;
    }

    @Override
    public void loaded(Map<String, double[]> arrays) {
        delta = Double.NaN;
        c.clearEmphasis();
    }
}
