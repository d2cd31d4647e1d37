package io.emphatic.engine;

import io.emphatic.experience.Transition;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/** The common part of the engines of a {@link TraceRule}: its memory, the scalars of the last step, and the state. */
abstract class TraceRuleEngine implements Engine {
    final TraceRule rule;
    final double[] memory;
    final Map<String, double[]> state = new TreeMap<>();
    final Coefficients c = new Coefficients();
    double delta = Double.NaN;
    double valueNext; // θₜᵀφₜ₊₁ of the last step

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
    public double valueNext(Transition t) {
        return valueNext;
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
    public final void park(ParkedStream into) {
        into.clear();
        into.put(memory);
        Arrays.fill(memory, 0);
        parkTraces(into);
    }

    @Override
    public final void resume(ParkedStream from) {
        if (!from.isEmpty()) {
            from.rewind();
            from.take(memory);
            resumeTraces(from);
            from.requireEnd();
        }
    }

    /** The part of {@link #park} that is not the memory of the rule; {@link #resumeTraces} takes it back. */
    void parkTraces(ParkedStream into) {
        Engine.super.park(into);
    }

    void resumeTraces(ParkedStream from) {
        Engine.super.resume(from);
    }

    @Override
    public void loaded(Map<String, double[]> arrays) {
        delta = Double.NaN;
        c.clearEmphasis();
    }
}
