package io.emphatic.logs.spec;

import io.emphatic.Names;
import io.emphatic.documents.source.Mapping;
import io.emphatic.documents.source.Node;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What a spec in YAML says of how rows are time: {@code unnest}, {@code next}, {@code columns}, and {@code step} of the
 * order.
 */
final class RowShapeReader {
    private RowShapeReader() {}

    /** What orders the rows: {@code order: t}, or {@code order: {by: t, step: 1}}. */
    static Optional<Node> order(Mapping file) {
        return file.find("order").map(order -> order instanceof Mapping mapping ? mapping.get("by") : order);
    }

    static RowShape shape(Mapping file) {
        boolean unnest = file.find("unnest").map(Node::isTrue).orElse(false);
        double step = Double.NaN;
        if (file.find("order").orElse(null) instanceof Mapping order) {
            order.requireKeys("order", List.of("by", "step"), Names::didYouMean);
            step = order.find("step").map(Node::number).orElse(Double.NaN);
        }
        Mapping next = file.find("next")
                .filter(node -> !node.isNothing())
                .map(Node::mapping)
                .orElse(null);
        Map<String, String> types = types(file);
        if (next == null) {
            return new RowShape(unnest, step, null, Map.of(), types);
        }
        if (next.entries().keySet().equals(Set.of("prefix"))) {
            return new RowShape(unnest, step, next.get("prefix").text(), Map.of(), types);
        }
        Map<String, String> columns = new LinkedHashMap<>();
        next.entries().forEach((column, following) -> columns.put(column, following.text()));
        return new RowShape(unnest, step, null, columns, types);
    }

    /** What columns are: {@code columns: {time: TIMESTAMP, site: VARCHAR}}. */
    private static Map<String, String> types(Mapping file) {
        Map<String, String> types = new LinkedHashMap<>();
        file.find("columns").filter(node -> !node.isNothing()).ifPresent(node -> node.mapping()
                .entries()
                .forEach((column, type) -> types.put(column, type.text().strip().toUpperCase(Locale.ROOT))));
        return types;
    }
}
