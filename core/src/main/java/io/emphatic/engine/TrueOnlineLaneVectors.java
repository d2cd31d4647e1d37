package io.emphatic.engine;

import io.emphatic.experience.Features;
import java.util.Arrays;

/**
 * The vectors of candidates of the true online family. Of feature j there are xⱼ and gⱼ of every candidate:
 *
 * <pre>
 *   e = c g + q φₜ₋₁      θ = x + D g + f φₜ₋₁
 * </pre>
 *
 * before step t, with g, q, D and f of each candidate and moves along φₜ₋₁ that have been kept back. c is shared: all
 * traces decay alike.
 */
final class TrueOnlineLaneVectors extends LaneVectors {
    // Indices of the array of scalars.
    private static final int SCALE = 0; // c
    private static final int ALL_ROWS = 1; // 1 if all rows have a trace
    private static final int FIRST_SCALE = 2; // c when D began to grow

    private final double[] scalars = saved("lane_scalars", 3);
    private final double[] moves = saved("lane_moves", HALF); // D
    private final double[] kept = saved("lane_pending", HALF); // f
    private final double[] gains = saved("lane_gains", HALF); // q
    private final double[] largest = saved("lane_largest", HALF); // upper bounds of |g|
    private final double[] units = saved("lane_units", HALF); // of |g| when D began to grow
    private final double[] traceSums = new double[HALF]; // the second half of the sums
    private final double[] joining = new double[HALF];
    private final double[] otherSums = new double[LaneBlocks.WIDTH];
    private final double[] thresholds = new double[HALF];

    TrueOnlineLaneVectors(int size) {
        super(size);
    }

    @Override
    void begin() {
        scalars[SCALE] = 1;
        scalars[FIRST_SCALE] = 1;
    }

    @Override
    void loaded() {
        requireFactor("lane_scalars", scalars[SCALE]);
        traceRows.clear();
        if (scalars[ALL_ROWS] != 0) {
            traceRows.setAll();
        } else {
            for (int j = 0; j < size; j++) {
                if (hasTrace(j)) {
                    traceRows.add(j);
                }
            }
        }
    }

    private boolean hasTrace(int j) {
        for (int k = 0; k < LANES; k++) {
            if (rows.get(j, HALF + k) != 0) {
                return true;
            }
        }
        return false;
    }

    /** θᵀφₜ and eₜ₋₁ᵀφₜ. */
    void setValues(double[] values, double[] traceDots) {
        System.arraycopy(sums, HALF, traceSums, 0, HALF);
        double p = overlap;
        double c = scalars[SCALE];
        for (int k = 0; k < HALF; k++) {
            double g = traceSums[k];
            values[k] = sums[k] + moves[k] * g + kept[k] * p;
            traceDots[k] = c * g + gains[k] * p;
        }
    }

    /** θᵀφ for any features, before {@link #decay}. */
    void setValuesOf(Features features, double[] values) {
        next.keep(features);
        rows.dot(next, otherSums);
        double p = before.dot(next);
        for (int k = 0; k < HALF; k++) {
            values[k] = otherSums[k] + moves[k] * otherSums[HALF + k] + kept[k] * p;
        }
    }

    /** θᵀφₜ₊₁, after {@link #pass}. */
    void setValuesNext(double[] values) {
        System.arraycopy(sums, HALF, traceSums, 0, HALF);
        for (int k = 0; k < HALF; k++) {
            values[k] = sums[k] + moves[k] * traceSums[k];
        }
    }

    /** e ← a e; φₜ₋₁ joins the traces in the next {@link #pass}. */
    void decay(double a) {
        double c = a * scalars[SCALE];
        if (a == 0) {
            if (traceRows.count() > 0) {
                fold(0);
            }
            Arrays.fill(moves, 0);
            Arrays.fill(units, 0);
            c = 1;
            scalars[FIRST_SCALE] = 1;
        } else if (!isInRange(c)) {
            fold(c);
            c = 1;
            scalars[FIRST_SCALE] = 1;
            setUnits(a);
        } else if (!reaches(c)) {
            fold(1);
            scalars[FIRST_SCALE] = c;
            setUnits(a / c);
        }
        scalars[SCALE] = c;
        join(a / c);
    }

