package io.emphatic.engine.internal.sparse;

import io.emphatic.engine.Engine;
import java.util.Arrays;
import java.util.BitSet;

/**
 * Which generation of a factored trace each of its features belongs to, and the order in which they joined.
 *
 * <p>A generation is what joined while one scale was in use: e = cₖ g for its features. When features join that the
 * current scale does not reach (see {@link TraceScale}), the next generation begins; the older ones stay as they are
 * and go on with scales of their own. So a feature is visited when it is active, and once more when its entry of the
 * trace has become negligible, and not each time the scale changes.
 *
 * <h2>Implementation notes</h2>
 *
 * The last three bits of gⱼ hold the generation of feature j, which costs four units in the last place of the trace,
 * and no memory. The features are a queue, generation by generation. One that joins again moves to the current
 * generation and to the end of the queue; its old place is passed over when it is reached.
 */
final class TraceGenerations {
    /** A power of two. Five are in use while a trace decays steadily. */
    static final int SLOTS = 8;

    /** Entries below this fraction of the largest are dropped as soon as their turn comes. */
    static final double NEGLIGIBLE = 1e-13;

    private static final int TAG = SLOTS - 1;

    /** Traces with no more features than this are folded as a whole: some ten microseconds. */
    private static final int FOLDED_AS_A_WHOLE = 1024;

    /** The same where most features have joined the current generation, as they do where n is small. */
    private static final int FOLDED_AS_A_WHOLE_IF_CURRENT = 4 * FOLDED_AS_A_WHOLE;

    // Indices of the array that is saved: features in the queue by slot, then
    private static final int CURRENT = SLOTS;
    private static final int OLDEST = SLOTS + 1;

    private final double[] state = new double[SLOTS + 2];
    private final int[] queue;
    private int head;
    private int size;

    /** Room for half as many places passed over as there are features. */
    TraceGenerations(int features) {
        queue = new int[features + features / 2 + 1];
    }

    /** The number nearest to g that carries the tag in its last three bits; never zero. */
    static double tagged(double g, int slot) {
        long bits = Double.doubleToRawLongBits(g);
        return Double.longBitsToDouble(
                (bits & Long.MAX_VALUE) < 2 * SLOTS ? SLOTS + slot : (bits - slot + SLOTS / 2 & -SLOTS) + slot);
    }

    /** The slot of the generation of an entry; 0 for one that is zero. */
    static int slotOf(double g) {
        return (int) Double.doubleToRawLongBits(g) & TAG;
    }

    /** Its numbers that are saved. Live. */
    double[] state() {
        return state;
    }

    int current() {
        return (int) state[CURRENT];
    }

    /** The first generation that has places in the queue, or the current one. */
    int oldest() {
        int slot = (int) state[OLDEST];
        int current = current();
        while (state[slot] == 0 && slot != current) {
            slot = slot + 1 & TAG;
        }
        state[OLDEST] = slot;
        return slot;
    }

    int next() {
        return current() + 1 & TAG;
    }

    /** How many places in the queue a generation has. */
    int count(int slot) {
        return (int) state[slot];
    }

    /** Whether there is one generation only. */
    boolean isSingle() {
        return oldest() == current();
    }

    /** Whether all features should move to the current generation instead of a new one that begins. */
    boolean isFoldedAsAWhole() {
        return size <= FOLDED_AS_A_WHOLE || size <= FOLDED_AS_A_WHOLE_IF_CURRENT && size <= 2 * count(current());
    }

    /** Sets a place in the queue. */
    void set(int place, int feature) {
        queue[position(head, place, queue.length)] = feature;
    }

    /** head + place, from the beginning again at the end of the queue; their sum may be beyond the largest int. */
    static int position(int head, int place, int length) {
        int fromEnd = head - length + place;
        return fromEnd < 0 ? fromEnd + length : fromEnd;
    }

    /** Keeps the first places only, all of the current generation. */
    void keepFirst(int places) {
        int current = current();
        Arrays.fill(state, 0, SLOTS, 0);
        state[current] = places;
        state[OLDEST] = current;
        size = places;
    }

