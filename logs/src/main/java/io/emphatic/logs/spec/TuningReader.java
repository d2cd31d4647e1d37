package io.emphatic.logs.spec;

import io.emphatic.Algorithm;
import io.emphatic.Algorithms;
import io.emphatic.documents.source.Mapping;
import io.emphatic.documents.source.Node;
import io.emphatic.documents.source.SourceReader;
import io.emphatic.documents.source.Sweep;
import io.emphatic.logs.spec.TuningSpec.CandidateGrid;
import io.emphatic.logs.spec.TuningSpec.FeatureSet;
import io.emphatic.logs.spec.TuningSpec.TunedPrediction;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;

/** A spec with candidates, in YAML; {@code lambda} and {@code features} are for all algorithms, or for one. */
public final class TuningReader {
    static final String CANDIDATES = "candidates";
    private static final String ALGORITHMS = "algorithms";
    private static final String LAMBDA = "lambda";
    private static final String FEATURES = "features";

    private final Mapping file;
    private final List<FeatureSet> own;
    private final Set<FeatureBlock> blocks = new LinkedHashSet<>();

    private TuningReader(Mapping file) {
        this.file = file;
        List<FeatureBlock> written = SpecReader.featuresOf(file).orElse(List.of());
        this.own = written.isEmpty() ? List.of() : List.of(new FeatureSet(null, written));
    }

    /** @throws IllegalArgumentException if the file does not say what to tune; the message says where and why */
    public static TuningSpec read(Path path) throws IOException {
        Mapping file = SourceReader.read("a spec", path);
        SpecReader.requireKeys(file);
        return new TuningReader(file).spec(path);
    }

    private TuningSpec spec(Path path) {
        List<TunedPrediction> predictions = new ArrayList<>();
        for (Spec.Prediction prediction : SpecReader.predictions(file)) {
            Node candidates = SpecReader.given(file, "predictions")
                    .flatMap(all -> SpecReader.given(all.mapping(), prediction.name()))
                    .flatMap(own -> own.mapping().find(CANDIDATES))
                    .or(() -> file.find(CANDIDATES))
                    .filter(found -> !found.isNothing())
                    .orElse(null);
            predictions.add(candidates == null ? byDefault(prediction) : tuned(prediction, candidates.mapping()));
        }
        List<Spec.Prediction> plain =
                predictions.stream().map(TunedPrediction::prediction).toList();
        predictions.forEach(tuned -> {
            tuned.features().forEach(set -> blocks.addAll(set.blocks()));
            tuned.grids().forEach(grid -> grid.features().forEach(set -> blocks.addAll(set.blocks())));
        });
        Spec spec = SpecReader.specWith(List.copyOf(blocks), file, plain);
        if (spec.perStream()) {
            throw file.get("per")
                    .error(
                            "per: stream is not for tuning: candidates are compared by what all streams teach one of them"
                                    + "\nLeave it out to find the best settings for all streams together, and learn with it.");
        }
        return new TuningSpec(SpecReader.log(path, file), spec, predictions);
    }

    private TunedPrediction byDefault(Spec.Prediction prediction) {
        return new TunedPrediction(prediction, List.of(), List.of(), own);
    }

    private TunedPrediction tuned(Spec.Prediction prediction, Mapping node) {
        Map<String, Node> algorithms = new LinkedHashMap<>();
        node.entries().forEach((key, value) -> {
            if (key.equals(ALGORITHMS)) {
                algorithms.putAll(value.mapping().entries());
            } else if (!key.equals(LAMBDA) && !key.equals(FEATURES)) {
                algorithms.put(key, value);
            }
        });
        List<String> lambdas = node.find(LAMBDA).map(TuningReader::lambdas).orElse(List.of());
        List<FeatureSet> sets = node.find(FEATURES).map(TuningReader::sets).orElse(own);
        if (sets.isEmpty() && algorithms.values().stream().noneMatch(TuningReader::hasFeatures)) {
            throw node.error("there are no features: name the columns or SQL expressions that describe a state");
        }
        List<CandidateGrid> grids = new ArrayList<>();
        algorithms.forEach((name, grid) -> grids.add(grid(prediction, name, grid, lambdas, sets)));
        node.check(() -> {
            CandidateGrid.requireFew(grids.stream()
                    .mapToDouble(grid -> grid.candidates(prediction).size())
                    .sum());
            return grids;
        });
        return new TunedPrediction(prediction, grids, lambdas, sets);
    }

    private static boolean hasFeatures(Node grid) {
        return grid instanceof Mapping mapping && mapping.find(FEATURES).isPresent();
    }

    private CandidateGrid grid(
            Spec.Prediction prediction, String name, Node node, List<String> lambdas, List<FeatureSet> sets) {
        Algorithm algorithm = node.check(() -> Algorithms.named(name));
        Map<String, Node> entries = new LinkedHashMap<>();
        if (!node.isNothing()) {
            entries.putAll(node.mapping().entries());
        }
        Node ownLambda = entries.remove(LAMBDA);
        Node ownFeatures = entries.remove(FEATURES);
        Map<String, List<Double>> parameters = new LinkedHashMap<>();
        entries.forEach((parameter, value) -> parameters.put(parameter, Sweep.numbers(value)));
        List<String> asked = List.of(prediction.lambda() == null ? "0" : prediction.lambda());
        List<String> general = lambdas.isEmpty() || !algorithm.hasLambda() ? asked : lambdas;
        if (ownLambda != null && !algorithm.hasLambda()) {
            ownLambda.check(() -> {
                algorithm.requireLambda(0); // refuses any
                return null;
            });
        }
        List<String> tried = ownLambda == null ? general : lambdas(ownLambda);
        List<FeatureSet> seen = ownFeatures == null ? sets : sets(ownFeatures);
        return node.check(() -> {
            CandidateGrid grid = new CandidateGrid(name, parameters, tried, seen);
            parameters.forEach((parameter, values) ->
                    Sweep.check(entries.get(parameter), values, value -> algorithm.requireValue(parameter, value)));
            grid.candidates(prediction); // parameters that exclude each other, probabilities that are missing
            return grid;
        });
    }

    /** Numbers in [0, 1], or columns and SQL expressions, whose values are judged when they are read. */
    private static List<String> lambdas(Node node) {
        List<String> texts = new ArrayList<>();
        if (node instanceof Mapping) {
            Sweep.numbers(node).forEach(value -> texts.add(value.toString()));
        } else {
            for (Node item : node.items()) {
                String text = FeatureBlocks.expression(item);
                OptionalDouble number = Node.numberOrInfinity(text);
                number.ifPresent(value -> item.numberIn(0, 1));
                texts.add(number.isPresent() ? Double.toString(number.getAsDouble()) : text);
            }
        }
        return Sweep.distinct(node, texts);
    }

    /** {@code {coarse: […], fine: […]}}. */
    private static List<FeatureSet> sets(Node node) {
        List<FeatureSet> sets = new ArrayList<>();
        node.mapping().entries().forEach((name, blocks) -> {
            List<FeatureBlock> read = FeatureBlocks.read(blocks);
            if (read.isEmpty()) {
                throw blocks.error("the feature set " + name + " is empty");
            }
            sets.add(new FeatureSet(name, read));
        });
        return Sweep.distinct(node, sets);
    }
}
