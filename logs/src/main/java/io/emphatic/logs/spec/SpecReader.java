package io.emphatic.logs.spec;

import io.emphatic.documents.source.Mapping;
import io.emphatic.documents.source.Node;
import io.emphatic.documents.source.SourceReader;
import io.emphatic.experience.Names;
import io.emphatic.logs.sql.CsvDialect;
import io.emphatic.logs.sql.LogSource;
import io.emphatic.logs.sql.Sql;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.StringJoiner;
import java.util.stream.Stream;

/** A spec in YAML ({@code docs/learn.md}). What stands at the top holds for predictions that do not say otherwise. */
public final class SpecReader {
    private static final List<String> OF_PREDICTION =
            List.of("behaviour target policy ratio cumulant discount lambda interest algorithm candidates".split(" "));
    private static final List<String> OF_LOG = List.of(
            ("log stream order terminated truncated action next unnest columns ranges per bands features predictions csv")
                    .split(" "));

    /** What only an evaluation needs ({@link EvaluationReader}); learning from the same file passes over it. */
    static final List<String> OF_EVALUATION = List.of(("targets start return_range cluster weight available outcome_age"
                    + " mature_after nothing_else_mattered tolerance probability_error gate outcome_bands")
            .split(" "));

    private static final List<String> SEVERAL = List.of("stream", "order", "by", "cluster");

    /** What a file says: the spec, and the log if it names one (null if not), as seen from the file. */
    public record Document(LogSource log, Spec spec) {}

    private SpecReader() {}

    /** @throws IllegalArgumentException if the file is no spec; the message names line and remedy */
    public static Document read(Path file) throws IOException {
        Mapping source = SourceReader.read("a spec", file);
        return new Document(log(file, source), spec(source));
    }

    /** A file or a glob beside the spec, or a query over such files, or over those {@code in} another directory. */
    static LogSource log(Path file, Mapping source) {
        Path directory = file.getParent();
        Node node = given(source, "log").orElse(null);
        if (node == null) {
            return null;
        }
        if (node instanceof Mapping mapping) {
            mapping.requireKeys("log", List.of("query", "in"), Names::didYouMean);
            Path from = mapping.find("in")
                    .map(in -> Path.of(located(directory, in.text())))
                    .orElse(directory);
            String query = mapping.get("query").text();
            return LogSource.query("the query in " + file, query, from).withCsv(csv(source));
        }
        List<String> patterns = FeatureBlocks.texts(node);
        if (patterns.isEmpty()) {
            throw node.error("log names no file");
        }
        return LogSource.files(patterns.stream()
                        .map(pattern -> located(directory, pattern))
                        .toList())
                .withCsv(csv(source));
    }

    static String located(Path directory, String pattern) {
        boolean asItIs =
                directory == null || pattern.contains("://") || Path.of(pattern).isAbsolute();
        return asItIs ? pattern : directory.resolve(pattern).toString();
    }

    /** How CSV files are written: {@code csv: {delimiter: ;, quote: "'", null: NA}}. */
    static CsvDialect csv(Mapping source) {
        return given(source, "csv")
                .map(Node::mapping)
                .map(csv -> {
                    csv.requireKeys("csv", List.of("delimiter", "quote", "null"), Names::didYouMean);
                    return csv.check(() -> new CsvDialect(
                            character(csv, "delimiter"), character(csv, "quote"), character(csv, "null")));
                })
                .orElse(CsvDialect.DETECTED);
    }

    /** Text as it stands, blanks included; null where the key is not there. */
    private static String character(Mapping csv, String key) {
        return csv.find(key).map(FeatureBlocks::expression).orElse(null);
    }

    static void requireKeys(Mapping file) {
        List<String> known = new ArrayList<>(OF_LOG);
        known.addAll(OF_PREDICTION);
        known.addAll(OF_EVALUATION);
        file.requireKeys("a spec", known, Names::didYouMean);
    }

    /** The predictions of a file; without, one for each policy that {@code evaluate} would judge. */
    static List<Spec.Prediction> predictions(Mapping file) {
        List<EvaluationSpec.PolicySpec> policies =
                given(file, "predictions").isPresent() ? List.of() : EvaluationReader.policies(file);
        if (!policies.isEmpty()) {
            return policies.stream()
                    .map(policy -> file.check(
                            () -> prediction(policy.name(), file, file, targetOf(policy, file), policy.ratio())))
                    .toList();
        }
        List<Spec.Prediction> predictions = new ArrayList<>();
        file.get("predictions").mapping().entries().forEach((name, node) -> {
            Mapping own = node.isNothing() ? null : node.mapping();
            predictions.add(node.check(() -> prediction(name, own, file)));
        });
        return predictions;
    }

