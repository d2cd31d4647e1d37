package io.emphatic.logs.file;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.emphatic.logs.learning.Report;
import io.emphatic.logs.spec.FeatureBlock.Tiles;
import io.emphatic.logs.spec.FeatureMap;
import io.emphatic.logs.spec.Plan;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What was learned, in a form that predicts for new rows: how to make features of a row, and the weights of each
 * prediction. A JSON document that people can read; numbers are at full precision.
 */
public final class Model {
    private static final String FORMAT = "emphatic model 1";
    private static final ObjectMapper JSON = new ObjectMapper();

    private final String stream;
    private final String order;
    private final FeatureMap features;
    private final List<Weights> predictions;

    /** The weights of one prediction. */
    public record Weights(String name, String algorithm, double[] weights) {}

    private Model(String stream, String order, FeatureMap features, List<Weights> predictions) {
        this.stream = stream;
        this.order = order;
        this.features = features;
        this.predictions = predictions;
    }

    public static Model of(Plan plan, Report report) {
        return new Model(
                plan.spec().stream(),
                plan.spec().order(),
                plan.featureMap(),
                report.predictions().stream()
                        .map(p -> new Weights(p.name(), p.config().algorithm().name(), p.weights()))
                        .toList());
    }

    /** As the spec had it; null for none. */
    public String stream() {
        return stream;
    }

    /** As the spec had it; null for none. */
    public String order() {
        return order;
    }

    public FeatureMap features() {
        return features;
    }

    public List<Weights> predictions() {
        return predictions;
    }

    public void write(Path file) throws IOException {
        ObjectNode root = JSON.createObjectNode();
        root.put("format", FORMAT);
        root.put("stream", stream);
        root.put("order", order);
        ArrayNode parts = root.putArray("features");
        for (FeatureMap.Part part : features.parts()) {
            parts.add(node(part));
        }
        ArrayNode list = root.putArray("predictions");
        for (Weights prediction : predictions) {
            ObjectNode node = list.addObject();
            node.put("name", prediction.name());
            node.put("algorithm", prediction.algorithm());
            ArrayNode weights = node.putArray("weights");
            for (double weight : prediction.weights()) {
                weights.add(weight);
            }
        }
        String text = JSON.writerWithDefaultPrettyPrinter().writeValueAsString(root) + "\n";
        AtomicFile.write(file, out -> out.write(text.getBytes(StandardCharsets.UTF_8)));
    }

    private static ObjectNode node(FeatureMap.Part part) {
        ObjectNode node = JSON.createObjectNode();
        if (part instanceof FeatureMap.Number number) {
            node.put("expression", number.text());
            if (number.length() > 0) {
                node.put("length", number.length());
            }
        } else if (part instanceof FeatureMap.Constant) {
            node.put("bias", true);
        } else if (part instanceof FeatureMap.Categories categories) {
            node.put("onehot", categories.text());
            node.put("type", categories.type());
            node.set("values", JSON.valueToTree(categories.values()));
        } else if (part instanceof FeatureMap.Tiling tiling) {
            node.set("tiles", JSON.valueToTree(tiling.tiles()));
        }
        return node;
    }

    public static Model read(Path file) throws IOException {
        if (!Files.isRegularFile(file)) {
            throw new IOException("there is no model " + file);
        }
        try {
            JsonNode root = JSON.readTree(Files.readString(file));
            if (!root.path("format").asText().equals(FORMAT)) {
                throw new IOException(file + " is not a model that this program reads");
            }
            List<FeatureMap.Part> parts = new ArrayList<>();
            for (JsonNode node : root.path("features")) {
                parts.add(part(node));
            }
            List<Weights> predictions = new ArrayList<>();
            for (JsonNode node : root.path("predictions")) {
                predictions.add(new Weights(
                        node.path("name").asText(),
                        node.path("algorithm").asText(),
                        JSON.treeToValue(node.path("weights"), double[].class)));
            }
            FeatureMap features = new FeatureMap(parts);
            int size = features.names().size();
            for (Weights prediction : predictions) {
                if (prediction.weights() == null || prediction.weights().length != size) {
                    throw new IOException(file + " is damaged: " + prediction.name()
                            + " has not one weight for each of " + size + " features");
                }
            }
            return new Model(root.path("stream").textValue(), root.path("order").textValue(), features, predictions);
        } catch (JsonProcessingException e) {
            throw new IOException(file + " is not a model: " + e.getOriginalMessage(), e);
        }
    }

    private static FeatureMap.Part part(JsonNode node) throws JsonProcessingException {
        if (node.has("expression")) {
            return new FeatureMap.Number(
                    node.get("expression").asText(), node.path("length").asInt(0));
        }
        if (node.has("onehot")) {
            List<String> values = new ArrayList<>();
            node.path("values").forEach(value -> values.add(value.asText()));
            return new FeatureMap.Categories(
                    node.get("onehot").asText(), node.path("type").textValue(), values);
        }
        return node.has("tiles")
                ? new FeatureMap.Tiling(JSON.treeToValue(node.get("tiles"), Tiles.class))
                : new FeatureMap.Constant();
    }
}
