package io.emphatic.horde;

import io.emphatic.experience.Features;
import java.util.Arrays;

/**
 * Which corrections of the last steps the weights of a {@link Horde} still lack, feature by feature.
 *
 * <p>When features join the trace, θ has to stay as it is, so wⱼ ← wⱼ − φⱼ sₜ for each active j of φₜ, with a vector sₜ
 * of the step. That is not done then. {@link HordeWeights} keeps the sₜ of the last steps in a ring, this class the
 * lists that say which of them each row still lacks:
 *
 * <pre>
 *   wⱼ = rowⱼ − Σₚ φₚⱼ sₚ             over the steps p in the list of j
 *   wᵀφ = Σⱼ φⱼ rowⱼ − Σₚ sₚ Σⱼ φⱼ φₚⱼ     the inner sums are {@link #look}
 * </pre>
 *
 * So a step reads the rows of φₜ₊₁ and writes none of them. A row is written when the slot of its oldest correction is
 * needed again: then it is due, and takes all that it lacks at once.
 *
 * <p>Which rows are due depends on the features alone, not on groups or predictions; so the numbers of a prediction do
 * not depend on who else is in its horde, but for whether there are, or have been, {@linkplain #MANY many}. With few,
 * nothing is put off.
 *
 * <h2>Implementation notes</h2>
 *
 * An entry is the number of a slot in the ring and of an active feature of the φ that joined there. Lists are linked,
 * oldest first.
 */
final class PendingCorrections {
    /** The end of a list. */
    static final int NONE = -1;

    /** Slots in the ring: with a tile of 512 lanes of doubles 256 kB, which stay in the second-level cache. */
    static final int SLOTS = 64;

    /**
     * From how many predictions on corrections are put off: with fewer, the lists cost more than they save
     * ({@code docs/decisions/horde.md}).
     */
    static final int MANY = 1024;

    /** And only if a group has at least one in so many of these, on average. */
    static final int GROUP = 16;

    private final int size;
    private int[] first = {}; // the oldest entry of each feature
    private int[] last = {}; // the newest; of no meaning where there is no first
    private final Features[] joined = new Features[SLOTS]; // null at an empty slot
    private final double[] along = new double[SLOTS];

    private int width;
    private int newest;
    private int[] next = {};
    private int[] due = {};
    private int dueCount;
    private int widthToCome; // other than the width only while all rows are due

    PendingCorrections(int size) {
        this.size = size;
    }

    /** Places have room for 2^width active features each. */
    int width() {
        return width;
    }

    /** The slot of the step that joined last. */
    int newest() {
        return newest;
    }

    /** The features that joined there; null if there is nothing to correct. */
    Features joined(int slot) {
        return joined[slot];
    }

    private static int widthFor(int active) {
        return 32 - Integer.numberOfLeadingZeros(Math.max(active, 1) - 1);
    }

    private void layOut(int width) {
        this.width = width;
        widthToCome = width;
        newest = 0;
        Arrays.fill(joined, null);
        next = new int[SLOTS << width];
        due = new int[Math.min(size, next.length)];
        dueCount = 0;
    }

    /** From now on corrections are put off. */
    void use() {
        if (!isUsed()) {
            first = new int[size];
            Arrays.fill(first, NONE);
            last = new int[size];
            layOut(0);
        }
    }

    /** Whether corrections are put off; if not, nobody lacks any. */
    boolean isUsed() {
        return next.length > 0;
    }

    /** Whether the row of the k-th feature that joined there still lacks the correction. */
    boolean lacks(int slot, int k) {
        int oldest = first[joined[slot].index(k)];
        return oldest != NONE && age(slot) <= age(slot(oldest));
    }

    /** How many slots have been joined since. */
    private int age(int slot) {
        return Math.floorMod(newest - slot, SLOTS);
    }

    /** The inverse: 0 is the newest. */
    int slotOfAge(int age) {
        return Math.floorMod(newest - age, SLOTS);
    }

