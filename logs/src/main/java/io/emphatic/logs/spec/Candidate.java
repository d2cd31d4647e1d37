package io.emphatic.logs.spec;

import io.emphatic.Config;
import java.util.List;
import java.util.OptionalDouble;

/**
 * One of the settings among which {@code tune} chooses: a prediction as {@code learn} would be given it.
 *
 * @param prediction with the algorithm, parameters and λ of this candidate
 */
public record Candidate(Spec.Prediction prediction, FeatureSet features) {

    public Config config() {
        return prediction.config();
    }

    /** λ as it was written. */
    public String lambda() {
        return prediction.lambda();
    }

    /** λ if it is the same in every row. */
    public OptionalDouble constantLambda() {
        return TuningReader.number(lambda());
    }

    /** The features with a spec's stream, order and ends: what {@code learn} is given to learn this candidate alone. */
    public Spec alone(Spec spec) {
        return spec.with(features.blocks(), List.of(prediction));
    }
}
