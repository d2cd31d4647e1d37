package io.emphatic.logs.spec;

import io.emphatic.Names;
import io.emphatic.documents.source.Mapping;
import io.emphatic.documents.source.Node;
import io.emphatic.documents.source.Scalar;
import io.emphatic.documents.source.Sequence;
import io.emphatic.documents.source.SourceReader;
import io.emphatic.logs.sql.LogSource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A spec in YAML. What belongs to a prediction may also stand at the top, for all predictions that do not say
 * otherwise.
 *
 * <pre>
 *   log: miner.parquet
 *   stream: run
 *   order: t
 *   features: {onehot: block}
 *   behaviour: mu
 *   predictions:
 *     cautious:
 *       target: pi_cautious
 *       discount: CASE WHEN trapped THEN 0 ELSE 0.99 END
 *       algorithm: {name: etd, step_size: 0.001, clip: 0.5}
 * </pre>
 */
public final class SpecReader {
    private static final List<String> OF_PREDICTION =
            List.of("behaviour", "target", "ratio", "cumulant", "discount", "lambda", "interest", "algorithm");
    private static final List<String> OF_LOG =
            List.of("log", "stream", "order", "terminated", "truncated", "action", "features", "predictions");

    /** What only an evaluation needs ({@link EvaluationReader}); learning from the same file passes over it. */
    static final List<String> OF_EVALUATION = List.of("targets", "start", "return_range");

    private static final List<String> SEVERAL = List.of("stream", "order");

    /** What a file says: the spec, and the log if it names one (null if not), as seen from the file. */
    public record Document(LogSource log, Spec spec) {}

    private SpecReader() {}

    public static Document read(Path file) throws IOException {
        Mapping source = SourceReader.read("a spec", file);
        return new Document(log(file, source), spec(source));
    }

    /** A file or a glob beside the spec, or a query over such files. */
    static LogSource log(Path file, Mapping source) {
        Path directory = file.getParent();
        Node node = source.find("log").filter(log -> !log.isNothing()).orElse(null);
        if (node instanceof Mapping mapping) {
            mapping.requireKeys("log", List.of("query"), Names::didYouMean);
            return LogSource.query("the query in " + file, mapping.get("query").text(), directory);
        }
        String log = text(source, "log");
        boolean asItIs = log == null || directory == null || Path.of(log).isAbsolute();
        return log == null
                ? null
                : LogSource.files(asItIs ? log : directory.resolve(log).toString());
    }

    static void requireKeys(Mapping file) {
        List<String> known = new ArrayList<>(OF_LOG);
        known.addAll(OF_PREDICTION);
        known.addAll(OF_EVALUATION);
        file.requireKeys("a spec", known, Names::didYouMean);
    }

    private static Spec spec(Mapping file) {
        requireKeys(file);
        List<Spec.Prediction> predictions = new ArrayList<>();
        file.get("predictions").mapping().entries().forEach((name, node) -> {
            Mapping own = node.isNothing() ? null : node.mapping();
            predictions.add(node.check(() -> prediction(name, own, file)));
        });
        return spec(file, predictions);
    }

    /** The predictions with what the file says of the log. */
    static Spec spec(Mapping file, List<Spec.Prediction> predictions) {
        return file.check(() -> new Spec(
                text(file, "stream"),
                text(file, "order"),
                text(file, "terminated"),
                text(file, "truncated"),
                text(file, "action"),
                file.find("features").map(SpecReader::features).orElse(List.of()),
                predictions));
    }

