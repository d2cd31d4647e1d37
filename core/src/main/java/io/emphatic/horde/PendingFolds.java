package io.emphatic.horde;

import io.emphatic.experience.Features;
import java.util.Arrays;

/**
 * Which folds of a group's trace the weights of a {@link Horde} still lack.
 *
 * <p>A fold is wⱼ ← wⱼ + gⱼ D for every feature j of the trace, with g and D as they are then. That is not done then.
 * {@link HordeWeights} keeps the D of the last few folds, this class the gⱼ that belong to them; a feature has a zero
 * where its row lacks nothing:
 *
 * <pre>
 *   wⱼ = rowⱼ + Σₗ fⱼₗ Dₗ            wᵀφ = Σⱼ φⱼ rowⱼ + Σₗ Dₗ Σⱼ φⱼ fⱼₗ     the inner sums are {@link #look}
 * </pre>
 *
 * A row takes the folds of all groups when it is due for the corrections that it lacks ({@link PendingCorrections}).
 * One that is not due for so long that the slot of a fold is needed again is overdue, and takes the folds of this group
 * alone.
 */
final class PendingFolds {
    /** How many folds may be lacking: as many as {@link HordeWeights} adds in one go. */
    static final int SLOTS = 4;

    private double[] g = {}; // of feature j from SLOTS · j
    private final double[] along = new double[SLOTS];
    private int[] lacking = {}; // features of rows that may lack a fold, those overdue behind the others
    private int count;
    private int overdue;
    private int newest;

    /** From now on folds are put off. */
    void use(int size) {
        g = new double[Math.multiplyExact(SLOTS, size)];
        lacking = new int[size];
    }

    /** Whether folds are put off; if not, nobody may ask for what rows lack. */
    boolean isUsed() {
        return g.length > 0;
    }

    /** The slot of the last fold. */
    int newest() {
        return newest;
    }

    /** What row j lacks of the fold at a slot. */
    double get(int feature, int slot) {
        return g[SLOTS * feature + slot];
    }

    /** Whether row j lacks any. */
    boolean lacks(int feature) {
        int at = SLOTS * feature;
        return g[at] != 0 || g[at + 1] != 0 || g[at + 2] != 0 || g[at + 3] != 0;
    }

    /** Goes on to the next slot; the rows that lack the fold there, and are not due now, are overdue. */
    void makeRoom(PendingCorrections pending) {
        newest = (newest + 1) % SLOTS;
        int end = 0;
        for (int i = 0; i < count; i++) {
            int j = lacking[i];
            if (lacks(j) && !pending.isDue(j)) {
                lacking[end++] = j;
            }
        }
        int kept = 0;
        for (int i = 0; i < end; i++) {
            int j = lacking[i];
            if (get(j, newest) == 0) {
                lacking[i] = lacking[kept];
                lacking[kept++] = j;
            }
        }
        count = kept;
        overdue = end - kept;
    }

    /** How many rows are overdue. */
    int overdue() {
        return overdue;
    }

    /** The feature of the i-th row that is overdue. */
    int overdue(int i) {
        return lacking[count + i];
    }

    /** Row j has taken all folds. */
    void written(int feature) {
        int at = SLOTS * feature;
        Arrays.fill(g, at, at + SLOTS, 0);
    }

    /** The overdue rows have taken all folds; all rows of the trace lack the newest. */
    void fold(HordeTrace trace) {
        for (int i = 0; i < overdue; i++) {
            written(overdue(i));
        }
        overdue = 0;
        for (int i = 0; i < trace.count(); i++) {
            int j = trace.listed()[i];
            if (!lacks(j)) {
                lacking[count++] = j;
            }
            g[SLOTS * j + newest] = trace.g()[j];
        }
    }

    /** For each slot the sum of φⱼ fⱼ over the active j; see {@link #along}. */
    void look(Features phi) {
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
        along[0] = along0;
        along[1] = along1;
        along[2] = along2;
        along[3] = along3;
    }

    double along(int slot) {
        return along[slot];
    }

    /** All that rows lack. Live; {@link #restored} has to follow if it is written to. */
    double[] state() {
        return g;
    }

    void restored(int newest) {
        if (newest < 0 || newest >= SLOTS) {
            throw new IllegalArgumentException("there are " + SLOTS + " slots for folds, not " + (newest + 1));
        }
        this.newest = newest;
        count = 0;
        for (int j = 0; j < lacking.length; j++) {
            if (lacks(j)) {
                lacking[count++] = j;
            }
        }
    }
}
