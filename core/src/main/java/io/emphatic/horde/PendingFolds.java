package io.emphatic.horde;

import io.emphatic.experience.Features;
import java.util.Arrays;

/**
 * Which folds of a group are pending, not yet written to the weights of a {@link Horde}, by feature.
 *
 * <p>A fold is wⱼ ← wⱼ + gⱼ D for every feature j of the trace, with the g and D of that step. Instead of writing that
 * to the rows, {@link HordeWeights} keeps the D of the last folds in slots, and this class their gⱼ, zero where a fold
 * is not pending:
 *
 * <pre>
 *   wⱼ = rowⱼ + Σₗ fⱼₗ Dₗ            wᵀφ = Σⱼ φⱼ rowⱼ + Σₗ Dₗ Σⱼ φⱼ fⱼₗ     the inner sums are {@link #setProducts}
 * </pre>
 *
 * When a row is due ({@link PendingCorrections}), the pending folds of all groups are written to it. A row is overdue
 * when the slot of one of its folds is needed before; then the pending folds of this group are written to it.
 */
final class PendingFolds {
    /** The number of slots: as many vectors as {@link HordeWeights} adds in one pass. */
    static final int SLOTS = 4;

    double[] g = {}; // gⱼ of all slots from SLOTS · j
    final double[] product = new double[SLOTS]; // of the last setProducts
    private int[] features = {}; // features with a pending fold, then the overdue ones
    private int count;
    int overdue; // how many rows are overdue
    int newest; // the slot of the last fold

    /** From now on folds stay pending. */
    void use(int size) {
        g = new double[Math.multiplyExact(SLOTS, size)];
        features = new int[size];
    }

    /** Whether folds stay pending; if not, {@link #get} must not be called. */
    boolean isUsed() {
        return g.length > 0;
    }

    /** gⱼ of the fold at a slot; 0 if it is not pending for j. */
    double get(int feature, int slot) {
        return g[SLOTS * feature + slot];
    }

    /** Whether any fold is pending for j. */
    boolean hasPending(int feature) {
        int at = SLOTS * feature;
        return g[at] != 0 || g[at + 1] != 0 || g[at + 2] != 0 || g[at + 3] != 0;
    }

    /** Advances to the next slot; the rows for which its fold is pending, and which are not due, become overdue. */
    void makeRoom(PendingCorrections pending) {
        newest = (newest + 1) % SLOTS;
        int end = 0;
        for (int i = 0; i < count; i++) {
            int j = features[i];
            if (hasPending(j) && !pending.isDue(j)) {
                features[end++] = j;
            }
        }
        int kept = 0;
        for (int i = 0; i < end; i++) {
            int j = features[i];
            if (get(j, newest) == 0) {
                features[i] = features[kept];
                features[kept++] = j;
            }
        }
        count = kept;
        overdue = end - kept;
    }

    /** The feature of the i-th row that is overdue. */
    int overdue(int i) {
        return features[count + i];
    }

    /** All pending folds of row j have been written. */
    void written(int feature) {
        int at = SLOTS * feature;
        Arrays.fill(g, at, at + SLOTS, 0);
    }

    /** The overdue rows have been written; the newest fold is pending for all rows of the trace. */
    void fold(HordeTrace trace) {
        for (int i = 0; i < overdue; i++) {
            written(overdue(i));
        }
        overdue = 0;
        for (int i = 0; i < trace.count; i++) {
            int j = trace.nonZero[i];
            if (!hasPending(j)) {
                features[count++] = j;
            }
            g[SLOTS * j + newest] = trace.g[j];
        }
    }

    /** For each slot the sum of φⱼ fⱼ over the active j: sets {@code product}. */
    void setProducts(Features phi) {
        if (!isUsed()) {
            return;
        }
        double along0 = 0;
        double along1 = 0;
        double along2 = 0;
        double along3 = 0;
        for (int k = 0; k < phi.active(); k++) {
            double x = phi.value(k);
            int at = SLOTS * phi.index(k);
            along0 += x * g[at];
            along1 += x * g[at + 1];
            along2 += x * g[at + 2];
            along3 += x * g[at + 3];
        }
        product[0] = along0;
        product[1] = along1;
        product[2] = along2;
        product[3] = along3;
    }

    /** Called after g has been written to. */
    void restored(int newest) {
        if (newest < 0 || newest >= SLOTS) {
            throw new IllegalArgumentException("there are " + SLOTS + " slots for folds, not " + (newest + 1));
        }
        this.newest = newest;
        count = 0;
        for (int j = 0; j < features.length; j++) {
            if (hasPending(j)) {
                features[count++] = j;
            }
        }
    }
}
