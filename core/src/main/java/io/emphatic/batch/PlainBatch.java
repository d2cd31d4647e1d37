package io.emphatic.batch;

import io.emphatic.Config;
import io.emphatic.Learner;
import io.emphatic.experience.Features;
import io.emphatic.experience.Transition;
import java.util.List;
import java.util.OptionalLong;

/** Learners that have nothing to share but the experience. */
final class PlainBatch implements Batch {
    private final Learner[] learners;

    PlainBatch(List<? extends Config> configs, double[] initialWeights) {
        learners =
                configs.stream().map(config -> config.learner(initialWeights)).toArray(Learner[]::new);
    }

    @Override
    public int count() {
        return learners.length;
    }

    @Override
    public void update(Transition t) {
        for (Learner learner : learners) {
            learner.update(t);
        }
    }

    @Override
    public void predict(Features features, double[] predictions) {
        for (int k = 0; k < learners.length; k++) {
            predictions[k] = learners[k].predict(features);
        }
    }

    @Override
    public double[] weights(int k) {
        return learners[k].weights();
    }

    @Override
    public OptionalLong divergedAt(int k) {
        return learners[k].divergedAt();
    }
}
