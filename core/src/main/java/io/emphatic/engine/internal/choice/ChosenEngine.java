package io.emphatic.engine.internal.choice;

import io.emphatic.engine.Engine;
import io.emphatic.engine.internal.plain.SavedEngine;
import io.emphatic.experience.Transition;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * Changes between the engine for sparse features and the plain one, which is faster where most are active. After each
 * step it is known what the other would have saved; once the sum, never below zero, is worth a change, the state is
 * handed over. The names of its arrays tell which engine is active.
 */
final class ChosenEngine implements ForwardingEngine {
    private static final String SAVINGS = "savings";

    /** What a change costs, in steps of the plain engine: most of it is to let go of a dense trace. */
    private static final double STEPS_A_CHANGE_COSTS = 16;

    /** What an active feature costs the one engine, in features of the other: EngineCosts (bench). */
    private static final double COST_OF_ACTIVE = 8;

    private final Supplier<SavedEngine> makeSparse;
    private final Supplier<SavedEngine> makePlain;
    private final int size;
    private final double[] savings = new double[1]; // of the other engine, in the same unit
    private SavedEngine engine;
    private boolean isPlain;

    ChosenEngine(int size, Supplier<SavedEngine> makeSparse, Supplier<SavedEngine> makePlain) {
        this.size = size;
        this.makeSparse = makeSparse;
        this.makePlain = makePlain;
        become(false);
    }

    private void become(boolean plain) {
        isPlain = plain;
        engine = (plain ? makePlain : makeSparse).get();
    }

    @Override
    public boolean step(Transition t, double alpha) {
        return step(t, alpha, predict(t.phi()), t.gammaNext() == 0 ? 0 : predict(t.phiNext()));
    }

    @Override
    public boolean step(Transition t, double alpha, double value, double valueNext) {
        if (savings[0] > STEPS_A_CHANGE_COSTS * size) {
            change();
        }
        if (!engine.step(t, alpha, value, valueNext)) {
            return false;
        }
        double excess = COST_OF_ACTIVE * t.phi().active() - size;
        savings[0] = Math.max(0, savings[0] + (isPlain ? -excess : excess));
        return true;
    }

    private void change() {
        SavedEngine before = engine;
        become(!isPlain);
        engine.takeOver(before.handOver());
        savings[0] = 0;
    }

    @Override
    public Engine active() {
        return engine;
    }

    @Override
    public double tdError() {
        return engine.tdError();
    }

    @Override
    public Map<String, double[]> state() {
        Map<String, double[]> state = new TreeMap<>(engine.state());
        state.put(SAVINGS, savings);
        return state;
    }

    @Override
    public void begin(double[] initialWeights) {
        if (isPlain) {
            become(false);
        }
        engine.begin(initialWeights);
        savings[0] = STEPS_A_CHANGE_COSTS * size; // nothing to hand over yet: the first features decide
    }

    /** A state without savings is that of a plain engine, from elsewhere. */
    @Override
    public void load(Map<String, double[]> arrays) {
        boolean isForeign = !arrays.containsKey(SAVINGS);
        boolean plain = !isForeign && arrays.containsKey("weights");
        if (plain != isPlain) {
            become(plain);
        }
        if (isForeign) {
            engine.takeOver(arrays);
            savings[0] = 0;
        } else {
            ForwardingEngine.super.load(arrays);
        }
    }

    @Override
    public void countFrom(long steps) {
        engine.countFrom(steps);
    }

    @Override
    public void saveOrder(Map<String, double[]> into) {
        engine.saveOrder(into);
    }

    @Override
    public void loaded(Map<String, double[]> arrays) {
        engine.loaded(arrays);
    }
}
