package io.emphatic.engine;

import io.emphatic.experience.BinaryFeatures;
import io.emphatic.experience.Features;
import java.util.Arrays;
import java.util.Map;

/**
 * Two weight vectors and two traces in factored form, side by side, so that one cache line serves all: xⱼ, yⱼ, gⱼ, pⱼ
 * from 4j on. g and p are sparse.
 *
 * <pre>
 *   e = cₖ g      h = dₖ p      θ = x + Aₖ g      w = s (y + Bₖ g)      for the features of generation k
 * </pre>
 *
 * as {@link FactoredVectors} has it for one of each; both traces share their {@link TraceGenerations}. Where only pⱼ
 * should differ from zero, gⱼ is about the smallest number. The inner products gᵀy, gᵀg, pᵀy and pᵀg of each generation
 * are kept up by what changes, so that eᵀw never takes a sum over the thousands of entries of a trace. They begin with
 * the generation at zero, which bounds their rounding error.
 */
final class InterleavedVectors {
    // The four numbers of feature j are at 4j and these. Where large arrays begin at a multiple of a cache line, as the
    // default collector has it, after a header of two numbers, so that no four of them lie in two cache lines.
    static final int X = 2;
    static final int Y = 3;
    static final int G = 4;
    static final int P = 5;

    static final int SLOTS = TraceGenerations.SLOTS;

    // Indices of the array that holds the numbers of the generations, a slot each from:
    static final int SCALE_G = 0; // c
    static final int SCALE_P = SLOTS; // d
    static final int MOVE_X = 2 * SLOTS; // A
    static final int MOVE_Y = 3 * SLOTS; // B
    static final int LARGEST_G = 4 * SLOTS; // upper bounds of |gⱼ| and |pⱼ|
    static final int LARGEST_P = 5 * SLOTS;
    static final int GY = 6 * SLOTS;
    static final int GG = 7 * SLOTS;
    static final int PY = 8 * SLOTS;
    static final int PG = 9 * SLOTS;
    private static final int REST_X = 10 * SLOTS; // what rounding has left of A and B
    private static final int REST_Y = 11 * SLOTS;
    static final int LENGTH = 12 * SLOTS;

    /** As in {@link FactoredVectors}. */
    private static final int AT_ONCE = 1024;

    private static final int PER_STEP = 64;
    private static final int PER_FEATURE = 4;

    private final double[] numbers;
    private final double[] of = new double[LENGTH];
    private final double[] foldedNumbers = new double[LENGTH]; // to work with
    private final TraceGenerations generations;

    InterleavedVectors(int size) {
        numbers = new double[length(size)];
        generations = new TraceGenerations(size);
    }

    /** Of the array of the vectors. */
    static int length(int size) {
        return 4 * size + 2;
    }

    /** Of the vectors in an array. */
    static int size(double[] numbers) {
        return (numbers.length - 2) / 4;
    }

    void putState(Map<String, double[]> state) {
        state.put("vectors", numbers);
        state.put("generation_numbers", of);
        generations.putState(state);
    }

    void begin(double[] initialWeights) {
        for (int j = 0; j < initialWeights.length; j++) {
            numbers[4 * j + X] = initialWeights[j];
        }
        of[SCALE_G] = 1;
        of[SCALE_P] = 1;
    }

    /** e ← a e, h ← b h. */
    void decay(double a, double b) {
        int first = generations.isSingle() ? generations.current() : 0;
        int last = generations.isSingle() ? first + 1 : SLOTS;
        for (int k = first; k < last; k++) {
            of[SCALE_G + k] *= a;
            of[SCALE_P + k] *= b;
        }
    }

    /** θ ← θ + x e, w ← w + s y e. */
    void moveAlongTrace(double x, double y) {
        int first = generations.isSingle() ? generations.current() : 0;
        int last = generations.isSingle() ? first + 1 : SLOTS;
        for (int k = first; k < last; k++) {
            double c = of[SCALE_G + k];
            TraceGenerations.add(x * c, of, MOVE_X + k, of, REST_X + k);
            TraceGenerations.add(y * c, of, MOVE_Y + k, of, REST_Y + k);
        }
    }

