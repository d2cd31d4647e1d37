package io.emphatic.engine.internal.plain;

import io.emphatic.engine.Coefficients;
import io.emphatic.engine.Engine;
import io.emphatic.engine.ParkedStream;
import io.emphatic.engine.TraceRule;
import java.util.Map;

/** The common part of the engines of a {@link TraceRule}: its memory, the scalars of the last step, and the state. */
public abstract class TraceRuleEngine implements Engine {
    protected final TraceRule rule;
    protected final double[] memory;
    protected final EngineState state = new EngineState();
    protected final Coefficients c = new Coefficients();
    protected double delta = Double.NaN;

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
    public final double followOn() {
        return c.followOn();
    }

    @Override
    public final double emphasis() {
        return c.emphasis();
    }

    @Override
    public final Map<String, double[]> state() {
        return state.arrays();
    }

    @Override
    public final void saveOrder(Map<String, double[]> into) {
        state.saveOrder(into);
    }

    @Override
    public final void park(ParkedStream into) {
        into.clear();
        rule.park(memory, into);
        state.park(into);
    }

    @Override
    public final void resume(ParkedStream from) {
        if (!from.isEmpty()) {
            from.rewind();
            rule.resume(memory, from);
            state.resume(from);
            from.requireEnd();
        }
    }

    @Override
    public final void countFrom(long steps) {
        if (rule.countsSteps()) {
            memory[memory.length - 1] = steps;
        }
    }

    @Override
    public void loaded(Map<String, double[]> arrays) {
        delta = Double.NaN;
        c.clearEmphasis();
        state.loaded(arrays);
    }
}