    /** @param x by which φₜ₋₁ is multiplied, beside q, when it joins */
    private void setUnits(double x) {
        for (int k = 0; k < HALF; k++) {
            units[k] = Math.max(largest[k], Math.abs(gains[k] * x) * before.norm());
        }
    }

    /**
     * Whether no φₜ₋₁ joins that would cost digits of θ: see {@link TraceScale}. Nor may c have grown as much, since g
     * may have shrunk instead of e growing: parts of a dutch trace cancel.
     */
    private boolean reaches(double c) {
        double length = before.norm();
        double range = range() * scalars[SCALE];
        boolean reaches = c <= range() * scalars[FIRST_SCALE];
        for (int k = 0; k < LANES; k++) {
            reaches &= Math.abs(gains[k]) * length <= range * units[k];
        }
        return reaches;
    }

    /** Sets the factors: g ← g + x q φₜ₋₁, θ does not change. */
    private void join(double x) {
        double length = before.norm();
        for (int k = 0; k < HALF; k++) {
            double added = gains[k] * x;
            joining[k] = added;
            factors[k] = kept[k] - moves[k] * added;
            largest[k] += Math.abs(added) * length;
        }
        System.arraycopy(joining, 0, factors, HALF, HALF);
        if (x != 0) {
            traceRows.add(before);
            scalars[ALL_ROWS] = traceRows.isAll() ? 1 : 0;
        }
    }

    /** x ← x + D g, D = 0, g ← factor · g, without entries that are negligible where they are listed. */
    private void fold(double factor) {
        boolean all = traceRows.isAll();
        for (int k = 0; k < HALF; k++) {
            thresholds[k] = TraceScale.NEGLIGIBLE * largest[k];
        }
        Arrays.fill(largest, 0);
        int keptRows = 0;
        for (int i = 0; i < traceRows.count(); i++) {
            int j = traceRow(i);
            boolean keeps = rows.addProducts(j, moves, factor, thresholds, largest) && factor != 0;
            if (!all && keeps) {
                traceRows.move(i, keptRows++);
            } else if (!all) {
                rows.clearSecond(j);
            }
        }
        if (!all) {
            traceRows.keepFirst(keptRows);
        } else if (factor == 0) {
            traceRows.clear();
        } else if (!before.isDense()) {
            traceRows.clear();
            loaded();
        }
        for (int k = 0; k < HALF; k++) {
            largest[k] *= Math.abs(factor);
        }
        scalars[ALL_ROWS] = traceRows.isAll() ? 1 : 0;
        Arrays.fill(moves, 0);
    }

    /** eₜ = e + b φₜ, θₜ₊₁ = θₜ + p eₜ + r φₜ, after {@link #pass}. */
    void move(double[] b, double[] p, double[] r) {
        double c = scalars[SCALE];
        for (int k = 0; k < HALF; k++) {
            moves[k] += p[k] * c;
            kept[k] = p[k] * b[k] + r[k];
        }
        System.arraycopy(b, 0, gains, 0, HALF);
    }

    @Override
    void settle() {
        join(1 / scalars[SCALE]);
        rows.move(before, factors);
        Arrays.fill(kept, 0);
        Arrays.fill(gains, 0);
    }

    /** Settles all that is pending; candidate k moves no more and has no trace. */
    void stop(int k) {
        settle();
        before.clear();
        for (int j = 0; j < size; j++) {
            rows.set(j, k, rows.get(j, k) + moves[k] * rows.get(j, HALF + k));
            rows.set(j, HALF + k, 0);
        }
        moves[k] = 0;
        largest[k] = 0;
        multiply();
    }

    /** θᵀφ of candidate k. */
    double predict(int k, Features features) {
        double w = 0;
        double g = 0;
        for (int i = 0; i < features.active(); i++) {
            int j = features.index(i);
            w += features.value(i) * rows.get(j, k);
            g += features.value(i) * rows.get(j, HALF + k);
        }
        return w + moves[k] * g + (kept[k] == 0 ? 0 : kept[k] * before.dot(features));
    }

    /** A copy of θ of candidate k. */
    double[] weights(int k) {
        double[] theta = new double[size];
        for (int j = 0; j < size; j++) {
            theta[j] = rows.get(j, k) + moves[k] * rows.get(j, HALF + k);
        }
        before.addTo(theta, kept[k]);
        return theta;
    }
}
