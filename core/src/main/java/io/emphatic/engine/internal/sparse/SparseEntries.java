package io.emphatic.engine.internal.sparse;

import static io.emphatic.engine.internal.sparse.GenerationNumbers.LARGEST_G;
import static io.emphatic.engine.internal.sparse.GenerationNumbers.LARGEST_P;
import static io.emphatic.engine.internal.sparse.GenerationNumbers.MOVE_X;
import static io.emphatic.engine.internal.sparse.GenerationNumbers.MOVE_Y;
import static io.emphatic.engine.internal.sparse.GenerationNumbers.SCALE_G;
import static io.emphatic.engine.internal.sparse.GenerationNumbers.SCALE_P;

import io.emphatic.experience.BinaryFeatures;
import io.emphatic.experience.Features;
import java.util.Arrays;

/**
 * The numbers of each feature of {@link SparseVectors}, and how entries of traces join, leave and change their
 * generation. None of it changes θ, w, e or h, but for entries that are negligible.
 */
abstract class SparseEntries {
    // The numbers of feature j are at stride · j + base and these. Where large arrays begin at a multiple of a cache
    // line, as
    // the default collector has it, after a header of two numbers, no feature lies in two cache lines.
    static final int X = 2;
    static final int G = 3;
    static final int Y = 4;
    static final int P = 5;

    /** A generation with at most this many features is dropped in one step where a = 0. */
    private static final int DROPPED_AT_ONCE = 1024;

    final boolean hasTwo; // whether there are w and h beside θ and e
    final int stride; // from the numbers of a feature to those of the next
    final int base; // where those of feature 0 are
    final double[] numbers;
    final GenerationNumbers ofGenerations;
    final TraceGenerations generations;
    double negligible = TraceGenerations.NEGLIGIBLE; // entries below this fraction of the largest are dropped
    final double[] of; // the array of ofGenerations
    private final double[] before; // to work with

    SparseEntries(int size, boolean hasTwo, SparseRows rows) {
        this.hasTwo = hasTwo;
        stride = rows.places * width(hasTwo);
        base = rows.place * width(hasTwo);
        numbers = rows.array(stride * size + X);
        ofGenerations = new GenerationNumbers(hasTwo);
        of = ofGenerations.all;
        before = new double[of.length];
        generations = new TraceGenerations(size);
    }

    /** How many numbers a feature has. */
    static int width(boolean hasTwo) {
        return hasTwo ? 4 : 2;
    }

    /** Begins a generation with c = d = 1, after the decay; nothing joins it, but where a slot is needed. */
    void beginGeneration() {
        int current = generations.current();
        int count = generations.count(current);
        boolean isOver =
                of[SCALE_G + current] == 0 && (!hasTwo || of[SCALE_P + current] * of[LARGEST_P + current] == 0);
        if (isOver && count <= DROPPED_AT_ONCE) {
            for (int place = generations.size() - count; place < generations.size(); place++) {
                fold(stride * generations.at(place) + base, current);
            }
            generations.removeLast(count);
        } else if (generations.isFoldedAsAWhole()) {
            foldAll(current);
            return;
        } else if (count > 0) {
            while (generations.count(generations.next()) > 0) {
                moveFirst(); // the slot of the oldest is needed
            }
            generations.begin();
            current = generations.current();
        }
        ofGenerations.begin(current);
        if (ofGenerations.largestScale() > TraceScale.LARGEST_SCALE) {
            while (generations.oldest() != current) {
                moveFirst();
            }
        }
    }

    /** x ← x + Aₖ g, y ← y + Bₖ g, g ← cₖ g, p ← dₖ p for all features, without negligible entries. */
    private void foldAll(int current) {
        double threshold = negligible * ofGenerations.largestOfTrace();
        double thresholdP = negligible * ofGenerations.largestOfSecondTrace();
        System.arraycopy(of, 0, before, 0, of.length);
        Arrays.fill(of, 0);
        ofGenerations.begin(current);
        int size = generations.size();
        int kept = 0;
        int slot = generations.oldest();
        for (int place = 0; place < size; slot = slot + 1 & TraceGenerations.SLOTS - 1) {
            int last = place + generations.count(slot);
            for (; place < last; place++) {
                int j = generations.at(place);
                int at = stride * j + base;
                double g = numbers[at + G];
                if (g != 0 && TraceGenerations.slotOf(g) == slot) {
                    double newG = before[SCALE_G + slot] * g;
                    double newP = hasTwo ? before[SCALE_P + slot] * numbers[at + P] : 0;
                    fold(at, before[MOVE_X + slot], hasTwo ? before[MOVE_Y + slot] : 0);
                    if (Math.abs(newG) > threshold || Math.abs(newP) > thresholdP) {
                        join(at, current, newG, newP);
                        generations.set(kept++, j);
                    }
                }
            }
        }
        generations.keepFirst(kept);
    }

