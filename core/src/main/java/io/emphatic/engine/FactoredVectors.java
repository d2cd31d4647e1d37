package io.emphatic.engine;

import io.emphatic.experience.BinaryFeatures;
import io.emphatic.experience.Features;
import io.emphatic.experience.Norm;
import java.util.Arrays;
import java.util.Map;

/**
 * Weights and one trace in factored form, for sparse features: decaying the whole trace, or moving all weights along
 * it, changes a few scalars.
 *
 * <pre>
 *   e = cₖ g      θ = w + Dₖ g      for the features of generation k
 *
 *   e ← a e         cₖ ← a cₖ
 *   e ← e + b φ     gⱼ ← gⱼ + b φⱼ / c   and   wⱼ ← wⱼ − D b φⱼ / c   for the active j: θ does not change
 *   θ ← θ + x e     Dₖ ← Dₖ + x cₖ
 *   θ ← θ + x φ     wⱼ ← wⱼ + x φⱼ   for the active j
 * </pre>
 *
 * <h2>Implementation notes</h2>
 *
 * <ul>
 *   <li>θⱼ is the difference of wⱼ and −D gⱼ, which loses as many digits as gⱼ is larger than the trace was when D
 *       began to grow. So when that factor reaches {@value TraceScale#RANGE}, and always before dividing by a c out of
 *       range, the next of the {@link TraceGenerations} begins, with D = 0 and c = 1. An active feature of an older one
 *       moves to it: w ← w + Dₖ g, then g ← (cₖ / c) g.
 *   <li>Entries of the trace below {@value TraceGenerations#NEGLIGIBLE} of the largest are dropped, a few in each step,
 *       the oldest first: all entries shrink and grow together, so their contribution would stay below that fraction. a
 *       = 0 drops all.
 *   <li>Dₖ is a compensated sum: it goes on while its generation lasts, and what it loses is multiplied by all gⱼ.
 *   <li>wⱼ and gⱼ lie side by side, so that one cache line serves both. gⱼ ≠ 0 if and only if j is in the trace.
 *   <li>When an entry is dropped matters for the last digits of its weight. So the order of the queue is saved.
 * </ul>
 */
final class FactoredVectors {
    /** The largest n: two numbers for each feature in one array. */
    static final int LARGEST_SIZE = (Integer.MAX_VALUE - 8) / 2;

    /** A generation with no more features than this is let go in one step where a = 0. */
    private static final int AT_ONCE = 1024;

    /** How many entries of the queue a step looks at, beside some for each active feature. */
    private static final int PER_STEP = 64;

    private static final int PER_FEATURE = 4;

    // Indices of the array of scalars; 0 and 2 have been in use, and saved learners keep their places.
    private static final int WEIGHTS_NORM = 1; // an upper bound of ‖θ‖₂

    private final double[] pairs; // wⱼ at 2j, gⱼ at 2j + 1
    final TraceScale scale; // of the current generation
    private final double[] scalars = new double[3];
    private final double[] scales = new double[TraceGenerations.SLOTS]; // cₖ
    private final double[] moves = new double[TraceGenerations.SLOTS]; // Dₖ
    private final double[] rests = new double[TraceGenerations.SLOTS]; // what rounding has left of Dₖ
    private final double[] sizes = new double[TraceGenerations.SLOTS]; // upper bounds of |gⱼ|
    private final TraceGenerations generations;
    private double negligible = TraceGenerations.NEGLIGIBLE;

    private double value; // results of the last add or sum
    private double traceDot;
    private double alongTrace; // results of the last foldedNorm
    private double traceSquares;

    FactoredVectors(int size, TraceScale scale) {
        this.scale = scale;
        this.pairs = new double[2 * size];
        this.generations = new TraceGenerations(size);
    }

    void putState(Map<String, double[]> state) {
        state.put("pairs", pairs);
        state.put("trace_scale", scale.state());
        state.put("scalars", scalars);
        state.put("generation_scales", scales);
        state.put("generation_moves", moves);
        state.put("generation_rests", rests);
        state.put("generation_sizes", sizes);
        generations.putState(state);
    }

    void begin(double[] initialWeights) {
        for (int j = 0; j < initialWeights.length; j++) {
            pairs[2 * j] = initialWeights[j];
        }
        scale.begin();
        scales[0] = 1;
        scalars[WEIGHTS_NORM] = Norm.of(initialWeights);
    }

    /** An upper bound of ‖θ‖₂. */
    double weightsNorm() {
        return scalars[WEIGHTS_NORM];
    }

