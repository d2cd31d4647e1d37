package io.emphatic.horde;

import io.emphatic.experience.Features;
import io.emphatic.horde.HordeLanes.LaneRun;
import java.util.Arrays;

/**
 * The weights of a {@link Horde}, by feature: the row of feature j holds wⱼ of every prediction, one lane each. So
 * every inner loop runs along lanes, has no reduction, and is vectorised by the compiler. Corrections of the last steps
 * ({@link PendingCorrections}) and the last folds ({@link PendingFolds}) may be pending: not yet written to a row. This
 * class also holds their vectors.
 *
 * <p>Methods process lanes from … to−1: those of a tile, which no other thread processes.
 */
final class HordeWeights {
    private final double[][] rows; // then the vectors of the ring of corrections, then those of the folds
    private final int ring; // the index of the first vector of the ring
    private final int folds; // the index of the first vector of the folds
    private final PendingCorrections pending;

    HordeWeights(int size, PendingCorrections pending) {
        this.ring = size;
        this.folds = size + PendingCorrections.SLOTS;
        this.rows = new double[folds + PendingFolds.SLOTS][0];
        this.pending = pending;
    }

    /** Makes room for this many lanes; new ones are zero. */
    void grow(int lanes) {
        for (int i = 0; i < rows.length; i++) {
            rows[i] = Arrays.copyOf(rows[i], lanes);
        }
    }

    /** wⱼ of a lane whose group has this trace. */
    double get(int feature, int lane, HordeTrace trace) {
        double weight = rows[feature][lane];
        for (int e = pending.first(feature); e != PendingCorrections.NONE; e = pending.after(e)) {
            weight -= pending.value(e) * rows[ring + pending.slot(e)][lane];
        }
        if (trace.folds.isUsed()) {
            for (int slot = 0; slot < PendingFolds.SLOTS; slot++) {
                weight += trace.folds.get(feature, slot) * rows[folds + slot][lane];
            }
        }
        return weight;
    }

    /** Sets all numbers of a lane to zero. */
    void clear(int lane) {
        setLane(lane, new double[rows.length]);
    }

    /** All numbers of a lane: of the rows and of the vectors of pending corrections and folds. A copy. */
    double[] lane(int lane) {
        return Arrays.stream(rows).mapToDouble(row -> row[lane]).toArray();
    }

    /** Sets the first of these numbers; the weights of a lane with nothing pending come first. */
    void setLane(int lane, double[] values) {
        for (int i = 0; i < values.length; i++) {
            rows[i][lane] = values[i];
        }
    }

    /** wᵀφ of the lanes of a tile; the products of pending corrections and folds with this φ have to be set. */
    void sum(Features phi, HordeLanes lanes, int tile) {
        int from = lanes.from(tile);
        int to = lanes.to(tile);
        double[] total = lanes.sum;
        Arrays.fill(total, from, to, 0);
        int active = phi.active();
        int k = 0;
        for (; k + 3 < active; k += 4) {
            add(
                    total,
                    rows[phi.index(k)],
                    phi.value(k),
                    rows[phi.index(k + 1)],
                    phi.value(k + 1),
                    rows[phi.index(k + 2)],
                    phi.value(k + 2),
                    rows[phi.index(k + 3)],
                    phi.value(k + 3),
                    from,
                    to);
        }
        addRest(total, phi, k, from, to);
        if (pending.isUsed()) {
            addPending(lanes, tile);
        }
    }

    /** What is pending of the inner products. */
    private void addPending(HordeLanes lanes, int tile) {
        double[] total = lanes.sum;
        int from = lanes.from(tile);
        int to = lanes.to(tile);
        for (int slot = 0; slot < PendingCorrections.SLOTS; slot++) {
            if (pending.product[slot] != 0) {
                add(total, rows[ring + slot], -pending.product[slot], from, to);
            }
        }
        for (LaneRun run : lanes.runs[tile]) {
            PendingFolds pendingFolds = run.group().trace.folds;
            for (int slot = 0; slot < PendingFolds.SLOTS; slot++) {
                if (pendingFolds.product[slot] != 0) {
                    add(total, rows[folds + slot], pendingFolds.product[slot], run.from(), run.to());
                }
            }
        }
    }

    /** The last rows, up to three of them, in one loop. */
    private void addRest(double[] total, Features phi, int k, int from, int to) {
        int rest = phi.active() - k;
        if (rest == 1) {
            add(total, rows[phi.index(k)], phi.value(k), from, to);
        } else if (rest == 2) {
            double[] x0 = rows[phi.index(k)];
            double[] x1 = rows[phi.index(k + 1)];
            double s0 = phi.value(k);
            double s1 = phi.value(k + 1);
            for (int q = from; q < to; q++) {
                total[q] = total[q] + s0 * x0[q] + s1 * x1[q];
            }
        } else if (rest == 3) {
            double[] x0 = rows[phi.index(k)];
            double[] x1 = rows[phi.index(k + 1)];
            double[] x2 = rows[phi.index(k + 2)];
            double s0 = phi.value(k);
            double s1 = phi.value(k + 1);
            double s2 = phi.value(k + 2);
            for (int q = from; q < to; q++) {
                total[q] = total[q] + s0 * x0[q] + s1 * x1[q] + s2 * x2[q];
            }
        }
    }

