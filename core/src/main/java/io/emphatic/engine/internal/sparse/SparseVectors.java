package io.emphatic.engine.internal.sparse;

import static io.emphatic.engine.internal.sparse.GenerationNumbers.GG;
import static io.emphatic.engine.internal.sparse.GenerationNumbers.GY;
import static io.emphatic.engine.internal.sparse.GenerationNumbers.LARGEST_G;
import static io.emphatic.engine.internal.sparse.GenerationNumbers.LARGEST_P;
import static io.emphatic.engine.internal.sparse.GenerationNumbers.MOVE_X;
import static io.emphatic.engine.internal.sparse.GenerationNumbers.MOVE_Y;
import static io.emphatic.engine.internal.sparse.GenerationNumbers.PG;
import static io.emphatic.engine.internal.sparse.GenerationNumbers.PY;
import static io.emphatic.engine.internal.sparse.GenerationNumbers.SCALE_G;
import static io.emphatic.engine.internal.sparse.GenerationNumbers.SCALE_P;
import static io.emphatic.engine.internal.sparse.SparseEntries.G;
import static io.emphatic.engine.internal.sparse.SparseEntries.P;
import static io.emphatic.engine.internal.sparse.SparseEntries.X;
import static io.emphatic.engine.internal.sparse.SparseEntries.Y;

import io.emphatic.engine.Engine;
import io.emphatic.engine.internal.plain.StepLimits;
import io.emphatic.experience.BinaryFeatures;
import io.emphatic.experience.Features;
import io.emphatic.experience.Norm;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/**
 * Weights and traces in factored form, for sparse features: decaying a whole trace, or moving all weights along it,
 * changes a few scalars. One weight vector and one trace, or two of each, which share their generations.
 *
 * <pre>
 *   e = cₖ g      h = dₖ p      θ = x + Aₖ g      w = y + Bₖ g      for the features of generation k
 *
 *   e ← a e         cₖ ← a cₖ
 *   e ← e + b φ     gⱼ ← gⱼ + b φⱼ / c   and   xⱼ ← xⱼ − A b φⱼ / c   for the active j: θ does not change
 *   θ ← θ + s e     Aₖ ← Aₖ + s cₖ
 *   θ ← θ + s φ     xⱼ ← xⱼ + s φⱼ   for the active j
 * </pre>
 *
 * <h2>Implementation notes</h2>
 *
 * <ul>
 *   <li>θⱼ is the difference of xⱼ and −A gⱼ, which loses as many digits as gⱼ is larger than the trace was when A
 *       began to grow. So when that factor reaches {@value TraceScale#RANGE}, and always before dividing by a c out of
 *       range, the next of the {@link TraceGenerations} begins, with A = 0 and c = 1. An active feature of an older one
 *       moves to it: x ← x + Aₖ g, then g ← (cₖ / c) g.
 *   <li>Entries of the trace below {@value TraceGenerations#NEGLIGIBLE} of the largest are dropped, a few in each step,
 *       the oldest first: all entries shrink and grow together, so their contribution would stay below that fraction. a
 *       = 0 drops all.
 *   <li>The numbers of a feature are adjacent, so that one cache line serves all. gⱼ ≠ 0 if and only if j is in a
 *       trace; where only pⱼ should differ from zero, gⱼ is about the smallest number.
 *   <li>When an entry is dropped matters for the last digits of its weight. So the order of the queue is saved.
 * </ul>
 */
final class SparseVectors extends SparseEntries {
    private static final String NUMBERS = "vectors";

    /** The name under which the order of the queue is saved. */
    static final String ORDER = "trace_list";

    /** How many entries of the queue a step looks at, beside some for each active feature. */
    private static final int PER_STEP = 64;

    private static final int PER_FEATURE = 4;

    final TraceScale e = new TraceScale(); // of the current generation
    final TraceScale h = new TraceScale();
    private final SparseRows rows;
    private double value; // θᵀφ of the last advance, with one trace

    /** @param hasTwo whether there are w and h beside θ and e */
    SparseVectors(int size, boolean hasTwo, SparseRows rows) {
        super(size, hasTwo, rows);
        this.rows = rows;
    }

    void putState(Map<String, double[]> state) {
        state.put("generation_numbers", of);
        state.put("generations", generations.state());
        state.put("trace_scale", e.state());
        if (hasTwo) {
            state.put("second_trace_scale", h.state());
        }
    }

    void begin(double[] initialWeights) {
        for (int j = 0; j < initialWeights.length; j++) {
            clear(stride * j + base);
            numbers[stride * j + base + X] = initialWeights[j];
        }
        ofGenerations.begin(0);
        e.begin();
        h.begin();
    }

    private void clear(int at) {
        Arrays.fill(numbers, at + X, at + X + width(hasTwo), 0);
    }

