package io.emphatic.logs.spec;

import io.emphatic.experience.Features;
import io.emphatic.logs.spec.FeatureBlock.Bias;
import io.emphatic.logs.spec.FeatureBlock.Tiles;
import io.emphatic.logs.spec.FeatureGroup.CategoryFeatures;
import io.emphatic.logs.spec.FeatureGroup.NumberFeatures;
import io.emphatic.logs.sql.Expression;
import io.emphatic.logs.sql.Log;
import io.emphatic.logs.sql.SqlFailure;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Builds φ from the numbers of a row: dense if all features are numbers, binary if all are 0 or 1, otherwise sparse.
 */
public final class FeatureReader {
    private static final int NONE = -1;

    /** A column of the query whose value is a category: its feature is {@code offset} + value. */
    private record CategoryColumn(int slot, int offset) {}

    private record TileColumns(int[] slots, TileCoder coder, int offset) {}

    private int size;
    private final List<CategoryColumn> oneHots = new ArrayList<>();
    private final List<TileColumns> tiles = new ArrayList<>();
    private final int[] numberOf; // slots of features that are numbers; NONE for a constant 1
    private final int[] numberAt; // indices of those features
    private final boolean dense;
    private final boolean binary;
    private final double[] values;
    private final double[][] sources; // the column of each dense feature among those known; null for a constant 1
    private double[][] known;
    private final int[] indices;
    private final double[] point;

    /** @param slots the columns that the features need are added here. Modified. */
    FeatureReader(Log log, List<FeatureGroup> groups, Slots slots) throws IOException {
        IntStream.Builder numberSlots = IntStream.builder();
        IntStream.Builder numberIndices = IntStream.builder();
        for (FeatureGroup group : groups) {
            if (group instanceof NumberFeatures numbers) {
                Expression expression = Expression.of(log, FeatureMap.PLACE, numbers.text());
                for (Expression number : numbers.length() == 0 ? List.of(expression) : elements(expression, numbers)) {
                    numberSlots.add(slots.add(number.asDouble(), number));
                    numberIndices.add(size++);
                }
            } else if (group instanceof Bias) {
                numberSlots.add(NONE);
                numberIndices.add(size++);
            } else if (group instanceof CategoryFeatures categories) {
                Expression written = Expression.of(log, FeatureMap.PLACE, categories.text());
                oneHots.add(new CategoryColumn(slots.add(code(log, categories), written), size));
                size += categories.values().size();
            } else if (group instanceof Tiles given) {
                int[] columns = new int[given.columns().size()];
                for (int d = 0; d < columns.length; d++) {
                    Expression column = Expression.of(
                            log, "features: tiles", given.columns().get(d));
                    columns[d] = slots.add(column.asDouble(), column);
                }
                TileCoder coder = new TileCoder(given);
                tiles.add(new TileColumns(columns, coder, size));
                size = Math.addExact(size, coder.size());
            }
        }
        this.numberOf = numberSlots.build().toArray();
        this.numberAt = numberIndices.build().toArray();
        this.dense = oneHots.isEmpty() && tiles.isEmpty();
        this.binary = Arrays.stream(numberOf).allMatch(slot -> slot == NONE);
        int activeTiles = tiles.stream().mapToInt(t -> t.coder.active()).sum();
        int most = numberOf.length + oneHots.size() + activeTiles;
        this.values = new double[most];
        this.sources = new double[most][];
        this.indices = new int[most];
        int dimensions = tiles.stream().mapToInt(t -> t.slots.length).max().orElse(0);
        this.point = new double[dimensions];
    }

    private static List<Expression> elements(Expression list, NumberFeatures numbers) {
        return IntStream.rangeClosed(1, numbers.length())
                .mapToObj(list::element)
                .toList();
    }

    /** The number of a category, counted from 0; NULL for a value that is none. */
    private static String code(Log log, CategoryFeatures categories) throws IOException {
        Expression expression = Expression.of(log, "features: onehot", categories.text());
        if (categories.values().isEmpty()) {
            return "CAST(NULL AS DOUBLE)";
        }
        try {
            String value = expression.asTextOf(categories.type());
            return "CAST(enum_code(TRY_CAST(" + value + " AS " + log.createEnum(categories.values()) + ")) AS DOUBLE)";
        } catch (SQLException e) {
            throw new IOException("features: onehot: " + SqlFailure.message(e), e);
        }
    }

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
}
