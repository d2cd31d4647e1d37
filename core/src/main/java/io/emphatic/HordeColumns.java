package io.emphatic;

import java.util.Arrays;

/**
 * What a {@link Horde} knows of each prediction beside its weights, by column, and the division of the columns: into
 * runs of one group each, and into tiles. A run never crosses the border of a tile.
 */
final class HordeColumns {
    /**
     * Columns to a tile: 4 kB of a row of doubles, so that a tile's part of a few hundred rows stays in the
     * second-level cache.
     */
    static final int TILE = 512;

    double[] move = {}; // D
    double[] shift = {}; // what joining features take off w
    double[] sum = {}; // Σ φⱼ wⱼ of the features whose values are known
    double[] value = {}; // their θᵀφ
    double[] bound = {}; // an upper bound of ‖θ‖₂
    double[] delta = {};
    double[] rate = {}; // α κ of the current step
    boolean[] leaves = {}; // whether the current step might overflow
    long[] steps = {};
    int[] place = {}; // in the order of predictions; −1 for a column that learns nothing
    HordePrediction[] owner = {};
    int alone; // how many predictions go on in a learner of their own

    HordeGroup[] runGroup = {};
    int[] runFrom = {};
    int[] runTo = {};
    int[] tileRuns = {0}; // where each tile's runs begin, and where the last one's end

    int capacity() {
        return owner.length;
    }

    int tiles() {
        return tileRuns.length - 1;
    }

    /** The first column of a tile. */
    int from(int tile) {
        return tile * TILE;
    }

    /** The first column behind a tile. */
    int to(int tile) {
        return Math.min((tile + 1) * TILE, capacity());
    }

    /** A column without owner, or −1. */
    int free() {
        for (int column = 0; column < owner.length; column++) {
            if (owner[column] == null) {
                return column;
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
        bound = Arrays.copyOf(bound, capacity);
        delta = Arrays.copyOf(delta, capacity);
        rate = Arrays.copyOf(rate, capacity);
        leaves = Arrays.copyOf(leaves, capacity);
        steps = Arrays.copyOf(steps, capacity);
        place = Arrays.copyOf(place, capacity);
        owner = Arrays.copyOf(owner, capacity);
        for (int column = before; column < capacity; column++) {
            clear(column);
        }
    }

    /** Makes a column free. */
    void clear(int column) {
        alone -= owner[column] != null && owner[column].alone() != null ? 1 : 0;
        rate[column] = 0;
        leaves[column] = false;
        move[column] = 0;
        shift[column] = 0;
        sum[column] = 0;
        value[column] = 0;
        bound[column] = 0;
        delta[column] = Double.NaN;
        steps[column] = 0;
        place[column] = -1;
        owner[column] = null;
    }

    /** Finds runs and tiles anew. */
    void divide() {
        int capacity = capacity();
        int tiles = (capacity + TILE - 1) / TILE;
        HordeGroup[] groups = new HordeGroup[capacity];
        int[] from = new int[capacity];
        int[] to = new int[capacity];
        int[] begins = new int[tiles + 1];
        int runs = 0;
        for (int tile = 0; tile < tiles; tile++) {
            begins[tile] = runs;
            HordeGroup last = null;
            for (int column = from(tile); column < to(tile); column++) {
                HordeGroup group = owner[column] == null ? null : owner[column].group();
                if (group != null && group == last) {
                    to[runs - 1] = column + 1;
                } else if (group != null) {
                    groups[runs] = group;
                    from[runs] = column;
                    to[runs] = column + 1;
                    runs++;
                }
                last = group;
            }
        }
        begins[tiles] = runs;
        runGroup = Arrays.copyOf(groups, runs);
        runFrom = Arrays.copyOf(from, runs);
        runTo = Arrays.copyOf(to, runs);
        tileRuns = begins;
    }
}