    /** e ← a e + b φ. {@link #value} is θᵀφ then. */
    void advance(double a, double b, Features phi) {
        advance(a, b, 1, 0, phi);
    }

    /** e ← a e + b φ, h ← aH h + bH φ, with θ and w as they were; then drops some of the negligible entries. */
    void advance(double a, double b, double aH, double bH, Features phi) {
        boolean reaches = e.reaches(a, b, phi) && (!hasTwo || h.reaches(aH, bH, phi));
        e.setNorm(e.normAfter(a, b, phi));
        h.setNorm(h.normAfter(aH, bH, phi));
        ofGenerations.decay(a, aH, firstSlot(), lastSlot());
        if (reaches) {
            e.decay(a);
            h.decay(aH);
        } else {
            e.folded(ofGenerations.largestOfTrace(), b, phi);
            h.folded(ofGenerations.largestOfSecondTrace(), bH, phi);
            beginGeneration();
        }
        int active = phi.active();
        while (!generations.hasRoomFor(active) && generations.oldest() != generations.current()) {
            moveFirst();
        }
        int current = generations.current();
        double xg = b / of[SCALE_G + current];
        if (!hasTwo) {
            add(phi, current, xg);
        } else {
            double xp = bH == 0 ? 0 : bH / of[SCALE_P + current];
            if (xg != 0 || xp != 0) {
                add(phi, current, xg, xp);
            }
        }
        drop(PER_STEP + PER_FEATURE * active);
    }

    private int firstSlot() {
        return generations.isSingle() ? generations.current() : 0;
    }

    private int lastSlot() {
        return generations.isSingle() ? generations.current() + 1 : TraceGenerations.SLOTS;
    }

    /** θ ← θ + x e, w ← w + y e. */
    void moveAlongTrace(double x, double y) {
        ofGenerations.moveAlongTrace(x, y, firstSlot(), lastSlot());
    }

    /** θ ← θ + x e with each component of the increment clipped to ±clip: those of a generation that has such ones. */
    void moveAlongTraceClipped(double x, double clip) {
        int slot = generations.oldest();
        for (int place = 0; place < generations.size(); slot = slot + 1 & TraceGenerations.SLOTS - 1) {
            int last = place + generations.count(slot);
            double step = x * of[SCALE_G + slot];
            if (Math.abs(step) * of[LARGEST_G + slot] <= clip) {
                ofGenerations.move(slot, step);
                place = last;
            }
            for (; place < last; place++) {
                int at = stride * generations.at(place) + base;
                double g = numbers[at + G];
                if (TraceGenerations.slotOf(g) == slot) {
                    numbers[at + X] += StepLimits.clipped(step * g, clip);
                }
            }
        }
    }

    /** θ ← θ + alongX φ, w ← w + alongY φ. */
    void move(Features phi, double alongX, double alongY) {
        final double[] numbers = this.numbers;
        int[] binary = phi instanceof BinaryFeatures features ? features.indices() : null;
        int active = phi.active();
        for (int i = 0; i < active; i++) {
            int at = stride * (binary != null ? binary[i] : phi.index(i)) + base;
            double phiJ = binary != null ? 1 : phi.value(i);
            numbers[at + X] += alongX * phiJ;
            if (alongY != 0) {
                double added = alongY * phiJ;
                double g = numbers[at + G];
                numbers[at + Y] += added;
                if (g != 0) {
                    int slot = TraceGenerations.slotOf(g);
                    of[GY + slot] += g * added;
                    of[PY + slot] += numbers[at + P] * added;
                }
            }
        }
    }

    /** g ← g + xg φ in the current generation, with one trace; computes θᵀφ. */
    private void add(Features phi, int current, double xg) {
        if (xg == 0) {
            value = predict(phi);
            return;
        }
        final double[] numbers = this.numbers;
        final double[] of = this.of;
        final int[] queue = generations.queue();
        double move = of[MOVE_X + current];
        double perScale = 1 / of[SCALE_G + current];
        double largest = of[LARGEST_G + current];
        double value = 0;
        int end = generations.end();
        int joined = 0;
        int[] binary = phi instanceof BinaryFeatures features ? features.indices() : null;
        int active = phi.active();
        for (int i = 0; i < active; i++) {
            int j = binary != null ? binary[i] : phi.index(i);
            double phiJ = binary != null ? 1 : phi.value(i);
            int at = stride * j + base;
            double x = numbers[at + X];
            double g = numbers[at + G];
            int slot = TraceGenerations.slotOf(g);
            value += phiJ * (x + of[MOVE_X + slot] * g);
            if (phiJ != 0) {
                boolean joins = g == 0 || slot != current;
                double before = g;
                if (joins && g != 0) {
                    x += of[MOVE_X + slot] * g;
                    before = 0;
                    g *= of[SCALE_G + slot] * perScale;
                }
                double sum = TraceGenerations.tagged(g + xg * phiJ, current);
                numbers[at + X] = x - move * (sum - before);
                numbers[at + G] = sum;
                largest = Math.abs(sum) > largest ? Math.abs(sum) : largest;
                if (joins) {
                    queue[end] = j;
                    end = end + 1 == queue.length ? 0 : end + 1;
                    joined++;
                }
            }
        }
        generations.joined(joined);
        of[LARGEST_G + current] = largest;
        this.value = value;
    }