    static Spec spec(Mapping file) {
        requireKeys(file);
        return spec(file, predictions(file), List.of());
    }

    /** The predictions with what the file says of the log; {@code otherwise} are the features if it has none. */
    static Spec spec(Mapping file, List<Spec.Prediction> predictions, List<FeatureBlock> otherwise) {
        return specWith(featuresOf(file).orElse(otherwise), file, predictions);
    }

    static Optional<List<FeatureBlock>> featuresOf(Mapping file) {
        return given(file, "features").map(FeatureBlocks::read);
    }

    /** The spec of a file with these features in place of its own. */
    static Spec specWith(List<FeatureBlock> features, Mapping file, List<Spec.Prediction> predictions) {
        return file.check(() -> new Spec(
                text(file, "stream"),
                order(file).map(SpecReader::text).orElse(null),
                text(file, "terminated"),
                text(file, "truncated"),
                text(file, "action"),
                features,
                predictions,
                shape(file),
                perStream(file),
                given(file, "bands").map(Bands::read).orElse(null)));
    }

    /** {@code per: stream}, or {@code per: prediction}, which is the default. */
    private static boolean perStream(Mapping file) {
        Node per = given(file, "per").orElse(null);
        if (per != null && !per.text().matches("stream|prediction")) {
            throw per.error(
                    "per is stream, for a learner for each stream and prediction, or prediction, not " + per.text());
        }
        return per != null && per.text().equals("stream");
    }

    static Spec.Prediction prediction(String name, Mapping own, Mapping file) {
        Mapping node = own == null ? file : own;
        if (own != null) {
            own.requireKeys("prediction " + name, OF_PREDICTION, Names::didYouMean);
        }
        // A prediction that has its own ratio or target is not given the other one by the top.
        Mapping policy = has(node, "ratio") || written(node).isPresent() ? node : file;
        String target = written(policy)
                .map(given -> given instanceof Mapping
                        ? targetOf(EvaluationReader.policy(file, name, given), file)
                        : text(given))
                .orElse(null);
        return prediction(name, node, file, target, text(policy, "ratio"));
    }

    private static String targetOf(EvaluationSpec.PolicySpec policy, Mapping file) {
        if (policy.byAction() == null) {
            return policy.target();
        }
        // a text on its own is of the type that it is compared with: 1 is the action 1.0, too
        String action = "WHEN (" + text(file, "action") + ") = ";
        StringJoiner cases = new StringJoiner(" ", "CASE ", " END");
        policy.byAction().forEach((of, probability) -> cases.add(action + Sql.string(of) + " THEN " + probability));
        return cases.toString();
    }

    private static Spec.Prediction prediction(String name, Mapping node, Mapping file, String target, String ratio) {
        Mapping learner = has(node, "algorithm") ? node : file;
        Node algorithm = learner.find("algorithm").orElse(null);
        boolean configured = algorithm instanceof Mapping;
        try {
            return new Spec.Prediction(
                    name,
                    inherited(node, file, "behaviour"),
                    target,
                    ratio,
                    inherited(node, file, "cumulant"),
                    inherited(node, file, "discount"),
                    inherited(node, file, "lambda"),
                    inherited(node, file, "interest"),
                    configured ? text(algorithm.mapping(), "name") : text(learner, "algorithm"),
                    configured ? parameters(algorithm.mapping()) : Map.of());
        } catch (SourceReader.SourceException e) {
            throw e;
        } catch (IllegalArgumentException e) {
            throw nearest(e.getMessage(), configured ? algorithm.mapping() : node, node, file)
                    .error(e.getMessage());
        }
    }

    /** The value in the first of these maps that has one whose name is in a message; else the second map. */
    private static Node nearest(String message, Mapping... maps) {
        List<String> words =
                List.of(message.replaceFirst("^prediction \\S+", "").split("\\W+"));
        return Stream.of(maps)
                .flatMap(map -> words.stream()
                        .filter(word -> !word.equals("name") && has(map, word))
                        .map(map::get))
                .findFirst()
                .orElse(maps[1]);
    }