    /** wⱼ ← wⱼ − φⱼ shift for the features that join; pending, or at once. */
    void join(Features phi, double[] shift, int from, int to) {
        if (!pending.takes(phi)) {
            int active = isZero(shift, from, to) ? 0 : phi.active();
            for (int k = 0; k < active; k++) {
                add(rows[phi.index(k)], shift, -phi.value(k), from, to);
            }
        } else if (phi.active() > 0) {
            Arrays.fill(rows[ring + pending.newest], from, to, 0);
            addToNewest(shift, from, to);
        }
    }

    /** Adds to the correction that was made last, before other features join. */
    void addToNewest(double[] shift, int from, int to) {
        add(rows[ring + pending.newest], shift, 1, from, to);
    }

    /** Writes the rows that are due, in the lanes of a tile. */
    void writeDue(HordeLanes lanes, int tile) {
        for (int i = 0; i < pending.dueCount; i++) {
            int feature = pending.feature(pending.due[i]);
            correct(rows[feature], pending.due[i], lanes.from(tile), lanes.to(tile));
            for (LaneRun run : lanes.runs[tile]) {
                PendingFolds pendingFolds = run.group().trace.folds;
                if (pendingFolds.isUsed() && pendingFolds.hasPending(feature)) {
                    fold(feature, pendingFolds, run.from(), run.to());
                }
            }
        }
    }

    /** Subtracts the corrections from this entry on. */
    private void correct(double[] row, int oldest, int from, int to) {
        int e = oldest;
        while (e != PendingCorrections.NONE) {
            int e1 = pending.after(e);
            int e2 = pending.after(e1);
            int e3 = pending.after(e2);
            if (e3 == PendingCorrections.NONE) {
                add(row, rows[ring + pending.slot(e)], -pending.value(e), from, to);
                e = e1;
            } else {
                add(
                        row,
                        rows[ring + pending.slot(e)],
                        -pending.value(e),
                        rows[ring + pending.slot(e1)],
                        -pending.value(e1),
                        rows[ring + pending.slot(e2)],
                        -pending.value(e2),
                        rows[ring + pending.slot(e3)],
                        -pending.value(e3),
                        from,
                        to);
                e = pending.after(e3);
            }
        }
    }

    private void fold(int feature, PendingFolds pendingFolds, int from, int to) {
        double[] g = pendingFolds.g;
        int at = PendingFolds.SLOTS * feature;
        int f = folds;
        double[] row = rows[feature];
        add(row, rows[f], g[at], rows[f + 1], g[at + 1], rows[f + 2], g[at + 2], rows[f + 3], g[at + 3], from, to);
    }

    /** wⱼ ← wⱼ + gⱼ move for the lanes of one group; at once, or pending after the overdue rows have been written. */
    void fold(HordeTrace trace, double[] move, int from, int to) {
        PendingFolds pendingFolds = trace.folds;
        if (!trace.foldsStayPending()) {
            int count = isZero(move, from, to) ? 0 : trace.count;
            for (int i = 0; i < count; i++) {
                int j = trace.nonZero[i];
                add(rows[j], move, trace.g[j], from, to);
            }
            return;
        }
        for (int i = 0; i < pendingFolds.overdue; i++) {
            fold(pendingFolds.overdue(i), pendingFolds, from, to);
        }
        Arrays.fill(rows[folds + pendingFolds.newest], from, to, 0);
        add(rows[folds + pendingFolds.newest], move, 1, from, to);
    }

    private static boolean isZero(double[] x, int from, int to) {
        for (int q = from; q < to; q++) {
            if (x[q] != 0) {
                return false;
            }
        }
        return true;
    }

    /** y ← y + s x. */
    private static void add(double[] y, double[] x, double s, int from, int to) {
        for (int q = from; q < to; q++) {
            y[q] += s * x[q];
        }
    }

    /** Four rows per pass: y is read and written a quarter as often, and four rows load from memory concurrently. */
    private static void add(
            double[] y,
            double[] x0,
            double s0,
            double[] x1,
            double s1,
            double[] x2,
            double s2,
            double[] x3,
            double s3,
            int from,
            int to) {
        for (int q = from; q < to; q++) {
            y[q] += (s0 * x0[q] + s1 * x1[q]) + (s2 * x2[q] + s3 * x3[q]);
        }
    }
}
