package io.emphatic.logs.spec;

import io.emphatic.documents.source.Node;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Between which values rows are learned from: {@code ranges: {vibration: [0, 5]}}, or {@code ranges: none}. */
public record ValueRanges(
        boolean isLearned, // whether columns have the range that the log shows, where none is declared
        Map<String, DeclaredRange> declared, // by column or expression
        List<String> cumulants // that have a range, whatever is added later; none for all
        ) {
    public static final ValueRanges LEARNED = new ValueRanges(true, Map.of(), List.of());

    /** From the one value to the other, both included. */
    public record DeclaredRange(double low, double high) {
        public DeclaredRange {
            if (!(low <= high) || Double.isInfinite(low) || Double.isInfinite(high)) {
                throw new IllegalArgumentException("a range is [LOW, HIGH], not [" + low + ", " + high + "]");
            }
        }
    }

    /** A number of each row that has a range, which is null where it is learned. */
    public record WatchedNumber(int slot, String name, DeclaredRange declared) {}

    public ValueRanges {
        cumulants = List.copyOf(cumulants);
        declared = Collections.unmodifiableMap(new LinkedHashMap<>(declared));
    }

    /** These ranges for the cumulants of these predictions, whatever others are added, if none are set. */
    ValueRanges of(List<Spec.Prediction> predictions) {
        List<String> all = predictions.stream()
                .map(Spec.Prediction::cumulantText)
                .distinct()
                .toList();
        return cumulants.isEmpty() ? new ValueRanges(isLearned, declared, all) : this;
    }

    boolean has(Spec.Prediction prediction) {
        return isLearned && (cumulants.isEmpty() || cumulants.contains(prediction.cumulantText()));
    }

    static ValueRanges read(Node node) {
        if (node instanceof Node.Scalar && node.text().equals("none")) {
            return new ValueRanges(false, Map.of(), List.of());
        }
        Map<String, DeclaredRange> declared = new LinkedHashMap<>();
        node.mapping().entries().forEach((name, range) -> {
            List<Node> ends = range.sequence().items();
            if (ends.size() != 2) {
                throw range.error("a range is [LOW, HIGH]");
            }
            declared.put(
                    name,
                    range.check(() ->
                            new DeclaredRange(ends.get(0).number(), ends.get(1).number())));
        });
        return new ValueRanges(true, declared, List.of());
    }
}
