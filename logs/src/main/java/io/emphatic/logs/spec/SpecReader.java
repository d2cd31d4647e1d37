package io.emphatic.logs.spec;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.emphatic.Names;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
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
    private static final YAMLMapper YAML = YAMLMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();
    private static final List<String> OF_PREDICTION =
            List.of("behaviour", "target", "ratio", "cumulant", "discount", "lambda", "interest", "algorithm");
    private static final List<String> OF_LOG =
            List.of("log", "stream", "order", "terminated", "truncated", "action", "features", "predictions");

    /** What a file says: the spec, and the log if it names one, as seen from the file. */
    public record Document(String log, Spec spec) {}

    private SpecReader() {}

    /** Reads a file. */
    public static Document read(Path file) throws IOException {
        if (!Files.isRegularFile(file)) {
            throw new IOException("there is no spec " + file);
        }
        JsonNode root;
        try {
            root = YAML.readTree(Files.readString(file));
        } catch (JsonProcessingException e) {
            throw new IOException(
                    file + " is not YAML: " + e.getOriginalMessage() + " (line "
                            + e.getLocation().getLineNr() + ")",
                    e);
        }
        try {
            Document document = read(root);
            return new Document(beside(file, document.log()), document.spec());
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(file + ": " + e.getMessage(), e);
        }
    }

    private static String beside(Path file, String log) {
        Path directory = file.getParent();
        return log == null || directory == null || Path.of(log).isAbsolute()
                ? log
                : directory.resolve(log).toString();
    }

    private static Document read(JsonNode root) {
        requireMap(root, "a spec");
        List<String> known = new ArrayList<>(OF_LOG);
        known.addAll(OF_PREDICTION);
        requireKnown(root, "a spec", known);
        JsonNode given = root.path("predictions");
        requireMap(given, "predictions");
        List<Spec.Prediction> predictions = new ArrayList<>();
        given.properties().forEach(entry -> predictions.add(prediction(entry.getKey(), entry.getValue(), root)));
        Spec spec = new Spec(
                list(root, "stream"),
                list(root, "order"),
                text(root, "terminated"),
                text(root, "truncated"),
                text(root, "action"),
                features(root.path("features")),
                predictions);
        return new Document(text(root, "log"), spec);
    }

    private static Spec.Prediction prediction(String name, JsonNode node, JsonNode root) {
        if (!node.isNull()) {
            requireMap(node, "prediction " + name);
        }
        requireKnown(node, "prediction " + name, OF_PREDICTION);
        JsonNode algorithm = node.has("algorithm") ? node.get("algorithm") : root.path("algorithm");
        // A prediction that has its own ratio or target is not given the other one by the top.
        boolean own = node.has("ratio") || node.has("target");
        return new Spec.Prediction(
                name,
                inherited(node, root, "behaviour"),
                own ? text(node, "target") : text(root, "target"),
                own ? text(node, "ratio") : text(root, "ratio"),
                inherited(node, root, "cumulant"),
                inherited(node, root, "discount"),
                inherited(node, root, "lambda"),
                inherited(node, root, "interest"),
                algorithm.isObject() ? text(algorithm, "name") : algorithm.isMissingNode() ? null : algorithm.asText(),
                parameters(name, algorithm));
    }

    private static Map<String, Double> parameters(String name, JsonNode algorithm) {
        Map<String, Double> parameters = new LinkedHashMap<>();
        algorithm.properties().forEach(entry -> {
            if (!entry.getKey().equals("name")) {
                parameters.put(entry.getKey(), number("prediction " + name + ": " + entry.getKey(), entry.getValue()));
            }
        });
        return parameters;
    }

    private static List<FeatureBlock> features(JsonNode node) {
        List<FeatureBlock> blocks = new ArrayList<>();
        if (node.isArray()) {
            node.forEach(item -> blocks.addAll(features(item)));
        } else if (node.isObject()) {
            requireKnown(node, "features", List.of("expressions", "bias", "onehot", "tiles"));
            node.properties().forEach(entry -> blocks.addAll(block(entry.getKey(), entry.getValue())));
        } else if (node.isValueNode() && !node.isNull()) {
            blocks.add(new FeatureBlock.Expressions(node.asText()));
        }
        return blocks;
    }

    private static List<FeatureBlock> block(String kind, JsonNode value) {
        return switch (kind) {
            case "bias" -> value.asBoolean() ? List.of(new FeatureBlock.Bias()) : List.of();
            case "onehot" ->
                texts(value).stream()
                        .map(text -> (FeatureBlock) new FeatureBlock.OneHot(text))
                        .toList();
            case "tiles" -> List.of(tiles(value));
            default ->
                texts(value).stream()
                        .map(text -> (FeatureBlock) new FeatureBlock.Expressions(text))
                        .toList();
        };
    }

    private static FeatureBlock tiles(JsonNode node) {
        requireMap(node, "features: tiles");
        requireKnown(node, "features: tiles", List.of("columns", "ranges", "tilings", "bins", "memory"));
        List<List<Double>> ranges = new ArrayList<>();
        for (JsonNode range : node.path("ranges")) {
            List<Double> ends = new ArrayList<>();
            range.forEach(end -> ends.add(number("features: tiles: ranges", end)));
            ranges.add(ends);
        }
        List<String> columns = texts(node.path("columns"));
        List<Integer> bins = new ArrayList<>();
        JsonNode given = node.path("bins");
        for (int d = 0; d < (given.isArray() ? given.size() : columns.size()); d++) {
            bins.add(
                    given.isMissingNode() ? 8 : whole("features: tiles: bins", given.isArray() ? given.get(d) : given));
        }
        return new FeatureBlock.Tiles(
                columns,
                ranges,
                node.has("tilings") ? whole("features: tiles: tilings", node.get("tilings")) : 8,
                bins,
                node.has("memory") ? whole("features: tiles: memory", node.get("memory")) : 0);
    }

    private static List<String> texts(JsonNode node) {
        List<String> texts = new ArrayList<>();
        if (node.isArray()) {
            node.forEach(item -> texts.add(item.asText()));
        } else if (!node.isMissingNode() && !node.isNull()) {
            texts.add(node.asText());
        }
        return texts;
    }

    private static String inherited(JsonNode node, JsonNode root, String key) {
        return node.has(key) ? text(node, key) : text(root, key);
    }

    private static String text(JsonNode node, String key) {
        JsonNode value = node.path(key);
        if (value.isMissingNode() || value.isNull()) {
            return null;
        }
        if (!value.isValueNode()) {
            throw new IllegalArgumentException(key + " is a column, a number or a SQL expression: " + value);
        }
        return value.asText();
    }

    /** Several items may be a YAML list or separated by commas. */
    private static String list(JsonNode node, String key) {
        return node.path(key).isArray() ? String.join(", ", texts(node.get(key))) : text(node, key);
    }

    private static double number(String place, JsonNode value) {
        return number(place, value.asText());
    }

    /**
     * A number as people write it: ∞ has several names.
     *
     * @param place where it was given, for the message
     */
    public static double number(String place, String text) {
        try {
            return text.strip().matches("(?i)\\+?(∞|\\.?inf|infinity)")
                    ? Double.POSITIVE_INFINITY
                    : Double.parseDouble(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(place + " is not a number: " + text, e);
        }
    }

    private static int whole(String place, JsonNode value) {
        double number = number(place, value);
        if (number != Math.rint(number) || Math.abs(number) > Integer.MAX_VALUE) {
            throw new IllegalArgumentException(place + " is not a whole number: " + value);
        }
        return (int) number;
    }

    private static void requireMap(JsonNode node, String what) {
        if (!node.isObject()) {
            throw new IllegalArgumentException(
                    what + (node.isMissingNode() ? " is missing" : " is not a map of names to values"));
        }
    }

    private static void requireKnown(JsonNode node, String what, List<String> known) {
        node.fieldNames().forEachRemaining(key -> {
            if (!known.contains(key)) {
                throw new IllegalArgumentException(what + " has no " + key + Names.didYouMean(key, known)
                        + "\nThere are: " + String.join(", ", known));
            }
        });
    }
}
