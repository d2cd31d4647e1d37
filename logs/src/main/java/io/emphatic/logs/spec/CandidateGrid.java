package io.emphatic.logs.spec;

import io.emphatic.Algorithm;
import io.emphatic.Algorithms;
import io.emphatic.Family;
import io.emphatic.documents.source.Sweep;
import io.emphatic.documents.text.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** One algorithm, the values of its parameters, λ and feature sets to be tried: every combination is a candidate. */
public record CandidateGrid(
        String algorithm, Map<String, List<Double>> parameters, List<String> lambdas, List<FeatureSet> features) {
    /** So many candidates of one prediction are refused: a slip, rather than a wish. */
    public static final int MOST = 10_000;

    public CandidateGrid {
        Algorithm known = Algorithms.named(algorithm);
        if (known.family() == Family.LEAST_SQUARES) {
            throw new IllegalArgumentException(algorithm + " is not a candidate: a score needs a prediction before each"
                    + " row, and least squares would solve its equations for each\n"
                    + "It has no step size to choose; learn with it, or evaluate.");
        }
        requireFew(Sweep.size(parameters) * lambdas.size() * features.size());
    }

    static void requireFew(double candidates) {
        if (candidates > MOST) {
            throw new IllegalArgumentException(
                    Numbers.plain(candidates) + " candidates are more than " + Numbers.count(MOST));
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
