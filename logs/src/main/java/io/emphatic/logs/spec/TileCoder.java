package io.emphatic.logs.spec;

import java.util.List;

/**
 * Tile coding: grids over one box, each shifted, one tile of each active. Sutton &amp; Barto (2018), §9.5.4.
 *
 * <p>Grid k of T is shifted by ((2d + 1)·k mod T)/T of a tile in dimension d: the asymmetric offsets of Miller &amp;
 * Glanz (1996), which spread the grids evenly where equal shifts in all dimensions would line them up along a diagonal.
 * A shift needs one more tile than there are bins. Values outside the range belong to the tile at its edge.
 *
 * <p>Each grid has its own ⌊memory/T⌋ features, so that two tiles of one state never share a feature. Where that is
 * fewer than the grid has tiles, tiles are hashed (SplitMix64's finaliser over the tile's number, the same on every
 * machine); otherwise each tile has one feature.
 */
final class TileCoder {
    private final double[] low;
    private final double[] tilesPerUnit;
    private final int[] bins;
    private final int tilings;
    private final long tilesOfGrid;
    private final int featuresOfGrid;

    TileCoder(FeatureBlock.Tiles tiles) {
        List<List<Double>> ranges = tiles.ranges();
        int dimensions = ranges.size();
        this.low = new double[dimensions];
        this.tilesPerUnit = new double[dimensions];
        this.bins = tiles.bins().stream().mapToInt(Integer::intValue).toArray();
        this.tilings = tiles.tilings();
        long grid = 1;
        for (int d = 0; d < dimensions; d++) {
            double extent = ranges.get(d).get(1) - ranges.get(d).get(0);
            low[d] = ranges.get(d).get(0);
            tilesPerUnit[d] = extent > 0 ? bins[d] / extent : 0; // a column that is constant has one tile
            try {
                grid = Math.multiplyExact(grid, bins[d] + 1L);
            } catch (ArithmeticException e) {
                throw new IllegalArgumentException(
                        "features: tiles: there are more than 2⁶³ tiles: " + tiles.bins(), e);
            }
        }
        this.tilesOfGrid = grid;
        long wanted = tiles.memory() == 0 ? grid : Math.min(grid, tiles.memory() / tilings);
        if (wanted * tilings > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("features: tiles: " + tilings + " grids of " + grid
                    + " tiles are too many features\nGive a memory, into which tiles are hashed.");
        }
        this.featuresOfGrid = (int) wanted;
    }

    int size() {
        return featuresOfGrid * tilings;
    }

    int active() {
        return tilings;
    }

    /** The active features of a state, in increasing order, written to {@code to} from {@code at} on. */
    void encode(double[] point, int[] to, int at, int offset) {
        for (int d = 0; d < low.length; d++) {
            if (!Double.isFinite(point[d])) {
                throw new IllegalArgumentException("a value to be tiled is not a finite number: " + point[d]);
            }
        }
        for (int k = 0; k < tilings; k++) {
            long tile = 0;
            for (int d = 0; d < low.length; d++) {
                double shift = (double) ((2L * d + 1) * k % tilings) / tilings;
                double position = (point[d] - low[d]) * tilesPerUnit[d];
                long coordinate = (long) Math.floor(Math.min(Math.max(position, 0), bins[d]) + shift);
                tile = tile * (bins[d] + 1L) + Math.min(coordinate, bins[d]);
            }
            int feature = featuresOfGrid == tilesOfGrid
                    ? (int) tile
                    : (int) Long.remainderUnsigned(mix(tile * tilings + k), featuresOfGrid);
            to[at + k] = offset + k * featuresOfGrid + feature;
        }
    }

    private static long mix(long z) {
        z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return z ^ (z >>> 31);
    }
}
