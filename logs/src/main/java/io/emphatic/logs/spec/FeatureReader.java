package io.emphatic.logs.spec;

import io.emphatic.experience.Features;
import io.emphatic.logs.spec.FeatureBlock.OneHot;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** Builds φ from the numbers of a row: dense if all are numbers, binary if all are 0 or 1, otherwise sparse. */
public final class FeatureReader {
    /** A category that the features do not have: it activates none of them. */
    public static final int UNKNOWN = -1;

    private static final int NONE = -1;

    /** Columns of the query whose values are categories, of which each combination has a feature. Often one column. */
    private record CategoryColumns(int[] slots, int[] sizes, int offset) {
        /** The combination, counted from 0; negative where a category is unknown. */
        int combination(double[][] columns, int row) {
            int combination = 0;
            for (int k = 0; k < slots.length; k++) {
                double category = columns[slots[k]][row];
                if (!(category >= 0)) {
                    return UNKNOWN;
                }
                combination = combination * sizes[k] + (int) category;
            }
            return combination;
        }
    }

    private record TileColumns(int[] slots, TileCoder coder, int offset) {}

    /** A feature that is a number, or a constant 1 where there is no slot. */
    private record NumberColumn(int slot, int index, double mean, double deviation) {
        double value(double[][] columns, int row) {
            double value = slot == NONE ? 1 : columns[slot][row];
            return deviation == 1 ? value - mean : (value - mean) / deviation;
        }
    }

    private int size;
    private final List<CategoryColumns> categories = new ArrayList<>();
    private final List<TileColumns> tiles = new ArrayList<>();
    final FeatureMap map;
    private final List<NumberColumn> numbers = new ArrayList<>();
    private final boolean dense;
    private final boolean binary;
    private final double[] values;
    private final int[] indices;
    private final double[] point;

    /** Where features get their numbers from. Each method returns the slot of a number of the row. */
    public interface ColumnBinder {
        /** A number as it was written; {@code element} counts from 1 where it is a list, and is 0 otherwise. */
        int number(String place, String text, int element) throws IOException;

        /** The number of a category, counted from 0; {@link #UNKNOWN} for another value, NaN for NULL. */
        int category(OneHot categories) throws IOException;

        /** The feature of a value among those hashed ({@link FeatureBlock.Hashed}), counted from 0; NaN for NULL. */
        int hash(FeatureBlock.Hashed hashed) throws IOException;
    }

    public FeatureReader(FeatureMap map, ColumnBinder columns) throws IOException {
        this.map = map;
        for (FeatureBlock block : map.blocks()) {
            if (block instanceof FeatureBlock.Expressions plain) {
                for (int element = Math.min(1, plain.length()); element <= plain.length(); element++) {
                    int slot = columns.number(FeatureMap.PLACE, plain.text(), element);
                    numbers.add(new NumberColumn(slot, size++, 0, 1));
                }
            } else if (block instanceof FeatureBlock.Scaled one) {
                for (int k = 0; k < one.means().size(); k++) {
                    int slot = columns.number("features: scale", one.text(), one.length() == 0 ? 0 : k + 1);
                    numbers.add(new NumberColumn(
                            slot, size++, one.means().get(k), one.deviations().get(k)));
                }
            } else if (block instanceof FeatureBlock.Bias) {
                numbers.add(new NumberColumn(NONE, size++, 0, 1));
            } else {
                addIndicators(block, columns);
            }
        }
        this.dense = categories.isEmpty() && tiles.isEmpty();
        this.binary = numbers.stream().allMatch(number -> number.slot == NONE);
        int activeTiles = tiles.stream().mapToInt(t -> t.coder.active()).sum();
        int most = numbers.size() + categories.size() + activeTiles;
        this.values = new double[most];
        this.indices = new int[most];
        this.point =
                new double[tiles.stream().mapToInt(t -> t.slots.length).max().orElse(0)];
    }

