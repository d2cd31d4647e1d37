package io.emphatic.logs.file;

import io.emphatic.Config;
import io.emphatic.Learner;
import io.emphatic.LeastSquares;
import java.util.List;
import java.util.OptionalLong;

/** What one stream has learned of one prediction, earlier runs included: a line of a file of models. */
public record StreamModel(StreamKey stream, String prediction, long steps, double[] weights, OptionalLong divergedAt) {
    public static StreamModel of(StreamKey stream, String prediction, Learner learner) {
        return new StreamModel(stream, prediction, learner.steps(), learner.weights(), learner.divergedAt());
    }

    /** A learner that continues from the weights of its model among these, or a new one; refuses least squares. */
    public static Learner learner(List<StreamModel> models, String prediction, Config config, int size) {
        for (StreamModel model : models) {
            if (model.prediction.equals(prediction)) {
                return model.learner(config, size);
            }
        }
        return config.learner(size);
    }

    private Learner learner(Config config, int size) {
        if (config instanceof LeastSquares) {
            throw new IllegalArgumentException(prediction + ": " + config.algorithm()
                    + " cannot continue from weights: it learns sums\nLearn from all logs at once.");
        }
        if (weights.length != size) {
            throw new IllegalArgumentException(prediction + " of stream " + stream + " has " + weights.length
                    + " weights, and there are " + size + " features");
        }
        Learner learner = config.learner(weights);
        learner.countFrom(steps, divergedAt);
        return learner;
    }
}