    /**
     * Room for 2^width active features, with the newest at this slot; {@link #restore} follows for each slot that is
     * not empty, from the oldest.
     */
    void restore(int width, int newest) {
        if (width < 0 || width > widthFor(size)) {
            throw new IllegalArgumentException("there is no room for 2^" + width + " of " + size + " features");
        }
        if (newest < 0 || newest >= SLOTS) {
            throw new IllegalArgumentException("there are " + SLOTS + " slots, not " + (newest + 1));
        }
        use();
        layOut(width);
        this.newest = newest;
    }

    /** What is lacking at a slot. */
    void restore(int slot, Features phi) {
        if (phi.active() > 1 << width) {
            throw new IllegalArgumentException("there is no room for " + phi.active() + " features at slot " + slot);
        }
        add(slot, phi);
    }

    /**
     * Before φ joins: the rows that lack the oldest correction are due; all are if there is not room for so many active
     * features.
     */
    void makeRoom(Features phi) {
        dueCount = 0;
        if (!isUsed()) {
            return;
        }
        widthToCome = Math.max(width, widthFor(phi.active()));
        if (widthToCome > width) {
            for (int age = SLOTS - 1; age >= 0; age--) {
                collect(slotOfAge(age));
            }
        } else if (phi.active() > 0) {
            collect(following(newest));
        }
    }

    /** The rows whose oldest correction is the one of this slot are due. */
    private void collect(int slot) {
        int active = joined[slot] == null ? 0 : joined[slot].active();
        for (int k = 0; k < active; k++) {
            int entry = (slot << width) + k;
            if (first[joined[slot].index(k)] == entry) {
                due[dueCount++] = entry;
            }
        }
    }

    /** Whether the row of this feature is due. */
    boolean isDue(int feature) {
        int oldest = first[feature];
        return oldest != NONE && (widthToCome > width || dueCount > 0 && slot(oldest) == following(newest));
    }

    /** The rows that were due lack nothing any more. */
    void written() {
        for (int i = 0; i < dueCount; i++) {
            first[feature(due[i])] = NONE;
        }
        dueCount = 0;
    }

    /** φ joins, after room has been made and what was due is written. */
    void join(Features phi) {
        if (widthToCome > width) {
            layOut(widthToCome);
        }
        if (isUsed() && phi.active() > 0) {
            newest = following(newest);
            add(newest, phi);
        }
    }

    private void add(int slot, Features phi) {
        joined[slot] = phi;
        for (int k = 0; k < phi.active(); k++) {
            int j = phi.index(k);
            int entry = (slot << width) + k;
            next[entry] = NONE;
            if (first[j] == NONE) {
                first[j] = entry;
            } else {
                next[last[j]] = entry;
            }
            last[j] = entry;
        }
    }

    private int following(int slot) {
        return (slot + 1) % SLOTS;
    }

    /** How many rows are due. */
    int dueCount() {
        return dueCount;
    }

    /** The oldest entry of the i-th row that is due. */
    int due(int i) {
        return due[i];
    }

    /** The oldest correction that the row of this feature lacks, or {@link #NONE}. */
    int first(int feature) {
        return isUsed() ? first[feature] : NONE;
    }

    /** The next newer one of the same row, or {@link #NONE}; also of none. */
    int after(int entry) {
        return entry == NONE ? NONE : next[entry];
    }

    int slot(int entry) {
        return entry >> width;
    }

    int feature(int entry) {
        return joined[slot(entry)].index(entry & (1 << width) - 1);
    }

    /** φₚⱼ of the entry. */
    double value(int entry) {
        return joined[slot(entry)].value(entry & (1 << width) - 1);
    }

    /** For each slot p the sum of φⱼ φₚⱼ over the active j that lack it; see {@link #along}. */
    void look(Features phi) {
        Arrays.fill(along, 0);
        int active = isUsed() ? phi.active() : 0;
        for (int k = 0; k < active; k++) {
            double x = phi.value(k);
            for (int entry = first[phi.index(k)]; entry != NONE; entry = next[entry]) {
                along[slot(entry)] += x * value(entry);
            }
        }
    }

    double along(int slot) {
        return along[slot];
    }
}