    /** x ← x + alongX φ, y ← y + alongY φ. */
    void move(Features phi, double alongX, double alongY) {
        final double[] numbers = this.numbers;
        final double[] of = this.of;
        int[] binary = phi instanceof BinaryFeatures features ? features.indices() : null;
        int active = phi.active();
        for (int i = 0; i < active; i++) {
            int at = 4 * (binary != null ? binary[i] : phi.index(i));
            double value = binary != null ? 1 : phi.value(i);
            numbers[at + X] += alongX * value;
            if (alongY != 0) {
                double added = alongY * value;
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

    /**
     * Begins a generation with c = d = 1, after the decay; nothing of what has been joins it, but where a slot is
     * needed.
     */
    void beginGeneration() {
        int current = generations.current();
        boolean isOver = of[SCALE_G + current] == 0 && of[SCALE_P + current] * of[LARGEST_P + current] == 0;
        if (isOver && generations.count(current) <= AT_ONCE) {
            foldLast(generations.count(current));
        } else if (generations.isFoldedAsAWhole()) {
            foldAll(current);
            return;
        } else if (generations.count(current) > 0) {
            while (generations.count(generations.next()) > 0) {
                moveFirst(); // the slot of the oldest is needed
            }
            generations.begin();
            current = generations.current();
        }
        clear(current);
        of[SCALE_G + current] = 1;
        of[SCALE_P + current] = 1;
        if (largest(SCALE_G) > TraceScale.LARGEST_SCALE) {
            while (generations.oldest() != current) {
                moveFirst();
            }
        }
    }

    private double largest(int field) {
        double largest = 0;
        for (int k = 0; k < SLOTS; k++) {
            largest = Math.max(largest, Math.abs(of[field + k]));
        }
        return largest;
    }

    /** An upper bound of |eⱼ| or |hⱼ|. */
    double largest(int scale, int largest) {
        double most = 0;
        for (int k = 0; k < SLOTS; k++) {
            most = Math.max(most, Math.abs(of[scale + k]) * of[largest + k]);
        }
        return most;
    }

    /** Lets go of all features of the current generation, which are the last of the queue. */
    private void foldLast(int count) {
        int current = generations.current();
        int size = generations.size();
        for (int place = size - count; place < size; place++) {
            fold(4 * generations.at(place), current);
        }
        generations.removeLast(count);
    }

    /** x ← x + Aₖ g, y ← y + Bₖ g, g ← cₖ g, p ← dₖ p for all features, without negligible entries. */
    private void foldAll(int current) {
        double threshold = TraceGenerations.NEGLIGIBLE * largest(SCALE_G, LARGEST_G);
        double thresholdP = TraceGenerations.NEGLIGIBLE * largest(SCALE_P, LARGEST_P);
        double[] before = foldedNumbers;
        System.arraycopy(of, 0, before, 0, LENGTH);
        Arrays.fill(of, 0);
        of[SCALE_G + current] = 1;
        of[SCALE_P + current] = 1;
        int size = generations.size();
        int kept = 0;
        int slot = generations.oldest();
        for (int place = 0; place < size; slot = slot + 1 & SLOTS - 1) {
            int last = place + generations.count(slot);
            for (; place < last; place++) {
                int j = generations.at(place);
                int at = 4 * j;
                double g = numbers[at + G];
                if (g != 0 && TraceGenerations.slotOf(g) == slot) {
                    double newG = before[SCALE_G + slot] * g;
                    double newP = before[SCALE_P + slot] * numbers[at + P];
                    numbers[at + X] += before[MOVE_X + slot] * g;
                    numbers[at + Y] += before[MOVE_Y + slot] * g;
                    numbers[at + G] = 0;
                    numbers[at + P] = 0;
                    if (Math.abs(newG) > threshold || Math.abs(newP) > thresholdP) {
                        join(at, current, newG, newP);
                        generations.set(kept++, j);
                    }
                }
            }
        }
        generations.keepFirst(kept);
    }

    /** x ← x + Aₖ g, y ← y + Bₖ g, g = p = 0 for one feature. */
    private void fold(int at, int slot) {
        double g = numbers[at + G];
        numbers[at + X] += of[MOVE_X + slot] * g;
        numbers[at + Y] += of[MOVE_Y + slot] * g;
        numbers[at + G] = 0;
        numbers[at + P] = 0;
    }

    /** Takes the inner products of an entry off those of its generation. */
    private void leave(int at, int slot) {
        double y = numbers[at + Y];
        double g = numbers[at + G];
        double p = numbers[at + P];
        of[GY + slot] -= g * y;
        of[GG + slot] -= g * g;
        of[PY + slot] -= p * y;
        of[PG + slot] -= p * g;
    }

    /** Takes the first place off the queue; if its feature is still there, it moves to the current generation. */
    private void moveFirst() {
        int from = generations.oldest();
        int j = generations.at(0);
        generations.removeFirst(1);
        double g = numbers[4 * j + G];
        if (g != 0 && TraceGenerations.slotOf(g) == from) {
            move(j, g, from, generations.current());
        }
        endIfEmpty(from);
    }

    /** What is left of a generation without features would count as part of the trace, and no longer decay with it. */
    private void endIfEmpty(int slot) {
        if (generations.count(slot) == 0) {
            clear(slot);
        }
    }

    private void clear(int slot) {
        for (int field = 0; field < LENGTH; field += SLOTS) {
            of[field + slot] = 0;
        }
    }

    private void move(int j, double g, int from, int to) {
        if (isNegligible(of[SCALE_G + from] * g, SCALE_G + to, LARGEST_G + to)
                && isNegligible(of[SCALE_P + from] * numbers[4 * j + P], SCALE_P + to, LARGEST_P + to)) {
            leave(4 * j, from);
            fold(4 * j, from);
        } else {
            moveEntry(4 * j, from, to, 0, 0);
            generations.join(j);
        }
    }

    private boolean isNegligible(double entry, int scale, int largest) {
        return Math.abs(entry) <= TraceGenerations.NEGLIGIBLE * Math.abs(of[scale]) * of[largest];
    }

    /** Moves an entry to another generation and adds to its g and p. */
    private void moveEntry(int at, int from, int to, double addedG, double addedP) {
        double g = rescaled(numbers[at + G], SCALE_G, from, to) + addedG;
        double p = rescaled(numbers[at + P], SCALE_P, from, to) + addedP;
        leave(at, from);
        fold(at, from);
        join(at, to, g, p);
    }

    /** Where a trace has just been cut, all its scales are zero. */
    private double rescaled(double number, int scales, int from, int to) {
        return of[scales + from] == 0 || of[scales + to] == 0 ? 0 : number * of[scales + from] / of[scales + to];
    }

    /** Sets g and p of a feature that has none. */
    private void join(int at, int slot, double newG, double p) {
        double g = TraceGenerations.tagged(newG, slot);
        double y = numbers[at + Y] - of[MOVE_Y + slot] * g;
        numbers[at + X] -= of[MOVE_X + slot] * g;
        numbers[at + Y] = y;
        numbers[at + G] = g;
        numbers[at + P] = p;
        of[GY + slot] += g * y;
        of[GG + slot] += g * g;
        of[PY + slot] += p * y;
        of[PG + slot] += p * g;
        of[LARGEST_G + slot] = Math.max(of[LARGEST_G + slot], Math.abs(g));
        of[LARGEST_P + slot] = Math.max(of[LARGEST_P + slot], Math.abs(p));
    }

    /** e ← e + b φ and h ← h + bP φ, with θ and w as they were; then drops some of the negligible entries. */
    void add(Features phi, double b, double bP) {
        int active = phi.active();
        while (!generations.hasRoomFor(active) && generations.oldest() != generations.current()) {
            moveFirst();
        }
        int current = generations.current();
        double xg = b / of[SCALE_G + current];
        double xp = bP == 0 ? 0 : bP / of[SCALE_P + current];
        if (xg != 0 || xp != 0) {
            add(phi, current, xg, xp);
        }
        drop(PER_STEP + PER_FEATURE * active);
    }

    private void add(Features phi, int current, double xg, double xp) {
        final double[] numbers = this.numbers;
        double moveX = of[MOVE_X + current];
        double moveY = of[MOVE_Y + current];
        double gy = 0;
        double gg = 0;
        double py = 0;
        double pg = 0;
        double largestG = of[LARGEST_G + current];
        double largestP = of[LARGEST_P + current];
        final int[] queue = generations.queue();
        int end = generations.end();
        int joined = 0;
        int[] binary = phi instanceof BinaryFeatures features ? features.indices() : null;
        int active = phi.active();
        for (int i = 0; i < active; i++) {
            int j = binary != null ? binary[i] : phi.index(i);
            int at = 4 * j;
            double value = binary != null ? 1 : phi.value(i);
            if (value == 0) {
                continue;
            }
            double addedG = xg * value;
            double addedP = xp * value;
            double g = numbers[at + G];
            int slot = TraceGenerations.slotOf(g);
            boolean moves = g != 0 && slot != current;
            if (g == 0 || moves) {
                queue[end] = j;
                end = end + 1 == queue.length ? 0 : end + 1;
                joined++;
            }
            if (moves) {
                moveEntry(at, slot, current, addedG, addedP);
                continue;
            }
            double y = numbers[at + Y];
            double p = numbers[at + P];
            double newG = TraceGenerations.tagged(g + addedG, current);
            double change = newG - g; // addedG but for the tag
            double newY = y - moveY * change;
            double newP = p + addedP;
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

    /** Looks at no more places of the queue than this, until it finds an entry that is not negligible. */
    private void drop(int places) {
        int current = generations.current();
        double least = TraceGenerations.NEGLIGIBLE * Math.abs(of[SCALE_G + current]) * of[LARGEST_G + current];
        double leastP = TraceGenerations.NEGLIGIBLE * Math.abs(of[SCALE_P + current]) * of[LARGEST_P + current];
        int left = places;
        int slot = generations.oldest();
        while (left > 0 && slot != current) {
            int count = Math.min(left, generations.count(slot));
            int dropped = drop(slot, count, perScale(least, of[SCALE_G + slot]), perScale(leastP, of[SCALE_P + slot]));
            generations.removeFirst(dropped);
            endIfEmpty(slot);
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
        double moveY = of[MOVE_Y + slot];
        for (int place = 0; place < count; place++) {
            int at = 4 * generations.at(place);
            double g = numbers[at + G];
            if (TraceGenerations.slotOf(g) == slot) {
                if (Math.abs(g) > threshold || Math.abs(numbers[at + P]) > thresholdP) {
                    return place;
                }
                numbers[at + X] += moveX * g;
                numbers[at + Y] += moveY * g;
                numbers[at + G] = 0;
                numbers[at + P] = 0;
            }
        }
        return count;
    }

    /** y ← factor · y. */
    void scaleY(double factor) {
        for (int at = Y; at < numbers.length; at += 4) {
            numbers[at] *= factor;
        }
        for (int k = 0; k < SLOTS; k++) {
            of[MOVE_Y + k] *= factor;
            of[REST_Y + k] *= factor;
            of[GY + k] *= factor;
            of[PY + k] *= factor;
        }
    }

    /** Σₖ cₖ (gᵀy + Bₖ gᵀg) = eᵀw / s. */
    double traceDotSecondary() {
        double sum = 0;
        for (int k = 0; k < SLOTS; k++) {
            sum += of[SCALE_G + k] * (of[GY + k] + of[MOVE_Y + k] * of[GG + k]);
        }
        return sum;
    }

    /** Σₖ dₖ (pᵀy + Bₖ pᵀg) = hᵀw / s. */
    double secondTraceDotSecondary() {
        double sum = 0;
        for (int k = 0; k < SLOTS; k++) {
            sum += of[SCALE_P + k] * (of[PY + k] + of[MOVE_Y + k] * of[PG + k]);
        }
        return sum;
    }

    /** eᵀe. */
    double traceDotTrace() {
        double sum = 0;
        for (int k = 0; k < SLOTS; k++) {
            sum += of[SCALE_G + k] * of[SCALE_G + k] * of[GG + k];
        }
        return sum;
    }

    /** (v + moveₖ g)ᵀφ for one of the vectors x and y, and where its moves are. */
    double dot(Features phi, int vector, int moves) {
        final double[] numbers = this.numbers;
        final double[] of = this.of;
        double sum = 0;
        if (phi instanceof BinaryFeatures binary) {
            int[] indices = binary.indices();
            int active = binary.active();
            for (int i = 0; i < active; i++) {
                int at = 4 * indices[i];
                double g = numbers[at + G];
                sum += numbers[at + vector] + of[moves + TraceGenerations.slotOf(g)] * g;
            }
        } else {
            for (int i = 0; i < phi.active(); i++) {
                int at = 4 * phi.index(i);
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
            double g = numbers[4 * phi.index(i) + G];
            sum += phi.value(i) * of[SCALE_G + TraceGenerations.slotOf(g)] * g;
        }
        return sum;
    }

    /** The features of the traces in the order in which they are dropped. */
    double[] order() {
        return generations.order();
    }

    /** Restores the queue, after the state has been written to. */
    void loaded(double[] order) {
        generations.loaded(order, numbers, 4, G);
    }
}
