package io.emphatic.logs.spec;

import io.emphatic.documents.source.Node;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Between which values rows are learned from: {@code ranges: {vibration: [0, 5]}}, or {@code ranges: none}.
 *
 * @param isLearned whether columns have the range that the log shows, where none is declared
 * @param declared by column or expression
 */
public record ValueRanges(boolean isLearned, Map<String, Interval> declared) {
    /** All of them are learned. */
    public static final ValueRanges LEARNED = new ValueRanges(true, Map.of());

    /** From the one value to the other, both included. */
    public record Interval(double low, double high) {
        public Interval {
            if (!(low <= high) || Double.isInfinite(low) || Double.isInfinite(high)) {
                throw new IllegalArgumentException("a range is [LOW, HIGH], not [" + low + ", " + high + "]");
            }
        }
    }

    /**
     * A number of each row that has a range.
     *
     * @param slot of the plan
     * @param name as it was written
     * @param declared null where it is learned
     */
    public record Watched(int slot, String name, Interval declared) {}

    public ValueRanges {
        declared = Collections.unmodifiableMap(new LinkedHashMap<>(declared));
    }

    static ValueRanges read(Node node) {
        if (node instanceof Node.Scalar && node.text().equals("none")) {
            return new ValueRanges(false, Map.of());
        }
        Map<String, Interval> declared = new LinkedHashMap<>();
        node.mapping().entries().forEach((name, range) -> {
            List<Node> ends = range.sequence().items();
            if (ends.size() != 2) {
                throw range.error("a range is [LOW, HIGH]");
            }
            declared.put(
                    name,
                    range.check(
                            () -> new Interval(ends.get(0).number(), ends.get(1).number())));
        });
        return new ValueRanges(true, declared);
    }
}
