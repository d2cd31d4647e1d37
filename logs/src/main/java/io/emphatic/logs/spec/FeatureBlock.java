package io.emphatic.logs.spec;

import java.util.HashSet;
import java.util.List;

/** Consecutive features of φ, as a spec describes them. */
public sealed interface FeatureBlock {

    /** SQL expressions separated by commas, one feature each; a list is one feature per element. */
    record Expressions(String text) implements FeatureBlock {}

    /** One feature for each element of a list, which has this many in every row. */
    record ListExpression(String text, int length) implements FeatureBlock {
        public ListExpression {
            if (length < 1) {
                throw new IllegalArgumentException("features: the length of " + text + " is not at least 1: " + length);
            }
        }
    }

    /** A feature that is always 1. */
    record Bias() implements FeatureBlock, FeatureGroup {}

    /** One feature for each value that an expression takes in the log, in the order of the values. */
    record OneHot(String text) implements FeatureBlock {}

    /** One feature for each of these values of an expression, in this order; other values activate none. */
    record OneHotOf(String text, List<String> values) implements FeatureBlock {
        public OneHotOf {
            values = List.copyOf(values);
            if (values.isEmpty() || new HashSet<>(values).size() < values.size()) {
                throw new IllegalArgumentException(
                        "features: onehot: the values of " + text + " are not one or more that differ: " + values);
            }
        }
    }

    /** One feature for each combination of such values. */
    record CrossOf(List<OneHotOf> factors) implements FeatureBlock {
        public CrossOf {
            factors = List.copyOf(factors);
            if (factors.size() < 2) {
                throw new IllegalArgumentException("features: cross: it takes two columns or more: " + factors);
            }
        }
    }

    /** An expression less its mean, divided by its deviation, both given. */
    record ScaledBy(String text, double mean, double deviation) implements FeatureBlock {}

    /** Expressions as in {@link Expressions}, each with mean 0 and standard deviation 1 over the log. */
    record Scaled(String text) implements FeatureBlock {}

    /** One of {@code size} features for each value of an expression: see {@link ValueHash}. */
    record Hashed(String column, int size) implements FeatureBlock {
        private static final int MOST = 1 << 24;

        public Hashed {
            requireSize(size);
        }

        static void requireSize(int size) {
            if (size < 1 || size > MOST) {
                throw new IllegalArgumentException("features: hash: size is not one of {1, …, " + MOST + "}: " + size);
            }
        }
    }

    /** One feature for each combination of the values that expressions take in the log. */
    record Cross(List<String> columns) implements FeatureBlock {
        public Cross {
            columns = List.copyOf(columns);
            if (columns.size() < 2) {
                throw new IllegalArgumentException("features: cross: it takes two columns or more: " + columns);
            }
        }
    }

    /**
     * Tile coding: see {@link TileCoder}.
     *
     * @param columns numeric expressions, one per dimension
     * @param ranges the smallest and the largest value of each dimension; empty for those of the log
     * @param tilings how many grids
     * @param bins how many tiles each grid has across the range of each dimension
     * @param memory how many features at most; 0 for one per tile
     */
    record Tiles(List<String> columns, List<List<Double>> ranges, int tilings, List<Integer> bins, int memory)
            implements FeatureBlock, FeatureGroup {

        public Tiles {
            check(!columns.isEmpty(), "columns are missing");
            checkCount(ranges.isEmpty() ? columns.size() : ranges.size(), columns, " ranges");
            for (List<Double> range : ranges) {
                boolean ordered = range.size() == 2 && range.get(0) < range.get(1);
                check(ordered, "a range is a smallest and a larger number: " + range);
            }
            check(tilings >= 1 && tilings <= 4096, "tilings is not one of {1, …, 4096}: " + tilings);
            checkCount(bins.size(), columns, " bins");
            for (int count : bins) {
                check(count >= 1 && count <= 1_000_000, "bins is not one of {1, …, 1000000}: " + count);
            }
            String tooSmall = "memory is smaller than the number of tilings: " + memory + " < " + tilings;
            check(memory == 0 || memory >= tilings, tooSmall);
        }

        private static void checkCount(int count, List<String> columns, String what) {
            String counts = "there are " + columns.size() + " columns and " + count + what;
            check(count == columns.size(), counts + ": one a column is needed");
        }

        private static void check(boolean right, String otherwise) {
            if (!right) {
                throw new IllegalArgumentException("features: tiles: " + otherwise);
            }
        }
    }
}