    /** A message about a spec and its log with the line of the spec that it is about, if there is one. */
    public static String withLine(Path spec, String message) {
        try {
            Node node = SourceReader.read("a spec", spec);
            for (String part : message.lines().findFirst().orElse("").split(": ")) {
                Node next = node instanceof Mapping map ? child(map, part.split(" ")[0]) : null;
                node = next == null ? node : next;
            }
            return node.path().isEmpty() ? message : node.error(message).getMessage();
        } catch (IOException | IllegalArgumentException e) {
            return message; // what is wrong with the file has been said
        }
    }

    /** What has a name in a map, or in what is predicted; null for nothing. */
    private static Node child(Mapping map, String name) {
        Optional<Node> found = given(map, name);
        Stream<Node> predictions = given(map, "predictions").stream()
                .flatMap(all -> all.mapping().entries().entrySet().stream()
                        .flatMap(one -> one.getKey().equals(name)
                                ? Stream.of(one.getValue())
                                : one.getValue() instanceof Mapping own ? given(own, name).stream() : Stream.empty()));
        return found.or(predictions::findFirst).orElse(null);
    }

    private static Map<String, Double> parameters(Mapping algorithm) {
        Map<String, Double> parameters = new LinkedHashMap<>();
        algorithm.entries().forEach((key, value) -> {
            if (!key.equals("name")) {
                parameters.put(key, value.numberOrAuto());
            }
        });
        return parameters;
    }

    /** What orders the rows: {@code order: t}, or {@code order: {by: t, step: 1}}. */
    private static Optional<Node> order(Mapping file) {
        return file.find("order").map(order -> order instanceof Mapping mapping ? mapping.get("by") : order);
    }

    /** How rows are time: {@code unnest}, {@code next}, {@code columns}, and {@code step} of the order. */
    private static RowShape shape(Mapping file) {
        boolean unnest = file.find("unnest").map(Node::isTrue).orElse(false);
        double step = Double.NaN;
        if (file.find("order").orElse(null) instanceof Mapping order) {
            order.requireKeys("order", List.of("by", "step"), Names::didYouMean);
            step = order.find("step")
                    .map(node -> node.check(() -> RowShape.requireStep(node.number())))
                    .orElse(Double.NaN);
        }
        Map<String, String> next = new LinkedHashMap<>();
        given(file, "next")
                .ifPresent(node ->
                        node.mapping().entries().forEach((column, following) -> next.put(column, following.text())));
        String prefix = next.keySet().equals(Set.of("prefix")) ? next.remove("prefix") : null;
        ValueRanges ranges = given(file, "ranges").map(ValueRanges::read).orElse(ValueRanges.LEARNED);
        return new RowShape(unnest, step, prefix, next, types(file), ranges);
    }

    /** What columns are: {@code columns: {time: TIMESTAMP, site: VARCHAR}}. */
    private static Map<String, String> types(Mapping file) {
        Map<String, String> types = new LinkedHashMap<>();
        given(file, "columns").ifPresent(node -> node.mapping()
                .entries()
                .forEach((column, type) -> types.put(column, type.text().strip().toUpperCase(Locale.ROOT))));
        return types;
    }

    /** What is written under a key; empty where that is nothing. */
    static Optional<Node> given(Mapping node, String key) {
        return node.find(key).filter(found -> !found.isNothing());
    }

    private static boolean has(Mapping node, String key) {
        return node.find(key).isPresent();
    }

    private static String inherited(Mapping node, Mapping file, String key) {
        return text(has(node, key) ? node : file, key);
    }

    /** Null where nothing is written. Several items may be a list or separated by commas. */
    static String text(Mapping node, String key) {
        return node.find(key).map(SpecReader::text).orElse(null);
    }

    /** The target, as {@code target} or as a {@code policy} in a table. */
    static Optional<Node> written(Mapping node) {
        Optional<Node> policy = given(node, "policy");
        if (policy.isPresent() && given(node, "target").isPresent()) {
            throw policy.get().error("policy and target both say what the target does: give one of them");
        }
        return policy.isPresent() ? policy : given(node, "target");
    }

    static String text(Node value) {
        if (value.isNothing()) {
            return null;
        }
        if (TabledPolicy.isMeantBy(value)) {
            return TabledPolicy.text(value.mapping());
        }
        if (value.name().equals("behaviour") && value instanceof Mapping estimated) {
            return EstimatedBehaviour.text(estimated);
        }
        boolean listed = SEVERAL.contains(value.name()) && value instanceof Node.Sequence;
        return listed ? String.join(", ", FeatureBlocks.texts(value)) : FeatureBlocks.expression(value);
    }
}