    void setWeightsNorm(double bound) {
        scalars[WEIGHTS_NORM] = bound;
    }

    /** Entries below this fraction of the largest are dropped. */
    void setNegligible(double fraction) {
        negligible = fraction;
    }

    /** An upper bound of |eⱼ|. */
    double largestOfTrace() {
        double largest = 0;
        for (int k = 0; k < TraceGenerations.SLOTS; k++) {
            double size = Math.abs(scales[k]) * sizes[k];
            largest = size > largest ? size : largest;
        }
        return largest;
    }

    /** e ← a e + b φ. {@link #value} is θᵀφ then. */
    void advance(double a, double b, Features phi) {
        scale.setNorm(scale.normAfter(a, b, phi));
        boolean reaches = scale.reaches(a, b, phi);
        if (generations.isSingle()) {
            scales[generations.current()] *= a;
        } else {
            for (int k = 0; k < TraceGenerations.SLOTS; k++) {
                scales[k] *= a;
            }
        }
        if (reaches) {
            scale.decay(a);
        } else {
            beginGeneration(b, phi);
        }
        add(b / scale.scale(), phi);
        drop(PER_STEP + PER_FEATURE * phi.active());
    }

    /** θ ← θ + x e. */
    void moveAlongTrace(double x) {
        if (generations.isSingle()) {
            int current = generations.current();
            TraceGenerations.add(x * scales[current], moves, rests, current);
        } else {
            for (int k = 0; k < TraceGenerations.SLOTS; k++) {
                TraceGenerations.add(x * scales[k], moves, rests, k);
            }
        }
        scalars[WEIGHTS_NORM] += Math.abs(x) * scale.norm();
    }

    /** θ ← θ + x e with each component of the increment clipped to ±clip: those of a generation that has such ones. */
    void moveAlongTrace(double x, double clip) {
        int slot = generations.oldest();
        for (int place = 0; place < generations.size(); slot = slot + 1 & TraceGenerations.SLOTS - 1) {
            int last = place + generations.count(slot);
            double step = x * scales[slot];
            if (Math.abs(step) * sizes[slot] <= clip) {
                TraceGenerations.add(step, moves, rests, slot);
                place = last;
            }
            for (; place < last; place++) {
                int at = 2 * generations.at(place);
                double g = pairs[at + 1];
                if (TraceGenerations.slotOf(g) == slot) {
                    pairs[at] += StepLimits.clipped(step * g, clip);
                }
            }
        }
    }

    /** w ← w + Dₖ g, Dₖ = 0. Returns ‖θ‖₂; {@link #alongTrace} is θᵀe and {@link #traceSquares} eᵀe then. */
    double foldedNorm() {
        double squares = 0;
        alongTrace = 0;
        traceSquares = 0;
        for (int at = 0; at < pairs.length; at += 2) {
            double w = weight(at);
            pairs[at] = w;
            squares += w * w;
            double g = pairs[at + 1];
            if (g != 0) {
                double e = scales[TraceGenerations.slotOf(g)] * g;
                alongTrace += w * e;
                traceSquares += e * e;
            }
        }
        Arrays.fill(moves, 0);
        Arrays.fill(rests, 0);
        return squares > 1e-280 ? Math.sqrt(squares) : Norm.of(weights());
    }

    /** θᵀe at the last {@link #foldedNorm}. */
    double alongTrace() {
        return alongTrace;
    }

    /** eᵀe at the last {@link #foldedNorm}. */
    double traceSquares() {
        return traceSquares;
    }

    /** θ ← x θ, all weights one by one. */
    void multiply(double x) {
        for (int at = 0; at < pairs.length; at += 2) {
            pairs[at] *= x;
        }
        for (int k = 0; k < TraceGenerations.SLOTS; k++) {
            moves[k] *= x;
            rests[k] *= x;
        }
    }

    private double weight(int at) {
        double g = pairs[at + 1];
        return g == 0 ? pairs[at] : pairs[at] + moves[TraceGenerations.slotOf(g)] * g;
    }