    /** @param own what stands at the prediction; null for nothing */
    private static Spec.Prediction prediction(String name, Mapping own, Mapping file) {
        Mapping node = own == null ? file : own;
        if (own != null) {
            own.requireKeys("prediction " + name, OF_PREDICTION, Names::didYouMean);
        }
        // A prediction that has its own ratio or target is not given the other one by the top.
        Mapping policy = has(node, "ratio") || has(node, "target") ? node : file;
        Mapping learner = has(node, "algorithm") ? node : file;
        Node algorithm = learner.find("algorithm").orElse(null);
        boolean configured = algorithm instanceof Mapping;
        return new Spec.Prediction(
                name,
                inherited(node, file, "behaviour"),
                text(policy, "target"),
                text(policy, "ratio"),
                inherited(node, file, "cumulant"),
                inherited(node, file, "discount"),
                inherited(node, file, "lambda"),
                inherited(node, file, "interest"),
                configured ? text(algorithm.mapping(), "name") : text(learner, "algorithm"),
                configured ? parameters(algorithm.mapping()) : Map.of());
    }

    private static Map<String, Double> parameters(Mapping algorithm) {
        Map<String, Double> parameters = new LinkedHashMap<>();
        algorithm.entries().forEach((key, value) -> {
            if (!key.equals("name")) {
                parameters.put(key, value.numberOrInfinity());
            }
        });
        return parameters;
    }

    private static List<FeatureBlock> features(Node node) {
        List<FeatureBlock> blocks = new ArrayList<>();
        for (Node item : node.items()) {
            if (item instanceof Mapping mapping) {
                mapping.requireKeys("features", List.of("expressions", "bias", "onehot", "tiles"), Names::didYouMean);
                mapping.entries().forEach((kind, value) -> blocks.addAll(block(kind, value)));
            } else if (item instanceof Scalar scalar) {
                blocks.add(new FeatureBlock.Expressions(scalar.value()));
            } else {
                blocks.addAll(features(item));
            }
        }
        return blocks;
    }

    private static List<? extends FeatureBlock> block(String kind, Node value) {
        return switch (kind) {
            case "bias" -> value.isTrue() ? List.of(new FeatureBlock.Bias()) : List.of();
            case "onehot" -> texts(value).stream().map(FeatureBlock.OneHot::new).toList();
            case "tiles" -> List.of(value.check(() -> tiles(value.mapping())));
            default -> texts(value).stream().map(FeatureBlock.Expressions::new).toList();
        };
    }

    private static FeatureBlock tiles(Mapping node) {
        node.requireKeys("tiles", List.of("columns", "ranges", "tilings", "bins", "memory"), Names::didYouMean);
        List<String> columns = node.find("columns").map(SpecReader::texts).orElse(List.of());
        List<List<Double>> ranges = new ArrayList<>();
        node.find("ranges").ifPresent(list -> list.items()
                .forEach(range -> ranges.add(
                        range.items().stream().map(Node::numberOrInfinity).toList())));
        List<Integer> bins = node.find("bins")
                .map(given -> given.items().stream().map(Node::whole).toList())
                .orElse(List.of(8));
        boolean each = node.find("bins").filter(Sequence.class::isInstance).isPresent();
        return new FeatureBlock.Tiles(
                columns,
                ranges,
                node.find("tilings").map(Node::whole).orElse(8),
                each ? bins : Collections.nCopies(columns.size(), bins.get(0)),
                node.find("memory").map(Node::whole).orElse(0));
    }

    private static List<String> texts(Node node) {
        return node.items().stream().map(SpecReader::expression).toList();
    }

    private static String expression(Node node) {
        if (node instanceof Scalar scalar) {
            return scalar.value();
        }
        throw node.error(node.name() + " is a column, a number or a SQL expression, not " + node.kind());
    }

    private static boolean has(Mapping node, String key) {
        return node.find(key).isPresent();
    }

    private static String inherited(Mapping node, Mapping file, String key) {
        return text(has(node, key) ? node : file, key);
    }

    /** Null where nothing is written. Several items may be a list or separated by commas. */
    private static String text(Mapping node, String key) {
        Node value = node.find(key).orElse(null);
        if (value == null || value.isNothing()) {
            return null;
        }
        boolean listed = SEVERAL.contains(key) && value instanceof Sequence;
        return listed ? String.join(", ", texts(value)) : expression(value);
    }
}
