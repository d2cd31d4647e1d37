package io.emphatic.logs.spec;

import io.emphatic.experience.Features;
import io.emphatic.logs.spec.FeatureBlock.Bias;
import io.emphatic.logs.spec.FeatureBlock.Tiles;
import io.emphatic.logs.spec.FeatureGroup.CategoryFeatures;
import io.emphatic.logs.spec.FeatureGroup.CrossFeatures;
import io.emphatic.logs.spec.FeatureGroup.HashedFeatures;
import io.emphatic.logs.spec.FeatureGroup.NumberFeatures;
import io.emphatic.logs.spec.FeatureGroup.ScaledFeatures;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * Builds φ from the numbers of a row: dense if all features are numbers, binary if all are 0 or 1, otherwise sparse.
 */
public final class FeatureReader {
    /** A category that the features do not have: it activates none of them. */
    public static final int UNKNOWN = -1;

    private static final int NONE = -1;
    private static final int ROWS_AT_ONCE = 64;

    /** A column of the query whose value is a category: its feature is {@code offset} + value. */
    private record CategoryColumn(int slot, int offset) {}

    /** Columns of the query whose values are categories of which each combination has a feature. */
    private record CrossColumns(int[] slots, int[] sizes, int offset) {
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

    private int size;
    private final List<CategoryColumn> oneHots = new ArrayList<>();
    private final List<CrossColumns> crosses = new ArrayList<>();
    private final List<TileColumns> tiles = new ArrayList<>();
    private final int[] numberOf; // slots of features that are numbers; NONE for a constant 1
    private final boolean sideBySide; // whether those slots are one after another
    private final int[] numberAt; // indices of those features
    private final double[] means; // by number: what is subtracted from it, and what it is then divided by
    private final double[] deviations;
    private final boolean scaled;
    private final boolean dense;
    private final boolean binary;
    private final double[] values;
    private final double[][] sources; // the column of each dense feature among those known; null for a constant 1
    private double[][] known;
    private final int[] indices;
    private final double[] point;

    /** Where features get their numbers from. Each method returns the slot of a number of the row. */
    public interface ColumnBinder {
        /** A number as it was written; {@code element} counts from 1 where it is a list, and is 0 otherwise. */
        int number(String place, String text, int element) throws IOException;

        /** The number of a category, counted from 0; {@link #UNKNOWN} for another value, NaN for NULL. */
        int category(CategoryFeatures categories) throws IOException;

        /** The feature of a value among those hashed ({@link ValueHash}), counted from 0; NaN for NULL. */
        int hash(HashedFeatures hashed) throws IOException;
    }

