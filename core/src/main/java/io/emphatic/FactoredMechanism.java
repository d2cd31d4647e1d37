package io.emphatic;

import java.util.Map;
import java.util.TreeMap;

/**
 * The factored engine of the one-trace family, for sparse features: a step costs O(active features), whatever n is and however
 * long the trace.
 *
 * <pre>
 *   eₜ = aₜ eₜ₋₁ + bₜ φₜ          θₜ₊₁ = θₜ + α κₜ δₜ eₜ          with  e = c g  and  θ = w + D g
 *
 *   decay           c ← aₜ c
 *   add features    gⱼ ← gⱼ + bₜ φⱼ / c   and   wⱼ ← wⱼ − D bₜ φⱼ / c   for the active j: θ stays as it is
 *   move weights    D ← D + α κₜ δₜ c
 * </pre>
 *
 * It is the exact trace, not a truncated one: the same numbers as {@link TraceMechanism}'s, up to rounding.
 *
 * <h2>Implementation notes</h2>
 *
 * <ul>
 *   <li>θⱼ is the difference of wⱼ and −D gⱼ, which loses as many digits as gⱼ is larger than the trace was when D began to grow. So when
 *       that factor reaches {@value TraceScale#RANGE}, and always before dividing by a c out of range, the features touched are folded: w ← w + D
 *       g, g ← c g, D = 0, c = 1. With decay 0.94 that is every 110 steps, for about 450 steps' worth of features: five visits for each
 *       feature ever activated, and a rounding error near 1e-13 of the weights.
 *   <li>Folding drops entries of the trace below {@value TraceScale#NEGLIGIBLE} of the largest: all entries shrink and grow together, so what they
 *       would still contribute stays below that fraction. aₜ = 0 drops all.
 *   <li>wⱼ and gⱼ lie side by side, so that one cache line serves both. gⱼ ≠ 0 if and only if j is listed.
 *   <li>The inner product with φₜ₊₁ is kept as that with φₜ of the next step. It is the same sum, in the same order, over the same
 *       numbers as it would be when computed again, so that a restored learner, which has to, gets the same bits.
 *   <li>Magnitudes are bounded beforehand from the norms, so that a step is refused before anything has changed. A careful step folds
 *       before and after: then w is θ, g is e, and what is finite is seen in them.
 * </ul>
 */
final class FactoredMechanism implements SparseMechanism {
    /** The largest n: two numbers for each feature in one array. */
    static final int LARGEST_SIZE = (Integer.MAX_VALUE - 8) / 2;

    // Places in the array of what is not the trace's.
    private static final int MOVE = 0; // D
    private static final int WEIGHTS_NORM = 1; // an upper bound of ‖θ‖₂

    private final TraceRule rule;
    private final double[] pairs; // wⱼ at 2j, gⱼ at 2j + 1
    private final TraceScale scale = new TraceScale(TraceScale.RANGE);
    private final double[] scalars = new double[2];
    private final double[] memory;
    private final Map<String, double[]> state = new TreeMap<>();

    private final int[] listed; // one longer than can be needed, so that it can be written to before knowing
    private int count;

    private final double[] memoryBefore;
    private final Coefficients k = new Coefficients();
    private double delta = Double.NaN;

    private Features known; // features whose value is known
    private double knownValue;
    private double sumW;
    private double sumG;

    FactoredMechanism(TraceRule rule, int size) {
        this.rule = rule;
        this.pairs = new double[2 * size];
        this.listed = new int[size + 1];
        this.memory = new double[rule.memorySize()];
        this.memoryBefore = new double[rule.memorySize()];
        state.put("pairs", pairs);
        state.put("trace_scale", scale.state());
        state.put("scalars", scalars);
        state.put("memory", memory);
    }

    @Override
    public void begin(double[] initialWeights) {
        for (int j = 0; j < initialWeights.length; j++) {
            pairs[2 * j] = initialWeights[j];
        }
        scale.begin();
        scalars[WEIGHTS_NORM] = Bounds.norm(initialWeights);
    }

    @Override
    public boolean step(Transition t, double alpha, boolean careful) {
        System.arraycopy(memory, 0, memoryBefore, 0, memory.length);
        rule.advance(t, memory, k);
        Features phi = t.phi();
        Features phiNext = t.phiNext();
        double traceNorm = scale.normAfter(k.a, k.b, phi);
        if (careful) {
            fold(scale.scale(), 0, phi);
        } else if (!Bounds.safe(t, alpha, k, traceNorm, scalars[WEIGHTS_NORM], memory)) {
            System.arraycopy(memoryBefore, 0, memory, 0, memory.length);
            return false;
        }

        double value = phi == known ? knownValue : predict(phi);
        // eₜ = aₜ eₜ₋₁ + bₜ φₜ
        if (careful || !scale.reaches(k.a, k.b, phi)) {
            fold(k.a * scale.scale(), k.b, phi);
        } else {
            scale.decay(k.a);
        }
        add(k.b / scale.scale(), phi);
        sum(phiNext);
        this.delta = TdError.of(t, value, value());

        // D ← D + α κₜ δₜ c
        double step = alpha * k.kappa * delta;
        scalars[MOVE] += step * scale.scale();
        scalars[WEIGHTS_NORM] += Math.abs(step) * traceNorm;
        scale.setNorm(traceNorm);
        known = phiNext;
        knownValue = value();
        if (careful) {
            fold(scale.scale(), 0, phi);
            boundAgain();
        }
        return true;
    }

