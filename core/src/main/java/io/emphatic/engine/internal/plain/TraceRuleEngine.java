package io.emphatic.engine.internal.plain;

import io.emphatic.engine.Coefficients;
import io.emphatic.engine.Engine;
import io.emphatic.engine.ParkedStream;
import io.emphatic.engine.TraceRule;
import io.emphatic.experience.Transition;
import java.util.Map;
import java.util.TreeMap;

/** The common part of the engines of a {@link TraceRule}: its memory, the scalars of the last step, and the state. */
public abstract class TraceRuleEngine implements Engine {
    protected final TraceRule rule;
    protected final double[] memory;
    protected final Map<String, double[]> state = new TreeMap<>();
    protected final Coefficients c = new Coefficients();
    protected double delta = Double.NaN;
    protected double valueNext; // θₜᵀφₜ₊₁ of the last step

    protected TraceRuleEngine(TraceRule rule) {
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
        rule.park(memory, into);
        parkTraces(into);
    }

    @Override
    public final void resume(ParkedStream from) {
        if (!from.isEmpty()) {
            from.rewind();
            rule.resume(memory, from);
            resumeTraces(from);
            from.requireEnd();
        }
    }

    @Override
    public final void countFrom(long steps) {
        if (rule.countsSteps()) {
            memory[memory.length - 1] = steps;
        }
    }

    /** The part of {@link #park} that is not the memory of the rule; {@link #resumeTraces} takes it back. */
    protected void parkTraces(ParkedStream into) {
        Engine.super.park(into);
    }

    protected void resumeTraces(ParkedStream from) {
        Engine.super.resume(from);
    }

    @Override
    public void loaded(Map<String, double[]> arrays) {
        delta = Double.NaN;
        c.clearEmphasis();
    }
}
