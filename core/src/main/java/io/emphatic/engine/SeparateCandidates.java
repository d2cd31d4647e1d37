package io.emphatic.engine;

import io.emphatic.experience.Features;
import io.emphatic.experience.Transition;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/** Candidates with an engine each, where {@link Engines} finds shared rows too large, slower or short of digits. */
final class SeparateCandidates implements Candidates {
    private final Engine[] engines = new Engine[ChoosingEngine.COUNT];
    private final boolean[] took = new boolean[ChoosingEngine.COUNT];

    SeparateCandidates(Supplier<Engine> engine) {
        for (int k = 0; k < engines.length; k++) {
            engines[k] = engine.get();
        }
    }

    @Override
    public boolean step(Transition t, double[] alpha, double[] values, double[] valuesNext, boolean[] out) {
        boolean any = false;
        for (int k = 0; k < engines.length; k++) {
            if (!out[k]) {
                values[k] = engines[k].predict(t.phi());
                valuesNext[k] = t.gammaNext() == 0 ? 0 : engines[k].predict(t.phiNext());
                took[k] = engines[k].step(t, alpha[k]);
                any |= took[k];
            }
        }
        for (int k = 0; any && k < engines.length; k++) {
            out[k] |= !took[k];
        }
        return any;
    }

    @Override
    public double predict(int k, Features features) {
        return engines[k].predict(features);
    }

    @Override
    public double[] weights(int k) {
        return engines[k].weights();
    }

    @Override
    public double followOn(int k) {
        return engines[k].followOn();
    }

    @Override
    public double emphasis(int k) {
        return engines[k].emphasis();
    }

    private static String prefix(int k) {
        return k + ".";
    }

    @Override
    public Map<String, double[]> state() {
        Map<String, double[]> state = new TreeMap<>();
        for (int k = 0; k < engines.length; k++) {
            String prefix = prefix(k);
            engines[k].state().forEach((name, array) -> state.put(prefix + name, array));
        }
        return state;
    }

    @Override
    public void reset(double[] initialWeights) {
        for (Engine engine : engines) {
            engine.reset(initialWeights);
        }
    }

    @Override
    public void saveOrder(Map<String, double[]> into) {
        for (int k = 0; k < engines.length; k++) {
            String prefix = prefix(k);
            Map<String, double[]> own = new HashMap<>();
            engines[k].saveOrder(own);
            own.forEach((name, array) -> into.put(prefix + name, array));
        }
    }

    @Override
    public void load(Map<String, double[]> arrays) {
        for (int k = 0; k < engines.length; k++) {
            String prefix = prefix(k);
            Map<String, double[]> own = new HashMap<>();
            arrays.forEach((name, array) -> {
                if (name.startsWith(prefix)) {
                    own.put(name.substring(prefix.length()), array);
                }
            });
            engines[k].load(own);
        }
    }
}
