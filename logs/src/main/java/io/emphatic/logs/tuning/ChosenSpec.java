package io.emphatic.logs.tuning;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import io.emphatic.Parameter;
import io.emphatic.documents.source.Mapping;
import io.emphatic.documents.source.Node;
import io.emphatic.documents.source.SourceReader;
import io.emphatic.logs.spec.TuningSpec.Candidate;
import java.io.IOException;
import java.nio.file.Path;

/** What was chosen, as YAML: the spec that was tuned with one learner in the place of the candidates. */
public final class ChosenSpec {
    private static final String CANDIDATES = "candidates";
    private static final ObjectMapper YAML = new ObjectMapper(YAMLFactory.builder()
            .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
            .enable(YAMLGenerator.Feature.MINIMIZE_QUOTES)
            .build());

    private ChosenSpec() {}

    /** The whole spec, without comments; files of the log are named as seen from where {@code out} will be. */
    public static String yaml(Path spec, Path out, TuningReport report) throws IOException {
        ObjectNode file = (ObjectNode) tree(SourceReader.read("a spec", spec));
        moveLog(file, directory(spec), directory(out));
        boolean ofTargets = ofTargets(file);
        ObjectNode predictions = file.withObjectProperty("predictions");
        for (TuningReport.PredictionRanking ranking : report.predictions()) {
            Candidate chosen = ranking.chosen().orElse(ranking.safe());
            JsonNode sets = features(file, predictions.path(ranking.name()));
            ObjectNode own = predictions.path(ranking.name()) instanceof ObjectNode given
                    ? given
                    : predictions.putObject(ranking.name());
            own.remove(CANDIDATES);
            own.setAll(learner(chosen, ofTargets));
            if (chosen.features().name() != null) {
                file.set("features", sets.get(chosen.features().name()));
            }
        }
        file.remove(CANDIDATES);
        return YAML.writeValueAsString(file);
    }

    /** What a file says, without its aliases. */
    private static JsonNode tree(Node node) {
        if (node instanceof Mapping mapping) {
            ObjectNode tree = YAML.createObjectNode();
            mapping.entries().forEach((name, value) -> tree.set(name, tree(value)));
            return tree;
        }
        if (node instanceof Node.Sequence) {
            ArrayNode tree = YAML.createArrayNode();
            node.items().forEach(item -> tree.add(tree(item)));
            return tree;
        }
        return node.isNothing() ? NullNode.instance : TextNode.valueOf(node.kind());
    }

    private static Path directory(Path file) {
        return file.toAbsolutePath().normalize().getParent();
    }

    private static void moveLog(ObjectNode file, Path from, Path to) {
        JsonNode log = file.path("log");
        if (log.isTextual()) {
            file.put("log", moved(log.textValue(), from, to));
        } else if (log.isArray()) {
            ArrayNode moved = file.putArray("log");
            log.forEach(one -> moved.add(moved(one.asText(), from, to)));
        } else if (log instanceof ObjectNode query && !from.equals(to)) {
            query.put("in", moved(query.path("in").asText(), from, to));
        }
    }

    private static String moved(String name, Path from, Path to) {
        return Path.of(name).isAbsolute()
                ? name
                : to.relativize(from).resolve(name).toString();
    }

    private static JsonNode features(ObjectNode file, JsonNode prediction) {
        JsonNode own = prediction.path(CANDIDATES).path("features");
        return own.isObject() ? own : file.path(CANDIDATES).path("features");
    }

    /** The part of a prediction that was chosen, with its set of features if there are several; empty for none. */
    public static String yaml(Path spec, TuningReport.PredictionRanking ranking) throws IOException {
        if (ranking.chosen().isEmpty()) {
            return "";
        }
        Candidate chosen = ranking.chosen().get();
        String prediction = ranking.name();
        ObjectNode file = (ObjectNode) tree(SourceReader.read("a spec", spec));
        ObjectNode part = YAML.createObjectNode();
        if (chosen.features().name() != null) {
            JsonNode sets = features(file, file.path("predictions").path(prediction));
            part.set("features", sets.get(chosen.features().name()));
        }
        part.putObject("predictions").set(prediction, learner(chosen, ofTargets(file)));
        return YAML.writeValueAsString(part);
    }

    /** Whether the predictions are those of {@code targets}: each has to say its own then. */
    private static boolean ofTargets(ObjectNode file) {
        return !file.hasNonNull("predictions") && file.hasNonNull("targets");
    }

    private static ObjectNode learner(Candidate chosen, boolean withTarget) {
        ObjectNode learner = YAML.createObjectNode();
        if (withTarget) {
            learner.put("target", chosen.prediction().target());
        }
        learner.put("lambda", chosen.lambda());
        ObjectNode algorithm = learner.putObject("algorithm");
        algorithm.put("name", chosen.config().algorithm().name());
        chosen.prediction().parameters().forEach((name, value) -> {
            if (value == Parameter.AUTO) {
                algorithm.put(name, Parameter.AUTO_WORD);
            } else {
                algorithm.put(name, value);
            }
        });
        return learner;
    }
}
