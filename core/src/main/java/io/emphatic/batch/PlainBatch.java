package io.emphatic.batch;

import io.emphatic.Config;
import io.emphatic.Learner;
import io.emphatic.engine.ParkedStream;
import io.emphatic.experience.Features;
import io.emphatic.experience.Transition;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;
import java.util.OptionalLong;

/** Learners that share no trace. */
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
    public void update(Transition t, double alpha, double[] factors) {
        for (int k = 0; k < learners.length; k++) {
            learners[k].update(t, alpha * factors[k]);
        }
    }

    @Override
    public void park(ParkedStream into) {
        throw new IllegalStateException("learners that share no trace have none for each stream");
    }

    @Override
    public void resume(ParkedStream from) {
        throw new IllegalStateException("learners that share no trace have none for each stream");
    }

    @Override
    public void update(Transition t, double[] predictions, int from) {
        for (int k = 0; k < learners.length; k++) {
            predictions[from + k] = predict(k, t.phi());
        }
        update(t);
    }

    @Override
    public void predict(Features features, double[] predictions) {
        for (int k = 0; k < learners.length; k++) {
            predictions[k] = predict(k, features);
        }
    }

    private double predict(int k, Features features) {
        double value = learners[k].predict(features);
        return Double.isNaN(value) ? features.dot(learners[k].weights()) : value;
    }

    @Override
    public double[] weights(int k) {
        return learners[k].weights();
    }

    @Override
    public OptionalLong divergedAt(int k) {
        return learners[k].divergedAt();
    }

    @Override
    public void write(DataOutput out) throws IOException {
        for (Learner learner : learners) {
            learner.write(out);
        }
    }

    @Override
    public void read(DataInput in) throws IOException {
        for (Learner learner : learners) {
            learner.read(in);
        }
    }
}
