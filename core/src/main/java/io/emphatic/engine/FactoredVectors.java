package io.emphatic.engine;

import io.emphatic.experience.BinaryFeatures;
import io.emphatic.experience.Features;
import io.emphatic.experience.Norm;
import java.util.Map;

/**
 * Weights and one trace in factored form, for sparse features: decaying the whole trace, or moving all weights along
 * it, changes one scalar.
 *
 * <pre>
 *   e = c g      θ = w + D g
 *
 *   e ← a e         c ← a c
 *   e ← e + b φ     gⱼ ← gⱼ + b φⱼ / c   and   wⱼ ← wⱼ − D b φⱼ / c   for the active j: θ does not change
 *   θ ← θ + x e     D ← D + x c
 *   θ ← θ + x φ     wⱼ ← wⱼ + x φⱼ   for the active j
 * </pre>
 *
 * <h2>Implementation notes</h2>
 *
 * <ul>
 *   <li>θⱼ is the difference of wⱼ and −D gⱼ, which loses as many digits as gⱼ is larger than the trace was when D
 *       began to grow. So when that factor reaches {@value TraceScale#RANGE}, and always before dividing by a c out of
 *       range, the features touched are folded: w ← w + D g, g ← c g, D = 0, c = 1. With decay 0.94 that is every 110
 *       steps, for about 450 steps' worth of features: five visits for each feature ever activated, and a rounding
 *       error near 1e-13 of the weights. A long list is folded over many steps ({@link SpreadFold}).
 *   <li>Folding drops entries of the trace below {@value TraceScale#NEGLIGIBLE} of the largest: all entries shrink and
 *       grow together, so their contribution would stay below that fraction. a = 0 drops all.
 *   <li>wⱼ and gⱼ lie side by side, so that one cache line serves both. gⱼ ≠ 0 if and only if j is in {@code nonZero};
 *       its last bit is the mark of {@link SpreadFold}.
 *   <li>The order of the list has no effect, because each feature is folded separately. So it is not saved.
 * </ul>
 */
final class FactoredVectors {
    /** The largest n: two numbers for each feature in one array. */
    static final int LARGEST_SIZE = (Integer.MAX_VALUE - 8) / 2;

    // Indices of the array of scalars.
    private static final int MOVE = 0; // D
    private static final int WEIGHTS_NORM = 1; // an upper bound of ‖θ‖₂
    private static final int MARK = 2; // the last bit of every gⱼ ≠ 0

    private final double[] pairs; // wⱼ at 2j, gⱼ at 2j + 1
    final TraceScale scale;
    private final double[] scalars = new double[3];
    private final SpreadFold fold = new SpreadFold();
    private final int[] nonZero; // one entry longer than n, so that add can write before it knows whether to count
    private int count;
    private double negligible = TraceScale.NEGLIGIBLE;
    private double largestAdded; // |gⱼ| among the entries written since the last fold began

    private double sumW; // of the last features summed
    private double sumG;

    FactoredVectors(int size, TraceScale scale) {
        this.scale = scale;
        this.pairs = new double[2 * size];
        this.nonZero = new int[size + 1];
    }

    void putState(Map<String, double[]> state) {
        state.put("pairs", pairs);
        state.put("trace_scale", scale.state());
        state.put("scalars", scalars);
    }

    /** The state with these θ and e, without negligible entries. */
    static Map<String, double[]> state(
            double[] theta, double weightsNorm, double[] e, double largest, double traceNorm) {
        double[] pairs = new double[2 * theta.length];
        for (int j = 0; j < theta.length; j++) {
            pairs[2 * j] = theta[j];
            pairs[2 * j + 1] = Math.abs(e[j]) > TraceScale.NEGLIGIBLE * largest ? SpreadFold.marked(e[j], 0) : 0;
        }
        return Map.of("pairs", pairs, "trace_scale", TraceScale.state(largest, traceNorm), "scalars", new double[] {
            0, weightsNorm, 0
        });
    }

    void begin(double[] initialWeights) {
        for (int j = 0; j < initialWeights.length; j++) {
            pairs[2 * j] = initialWeights[j];
        }
        scale.begin();
        scalars[WEIGHTS_NORM] = Norm.of(initialWeights);
    }