    /** Begins the next generation, which has no places in the queue. */
    void begin() {
        oldest(); // which may have had the slot, no longer is the first
        state[CURRENT] = next();
    }

    /** Whether this many features can join. */
    boolean hasRoomFor(int features) {
        return features <= queue.length - size;
    }

    /** The place in the queue of a feature, counted from the first. */
    int at(int place) {
        return queue[position(head, place, queue.length)];
    }

    int size() {
        return size;
    }

    /** Where the next feature joins; one more may be written there than joins. */
    int end() {
        return position(head, size, queue.length);
    }

    int[] queue() {
        return queue;
    }

    /** Counts features that have been written from {@link #end} on. */
    void joined(int features) {
        state[current()] += features;
        size += features;
    }

    void join(int feature) {
        queue[end()] = feature;
        joined(1);
    }

    /** Removes this number of the first features, all of the oldest generation. */
    void removeFirst(int features) {
        head = position(head, features, queue.length);
        size -= features;
        state[(int) state[OLDEST]] -= features;
    }

    /** Removes this number of the last features, all of the current generation. */
    void removeLast(int features) {
        size -= features;
        state[current()] -= features;
    }

    /** The features in the order of the queue. */
    double[] order() {
        double[] order = new double[size];
        Arrays.setAll(order, this::at);
        return order;
    }

    /** One generation, of all entries that are not zero; gⱼ is at stride · j + offset. */
    void beginAnew(double[] numbers, int stride, int offset) {
        Arrays.fill(state, 0);
        head = 0;
        size = 0;
        for (int at = offset; at < numbers.length; at += stride) {
            if (numbers[at] != 0) {
                join((at - offset) / stride);
            }
        }
    }

    /**
     * Restores the queue after the state has been written to.
     *
     * @param order as of {@link #order}; null where there is no entry
     * @param numbers gⱼ at stride · j + offset. Not modified.
     */
    void loaded(double[] order, double[] numbers, int stride, int offset) {
        head = 0;
        size = 0;
        if (order == null) {
            if (!isSlot(state[CURRENT]) || !isPossible(0)) {
                throw new IllegalArgumentException("its trace_list is missing");
            }
            return;
        }
        int features = (numbers.length - offset + stride - 1) / stride;
        if (order.length > queue.length || !isPossible(order.length)) {
            throw new IllegalArgumentException(
                    "its generations do not fit its list of " + order.length + " entries of the trace");
        }
        for (double index : order) {
            queue[size] = Engine.savedIndex("trace_list", index, features, 0);
            size++;
        }
        requireOnce(numbers, stride, offset);
    }

    /** A feature may have places in several generations, but only one in its own. */
    private void requireOnce(double[] numbers, int stride, int offset) {
        BitSet seen = new BitSet();
        int slot = (int) state[OLDEST];
        int last = count(slot);
        for (int place = 0; place < size; place++) {
            while (place == last) {
                slot = slot + 1 & TAG;
                last += count(slot);
            }
            int j = queue[place];
            double g = numbers[stride * j + offset];
            if (g != 0 && slotOf(g) == slot) {
                if (seen.get(j)) {
                    throw new IllegalArgumentException("its trace_list names feature " + j + " twice");
                }
                seen.set(j);
            }
        }
    }

    /** Whether the numbers of places are those of the slots from the oldest to the current one, and add up to this. */
    private boolean isPossible(int places) {
        if (!isSlot(state[CURRENT]) || !isSlot(state[OLDEST])) {
            return false;
        }
        int used = (current() - (int) state[OLDEST] & TAG) + 1;
        double sum = 0;
        for (int k = 0; k < SLOTS; k++) {
            double count = state[(int) state[OLDEST] + k & TAG];
            if (count != Math.rint(count) || count < 0 || k >= used && count != 0) {
                return false;
            }
            sum += count;
        }
        return sum == places;
    }

    private static boolean isSlot(double number) {
        return number >= 0 && number < SLOTS && number == Math.rint(number);
    }
}
