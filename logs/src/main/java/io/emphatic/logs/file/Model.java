package io.emphatic.logs.file;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.emphatic.documents.file.WholeFile;
import io.emphatic.documents.json.Json;
import io.emphatic.logs.spec.FeatureBlock;
import io.emphatic.logs.spec.FeatureGroup;
import io.emphatic.logs.spec.FeatureMap;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The result of learning in a form that predicts for new rows: how to compute the features of a row, and the weights of
 * each prediction. A JSON document that people can read, with numbers at full precision. Stream and order are as the
 * spec had them; null for none.
 */
public record Model(String stream, String order, FeatureMap features, List<LearnedWeights> predictions) {
    private static final String FORMAT = "emphatic model 1";
    private static final ObjectMapper JSON = new ObjectMapper();

    public record LearnedWeights(String name, String algorithm, double[] weights) {}

    public void write(Path file) throws IOException {
        ObjectNode root = JSON.createObjectNode();
        root.put("format", FORMAT);
        root.put("stream", stream);
        root.put("order", order);
        ArrayNode groups = root.putArray("features");
        features.groups().forEach(group -> groups.add(node(group)));
        root.set("predictions", JSON.valueToTree(predictions));
        WholeFile.write(file, Json.text(root) + "\n");
    }

    private static ObjectNode node(FeatureGroup group) {
        ObjectNode node = JSON.createObjectNode();
        if (group instanceof FeatureGroup.NumberFeatures numbers) {
            node.put("expression", numbers.text());
            if (numbers.length() > 0) {
                node.put("length", numbers.length());
            }
        } else if (group instanceof FeatureBlock.Bias) {
            node.put("bias", true);
        } else if (group instanceof FeatureGroup.CategoryFeatures categories) {
            node.put("onehot", categories.text());
            node.put("type", categories.type());
            node.set("values", JSON.valueToTree(categories.values()));
        } else if (group instanceof FeatureBlock.Tiles tiles) {
            node.set("tiles", JSON.valueToTree(tiles));
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
            List<FeatureGroup> groups = new ArrayList<>();
            for (JsonNode node : root.path("features")) {
                groups.add(group(node));
            }
            List<LearnedWeights> predictions = new ArrayList<>();
            for (JsonNode node : root.path("predictions")) {
                predictions.add(new LearnedWeights(
                        node.path("name").asText(),
                        node.path("algorithm").asText(),
                        JSON.treeToValue(node.path("weights"), double[].class)));
            }
            FeatureMap features = new FeatureMap(groups);
            int size = features.names().size();
            for (LearnedWeights prediction : predictions) {
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

    private static FeatureGroup group(JsonNode node) throws JsonProcessingException {
        if (node.has("expression")) {
            return new FeatureGroup.NumberFeatures(
                    node.get("expression").asText(), node.path("length").asInt(0));
        }
        if (node.has("onehot")) {
            List<String> values = new ArrayList<>();
            node.path("values").forEach(value -> values.add(value.asText()));
            return new FeatureGroup.CategoryFeatures(
                    node.get("onehot").asText(), node.path("type").textValue(), values);
        }
        return node.has("tiles")
                ? JSON.treeToValue(node.get("tiles"), FeatureBlock.Tiles.class)
                : new FeatureBlock.Bias();
    }
}
