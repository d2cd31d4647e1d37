package io.emphatic.engine.internal.plain;

import io.emphatic.engine.Coefficients;
import io.emphatic.engine.ParkedStream;
import io.emphatic.engine.TraceRule;
import java.util.Map;

/** The common part of the engines of a {@link TraceRule}: its memory, the scalars of the last step, and the state. */
public abstract class TraceRuleEngine implements SavedEngine {
    protected final TraceRule rule;
    protected final double[] memory;
    protected final EngineState state = new EngineState();
    protected final Coefficients c = new Coefficients();
    protected double delta = Double.NaN;

    protected TraceRuleEngine(TraceRule rule) {
        this.rule = rule;
        this.memory = new double[rule.memorySize()];
        state.put("memory", new RuleMemory(rule, memory));
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
    public final EngineState parts() {
        return state;
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

    private record RuleMemory(TraceRule rule, double[] numbers) implements EngineState.Part {
        @Override
        public void putState(String name, Map<String, double[]> arrays) {
            arrays.put(name, numbers);
        }

        @Override
        public void park(ParkedStream into) {
            rule.park(numbers, into);
        }

        @Override
        public void resume(ParkedStream from) {
            rule.resume(numbers, from);
        }
    }
}