    /** An upper bound of ‖θ‖₂. */
    double weightsNorm() {
        return scalars[WEIGHTS_NORM];
    }

    void setWeightsNorm(double bound) {
        scalars[WEIGHTS_NORM] = bound;
    }

    /** Folding drops entries of g below this fraction of the largest. */
    void setNegligible(double fraction) {
        negligible = fraction;
    }

    /** An upper bound of |eⱼ|. */
    double largestOfTrace() {
        return scale.largest() * Math.abs(scale.scale());
    }

    /** e ← a e + b φ. */
    void advance(double a, double b, Features phi) {
        scale.setNorm(scale.normAfter(a, b, phi));
        if (!scale.reaches(a, b, phi)) {
            finishFold();
            fold(a * scale.scale(), b, phi);
        } else {
            scale.decay(a);
        }
        add(b / scale.scale(), phi);
        if (fold.isPending()) {
            foldEntries(SpreadFold.share(phi.active()));
        }
    }

    /** θ ← θ + x e. */
    void moveAlongTrace(double x) {
        scalars[MOVE] += x * scale.scale();
        scalars[WEIGHTS_NORM] += Math.abs(x) * scale.norm();
    }

    /** θ ← θ + x e with each component of the increment clipped to ±clip: entry by entry. */
    void moveAlongTrace(double x, double clip) {
        finishFold();
        double scale = x * this.scale.scale();
        for (int i = 0; i < count; i++) {
            int at = 2 * nonZero[i];
            pairs[at] += StepLimits.clipped(scale * pairs[at + 1], clip);
        }
    }

    /** θ ← θ · min(1, radius / ‖θ‖₂), and a tight bound of the norm. */
    void project(double radius) {
        finishFold();
        double norm = foldedNorm(scalars[MOVE]);
        scalars[MOVE] = 0;
        if (norm > radius) {
            double factor = radius / norm;
            for (int at = 0; at < pairs.length; at += 2) {
                pairs[at] *= factor;
            }
            norm = radius;
        }
        scalars[WEIGHTS_NORM] = norm;
    }

    /** w ← w + D g; returns ‖w‖₂. */
    private double foldedNorm(double move) {
        double squares = 0;
        for (int at = 0; at < pairs.length; at += 2) {
            double w = move == 0 ? pairs[at] : pairs[at] + move * pairs[at + 1];
            pairs[at] = w;
            squares += w * w;
        }
        return squares > 1e-280 ? Math.sqrt(squares) : Norm.of(weights(0));
    }

    /** θ ← θ + x φ. */
    void moveAlong(Features phi, double x) {
        if (x == 0) {
            return;
        }
        finishFoldOf(phi);
        final double[] pairs = this.pairs;
        if (phi instanceof BinaryFeatures binary) {
            int[] indices = binary.indices();
            for (int i = 0; i < binary.active(); i++) {
                pairs[2 * indices[i]] += x;
            }
        } else {
            for (int i = 0; i < phi.active(); i++) {
                pairs[2 * phi.index(i)] += x * phi.value(i);
            }
        }
        scalars[WEIGHTS_NORM] += Math.abs(x) * phi.norm();
    }

    /** w ← w + D g, g ← factor · g, D = 0, c = 1; negligible entries of g are dropped. b φ joins next. */
    private void fold(double factor, double b, Features phi) {
        double threshold = factor == 0 ? Double.POSITIVE_INFINITY : negligible * scale.largest();
        fold.begin(count, scalars[MOVE], factor, threshold);
        scalars[MARK] = fold.mark();
        scalars[MOVE] = 0;
        largestAdded = 0;
        double largest = factor * scale.largest();
        if (fold.isAtOnce()) {
            finishFold();
            largest = fold.largest();
        }
        scale.folded(largest, b, phi);
    }

    private void foldEntries(int entries) {
        fold.visit(pairs, nonZero, entries);
        if (!fold.isPending()) {
            count = fold.close(nonZero, count);
            scale.setLargest(Math.max(fold.largest(), largestAdded)); // a tight bound again
        }
    }

    /** Folds all entries that are left, so that the state is complete. It has no effect on what is learned. */
    void finishFold() {
        if (fold.isPending()) {
            foldEntries(count);
        }
    }

    /** Whether a fold is under way. */
    boolean isFolding() {
        return fold.isPending();
    }