    /** w ← w + D g, g ← factor · g, D = 0, c = 1; b φ joins next. */
    private void fold(double factor, double b, Features phi) {
        final double[] pairs = this.pairs;
        final int[] listed = this.listed;
        double move = scalars[MOVE];
        double threshold = factor == 0 ? Double.POSITIVE_INFINITY : TraceScale.NEGLIGIBLE * scale.largest();
        double largest = 0;
        int kept = 0;
        for (int i = 0; i < count; i++) {
            int j = listed[i];
            double g = pairs[2 * j + 1];
            pairs[2 * j] += move * g;
            double size = Math.abs(g);
            g *= factor;
            if (size > threshold && g != 0) {
                pairs[2 * j + 1] = g;
                listed[kept++] = j;
                largest = size > largest ? size : largest;
            } else {
                pairs[2 * j + 1] = 0;
            }
        }
        count = kept;
        scale.folded(largest * factor, b, phi);
        scalars[MOVE] = 0;
        known = null;
    }

    /** g ← g + x φ with θ as it was: w ← w − D x φ. */
    private void add(double x, Features phi) {
        if (x == 0) {
            return;
        }
        final double[] pairs = this.pairs;
        final int[] listed = this.listed;
        double move = scalars[MOVE];
        double largest = scale.largest();
        int count = this.count;
        if (phi instanceof BinaryFeatures binary) {
            double shift = move == 0 ? 0 : move * x;
            for (int j : binary.indices()) {
                double before = pairs[2 * j + 1];
                double g = before + x;
                pairs[2 * j] -= shift;
                pairs[2 * j + 1] = g == 0 ? Double.MIN_VALUE : g;
                listed[count] = j;
                count += before == 0 ? 1 : 0;
                largest = Math.abs(g) > largest ? Math.abs(g) : largest;
            }
        } else {
            for (int i = 0; i < phi.active(); i++) {
                int j = phi.index(i);
                double added = x * phi.value(i);
                if (added != 0) {
                    double before = pairs[2 * j + 1];
                    double g = before + added;
                    pairs[2 * j] -= move == 0 ? 0 : move * added;
                    pairs[2 * j + 1] = g == 0 ? Double.MIN_VALUE : g;
                    listed[count] = j;
                    count += before == 0 ? 1 : 0;
                    largest = Math.abs(g) > largest ? Math.abs(g) : largest;
                }
            }
        }
        this.count = count;
        scale.setLargest(largest);
    }

    /** wᵀφ and gᵀφ. */
    private void sum(Features phi) {
        final double[] pairs = this.pairs;
        double sumW = 0;
        double sumG = 0;
        if (phi instanceof BinaryFeatures binary) {
            for (int j : binary.indices()) {
                sumW += pairs[2 * j];
                sumG += pairs[2 * j + 1];
            }
        } else {
            for (int i = 0; i < phi.active(); i++) {
                int j = phi.index(i);
                double x = phi.value(i);
                sumW += x * pairs[2 * j];
                sumG += x * pairs[2 * j + 1];
            }
        }
        this.sumW = sumW;
        this.sumG = sumG;
    }

    /** θᵀφ = wᵀφ + D gᵀφ from the sums. */
    private double value() {
        double move = scalars[MOVE];
        return move == 0 ? sumW : sumW + move * sumG;
    }

    /** Bounds from the numbers themselves, when those summed up from step to step have become useless. */
    private void boundAgain() {
        double theta = 0;
        double e = 0;
        for (int j = 0; j < pairs.length; j += 2) {
            theta = Math.hypot(theta, pairs[j]);
            e = Math.hypot(e, pairs[j + 1]);
        }
        scalars[WEIGHTS_NORM] = Math.min(theta, Double.MAX_VALUE);
        scale.setNorm(Math.min(e, Double.MAX_VALUE));
    }

    @Override
    public double predict(Features features) {
        sum(features);
        return value();
    }

    @Override
    public double[] weights() {
        double[] theta = new double[pairs.length / 2];
        double move = scalars[MOVE];
        for (int j = 0; j < theta.length; j++) {
            theta[j] = pairs[2 * j] + move * pairs[2 * j + 1];
        }
        return theta;
    }

    @Override
    public void handOverTo(Mechanism dense) {
        double[] theta = dense.state().get("weights");
        double[] e = dense.state().get("trace");
        for (int j = 0; j < theta.length; j++) {
            theta[j] = pairs[2 * j] + scalars[MOVE] * pairs[2 * j + 1];
            e[j] = scale.scale() * pairs[2 * j + 1];
        }
        System.arraycopy(memory, 0, dense.state().get("memory"), 0, memory.length);
        dense.stateChanged(Map.of());
    }

    @Override
    public double tdError() {
        return delta;
    }

    @Override
    public double followOn() {
        return k.followOn;
    }

    @Override
    public double emphasis() {
        return k.emphasis;
    }

    /** The state of one that has these w, D, bound of ‖θ‖₂ and trace. */
    static Map<String, double[]> state(double[] w, double move, double norm, SharedTrace trace, double[] memory) {
        double[] pairs = new double[2 * w.length];
        for (int j = 0; j < w.length; j++) {
            pairs[2 * j] = w[j];
            pairs[2 * j + 1] = trace.g()[j];
        }
        double[] scale = trace.scale().state().clone();
        return Map.of(
                "pairs", pairs, "trace_scale", scale, "scalars", new double[] {move, norm}, "memory", memory.clone());
    }

    @Override
    public Map<String, double[]> state() {
        return state;
    }

    @Override
    public void stateChanged(Map<String, double[]> saved) {
        count = 0;
        for (int j = 0; j < pairs.length / 2; j++) {
            if (pairs[2 * j + 1] != 0) {
                listed[count++] = j;
            }
        }
        known = null;
        delta = Double.NaN;
        k.setEmphasis(Double.NaN, Double.NaN);
    }
}