    public FeatureReader(List<FeatureGroup> groups, ColumnBinder columns) throws IOException {
        IntStream.Builder numberSlots = IntStream.builder();
        IntStream.Builder numberIndices = IntStream.builder();
        DoubleStream.Builder numberMeans = DoubleStream.builder();
        DoubleStream.Builder numberDeviations = DoubleStream.builder();
        for (FeatureGroup group : groups) {
            if (group instanceof NumberFeatures numbers) {
                int first = Math.min(1, numbers.length());
                for (int element = first; element <= numbers.length(); element++) {
                    numberSlots.add(columns.number(FeatureMap.PLACE, numbers.text(), element));
                    numberIndices.add(size++);
                    numberMeans.add(0);
                    numberDeviations.add(1);
                }
            } else if (group instanceof ScaledFeatures numbers) {
                int first = Math.min(1, numbers.length());
                for (int element = first; element <= numbers.length(); element++) {
                    numberSlots.add(columns.number("features: scale", numbers.text(), element));
                    numberIndices.add(size++);
                    numberMeans.add(numbers.means().get(element - first));
                    numberDeviations.add(numbers.deviations().get(element - first));
                }
            } else if (group instanceof Bias) {
                numberSlots.add(NONE);
                numberIndices.add(size++);
                numberMeans.add(0);
                numberDeviations.add(1);
            } else if (group instanceof CategoryFeatures categories) {
                oneHots.add(new CategoryColumn(columns.category(categories), size));
                size += categories.values().size();
            } else if (group instanceof HashedFeatures hashed) {
                oneHots.add(new CategoryColumn(columns.hash(hashed), size));
                size = Math.addExact(size, hashed.size());
            } else if (group instanceof CrossFeatures cross) {
                int[] factors = new int[cross.factors().size()];
                int[] sizes = new int[factors.length];
                for (int k = 0; k < factors.length; k++) {
                    factors[k] = columns.category(cross.factors().get(k));
                    sizes[k] = cross.factors().get(k).values().size();
                }
                crosses.add(new CrossColumns(factors, sizes, size));
                size = Math.addExact(size, cross.size());
            } else if (group instanceof Tiles given) {
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
        this.numberOf = numberSlots.build().toArray();
        this.sideBySide = numberOf.length > 0
                && numberOf[0] != NONE
                && IntStream.range(0, numberOf.length).allMatch(j -> numberOf[j] == numberOf[0] + j);
        this.numberAt = numberIndices.build().toArray();
        this.means = numberMeans.build().toArray();
        this.deviations = numberDeviations.build().toArray();
        this.scaled = groups.stream().anyMatch(ScaledFeatures.class::isInstance);
        this.dense = oneHots.isEmpty() && crosses.isEmpty() && tiles.isEmpty();
        this.binary = Arrays.stream(numberOf).allMatch(slot -> slot == NONE);
        int activeTiles = tiles.stream().mapToInt(t -> t.coder.active()).sum();
        int most = numberOf.length + oneHots.size() + crosses.size() + activeTiles;
        this.values = new double[most];
        this.sources = new double[most][];
        this.indices = new int[most];
        int dimensions = tiles.stream().mapToInt(t -> t.slots.length).max().orElse(0);
        this.point = new double[dimensions];
    }

    public int size() {
        return size;
    }

    /** Whether a row has an unknown category, which activates no feature. */
    public boolean hasUnknownCategory(double[][] columns, int row) {
        for (CategoryColumn oneHot : oneHots) {
            if (columns[oneHot.slot][row] == UNKNOWN) {
                return true;
            }
        }
        return crosses.stream().anyMatch(cross -> cross.combination(columns, row) == UNKNOWN);
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
        boolean standardised = false;
        for (int k = 0; k < numberOf.length; k++) {
            if (numberOf[k] == slot && means[k] == 0 && deviations[k] == 1) {
                return SlotUse.NUMBER;
            }
            standardised |= numberOf[k] == slot;
        }
        boolean category = oneHots.stream().anyMatch(oneHot -> oneHot.slot == slot)
                || crosses.stream()
                        .flatMapToInt(cross -> Arrays.stream(cross.slots))
                        .anyMatch(one -> one == slot);
        return standardised ? SlotUse.SCALED : category ? SlotUse.CATEGORY : SlotUse.TILES;
    }

    /** Whether features that are 0 or 1 stand beside the numbers: a bias, categories, tiles. */
    public boolean hasIndicators() {
        return !dense || Arrays.stream(numberOf).anyMatch(slot -> slot == NONE);
    }

    /** Whether all features are numbers, so that {@link #readDense} has φ of a row and {@link #readRows} of many. */
    public boolean isDense() {
        return dense;
    }

    /**
     * The components of φ of one row, whose numbers lie side by side, if it is dense.
     *
     * @param numbers Not modified.
     * @return valid until the next row is read
     */
    public double[] readDense(double[] numbers) {
        if (sideBySide) {
            System.arraycopy(numbers, numberOf[0], values, 0, values.length);
        } else {
            for (int j = 0; j < values.length; j++) {
                values[j] = numberOf[j] == NONE ? 1 : numbers[numberOf[j]];
            }
        }
        scale();
        return values;
    }

    private void scale() {
        for (int j = 0; scaled && j < values.length; j++) {
            values[j] = (values[j] - means[j]) / deviations[j];
        }
    }

    /**
     * φ of the first rows of these columns, where features {@link #isDense}.
     *
     * @param phi takes them, row after row. Modified.
     * @return whether all are finite; where not, {@link #read} says so
     */
    public boolean readRows(double[][] columns, int rows, double[] phi) {
        double check = 0;
        for (int from = 0; from < rows; from += ROWS_AT_ONCE) {
            int to = Math.min(rows, from + ROWS_AT_ONCE);
            for (int j = 0; j < size; j++) {
                check += readRows(numberOf[j] == NONE ? null : columns[numberOf[j]], j, from, to, phi);
            }
        }
        return check == 0;
    }

    /** NaN if a feature is not finite. */
    private double readRows(double[] column, int j, int from, int to, double[] phi) {
        double check = 0;
        double mean = means[j];
        double deviation = deviations[j];
        int at = from * size + j;
        for (int row = from; row < to; row++) {
            double value = column == null ? 1 : scaled ? (column[row] - mean) / deviation : column[row];
            phi[at] = value;
            check += 0 * value;
            at += size;
        }
        return check;
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
            scale();
            return Features.dense(values);
        }
        int active = 0;
        for (int k = 0; k < numberOf.length; k++) {
            double value = numberOf[k] == NONE ? 1 : (columns[numberOf[k]][row] - means[k]) / deviations[k];
            if (value != 0) {
                indices[active] = numberAt[k];
                values[active++] = value;
            }
        }
        for (CategoryColumn oneHot : oneHots) {
            double category = columns[oneHot.slot][row];
            if (category >= 0) {
                indices[active] = oneHot.offset + (int) category;
                values[active++] = 1;
            }
        }
        for (CrossColumns cross : crosses) {
            int combination = cross.combination(columns, row);
            if (combination >= 0) {
                indices[active] = cross.offset + combination;
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