    private void fold(int at, int slot) {
        fold(at, of[MOVE_X + slot], hasTwo ? of[MOVE_Y + slot] : 0);
    }

    /** x ← x + A g, y ← y + B g, g = p = 0 for one feature. */
    private void fold(int at, double moveX, double moveY) {
        double g = numbers[at + G];
        numbers[at + X] += moveX * g;
        numbers[at + G] = 0;
        if (hasTwo) {
            numbers[at + Y] += moveY * g;
            numbers[at + P] = 0;
        }
    }

    /** Takes the first place off the queue; if its feature is still there, it moves to the current generation. */
    void moveFirst() {
        int from = generations.oldest();
        int to = generations.current();
        int j = generations.at(0);
        int at = stride * j + base;
        generations.removeFirst(1);
        double g = numbers[at + G];
        if (g != 0 && TraceGenerations.slotOf(g) == from) {
            if (isNegligible(of[SCALE_G + from] * g, SCALE_G + to, LARGEST_G + to)
                    && (!hasTwo || isNegligible(of[SCALE_P + from] * numbers[at + P], SCALE_P + to, LARGEST_P + to))) {
                leave(at, from);
                fold(at, from);
            } else {
                moveEntry(at, from, to, 0, 0);
                generations.join(j);
            }
        }
        clearIfEmpty(from);
    }

    private boolean isNegligible(double entry, int scale, int largest) {
        return Math.abs(entry) <= negligible * Math.abs(of[scale]) * of[largest];
    }

    /** What is left of a generation without features would count as part of the trace, and no longer decay with it. */
    private void clearIfEmpty(int slot) {
        if (generations.count(slot) == 0) {
            ofGenerations.clear(slot);
        }
    }

    /** Moves an entry to another generation and adds to its g and p. */
    void moveEntry(int at, int from, int to, double addedG, double addedP) {
        double g = rescaled(numbers[at + G], SCALE_G, from, to) + addedG;
        double p = hasTwo ? rescaled(numbers[at + P], SCALE_P, from, to) + addedP : 0;
        leave(at, from);
        fold(at, from);
        join(at, to, g, p);
    }

    /** Where a trace has just been cut, all its scales are zero. */
    private double rescaled(double number, int scales, int from, int to) {
        return of[scales + from] == 0 || of[scales + to] == 0 ? 0 : number * of[scales + from] / of[scales + to];
    }

    private void leave(int at, int slot) {
        if (hasTwo) {
            ofGenerations.addProducts(slot, -1, numbers[at + Y], numbers[at + G], numbers[at + P]);
        }
    }

    /** Sets g and p of a feature that has none. */
    final void join(int at, int slot, double newG, double p) {
        double g = TraceGenerations.tagged(newG, slot);
        numbers[at + X] -= of[MOVE_X + slot] * g;
        numbers[at + G] = g;
        of[LARGEST_G + slot] = Math.max(of[LARGEST_G + slot], Math.abs(g));
        if (hasTwo) {
            double y = numbers[at + Y] - of[MOVE_Y + slot] * g;
            numbers[at + Y] = y;
            numbers[at + P] = p;
            ofGenerations.addProducts(slot, 1, y, g, p);
            of[LARGEST_P + slot] = Math.max(of[LARGEST_P + slot], Math.abs(p));
        }
    }

    /** Looks at at most this many places of the queue, until it finds an entry that is not negligible. */
    void drop(int places) {
        int current = generations.current();
        double least = negligible * Math.abs(of[SCALE_G + current]) * of[LARGEST_G + current];
        double leastP = hasTwo ? negligible * Math.abs(of[SCALE_P + current]) * of[LARGEST_P + current] : 0;
        int left = places;
        int slot = generations.oldest();
        while (left > 0 && slot != current) {
            int count = Math.min(left, generations.count(slot));
            double thresholdP = hasTwo ? perScale(leastP, of[SCALE_P + slot]) : 0;
            int dropped = drop(slot, count, perScale(least, of[SCALE_G + slot]), thresholdP);
            generations.removeFirst(dropped);
            clearIfEmpty(slot);
            left = dropped < count ? 0 : left - count;
            slot = generations.oldest();
        }
    }