    /** As {@link #finishFold}, if one of these features is left. */
    private void finishFoldOf(Features phi) {
        if (fold.isPending()) {
            for (int i = 0; i < phi.active(); i++) {
                double g = pairs[2 * phi.index(i) + 1];
                if (g != 0 && fold.isOld(g)) {
                    finishFold();
                    return;
                }
            }
        }
    }

    /** g ← g + x φ, w ← w − D x φ: θ does not change. */
    private void add(double x, Features phi) {
        if (x == 0) {
            return;
        }
        if (count + phi.active() > nonZero.length) {
            finishFold(); // closes the gap
        }
        final double[] pairs = this.pairs;
        final int[] nonZero = this.nonZero;
        boolean isFolding = fold.isPending();
        long mark = fold.mark();
        double move = scalars[MOVE];
        double largest = 0;
        int count = this.count;
        int active = phi.active();
        int[] binary = phi instanceof BinaryFeatures features ? features.indices() : null;
        for (int i = 0; i < active; i++) {
            int j = binary != null ? binary[i] : phi.index(i);
            double added = binary != null ? x : x * phi.value(i);
            if (added != 0) {
                double w = pairs[2 * j];
                double g = pairs[2 * j + 1];
                nonZero[count] = j;
                count += g == 0 ? 1 : 0;
                if (isFolding && fold.isOld(g)) {
                    w += fold.moved(g);
                    g = fold.folded(g);
                }
                double sum = SpreadFold.marked(g + added, mark);
                pairs[2 * j] = move == 0 ? w : w - move * (sum - g); // g grows by what is added but for the mark
                pairs[2 * j + 1] = sum;
                largest = Math.abs(sum) > largest ? Math.abs(sum) : largest;
            }
        }
        this.count = count;
        largestAdded = Math.max(largestAdded, largest);
        scale.setLargest(Math.max(scale.largest(), largest));
    }

    /** Computes wᵀφ and gᵀφ, for {@link #value} and {@link #traceDot}. */
    void sum(Features phi) {
        final double[] pairs = this.pairs;
        double sumW = 0;
        double sumG = 0;
        if (fold.isPending()) {
            for (int i = 0; i < phi.active(); i++) {
                int j = phi.index(i);
                double w = pairs[2 * j];
                double g = pairs[2 * j + 1];
                boolean isOld = fold.isOld(g);
                sumW += phi.value(i) * (isOld ? w + fold.moved(g) : w);
                sumG += phi.value(i) * (isOld ? fold.folded(g) : g);
            }
        } else if (phi instanceof BinaryFeatures binary) {
            int[] indices = binary.indices();
            int active = binary.active();
            for (int i = 0; i < active; i++) {
                int j = indices[i];
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

    /** θᵀφ = wᵀφ + D gᵀφ for the φ of the last {@link #sum}, with the current D. */
    double value() {
        double move = scalars[MOVE];
        return move == 0 ? sumW : sumW + move * sumG;
    }

    /** eᵀφ = c gᵀφ for the same φ, with the current c. */
    double traceDot() {
        return scale.scale() * sumG;
    }

    double predict(Features phi) {
        sum(phi);
        return value();
    }

    /** A copy of θ. */
    double[] weights() {
        finishFold();
        return weights(scalars[MOVE]);
    }

    private double[] weights(double move) {
        double[] theta = new double[pairs.length / 2];
        for (int j = 0; j < theta.length; j++) {
            theta[j] = pairs[2 * j] + move * pairs[2 * j + 1];
        }
        return theta;
    }

    /** A copy of e. */
    double[] trace() {
        finishFold();
        double[] e = new double[pairs.length / 2];
        for (int j = 0; j < e.length; j++) {
            e[j] = scale.scale() * pairs[2 * j + 1];
        }
        return e;
    }

    /** Restores the list, after {@link Engine#load} or {@link Engine#reset} has written to the state. */
    void loaded() {
        fold.load(scalars[MARK] == 0 ? 0 : 1);
        largestAdded = scale.largest();
        count = 0;
        for (int j = 0; j < pairs.length / 2; j++) {
            double g = pairs[2 * j + 1];
            if (g != 0) {
                pairs[2 * j + 1] = SpreadFold.marked(g, fold.mark());
                nonZero[count++] = j;
            }
        }
    }
}
