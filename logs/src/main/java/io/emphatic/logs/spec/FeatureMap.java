package io.emphatic.logs.spec;

import io.emphatic.logs.spec.FeatureBlock.Expressions;
import io.emphatic.logs.spec.FeatureBlock.Hashed;
import io.emphatic.logs.spec.FeatureBlock.OneHot;
import io.emphatic.logs.sql.Expression;
import io.emphatic.logs.sql.Log;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The features of φ, with everything that was taken from the log they were made for: lengths of lists, categories,
 * ranges. A model keeps it, so that new rows get the same features.
 */
public record FeatureMap(List<FeatureBlock> blocks) {
    static final String PLACE = "features";

    public FeatureMap {
        blocks = List.copyOf(blocks);
    }

    /** Looks up in the log whatever the blocks leave open. */
    public static FeatureMap of(Log log, List<FeatureBlock> blocks) throws IOException {
        List<FeatureBlock> closed = new ArrayList<>();
        for (FeatureBlock block : blocks) {
            closed.addAll(FeatureLookup.closed(log, block));
        }
        return new FeatureMap(closed);
    }

    /** Whether every feature is the value of an expression, so that all may be 0 in one row. */
    public boolean isNumeric() {
        return blocks.stream().allMatch(FeatureBlock.OfNumbers.class::isInstance);
    }

    public List<String> texts() {
        return blocks.stream().flatMap(block -> block.texts().stream()).toList();
    }

    public List<String> names() {
        return blocks.stream().flatMap(FeatureMap::names).toList();
    }

    private static Stream<String> names(FeatureBlock block) {
        if (block instanceof FeatureBlock.OfNumbers numbers) {
            return numbers.length() == 0
                    ? Stream.of(numbers.text())
                    : IntStream.rangeClosed(1, numbers.length()).mapToObj(k -> numbers.text() + "[" + k + "]");
        } else if (block instanceof Hashed hashed) {
            return IntStream.range(0, hashed.size()).mapToObj(k -> hashed.text() + "#" + k);
        } else if (block instanceof OneHot oneHot) {
            return oneHot.values().stream().map(value -> oneHot.text() + "=" + value);
        } else if (block instanceof FeatureBlock.Cross cross) {
            return cross.factors().stream()
                    .map(FeatureMap::names)
                    .map(Stream::toList)
                    .reduce((before, factor) -> before.stream()
                            .flatMap(name -> factor.stream().map(value -> name + " × " + value))
                            .toList())
                    .orElseThrow()
                    .stream();
        }
        return block instanceof FeatureBlock.Tiles tiles
                ? IntStream.range(0, new TileCoder(tiles).size()).mapToObj(k -> "tile " + k)
                : Stream.of("bias");
    }

    /** The mean of ‖φ‖² over the rows of a log; values that are no finite numbers are left out. */
    public double meanSquare(Log log) throws IOException {
        double sum = 0;
        for (FeatureBlock block : blocks) {
            if (block instanceof Expressions numbers) {
                Expression written = Expression.of(log, PLACE, numbers.text());
                for (int k = numbers.length() == 0 ? 0 : 1; k <= numbers.length(); k++) {
                    sum += FeatureLookup.meanSquare(log, k == 0 ? written : written.element(k));
                }
            } else {
                sum += block instanceof FeatureBlock.Tiles tiles ? tiles.tilings() : 1;
            }
        }
        return sum;
    }

    /** What the spec calls the features of a category: onehot, hash or cross. */
    public String kindOf(String text) {
        for (FeatureBlock block : blocks) {
            if (!(block instanceof FeatureBlock.Cross) && block.texts().equals(List.of(text))) {
                return block instanceof Hashed ? "hash" : "onehot";
            }
        }
        return "cross";
    }

    public FeatureReader bind(Log log, Slots slots) throws IOException {
        return new FeatureReader(this, new LogColumns(log, slots));
    }

    private record LogColumns(Log log, Slots slots) implements FeatureReader.ColumnBinder {
        @Override
        public int number(String place, String text, int element) throws IOException {
            Expression written = Expression.of(log, place, text);
            Expression number = element == 0 ? written : written.element(element);
            return slots.add(number.asDouble(), number);
        }

        @Override
        public int category(OneHot categories) throws IOException {
            Expression written = Expression.of(log, "features: onehot", categories.text());
            int slot = slots.add(code(written, categories), Expression.of(log, PLACE, categories.text()));
            slots.code(slot, categories);
            return slot;
        }

        @Override
        public int hash(Hashed hashed) throws IOException {
            Expression written = Expression.of(log, "features: hash", hashed.text());
            int slot = slots.add(hashed.feature(written), written);
            slots.code(slot, hashed);
            return slot;
        }

        private String code(Expression written, OneHot categories) throws IOException {
            String unknown = "CASE WHEN " + written.sql() + " IS NOT NULL THEN " + FeatureReader.UNKNOWN + " END";
            if (categories.values().isEmpty()) {
                return "CAST(" + unknown + " AS DOUBLE)";
            }
            String values = log.ask("features: onehot", () -> log.createEnum(categories.values()));
            String known = "enum_code(TRY_CAST(" + written.asTextOf(categories.type()) + " AS " + values + "))";
            return "CAST(coalesce(CAST(" + known + " AS BIGINT), " + unknown + ") AS DOUBLE)";
        }
    }
}
