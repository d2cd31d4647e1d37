package io.emphatic.logs.spec;

import io.emphatic.Algorithm;
import io.emphatic.Algorithm.Family;
import io.emphatic.Algorithms;
import io.emphatic.Config;
import io.emphatic.documents.source.Mapping;
import io.emphatic.documents.source.Node;
import io.emphatic.documents.source.SourceReader;
import io.emphatic.documents.source.Sweep;
import io.emphatic.documents.text.Numbers;
import io.emphatic.logs.sql.LogSource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;

/** What {@code tune} is given: a spec with the features of all sets, and the candidates for its predictions. */
public record TuningSpec(LogSource log, Spec spec, List<TunedPrediction> predictions) {
    public TuningSpec {
        predictions = List.copyOf(predictions);
    }

    /** One prediction and what is tried for it: grids, or λs and features of the usual algorithms. */
    public record TunedPrediction(
            Spec.Prediction prediction, List<CandidateGrid> grids, List<String> lambdas, List<FeatureSet> features) {}

    /** The features of some candidates; the name is null for those of the spec itself. */
    public record FeatureSet(String name, List<FeatureBlock> blocks) {
        public FeatureSet {
            blocks = List.copyOf(blocks);
        }
    }

    /** One of the settings among which {@code tune} chooses: a prediction as {@code learn} would be given it. */
    public record Candidate(Spec.Prediction prediction, FeatureSet features) {
        /** The learner with its parameters. */
        public Config config() {
            return prediction.config();
        }

        /** λ as it was written; null for 0. */
        public String lambda() {
            return prediction.lambda();
        }

        /** λ where it is a number. */
        public OptionalDouble constantLambda() {
            return Node.numberOrInfinity(lambda());
        }
    }

    /** One algorithm: every combination of parameters, λ and feature sets is a candidate. */
    public record CandidateGrid(
            String algorithm, Map<String, List<Double>> parameters, List<String> lambdas, List<FeatureSet> features) {
        /** More candidates of one prediction are a slip rather than a wish. */
        private static final int MOST_CANDIDATES = 10_000;

        public CandidateGrid {
            Algorithm known = Algorithms.named(algorithm);
            if (known.family() == Family.LEAST_SQUARES) {
                throw new IllegalArgumentException(
                        algorithm + " is not a candidate: a score needs a prediction before each"
                                + " row, and least squares would solve its equations for each\n"
                                + "It has no step size to choose; learn with it, or evaluate.");
            }
            requireFew(Sweep.size(parameters) * lambdas.size() * features.size());
        }

        static void requireFew(double candidates) {
            if (candidates > MOST_CANDIDATES) {
                throw new IllegalArgumentException(
                        Numbers.plain(candidates) + " candidates are more than " + Numbers.count(MOST_CANDIDATES));
            }
        }

        /** All candidates for a prediction; feature sets vary slowest, parameters fastest. */
        public List<Candidate> candidates(Spec.Prediction p) {
            List<Candidate> all = new ArrayList<>();
            for (FeatureSet set : features) {
                for (String lambda : lambdas) {
                    for (Map<String, Double> values : Sweep.combinations(parameters)) {
                        all.add(new Candidate(p.with(lambda, algorithm, values), set));
                    }
                }
            }
            return all;
        }
    }

    /** Refuses a file that does not say what to tune; the message says where and why. */
    public static TuningSpec read(Path path) throws IOException {
        Mapping file = SourceReader.read("a spec", path);
        SpecReader.requireKeys(file);
        return new CandidateReader(file).spec(path);
    }

    /** A spec with candidates, in YAML; {@code lambda} and {@code features} are for all algorithms, or for one. */
    private static final class CandidateReader {
        private static final String CANDIDATES = "candidates";
        private static final String ALGORITHMS = "algorithms";
        private static final String LAMBDA = "lambda";
        private static final String FEATURES = "features";

        private final Mapping file;
        private final List<FeatureSet> own;
        private final Set<FeatureBlock> blocks = new LinkedHashSet<>();

        CandidateReader(Mapping file) {
            this.file = file;
            List<FeatureBlock> written = SpecReader.featuresOf(file).orElse(List.of());
            this.own = written.isEmpty() ? List.of() : List.of(new FeatureSet(null, written));
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
                predictions.add(
                        candidates == null
                                ? new TunedPrediction(prediction, List.of(), List.of(), own)
                                : tuned(prediction, candidates.mapping()));
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
                        .error("per: stream is not for tuning, which finds the best settings for all streams together"
                                + "\nLeave it out, and learn with it.");
            }
            return new TuningSpec(SpecReader.log(path, file), spec, predictions);
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
            List<String> lambdas =
                    node.find(LAMBDA).map(CandidateReader::lambdas).orElse(List.of());
            List<FeatureSet> sets =
                    node.find(FEATURES).map(CandidateReader::sets).orElse(own);
            if (sets.isEmpty() && algorithms.values().stream().noneMatch(CandidateReader::hasFeatures)) {
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
}