    /** θ ← θ + x φ. */
    void moveAlong(Features phi, double x) {
        if (x == 0) {
            return;
        }
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

    /** After the decay: the current generation gets D = 0 and c = 1, and no features. b φ joins next. */
    private void beginGeneration(double b, Features phi) {
        double largest = largestOfTrace();
        int current = generations.current();
        double remaining = 0;
        if (scales[current] == 0 && generations.count(current) <= AT_ONCE) {
            foldLast(generations.count(current));
        } else if (generations.isFoldedAsAWhole()) {
            remaining = foldAll(current, negligible * largest);
        } else if (generations.count(current) > 0) {
            while (generations.count(generations.next()) > 0) {
                moveFirst(); // the slot of the oldest is needed
            }
            generations.begin();
            current = generations.current();
        }
        scales[current] = 1;
        moves[current] = 0;
        rests[current] = 0;
        sizes[current] = remaining;
        scale.folded(largest, b, phi);
        if (Norm.largest(scales) > TraceScale.LARGEST_SCALE) {
            while (generations.oldest() != current) {
                moveFirst();
            }
        }
    }

    /** wⱼ ← wⱼ + Dₖ gⱼ, gⱼ ← cₖ gⱼ for all features, without entries up to a threshold; returns the largest |gⱼ|. */
    private double foldAll(int current, double threshold) {
        final double[] pairs = this.pairs;
        int size = generations.size();
        int kept = 0;
        int slot = generations.oldest();
        double largest = 0;
        for (int place = 0; place < size; slot = slot + 1 & TraceGenerations.SLOTS - 1) {
            int last = place + generations.count(slot);
            double move = moves[slot];
            double scale = scales[slot];
            for (; place < last; place++) {
                int j = generations.at(place);
                double g = pairs[2 * j + 1];
                if (g != 0 && TraceGenerations.slotOf(g) == slot) {
                    double e = scale * g;
                    double entrySize = Math.abs(e);
                    pairs[2 * j] += move * g;
                    pairs[2 * j + 1] = entrySize > threshold ? TraceGenerations.tagged(e, current) : 0;
                    largest = entrySize > largest ? entrySize : largest;
                    generations.set(kept, j);
                    kept += entrySize > threshold ? 1 : 0;
                }
            }
        }
        generations.keepFirst(kept);
        Arrays.fill(scales, 0);
        return largest * (1 + 1e-15); // a bound also with the tags
    }

    /** wⱼ ← wⱼ + D gⱼ, gⱼ = 0 for all features of the current generation, which are the last of the queue. */
    private void foldLast(int count) {
        final double[] pairs = this.pairs;
        double move = moves[generations.current()];
        int size = generations.size();
        for (int place = size - count; place < size; place++) {
            int at = 2 * generations.at(place);
            pairs[at] += move * pairs[at + 1];
            pairs[at + 1] = 0;
        }
        generations.removeLast(count);
    }

    /** Takes the first place off the queue; if its feature is still there, it moves to the current generation. */
    private void moveFirst() {
        int from = generations.oldest();
        int j = generations.at(0);
        generations.removeFirst(1);
        double g = pairs[2 * j + 1];
        if (g != 0 && TraceGenerations.slotOf(g) == from) {
            move(j, g, from, generations.current());
        }
        endIfEmpty(from);
    }

    /** What is left of a generation without features would count as part of the trace, and no longer decay with it. */
    private void endIfEmpty(int slot) {
        if (generations.count(slot) == 0) {
            scales[slot] = 0;
            moves[slot] = 0;
            rests[slot] = 0;
            sizes[slot] = 0;
        }
    }

    private void move(int j, double g, int from, int to) {
        double scaled = scales[to] == 0 ? 0 : scales[from] * g / scales[to]; // the current scale may underflow
        pairs[2 * j] += moves[from] * g;
        pairs[2 * j + 1] = 0;
        if (Math.abs(scaled) > negligible * sizes[to]) {
            double moved = TraceGenerations.tagged(scaled, to);
            pairs[2 * j] -= moves[to] * moved;
            pairs[2 * j + 1] = moved;
            sizes[to] = Math.max(sizes[to], Math.abs(moved));
            generations.join(j);
        }
    }

    /** Looks at no more places of the queue than this, until it finds an entry that is not negligible. */
    private void drop(int places) {
        int current = generations.current();
        double threshold = negligible * Math.abs(scales[current]) * sizes[current];
        int left = places;
        int slot = generations.oldest();
        while (left > 0 && slot != current) {
            int count = Math.min(left, generations.count(slot));
            double size = Math.abs(scales[slot]);
            int dropped = drop(slot, count, size == 0 ? Double.POSITIVE_INFINITY : threshold / size);
            generations.removeFirst(dropped);
            endIfEmpty(slot);
            left = dropped < count ? 0 : left - count;
            slot = generations.oldest();
        }
    }

    /** Returns how many of the first places can be taken off the queue. */
    private int drop(int slot, int count, double threshold) {
        final double[] pairs = this.pairs;
        double move = moves[slot];
        for (int place = 0; place < count; place++) {
            int at = 2 * generations.at(place);
            double g = pairs[at + 1];
            if (TraceGenerations.slotOf(g) == slot) {
                if (Math.abs(g) > threshold) {
                    return place;
                }
                pairs[at] += move * g;
                pairs[at + 1] = 0;
            }
        }
        return count;
    }

    /** g ← g + x φ in the current generation, w ← w − D x φ: θ does not change. */
    private void add(double x, Features phi) {
        if (x == 0) {
            value = predict(phi);
            return;
        }
        int active = phi.active();
        while (!generations.hasRoomFor(active) && generations.oldest() != generations.current()) {
            moveFirst();
        }
        final double[] pairs = this.pairs;
        final double[] moves = this.moves;
        final int[] queue = generations.queue();
        int current = generations.current();
        double move = moves[current];
        double perScale = 1 / scale.scale();
        double largest = sizes[current];
        double value = 0;
        int end = generations.end();
        int joined = 0;
        int[] binary = phi instanceof BinaryFeatures features ? features.indices() : null;
        for (int i = 0; i < active; i++) {
            int j = binary != null ? binary[i] : phi.index(i);
            double phiJ = binary != null ? 1 : phi.value(i);
            double w = pairs[2 * j];
            double g = pairs[2 * j + 1];
            int slot = TraceGenerations.slotOf(g);
            value += phiJ * (w + moves[slot] * g);
            if (phiJ != 0) {
                boolean joins = g == 0 || slot != current;
                double before = g;
                if (joins && g != 0) {
                    w += moves[slot] * g;
                    before = 0;
                    g *= scales[slot] * perScale;
                }
                double sum = TraceGenerations.tagged(g + x * phiJ, current);
                pairs[2 * j] = w - move * (sum - before);
                pairs[2 * j + 1] = sum;
                largest = Math.abs(sum) > largest ? Math.abs(sum) : largest;
                if (joins) {
                    queue[end] = j;
                    end = end + 1 == queue.length ? 0 : end + 1;
                    joined++;
                }
            }
        }
        generations.joined(joined);
        sizes[current] = largest;
        this.value = value;
    }

    /** Computes θᵀφ and eᵀφ, for {@link #value} and {@link #traceDot}. */
    void sum(Features phi) {
        double value = 0;
        double traceDot = 0;
        for (int i = 0; i < phi.active(); i++) {
            int j = phi.index(i);
            double x = phi.value(i);
            double g = pairs[2 * j + 1];
            int slot = TraceGenerations.slotOf(g);
            value += x * (pairs[2 * j] + moves[slot] * g);
            traceDot += x * (scales[slot] * g);
        }
        this.value = value;
        this.traceDot = traceDot;
    }

    /** θᵀφ for the φ of the last {@link #sum} or {@link #advance}. */
    double value() {
        return value;
    }

    /** eᵀφ for the φ of the last {@link #sum}. */
    double traceDot() {
        return traceDot;
    }

    double predict(Features phi) {
        final double[] pairs = this.pairs;
        final double[] moves = this.moves;
        double value = 0;
        if (phi instanceof BinaryFeatures binary) {
            int[] indices = binary.indices();
            int active = binary.active();
            for (int i = 0; i < active; i++) {
                int j = indices[i];
                double g = pairs[2 * j + 1];
                value += pairs[2 * j] + moves[TraceGenerations.slotOf(g)] * g;
            }
        } else {
            for (int i = 0; i < phi.active(); i++) {
                int j = phi.index(i);
                double g = pairs[2 * j + 1];
                value += phi.value(i) * (pairs[2 * j] + moves[TraceGenerations.slotOf(g)] * g);
            }
        }
        return value;
    }

    /** A copy of θ. */
    double[] weights() {
        double[] theta = new double[pairs.length / 2];
        Arrays.setAll(theta, j -> weight(2 * j));
        return theta;
    }

    /** A copy of e. */
    double[] trace() {
        double[] e = new double[pairs.length / 2];
        Arrays.setAll(e, j -> scales[TraceGenerations.slotOf(pairs[2 * j + 1])] * pairs[2 * j + 1]);
        return e;
    }

    /** The features of the trace in the order in which they are dropped. */
    double[] order() {
        return generations.order();
    }

    /** Restores the queue, after {@link Engine#load} or {@link Engine#reset} has written to the state. */
    void loaded(double[] order) {
        generations.loaded(order, pairs, 2, 1);
    }
}