    /** g ← g + xg φ and p ← p + xp φ in the current generation, with two traces. */
    private void add(Features phi, int current, double xg, double xp) {
        final double[] numbers = this.numbers;
        final double[] of = this.of;
        final int[] queue = generations.queue();
        double moveX = of[MOVE_X + current];
        double moveY = of[MOVE_Y + current];
        double gy = 0;
        double gg = 0;
        double py = 0;
        double pg = 0;
        double largestG = 0;
        double largestP = 0;
        int end = generations.end();
        int joined = 0;
        int[] binary = phi instanceof BinaryFeatures features ? features.indices() : null;
        int active = phi.active();
        for (int i = 0; i < active; i++) {
            int j = binary != null ? binary[i] : phi.index(i);
            double phiJ = binary != null ? 1 : phi.value(i);
            if (phiJ == 0) {
                continue;
            }
            int at = stride * j + base;
            double g = numbers[at + G];
            int slot = TraceGenerations.slotOf(g);
            boolean moves = g != 0 && slot != current;
            if (g == 0 || moves) {
                queue[end] = j;
                end = end + 1 == queue.length ? 0 : end + 1;
                joined++;
            }
            if (moves) {
                moveEntry(at, slot, current, xg * phiJ, xp * phiJ);
                continue;
            }
            double y = numbers[at + Y];
            double p = numbers[at + P];
            double newG = TraceGenerations.tagged(g + xg * phiJ, current);
            double change = newG - g; // xg φⱼ but for the tag
            double newY = y - moveY * change;
            double newP = p + xp * phiJ;
            gy += newG * newY - g * y;
            gg += (g + newG) * change;
            py += newP * newY - p * y;
            pg += newP * newG - p * g;
            numbers[at + X] -= moveX * change;
            numbers[at + Y] = newY;
            numbers[at + G] = newG;
            numbers[at + P] = newP;
            largestG = Math.abs(newG) > largestG ? Math.abs(newG) : largestG;
            largestP = Math.abs(newP) > largestP ? Math.abs(newP) : largestP;
        }
        generations.joined(joined);
        of[GY + current] += gy;
        of[GG + current] += gg;
        of[PY + current] += py;
        of[PG + current] += pg;
        of[LARGEST_G + current] = Math.max(of[LARGEST_G + current], largestG);
        of[LARGEST_P + current] = Math.max(of[LARGEST_P + current], largestP);
    }

    /** θᵀφ of the last {@link #advance}, with one trace. */
    double value() {
        return value;
    }

    /** Continues with these vectors, as one generation; w and h are empty where there are none. */
    void takeOver(double[] theta, double[] w, double[] e, double[] h, double[] traceNorms) {
        Arrays.fill(of, 0);
        ofGenerations.begin(0);
        double least = negligible * Norm.largest(e);
        double leastH = negligible * Norm.largest(h);
        for (int j = 0; j < theta.length; j++) {
            double g = Math.abs(e[j]) > least ? e[j] : 0;
            double p = h.length > 0 && Math.abs(h[j]) > leastH ? h[j] : 0;
            int at = stride * j + base;
            clear(at);
            numbers[at + X] = theta[j];
            if (hasTwo) {
                numbers[at + Y] = w[j];
            }
            if (g != 0 || p != 0) {
                join(at, 0, g, p);
            }
        }
        generations.beginAnew(numbers, stride, base + G);
        this.e.beginWith(ofGenerations.largestOfTrace(), traceNorms[0]);
        this.h.beginWith(ofGenerations.largestOfSecondTrace(), traceNorms[1]);
    }

    /** The features of the traces in the order in which they are dropped. */
    double[] order() {
        return generations.order();
    }

    /** The whole state of an engine, of one without the numbers of features. */
    Map<String, double[]> complete(Map<String, double[]> state) {
        Map<String, double[]> all = new TreeMap<>(state);
        all.put(NUMBERS, rows.own(numbers, X, width(hasTwo)));
        return all;
    }

    /** Takes numbers and restores the queue, after {@link Engine#load} or {@link Engine#reset}. */
    void loaded(Map<String, double[]> arrays) {
        if (arrays.containsKey(NUMBERS)) {
            rows.take(arrays.get(NUMBERS), numbers, X, width(hasTwo));
        }
        generations.loaded(arrays.get(ORDER), numbers, stride, base + G);
    }
}
