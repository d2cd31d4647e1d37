package io.emphatic.horde;

import java.util.Arrays;

/**
 * What a {@link Horde} knows of each prediction beside its weights, by lane, and the division of the lanes: into runs
 * of one group each, and into tiles. A run never crosses the border of a tile.
 */
final class HordeLanes {
    /**
     * Lanes to a tile: 4 kB of a row of doubles, so that a tile's part of a few hundred rows stays in the second-level
     * cache.
     */
    static final int TILE = 512;

    static final long NEVER = -1;

    double[] move = {}; // D
    double[] shift = {}; // what joining features take off w
    double[] sum = {}; // Σ φⱼ wⱼ of the features whose values are known
    double[] value = {}; // their θᵀφ
    double[] bound = {}; // an upper bound of ‖θ‖₂
    double[] delta = {};
    double[] rate = {}; // α κ of the current step
    boolean[] stops = {}; // whether the current step is refused
    long[] divergedAt = {}; // NEVER, or the step that was refused
    long[] steps = {};
    int[] cumulant = {}; // the index of its cumulant; −1 for a lane that learns nothing
    HordePrediction[] owner = {};

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
        bound = Arrays.copyOf(bound, capacity);
        delta = Arrays.copyOf(delta, capacity);
        rate = Arrays.copyOf(rate, capacity);
        stops = Arrays.copyOf(stops, capacity);
        divergedAt = Arrays.copyOf(divergedAt, capacity);
        steps = Arrays.copyOf(steps, capacity);
        cumulant = Arrays.copyOf(cumulant, capacity);
        owner = Arrays.copyOf(owner, capacity);
        for (int lane = before; lane < capacity; lane++) {
            clear(lane);
        }
    }

    /** Makes a lane free. */
    void clear(int lane) {
        rate[lane] = 0;
        stops[lane] = false;
        divergedAt[lane] = NEVER;
        move[lane] = 0;
        shift[lane] = 0;
        sum[lane] = 0;
        value[lane] = 0;
        bound[lane] = 0;
        delta[lane] = Double.NaN;
        steps[lane] = 0;
        cumulant[lane] = -1;
        owner[lane] = null;
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
            for (int lane = from(tile); lane < to(tile); lane++) {
                HordeGroup group = owner[lane] == null ? null : owner[lane].group();
                if (group != null && group == last) {
                    to[runs - 1] = lane + 1;
                } else if (group != null) {
                    groups[runs] = group;
                    from[runs] = lane;
                    to[runs] = lane + 1;
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
