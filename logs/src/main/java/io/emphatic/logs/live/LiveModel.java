package io.emphatic.logs.live;

import io.emphatic.Config;
import io.emphatic.Learner;
import io.emphatic.LeastSquares;
import io.emphatic.logs.learning.SharedState;
import io.emphatic.logs.model.Model;
import io.emphatic.logs.model.Model.LearnedWeights;
import io.emphatic.logs.model.Origin;
import io.emphatic.logs.spec.PlannedPrediction;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** Models of what was learned from rows as they came. */
final class LiveModel {
    /** Where the rows come from, and how many there were. */
    record Source(String version, String time, String name, long rows, long streams) {}

    private LiveModel() {}

    /** @param learners by prediction, in the order of the spec */
    static Model of(LiveSpec spec, Map<String, Learner> learners, Source source) throws IOException {
        List<LearnedWeights> weights = new ArrayList<>();
        for (PlannedPrediction one : spec.plan().predictions()) {
            Learner learner = learners.get(one.name());
            Map<String, Double> parameters = new LinkedHashMap<>(one.config().parameters());
            parameters.values().removeIf(value -> Double.isNaN(value));
            OptionalLong diverged = learner.divergedAt();
            weights.add(new LearnedWeights(
                    one.name(),
                    one.config().algorithm().name(),
                    parameters,
                    learner.steps(),
                    diverged.isPresent() ? diverged.getAsLong() : null,
                    learner.weights(),
                    Map.of()));
        }
        Origin origin = new Origin(
                source.version(),
                source.time(),
                source.name(),
                "",
                null,
                source.rows(),
                source.streams(),
                spec.spec(),
                List.of());
        return new Model(origin, spec.plan().featureColumns(), spec.featureMap(), weights, SharedState.of(learners));
    }

    /** Lets new learners continue from a model. */
    static void resume(Map<String, Learner> learners, Model model) throws IOException {
        if (SharedState.isOne(model.state())) {
            SharedState.read(model.state(), learners);
            return;
        }
        for (LearnedWeights learned : model.predictions()) {
            Learner learner = learners.get(learned.name());
            if (learner == null) {
                throw new IllegalArgumentException("the model predicts " + learned.name() + ", and the spec does not");
            }
            Config config = learner.config();
            if (config instanceof LeastSquares) {
                throw new IllegalArgumentException(
                        learned.name() + ": " + config.algorithm()
                                + " cannot continue from weights: it learns sums\nLearn the model with --as-logged, which keeps them.");
            }
            Long diverged = learned.divergedAt();
            Learner begun = config.sharedLearner(learned.weights());
            begun.countFrom(learned.steps(), diverged == null ? OptionalLong.empty() : OptionalLong.of(diverged));
            SharedState.read(SharedState.of(Map.of(learned.name(), begun)), learners);
        }
    }
}