    private void addIndicators(FeatureBlock block, ColumnBinder columns) throws IOException {
        if (block instanceof OneHot one) {
            addCategories(List.of(one), columns);
        } else if (block instanceof FeatureBlock.Cross cross) {
            addCategories(cross.factors(), columns);
        } else if (block instanceof FeatureBlock.Hashed hashed) {
            categories.add(new CategoryColumns(new int[] {columns.hash(hashed)}, new int[] {hashed.size()}, size));
            size = Math.addExact(size, hashed.size());
        } else if (block instanceof FeatureBlock.Tiles given) {
            int[] dimensions = new int[given.columns().size()];
            for (int d = 0; d < dimensions.length; d++) {
                dimensions[d] =
                        columns.number("features: tiles", given.columns().get(d), 0);
            }
            TileCoder coder = new TileCoder(given);
            tiles.add(new TileColumns(dimensions, coder, size));
            size = Math.addExact(size, coder.size());
        }
    }

    private void addCategories(List<OneHot> factors, ColumnBinder columns) throws IOException {
        int[] slots = new int[factors.size()];
        int[] sizes = new int[slots.length];
        int combinations = 1;
        for (int k = 0; k < slots.length; k++) {
            slots[k] = columns.category(factors.get(k));
            sizes[k] = factors.get(k).values().size();
            combinations *= sizes[k];
        }
        categories.add(new CategoryColumns(slots, sizes, size));
        size = Math.addExact(size, combinations);
    }

    public int size() {
        return size;
    }

    /** How many slots the features are made of, where they were the first to be bound. */
    int slots() {
        IntStream ofCategories = categories.stream().flatMapToInt(columns -> Arrays.stream(columns.slots));
        IntStream ofTiles = tiles.stream().flatMapToInt(columns -> Arrays.stream(columns.slots));
        IntStream ofNumbers = numbers.stream().mapToInt(NumberColumn::slot);
        IntStream all = IntStream.concat(ofNumbers, IntStream.concat(ofCategories, ofTiles));
        return 1 + all.max().orElse(NONE);
    }

    /** Whether a row has an unknown category, which activates no feature. */
    public boolean hasUnknownCategory(double[][] columns, int row) {
        return categories.stream().anyMatch(one -> one.combination(columns, row) == UNKNOWN);
    }

    /** Whether a slot is a feature itself, as it is or standardised, so that a large number makes a large feature. */
    boolean isNumber(int slot) {
        return numbers.stream().anyMatch(number -> number.slot == slot);
    }

    public enum SlotUse {
        NUMBER,
        /** As a number that is standardised. */
        SCALED,
        CATEGORY,
        TILES
    }

    /** How features use a slot; as a number, if in several ways. */
    public SlotUse use(int slot) {
        if (numbers.stream().anyMatch(one -> one.slot == slot && one.mean == 0 && one.deviation == 1)) {
            return SlotUse.NUMBER;
        }
        boolean category = categories.stream()
                .flatMapToInt(columns -> Arrays.stream(columns.slots))
                .anyMatch(one -> one == slot);
        return isNumber(slot) ? SlotUse.SCALED : category ? SlotUse.CATEGORY : SlotUse.TILES;
    }

    /** How many features of a row are not 0 at most. */
    public int mostActive() {
        return values.length;
    }

    /** Whether features that are 0 or 1 stand beside the numbers: a bias, categories, tiles. */
    public boolean hasIndicators() {
        return !dense || isNumber(NONE);
    }

    public Features read(double[][] columns, int row) {
        if (dense) {
            for (int j = 0; j < values.length; j++) {
                values[j] = numbers.get(j).value(columns, row);
            }
            return Features.dense(values);
        }
        int active = 0;
        for (NumberColumn number : numbers) {
            double value = number.value(columns, row);
            if (value != 0) {
                indices[active] = number.index;
                values[active++] = value;
            }
        }
        for (CategoryColumns category : categories) {
            int combination = category.combination(columns, row);
            if (combination >= 0) {
                indices[active] = category.offset + combination;
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
}
