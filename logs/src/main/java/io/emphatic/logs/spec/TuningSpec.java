package io.emphatic.logs.spec;

import io.emphatic.Algorithm;
import io.emphatic.Algorithm.Family;
import io.emphatic.Algorithms;
import io.emphatic.Config;
import io.emphatic.documents.source.Node;
import io.emphatic.documents.source.Sweep;
import io.emphatic.documents.text.Numbers;
import io.emphatic.logs.sql.LogSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

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

        public Config config() {
            return prediction.config();
        }

        public String lambda() {
            return prediction.lambda();
        }

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
}