    private static double perScale(double threshold, double scale) {
        return scale == 0 ? Double.POSITIVE_INFINITY : threshold / Math.abs(scale);
    }

    /** Returns how many of the first places can be taken off the queue. */
    private int drop(int slot, int count, double threshold, double thresholdP) {
        final double[] numbers = this.numbers;
        double moveX = of[MOVE_X + slot];
        double moveY = hasTwo ? of[MOVE_Y + slot] : 0;
        for (int place = 0; place < count; place++) {
            int at = stride * generations.at(place) + base;
            double g = numbers[at + G];
            if (TraceGenerations.slotOf(g) == slot) {
                if (Math.abs(g) > threshold || hasTwo && Math.abs(numbers[at + P]) > thresholdP) {
                    return place;
                }
                fold(at, moveX, moveY);
            }
        }
        return count;
    }

    /** θᵀφ. */
    final double predict(Features phi) {
        return dot(phi, X, MOVE_X);
    }

    /** wᵀφ. */
    final double secondaryDot(Features phi) {
        return dot(phi, Y, MOVE_Y);
    }

    private double dot(Features phi, int vector, int moves) {
        final double[] numbers = this.numbers;
        final double[] of = this.of;
        double sum = 0;
        if (phi instanceof BinaryFeatures binary) {
            int[] indices = binary.indices();
            int active = binary.active();
            for (int i = 0; i < active; i++) {
                int at = stride * indices[i] + base;
                double g = numbers[at + G];
                sum += numbers[at + vector] + of[moves + TraceGenerations.slotOf(g)] * g;
            }
        } else {
            for (int i = 0; i < phi.active(); i++) {
                int at = stride * phi.index(i) + base;
                double g = numbers[at + G];
                sum += phi.value(i) * (numbers[at + vector] + of[moves + TraceGenerations.slotOf(g)] * g);
            }
        }
        return sum;
    }

    /** eᵀφ. */
    double traceDot(Features phi) {
        double sum = 0;
        for (int i = 0; i < phi.active(); i++) {
            double g = numbers[stride * phi.index(i) + base + G];
            sum += phi.value(i) * (of[SCALE_G + TraceGenerations.slotOf(g)] * g);
        }
        return sum;
    }

    /** θ ← factor · θ, all weights one by one. */
    void scaleX(double factor) {
        scale(X, factor);
        ofGenerations.scaleX(factor);
    }

    /** w ← factor · w. */
    void scaleY(double factor) {
        scale(Y, factor);
        ofGenerations.scaleY(factor);
    }

    private void scale(int vector, double factor) {
        for (int at = base + vector; at < numbers.length; at += stride) {
            numbers[at] *= factor;
        }
    }

    /** ‖θ‖₂ as the root of a sum of squares, over all features. */
    double weightsNorm() {
        double squares = 0;
        for (int at = base; at < numbers.length - 2; at += stride) {
            double g = numbers[at + G];
            double theta = numbers[at + X] + of[MOVE_X + TraceGenerations.slotOf(g)] * g;
            squares += theta * theta;
        }
        return Math.sqrt(squares);
    }

    /** A copy of θ. */
    final double[] weights() {
        return vector(X, MOVE_X);
    }

    /** A copy of w. */
    final double[] secondary() {
        return vector(Y, MOVE_Y);
    }

    private double[] vector(int vector, int moves) {
        double[] all = new double[(numbers.length - 2) / stride];
        for (int j = 0; j < all.length; j++) {
            double g = numbers[stride * j + base + G];
            all[j] = numbers[stride * j + base + vector] + of[moves + TraceGenerations.slotOf(g)] * g;
        }
        return all;
    }

    /** A copy of e. */
    final double[] trace() {
        return trace(G, SCALE_G);
    }

    /** A copy of h. */
    final double[] secondTrace() {
        return trace(P, SCALE_P);
    }

    private double[] trace(int vector, int scales) {
        double[] all = new double[(numbers.length - 2) / stride];
        for (int j = 0; j < all.length; j++) {
            int slot = TraceGenerations.slotOf(numbers[stride * j + base + G]);
            all[j] = of[scales + slot] * numbers[stride * j + base + vector];
        }
        return all;
    }
}
