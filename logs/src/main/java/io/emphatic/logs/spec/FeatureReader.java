package io.emphatic.logs.spec;

import io.emphatic.Features;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Makes φ of a row's numbers. Only numbers: dense; only ones: binary; both: sparse. */
public final class FeatureReader {
    private static final int NONE = -1;

    /** A column of the query whose value is a category: its feature is {@code offset} + value. */
    private record OneHot(int slot, int offset) {}

    private record Tiles(int[] slots, TileCoder coder, int offset) {}

    private final int size;
    private final int[]
            numberOf; // for each feature the slot of its value, NONE for a constant 1; dense and sparse only
    private final int[] numberAt; // the features that numberOf speaks of
    private final List<OneHot> oneHots;
    private final List<Tiles> tiles;
    private final boolean dense;
    private final boolean binary;
    private final double[] values;
    private final double[][] sources; // of dense features, in the columns known; null for a constant 1
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

    /** Whether a row has a category that is none of those known: it activates no feature. */
    public boolean hasUnknownCategory(double[][] columns, int row) {
        for (OneHot oneHot : oneHots) {
            if (Double.isNaN(columns[oneHot.slot][row])) {
                return true;
            }
        }
        return false;
    }

    /** What a slot is used for. */
    public enum Use {
        NUMBER,
        CATEGORY,
        TILES
    }

    /** What a slot of features is used for; a number, if for that among others. */
    public Use use(int slot) {
        if (Arrays.stream(numberOf).anyMatch(number -> number == slot)) {
            return Use.NUMBER;
        }
        return oneHots.stream().anyMatch(oneHot -> oneHot.slot == slot) ? Use.CATEGORY : Use.TILES;
    }

    /** φ of one row of a batch. */
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
        for (OneHot oneHot : oneHots) {
            double category = columns[oneHot.slot][row];
            if (!Double.isNaN(category)) {
                indices[active] = oneHot.offset + (int) category;
                values[active++] = 1;
            }
        }
        for (Tiles block : tiles) {
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

    /** Collects the parts in the order of φ. */
    static final class Builder {
        private int size;
        private final List<Integer> slots = new ArrayList<>();
        private final List<Integer> indices = new ArrayList<>();
        private final List<OneHot> oneHots = new ArrayList<>();
        private final List<Tiles> tiles = new ArrayList<>();

        void number(int slot) {
            slots.add(slot);
            indices.add(size++);
        }

        void constant() {
            number(NONE);
        }

        void categories(int slot, int count) {
            oneHots.add(new OneHot(slot, size));
            size += count;
        }

        void tiles(List<Integer> columns, TileCoder coder) {
            tiles.add(new Tiles(columns.stream().mapToInt(Integer::intValue).toArray(), coder, size));
            size = Math.addExact(size, coder.size());
        }

        FeatureReader build() {
            return new FeatureReader(this);
        }
    }
}
