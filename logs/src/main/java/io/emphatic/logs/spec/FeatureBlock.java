package io.emphatic.logs.spec;

import io.emphatic.logs.sql.Expression;
import io.emphatic.logs.sql.Sql;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Consecutive features of φ. What a spec leaves open, such as the values of a category, is looked up in a log
 * ({@link FeatureMap#of}); a model keeps blocks in which nothing is open.
 */
public sealed interface FeatureBlock {
    /** The columns and expressions that it is made of, as they were written. */
    default List<String> texts() {
        return List.of();
    }

    /** If rows are needed to know what is open: what that is, and how a spec can declare it; null otherwise. */
    default OpenPart open() {
        return null;
    }

    /** What blocks leave open, the first of several. */
    static Optional<OpenPart> firstOpen(List<FeatureBlock> blocks) {
        return blocks.stream().map(FeatureBlock::open).filter(Objects::nonNull).findFirst();
    }

    /** Something that only rows can tell, and how a spec declares it. */
    record OpenPart(String what, String declaration) {
        /** The message for where no rows are at hand. */
        public String unknown() {
            return "features: " + what + " cannot be known before the rows come\nWrite " + declaration
                    + ", or continue from a model, which knows it.";
        }
    }

    /** A block of one expression. */
    sealed interface OfOne extends FeatureBlock {
        /** The expression, as it was written. */
        String text();

        @Override
        default List<String> texts() {
            return List.of(text());
        }
    }

    /** Numbers of an expression: one, with length 0, or one per element. */
    sealed interface OfNumbers extends OfOne {
        /** The number of elements; 0 for a number. */
        int length();
    }

    /** One feature that is 1 in every row. */
    record Bias() implements FeatureBlock {}

    /** SQL expressions, one feature each, or one per element; the length is 0 for a number. */
    record Expressions(String text, int length) implements OfNumbers {
        static final int OPEN = -1;

        /** Of a length that the log shows. */
        public Expressions(String text) {
            this(text, OPEN);
        }
    }

    /** SQL expressions less their mean, divided by their deviation; empty for those of the log. */
    record Scaled(String text, int length, List<Double> means, List<Double> deviations) implements OfNumbers {
        public Scaled {
            means = List.copyOf(means);
            deviations = List.copyOf(deviations);
            int count = means.isEmpty() ? 0 : Math.max(1, length);
            boolean finite = means.stream().allMatch(Double::isFinite);
            boolean positive = deviations.stream().allMatch(d -> d > 0 && d < Double.POSITIVE_INFINITY);
            if (means.size() != count || deviations.size() != count || !finite || !positive) {
                throw new IllegalArgumentException("features: scale: " + text + " needs a finite mean and a positive"
                        + " deviation for each of " + count + ": " + means + " and " + deviations);
            }
        }

        /** By mean and deviation of the log. */
        public Scaled(String text) {
            this(text, Expressions.OPEN, List.of(), List.of());
        }

        @Override
        public OpenPart open() {
            String first = Sql.split(FeatureMap.PLACE, text, List.of()).get(0);
            String declaration = "scale: [{column: " + first + ", mean: 0, deviation: 1}]";
            return means.isEmpty() ? new OpenPart("the mean and the deviation of " + first, declaration) : null;
        }
    }

    /** One feature for each value, as its type is written; where that is null, values may be open, too. */
    record OneHot(String text, String type, List<String> values) implements OfOne {
        public OneHot {
            values = List.copyOf(values);
            if (new HashSet<>(values).size() < values.size()) {
                throw new IllegalArgumentException(
                        "features: onehot: the values of " + text + " are not one or more that differ: " + values);
            }
        }

        /** Of these values, as they are written. */
        public OneHot(String text, List<String> values) {
            this(text, null, values);
        }

        /** Of the values of the log. */
        public OneHot(String text) {
            this(text, null, List.of());
        }

        @Override
        public OpenPart open() {
            return open("onehot");
        }

        OpenPart open(String kind) {
            String declaration = kind + ": [{column: " + text + ", values: [first, second]}]";
            return type == null && values.isEmpty() ? new OpenPart("the values of " + text, declaration) : null;
        }
    }

    /** One feature for each combination of the values of several expressions, those of the last changing fastest. */
    record Cross(List<OneHot> factors) implements FeatureBlock {
        private static final int MOST_COMBINATIONS = 10_000_000;

        public Cross {
            factors = List.copyOf(factors);
            if (factors.size() < 2) {
                throw new IllegalArgumentException("features: cross: it takes two columns or more: "
                        + factors.stream().map(OneHot::text).toList());
            }
            double combinations = factors.stream()
                    .mapToDouble(factor -> factor.values().size())
                    .reduce(1, (a, b) -> a * b);
            if (combinations > MOST_COMBINATIONS) {
                throw new IllegalArgumentException("features: cross: there are more than " + MOST_COMBINATIONS
                        + " combinations\nHash them instead: hash: {column: concat_ws('|', a, b), size: 4096}.");
            }
        }

        /** Of columns with the values of the log. */
        public static Cross of(List<String> columns) {
            return new Cross(columns.stream().map(OneHot::new).toList());
        }

        @Override
        public List<String> texts() {
            return factors.stream().map(OneHot::text).toList();
        }

        @Override
        public OpenPart open() {
            return factors.stream()
                    .map(factor -> factor.open("cross"))
                    .filter(Objects::nonNull)
                    .findFirst()
                    .orElse(null);
        }
    }

    /**
     * One of {@code size} features for each value: the last eight bytes of the MD5 sum of its text in UTF-8, as an
     * unsigned number with the lowest byte first, modulo size. The same on every machine and in every version, with
     * DuckDB or without: a model depends on it. The type is null where it is open.
     */
    record Hashed(String text, String type, int size) implements OfOne {
        private static final int MOST_FEATURES = 1 << 24;
        private static final ThreadLocal<MessageDigest> MD5 = ThreadLocal.withInitial(Hashed::md5);

        public Hashed {
            if (size < 1 || size > MOST_FEATURES) {
                throw new IllegalArgumentException(
                        "features: hash: size is not one of {1, …, " + MOST_FEATURES + "}: " + size);
            }
        }

        /** Of the type that the log shows. */
        public Hashed(String text, int size) {
            this(text, null, size);
        }

        /** The feature of a value, counted from 0. */
        public int feature(String value) {
            byte[] sum = MD5.get().digest(value.getBytes(StandardCharsets.UTF_8));
            long last = ByteBuffer.wrap(sum).order(ByteOrder.LITTLE_ENDIAN).getLong(8);
            return (int) Long.remainderUnsigned(last, size);
        }

        /** The feature of a value in SQL, as a DOUBLE; NULL for NULL. */
        String feature(Expression value) {
            String written = "coalesce(" + value.asTextOf(type) + ", CAST(" + value.sql() + " AS VARCHAR))";
            return "CAST(md5_number_lower(" + written + ") % " + size + " AS DOUBLE)";
        }

        private static MessageDigest md5() {
            try {
                return MessageDigest.getInstance("MD5");
            } catch (NoSuchAlgorithmException e) {
                throw new IllegalStateException("every Java has MD5", e);
            }
        }
    }

    /** Tile coding ({@link TileCoder}); no ranges for those of the log, memory 0 for a feature per tile. */
    record Tiles(List<String> columns, List<List<Double>> ranges, int tilings, List<Integer> bins, int memory)
            implements FeatureBlock {
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

        @Override
        public List<String> texts() {
            return columns;
        }

        @Override
        public OpenPart open() {
            String what = "the ranges of " + String.join(", ", columns);
            return ranges.isEmpty() ? new OpenPart(what, "ranges: [[0, 1], …] in tiles, one for each column") : null;
        }
    }
}
