package io.emphatic.logs.spec;

import io.emphatic.experience.Features;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Builds φ from the numbers of a row: dense if all features are numbers, binary if all are 0 or 1, otherwise sparse.
 */
public final class FeatureReader {
    private static final int NONE = -1;

    /** A column of the query whose value is a category: its feature is {@code offset} + value. */
    private record CategoryColumn(int slot, int offset) {}

    private record TileColumns(int[] slots, TileCoder coder, int offset) {}

    private final int size;
    private final int[] numberOf; // slots of features that are numbers; NONE for a constant 1
    private final int[] numberAt; // indices of those features
    private final List<CategoryColumn> oneHots;
    private final List<TileColumns> tiles;
    private final boolean dense;
    private final boolean binary;
    private final double[] values;
    private final double[][]
            sources; // the column of each dense feature, out of the columns known; null for a constant 1
    private double[][] known;
    private final int[] indices;
    private final double[] point;

    private FeatureReader(Builder builder) {
        this.size = builder.size;
        this.numberOf = builder.slots.stream().mapToInt(Integer::intValue).toArray();
        this.numberAt = builder.indices.stream().mapToInt(Integer::intValue).toArray();
        this.oneHots = List.copyOf(builder.oneHots);
        this.tiles = List.copyOf(builder.tiles);
        this.dense = oneHots.isEmpty() && tiles.isEmpty();
        this.binary = builder.slots.stream().allMatch(slot -> slot == NONE);
        int most = numberOf.length
                + oneHots.size()
                + tiles.stream().mapToInt(t -> t.coder.active()).sum();
        this.values = new double[most];
        this.sources = new double[most][];
        this.indices = new int[most];
        this.point =
                new double[tiles.stream().mapToInt(t -> t.slots.length).max().orElse(0)];
    }

    /** The number of features. */
    public int size() {
        return size;
    }

    /** Whether a row has an unknown category, which activates no feature. */
    public boolean hasUnknownCategory(double[][] columns, int row) {
        for (CategoryColumn oneHot : oneHots) {
            if (Double.isNaN(columns[oneHot.slot][row])) {
                return true;
            }
        }
        return false;
    }

    /** How features use a slot. */
    public enum SlotUse {
        NUMBER,
        CATEGORY,
        TILES
    }

    /** How features use a slot; as a number, if in several ways. */
    public SlotUse use(int slot) {
        if (Arrays.stream(numberOf).anyMatch(number -> number == slot)) {
            return SlotUse.NUMBER;
        }
        return oneHots.stream().anyMatch(oneHot -> oneHot.slot == slot) ? SlotUse.CATEGORY : SlotUse.TILES;
    }

    /** φ of one row of these columns. */
    public Features read(double[][] columns, int row) {
        if (dense) {
            if (columns != known) {
                known = columns;
                Arrays.setAll(sources, j -> numberOf[j] == NONE ? null : columns[numberOf[j]]);
            }
            for (int j = 0; j < values.length; j++) {
                values[j] = sources[j] == null ? 1 : sources[j][row];
            }
            return Features.dense(values);
        }
        int active = 0;
        for (int k = 0; k < numberOf.length; k++) {
            double value = numberOf[k] == NONE ? 1 : columns[numberOf[k]][row];
            if (value != 0) {
                indices[active] = numberAt[k];
                values[active++] = value;
            }
        }
        for (CategoryColumn oneHot : oneHots) {
            double category = columns[oneHot.slot][row];
            if (!Double.isNaN(category)) {
                indices[active] = oneHot.offset + (int) category;
                values[active++] = 1;
            }
        }
        for (TileColumns block : tiles) {
            for (int d = 0; d < block.slots.length; d++) {
                point[d] = columns[block.slots[d]][row];
            }
            block.coder.encode(point, indices, active, block.offset);
            for (int k = 0; k < block.coder.active(); k++) {
                values[active++] = 1;
            }
        }
        int[] where = Arrays.copyOf(indices, active);
        return binary ? Features.binary(size, where) : Features.sparse(size, where, Arrays.copyOf(values, active));
    }

    /** Collects features in the order of φ. */
    static final class Builder {
        private int size;
        private final List<Integer> slots = new ArrayList<>();
        private final List<Integer> indices = new ArrayList<>();
        private final List<CategoryColumn> oneHots = new ArrayList<>();
        private final List<TileColumns> tiles = new ArrayList<>();

        void number(int slot) {
            slots.add(slot);
            indices.add(size++);
        }

        void constant() {
            number(NONE);
        }

        void categories(int slot, int count) {
            oneHots.add(new CategoryColumn(slot, size));
            size += count;
        }

        void tiles(List<Integer> columns, TileCoder coder) {
            tiles.add(
                    new TileColumns(columns.stream().mapToInt(Integer::intValue).toArray(), coder, size));
            size = Math.addExact(size, coder.size());
        }

        FeatureReader build() {
            return new FeatureReader(this);
        }
    }
}
