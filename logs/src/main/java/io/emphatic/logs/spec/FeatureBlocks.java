package io.emphatic.logs.spec;

import io.emphatic.documents.source.Mapping;
import io.emphatic.documents.source.Node;
import io.emphatic.documents.source.Node.Scalar;
import io.emphatic.experience.Names;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;

/** The features of a spec in YAML: expressions, or blocks that follow each other. */
final class FeatureBlocks {
    private static final List<String> KINDS =
            List.of("expressions", "bias", "scale", "onehot", "hash", "cross", "tiles");

    private final List<FeatureBlock> blocks = new ArrayList<>();
    private boolean scaled; // whether all expressions are standardised

    private FeatureBlocks() {}

    static List<FeatureBlock> read(Node node) {
        FeatureBlocks features = new FeatureBlocks();
        features.add(node);
        return features.blocks.stream()
                .map(block -> features.scaled && block instanceof FeatureBlock.Expressions expressions
                        ? new FeatureBlock.Scaled(expressions.text())
                        : block)
                .toList();
    }

    private void add(Node node) {
        for (Node item : node.items()) {
            if (item instanceof Mapping mapping) {
                mapping.requireKeys("features", KINDS, Names::didYouMean);
                mapping.entries().forEach(this::add);
            } else if (item instanceof Scalar scalar) {
                blocks.add(new FeatureBlock.Expressions(scalar.value()));
            } else {
                add(item);
            }
        }
    }

    private void add(String kind, Node value) {
        switch (kind) {
            case "bias" -> {
                if (value.isTrue()) {
                    blocks.add(new FeatureBlock.Bias());
                }
            }
            case "scale" -> {
                if (value instanceof Scalar scalar && scalar.value().matches("(?i)true|false")) {
                    scaled |= value.isTrue();
                } else {
                    addAll(value, FeatureBlocks::scaled, FeatureBlock.Scaled::new);
                }
            }
            case "onehot" -> addAll(value, FeatureBlocks::oneHot, FeatureBlock.OneHot::new);
            case "hash" -> value.items().forEach(item -> blocks.add(item.check(() -> hash(item.mapping()))));
            case "cross" -> crosses(value);
            case "tiles" -> blocks.add(value.check(() -> tiles(value.mapping())));
            default -> addAll(value, FeatureBlocks::list, FeatureBlock.Expressions::new);
        }
    }

    /** Each item declares all of a block, or is an expression. */
    private void addAll(Node items, Function<Mapping, FeatureBlock> declared, Function<String, FeatureBlock> open) {
        items.items()
                .forEach(item -> blocks.add(
                        item instanceof Mapping by
                                ? by.check(() -> declared.apply(by))
                                : open.apply(expression(item))));
    }

    /** Values that need no log: {@code {column: site, values: [coast, hill]}}. */
    private static FeatureBlock.OneHot oneHot(Mapping node) {
        node.requireKeys("onehot", List.of("column", "values"), Names::didYouMean);
        List<String> values = texts(node.get("values"));
        if (values.isEmpty()) {
            throw node.error("values is empty: it takes one or more that differ");
        }
        return new FeatureBlock.OneHot(node.get("column").text(), values);
    }

    private static FeatureBlock scaled(Mapping node) {
        node.requireKeys("scale", List.of("column", "mean", "deviation"), Names::didYouMean);
        return new FeatureBlock.Scaled(
                node.get("column").text(),
                0,
                List.of(node.get("mean").number()),
                List.of(node.get("deviation").number()));
    }

    private static FeatureBlock list(Mapping node) {
        node.requireKeys("expressions", List.of("column", "length"), Names::didYouMean);
        int length = node.get("length").whole();
        String column = node.get("column").text();
        if (length < 1) {
            throw node.error("features: the length of " + column + " is not at least 1: " + length);
        }
        return new FeatureBlock.Expressions(column, length);
    }

    private static FeatureBlock hash(Mapping node) {
        node.requireKeys("hash", List.of("column", "size"), Names::didYouMean);
        return new FeatureBlock.Hashed(
                node.get("column").text(), node.get("size").whole());
    }

    /** {@code [a, b]}, or several of them: {@code [[a, b], [a, c]]}. */
    private void crosses(Node value) {
        boolean several = value.items().stream().allMatch(Node.Sequence.class::isInstance);
        for (Node one : several ? value.items() : List.of(value)) {
            boolean declared = one.items().stream().allMatch(Mapping.class::isInstance);
            blocks.add(one.check(() -> declared
                    ? new FeatureBlock.Cross(one.items().stream()
                            .map(factor -> oneHot(factor.mapping()))
                            .toList())
                    : FeatureBlock.Cross.of(texts(one))));
        }
    }

    private static FeatureBlock tiles(Mapping node) {
        node.requireKeys("tiles", List.of("columns", "ranges", "tilings", "bins", "memory"), Names::didYouMean);
        List<String> columns = node.find("columns").map(FeatureBlocks::texts).orElse(List.of());
        List<List<Double>> ranges = new ArrayList<>();
        node.find("ranges").ifPresent(list -> list.items()
                .forEach(range -> ranges.add(
                        range.items().stream().map(Node::numberOrInfinity).toList())));
        List<Integer> bins = node.find("bins")
                .map(given -> given.items().stream().map(Node::whole).toList())
                .orElse(List.of(8));
        boolean each = node.find("bins").filter(Node.Sequence.class::isInstance).isPresent();
        return new FeatureBlock.Tiles(
                columns,
                ranges,
                node.find("tilings").map(Node::whole).orElse(8),
                each ? bins : Collections.nCopies(columns.size(), bins.get(0)),
                node.find("memory").map(Node::whole).orElse(0));
    }

    static List<String> texts(Node node) {
        return node.items().stream().map(FeatureBlocks::expression).toList();
    }

    static String expression(Node node) {
        if (node instanceof Scalar scalar) {
            return scalar.value();
        }
        throw node.error(node.name() + " is a column, a number or a SQL expression, not " + node.kind());
    }
}
