package io.emphatic.horde;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The state of each prediction of a {@link Horde} beside its weights, by lane, and the division of the lanes into tiles
 * and into runs of lanes of one group. A run never crosses the border of a tile.
 */
final class HordeLanes {
    /** Lanes to a tile: 4 kB of a row, so that its part of a few hundred rows stays in the second-level cache. */
    static final int TILE = 512;

    static final long NEVER = -1;

    double[] move = {}; // D
    double[] shift = {}; // the correction vector of the current step
    double[] sum = {}; // wᵀφ of the last HordeWeights.sum
    double[] value = {}; // θᵀφ of the same φ
    double[] weightsNorm = {}; // an upper bound of ‖θ‖₂
    double[] delta = {};
    double[] rate = {}; // α κ of the current step
    boolean[] stops = {}; // whether the current step is refused
    long[] divergedAt = {}; // NEVER, or the step that was refused
    long[] steps = {};
    int[] cumulantIndex = {}; // the index of its cumulant; −1 for a lane that learns nothing
    double[] alpha = {}; // a constant step size; NaN for one that changes
    HordePrediction[] owner = {};
    boolean inOrder; // whether every lane in use learns, from the cumulant of its own index

    LaneRun[][] runs = {}; // of each tile

    /** The lanes from … to−1 of one tile, all of one group. */
    static final class LaneRun {
        private final HordeGroup group;
        private final int from;
        private final int to;
        private final double alphas;

        /** A bound of ‖θ‖₂ for all these lanes together; ∞ where it has to be found out from {@link #weightsNorm}. */
        double norm = Double.POSITIVE_INFINITY;

        /** @param alphas the sum of the step sizes; NaN if one changes */
        LaneRun(HordeGroup group, int from, int to, double alphas) {
            this.group = group;
            this.from = from;
            this.to = to;
            this.alphas = alphas;
        }

        HordeGroup group() {
            return group;
        }

        int from() {
            return from;
        }

        int to() {
            return to;
        }

        double alphas() {
            return alphas;
        }
    }

    int capacity() {
        return owner.length;
    }

    int tiles() {
        return runs.length;
    }

    /** The first lane of a tile. */
    int from(int tile) {
        return tile * TILE;
    }

    /** The first lane behind a tile. */
    int to(int tile) {
        return Math.min((tile + 1) * TILE, capacity());
    }

    /** A lane without owner, or −1. */
    int free() {
        for (int lane = 0; lane < owner.length; lane++) {
            if (owner[lane] == null) {
                return lane;
            }
        }
        return -1;
    }

    void grow(int capacity) {
        int before = capacity();
        move = Arrays.copyOf(move, capacity);
        shift = Arrays.copyOf(shift, capacity);
        sum = Arrays.copyOf(sum, capacity);
        value = Arrays.copyOf(value, capacity);
        weightsNorm = Arrays.copyOf(weightsNorm, capacity);
        delta = Arrays.copyOf(delta, capacity);
        rate = Arrays.copyOf(rate, capacity);
        stops = Arrays.copyOf(stops, capacity);
        divergedAt = Arrays.copyOf(divergedAt, capacity);
        steps = Arrays.copyOf(steps, capacity);
        cumulantIndex = Arrays.copyOf(cumulantIndex, capacity);
        alpha = Arrays.copyOf(alpha, capacity);
        owner = Arrays.copyOf(owner, capacity);
        for (int lane = before; lane < capacity; lane++) {
            clear(lane);
        }
    }

    void clear(int lane) {
        divergedAt[lane] = NEVER;
        move[lane] = 0;
        shift[lane] = 0;
        sum[lane] = 0;
        value[lane] = 0;
        weightsNorm[lane] = 0;
        delta[lane] = Double.NaN;
        steps[lane] = 0;
        owner[lane] = null;
    }

    void divide() {
        runs = new LaneRun[(capacity() + TILE - 1) / TILE][];
        for (int tile = 0; tile < runs.length; tile++) {
            List<LaneRun> found = new ArrayList<>();
            int from = from(tile);
            for (int lane = from; lane < to(tile); lane++) {
                HordeGroup group = group(lane);
                if (lane + 1 == to(tile) || group(lane + 1) != group) {
                    if (group != null) {
                        found.add(new LaneRun(group, from, lane + 1, magnitude(alpha, from, lane + 1)));
                    }
                    from = lane + 1;
                }
            }
            runs[tile] = found.toArray(LaneRun[]::new);
        }
    }

    /** Adds |δ| of the last step to the sum of each prediction; false, with nothing added, if one has diverged. */
    boolean addErrors(double[] sums) {
        if (!inOrder) {
            return false;
        }
        final double[] errors = delta;
        for (int q = 0; q < sums.length; q++) {
            sums[q] += Math.abs(errors[q]);
        }
        return true;
    }

    /** Σ |xⱼ|, which bounds each of them, of the lanes from … to−1. Four sums, which do not wait for each other. */
    static double magnitude(double[] x, int from, int to) {
        double sum0 = 0;
        double sum1 = 0;
        double sum2 = 0;
        double sum3 = 0;
        int q = from;
        for (; q + 3 < to; q += 4) {
            sum0 += Math.abs(x[q]);
            sum1 += Math.abs(x[q + 1]);
            sum2 += Math.abs(x[q + 2]);
            sum3 += Math.abs(x[q + 3]);
        }
        for (; q < to; q++) {
            sum0 += Math.abs(x[q]);
        }
        return (sum0 + sum1) + (sum2 + sum3);
    }

    private HordeGroup group(int lane) {
        return owner[lane] == null ? null : owner[lane].group();
    }
}
