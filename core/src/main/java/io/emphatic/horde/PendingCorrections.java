package io.emphatic.horde;

import io.emphatic.experience.Features;
import java.util.Arrays;

/**
 * Which corrections of the last steps are pending, not yet written to the weights of a {@link Horde}, by feature.
 *
 * <p>When features join the trace, θ does not change, so wⱼ ← wⱼ − φⱼ sₜ for each active j of φₜ, with a vector sₜ of
 * the step. Instead of writing that to the rows, {@link HordeWeights} keeps the sₜ of the last steps in the slots of a
 * ring, and this class the lists of the corrections pending for each row:
 *
 * <pre>
 *   wⱼ = rowⱼ − Σₚ φₚⱼ sₚ             over the steps p in the list of j
 *   wᵀφ = Σⱼ φⱼ rowⱼ − Σₚ sₚ Σⱼ φⱼ φₚⱼ     the inner sums are {@link #setProducts}
 * </pre>
 *
 * So a step reads the rows of φₜ₊₁ and writes no row. A row is due when the slot of its oldest pending correction is
 * needed again; all its pending corrections are then written at once.
 *
 * <p>Which rows are due depends on the features only, not on groups or predictions; so the bits of a prediction depend
 * on the other predictions of its horde only through whether there are, or have been, {@linkplain #MANY many}. With
 * few, corrections are written at once.
 *
 * <h2>Implementation notes</h2>
 *
 * An entry combines a slot of the ring with the index k of an active feature of the φ that joined there. Lists are
 * linked, oldest first.
 */
final class PendingCorrections {
    /** The end of a list. */
    static final int NONE = -1;

    /** Slots in the ring: with a tile of 512 lanes of doubles 256 kB, which stay in the second-level cache. */
    static final int SLOTS = 64;

    /** From this many predictions on corrections stay pending: docs/decisions/horde.md measures what lists cost. */
    static final int MANY = 1024;

    /** Corrections stay pending only if groups have at least MANY / GROUP predictions on average. */
    static final int GROUP = 16;

    /** Features of which more than this part is active are written at once: their rows would soon all be due. */
    private static final int FEW = 4;

    private final int size;
    private int[] first = {}; // the oldest entry of each feature
    private int[] last = {}; // the newest entry; undefined where there is no first
    final Features[] joined = new Features[SLOTS]; // the features that joined at each slot; null at an empty slot
    final double[] product = new double[SLOTS]; // of the last setProducts

    int width; // a slot has room for 2^width active features
    int newest; // the slot of the step that joined last
    private int[] next = {};
    int[] due = {}; // the oldest entry of each row that is due
    int dueCount;
    private int widthToCome; // differs from the width only while all rows are due

    PendingCorrections(int size) {
        this.size = size;
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

    /** From now on corrections stay pending. */
    void use() {
        if (!isUsed()) {
            first = new int[size];
            Arrays.fill(first, NONE);
            last = new int[size];
            layOut(0);
        }
    }

    /** Whether corrections stay pending; if not, none is. */
    boolean isUsed() {
        return next.length > 0;
    }

    /** Whether the correction stays pending when these features join. */
    boolean takes(Features phi) {
        return isUsed() && phi.active() <= size / FEW;
    }

    /** Whether the correction of this slot is pending for the k-th feature that joined there. */
    boolean isPending(int slot, int k) {
        int oldest = first[joined[slot].index(k)];
        return oldest != NONE && age(slot) <= age(slot(oldest));
    }

    /** How many slots have been filled since this one. */
    private int age(int slot) {
        return Math.floorMod(newest - slot, SLOTS);
    }

    /** The slot of an age; 0 is the age of the newest. */
    int slotOfAge(int age) {
        return Math.floorMod(newest - age, SLOTS);
    }

    /** Slots of 2^width features; {@link #restore} of each slot that is not empty follows, the oldest first. */
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

    /** Fills a slot with the features whose rows wait for its correction. */
    void restore(int slot, Features phi) {
        if (phi.active() > 1 << width) {
            throw new IllegalArgumentException("there is no room for " + phi.active() + " features at slot " + slot);
        }
        add(slot, phi);
    }

    /** Before φ joins: rows whose oldest correction loses its slot become due; all do if φ needs larger slots. */
    void makeRoom(Features phi) {
        dueCount = 0;
        if (!takes(phi)) {
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

    /** Makes the rows due whose oldest pending correction is that of this slot. */
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

    /** The rows that were due have been written. */
    void written() {
        for (int i = 0; i < dueCount; i++) {
            first[feature(due[i])] = NONE;
        }
        dueCount = 0;
    }

    /** φ joins, after {@link #makeRoom} and {@link #written}. */
    void join(Features phi) {
        if (widthToCome > width) {
            layOut(widthToCome);
        }
        if (takes(phi) && phi.active() > 0) {
            newest = following(newest);
            add(newest, phi);
        }
    }

    private void add(int slot, Features phi) {
        joined[slot] = phi.lasting();
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

    /** The oldest correction pending for this feature, or {@link #NONE}. */
    int first(int feature) {
        return isUsed() ? first[feature] : NONE;
    }

    /** The next newer entry of the same feature, or {@link #NONE}, which also follows NONE. */
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

    /** For each slot p the sum of φⱼ φₚⱼ over the active j for which it is pending: sets {@code product}. */
    void setProducts(Features phi) {
        if (!isUsed()) {
            return; // all zero
        }
        Arrays.fill(product, 0);
        for (int k = 0; k < phi.active(); k++) {
            double x = phi.value(k);
            for (int entry = first[phi.index(k)]; entry != NONE; entry = next[entry]) {
                product[slot(entry)] += x * value(entry);
            }
        }
    }
}
