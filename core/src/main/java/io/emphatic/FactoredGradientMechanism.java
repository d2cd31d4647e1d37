package io.emphatic;

import java.util.Map;
import java.util.TreeMap;

/**
 * The factored engine of the gradient family, for sparse features: as {@link GradientMechanism}, on
 * {@link FactoredGradientVectors}. A step costs O(active features), whatever n is and however long the trace.
 */
final class FactoredGradientMechanism implements SparseMechanism {
    /** The largest n: four numbers for each feature in one array. */
    static final int LARGEST_SIZE = (Integer.MAX_VALUE - 8) / 4;

    private final GradientRule rule;
    private final double eta;
    private final FactoredGradientVectors vectors;
    private final double[] norms = new double[2]; // upper bounds of ‖θ‖₂ and ‖w‖₂
    private final Map<String, double[]> state = new TreeMap<>();

    FactoredGradientMechanism(GradientRule rule, double eta, int size) {
        this.rule = rule;
        this.eta = eta;
        this.vectors = new FactoredGradientVectors(rule.hasSecondTrace(), size);
        vectors.putState(state);
        state.put("norms", norms);
    }

    @Override
    public void begin(double[] initialWeights) {
        vectors.begin(initialWeights);
        norms[0] = Bounds.norm(initialWeights);
    }

    @Override
    public boolean step(Transition t, double alpha, boolean careful) {
        double alphaW = eta * alpha;
        double traceNorm = vectors.traceNormAfter(t);
        if (careful) {
            vectors.settle(t.phi());
        }
        double valueNext = t.gammaNext() == 0 ? 0 : vectors.predict(t.phiNext());
        double delta = TdError.of(t, vectors.predict(t.phi()), valueNext);
        if (!careful && !isSafe(t, alpha, alphaW, delta, traceNorm)) {
            return false;
        }
        vectors.advance(t, delta, careful);
        rule.set(t, vectors, alpha, alphaW);
        vectors.apply(t);
        if (careful) {
            vectors.settle(t.phi());
            vectors.boundAgain(norms);
        } else {
            norms[0] += vectors.reachOfWeights(t, traceNorm);
            norms[1] = Math.abs(vectors.wKept) * norms[1] + vectors.reachOfSecondary(t, traceNorm);
        }
        return true;
    }

    /** Whether every factor is so small that no product of the equations, of up to eight factors, overflows. */
    private boolean isSafe(Transition t, double alpha, double alphaW, double delta, double traceNorm) {
        return norms[0] < SAFE_FACTOR
                && norms[1] < SAFE_FACTOR
                && traceNorm < SAFE_FACTOR
                && vectors.secondTraceNormAfter(t) < SAFE_FACTOR
                && t.phi().norm() < SAFE_FACTOR
                && t.phiNext().norm() < SAFE_FACTOR
                && t.rho() < SAFE_FACTOR
                && Math.abs(delta) < SAFE_FACTOR
                && alpha < SAFE_FACTOR
                && alphaW < SAFE_FACTOR
                && Math.abs(rule.kept(alphaW)) < SAFE_FACTOR;
    }

    @Override
    public double predict(Features features) {
        return vectors.predict(features);
    }

    @Override
    public double[] weights() {
        return vectors.weights();
    }

    @Override
    public double tdError() {
        return vectors.delta();
    }

    @Override
    public void handOverTo(Mechanism dense) {
        Map<String, double[]> to = dense.state();
        SparseMechanism.copy(vectors.weights(), to.get("weights"));
        SparseMechanism.copy(vectors.secondaryWeights(), to.get("secondary_weights"));
        SparseMechanism.copy(vectors.trace(), to.get("trace"));
        SparseMechanism.copy(vectors.secondTrace(), to.get("second_trace")); // of length 0 where there is none
        dense.stateChanged(Map.of());
    }

    @Override
    public Map<String, double[]> state() {
        return state;
    }

    @Override
    public void saveOrder(Map<String, double[]> into) {
        vectors.saveOrder(into);
    }

    @Override
    public void stateChanged(Map<String, double[]> saved) {
        vectors.stateChanged(saved);
    }
}
