package io.emphatic.logs.spec;

import io.emphatic.logs.sql.LogSource;
import java.util.List;

/**
 * What {@code tune} is told: a spec, and for each of its predictions the candidates.
 *
 * @param log null if the file names none
 * @param spec its features are those of all feature sets, each block once
 */
public record TuningSpec(LogSource log, Spec spec, List<TunedPrediction> predictions) {
    public TuningSpec {
        predictions = List.copyOf(predictions);
    }

    /**
     * One prediction and what is tried for it.
     *
     * @param grids empty for the algorithms that are tried unless told otherwise
     * @param lambdas for those algorithms; empty likewise
     * @param features for those algorithms
     */
    public record TunedPrediction(
            Spec.Prediction prediction, List<CandidateGrid> grids, List<String> lambdas, List<FeatureSet> features) {}
}
