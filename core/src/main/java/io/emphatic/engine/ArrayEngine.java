package io.emphatic.engine;

import io.emphatic.experience.Features;
import io.emphatic.experience.Transition;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * An engine for an algorithm of any kind: named arrays, and what a step does to them.
 *
 * <pre>
 *   final class Mine extends ArrayEngine {
 *       private final double[] e = perStream("trace", theta.length);
 *
 *       protected void learn(Transition t, double alpha, double delta) {
 *           for (int j = 0; j &lt; e.length; j++) {
 *               e[j] = t.rho() * (t.gamma() * t.lambda() * e[j] + t.phi().get(j));
 *               theta[j] += alpha * delta * e[j];
 *           }
 *       }
 *   }
 * </pre>
 *
 * All that lasts from one step to the next is in the arrays, which are zero at first: then snapshots, streams that take
 * turns and {@code step_size: auto} need nothing else. A step that brings one of their numbers past
 * {@link Divergence#LIMIT} is undone: the learner has diverged. At a start γₜ = 0 and ρₜ₋₁ = 0. A step takes time in
 * proportion to the length of the arrays.
 */
public abstract class ArrayEngine implements Engine {
    private final Map<String, double[]> state = new TreeMap<>();
    private final List<double[]> all = new ArrayList<>();
    private final List<double[]> ofStream = new ArrayList<>();
    private final ParkedStream before = new ParkedStream();
    private double delta = Double.NaN;

    /** θ, under the name {@code weights}. */
    protected final double[] theta;

    /** @param size the number of features n */
    protected ArrayEngine(int size) {
        theta = shared("weights", size);
    }

    /** A new array that all streams share, as weights are. */
    protected final double[] shared(String name, int length) {
        double[] array = new double[length];
        if (state.put(name, array) != null) {
            throw new IllegalArgumentException("there is an array " + name + " already");
        }
        all.add(array);
        return array;
    }

    /** A new array of which each stream has its own, as of traces. */
    protected final double[] perStream(String name, int length) {
        double[] array = shared(name, length);
        ofStream.add(array);
        return array;
    }

    /**
     * Changes the arrays by one step.
     *
     * @param alpha αₜ; NaN for an algorithm without step size
     * @param delta δₜ = Rₜ₊₁ + γₜ₊₁ θᵀφₜ₊₁ − θᵀφₜ, with θ before the step
     */
    protected abstract void learn(Transition t, double alpha, double delta);

    @Override
    public final boolean step(Transition t, double alpha) {
        double error = t.tdError(theta);
        before.clear();
        for (double[] array : all) {
            before.put(array);
        }
        learn(t, alpha, error);
        if (!isWithinLimit()) {
            before.rewind();
            all.forEach(before::take);
            return false;
        }
        delta = error;
        return true;
    }

    private boolean isWithinLimit() {
        for (double[] array : all) {
            for (double x : array) {
                if (!Divergence.allows(Math.abs(x))) {
                    return false;
                }
            }
        }
        return true;
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
    public final double tdError() {
        return delta;
    }

    @Override
    public final Map<String, double[]> state() {
        return state;
    }

    /** Writes θ₀ into arrays of zeros; override it for an array that begins with other numbers. */
    @Override
    public void begin(double[] initialWeights) {
        System.arraycopy(initialWeights, 0, theta, 0, theta.length);
    }

    @Override
    public final void loaded(Map<String, double[]> arrays) {
        delta = Double.NaN;
    }

    @Override
    public final void park(ParkedStream into) {
        into.clear();
        for (double[] array : ofStream) {
            into.put(array);
            Arrays.fill(array, 0);
        }
    }

    @Override
    public final void resume(ParkedStream from) {
        if (!from.isEmpty()) {
            from.rewind();
            ofStream.forEach(from::take);
            from.requireEnd();
        }
    }
}
