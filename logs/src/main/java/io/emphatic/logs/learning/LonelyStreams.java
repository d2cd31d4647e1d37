package io.emphatic.logs.learning;

import io.emphatic.Config;
import io.emphatic.Learner;
import io.emphatic.LeastSquares;
import io.emphatic.logs.file.BegunStream;
import io.emphatic.logs.file.SavedState;
import io.emphatic.logs.file.StreamKey;
import io.emphatic.logs.file.StreamModel;
import io.emphatic.logs.learning.LearningReport.StreamSummary;
import io.emphatic.logs.spec.PlannedPrediction;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** The learners of one prediction where each stream learns alone: one after another, as the streams come. */
public final class LonelyStreams {
    private static final int MOST_NAMED = 5;

    private final PlannedPrediction prediction;
    private final int size;
    private final Supplier<Learner> present;
    private final Consumer<Learner> replace;
    private StreamKey stream; // the present one; null before the first and after the last
    private List<StreamModel> finished = new ArrayList<>();
    private long count;
    private long steps;
    private long stepsBefore;
    private long diverged;
    private final List<String> firstDiverged = new ArrayList<>();

    /**
     * @param present the learner of the present stream
     * @param replace takes that of the next
     */
    LonelyStreams(PlannedPrediction prediction, int size, Supplier<Learner> present, Consumer<Learner> replace) {
        this.prediction = prediction;
        this.size = size;
        this.present = present;
        this.replace = replace;
    }

    void begin(BegunStream begun) {
        finish();
        stream = begun.key();
        StreamModel from = begun.from().stream()
                .filter(model -> model.prediction().equals(prediction.name()))
                .findFirst()
                .orElse(null);
        Learner next = from == null ? prediction.config().learner(size) : goOn(prediction.config(), from, size);
        stepsBefore += next.steps();
        replace.accept(next);
    }

    /**
     * A learner that goes on from the weights and the number of steps of a model. What an algorithm learns beside its
     * weights begins anew.
     *
     * @throws IllegalArgumentException for least squares, which learns sums that weights do not hold
     */
    public static Learner goOn(Config config, StreamModel model, int size) {
        if (config instanceof LeastSquares) {
            throw new IllegalArgumentException(model.prediction() + ": " + config.algorithm()
                    + " cannot go on from weights: it learns sums\nLearn from all logs at once.");
        }
        if (model.weights().length != size) {
            throw new IllegalArgumentException(model.prediction() + " of stream " + model.stream() + " has "
                    + model.weights().length + " weights, and there are " + size + " features");
        }
        Learner learner = config.learner(model.weights());
        learner.countFrom(model.steps(), model.divergedAt());
        return learner;
    }

    /** The present stream is done. */
    void finish() {
        if (stream == null) {
            return;
        }
        Learner learner = present.get();
        finished.add(
                new StreamModel(stream, prediction.name(), learner.steps(), learner.weights(), learner.divergedAt()));
        count++;
        steps += learner.steps();
        if (learner.divergedAt().isPresent()) {
            diverged++;
            if (firstDiverged.size() < MOST_NAMED) {
                firstDiverged.add(stream.text());
            }
        }
        stream = null;
    }

    List<StreamModel> takeFinished() {
        List<StreamModel> taken = finished;
        finished = new ArrayList<>();
        return taken;
    }

    StreamSummary summary() {
        return new StreamSummary(count, steps, stepsBefore, diverged, List.copyOf(firstDiverged));
    }

    void exchange(SavedState state) throws IOException {
        boolean present = state.flag(stream != null);
        stream = present ? state.value(stream, (out, key) -> key.write(out), StreamKey::read) : null;
        count = state.whole(count);
        steps = state.whole(steps);
        stepsBefore = state.whole(stepsBefore);
        diverged = state.whole(diverged);
        int named = state.count(firstDiverged.size());
        for (int k = 0; k < named; k++) {
            String name = state.value(
                    k < firstDiverged.size() ? firstDiverged.get(k) : null,
                    (out, text) -> out.writeUTF(text),
                    in -> in.readUTF());
            if (k >= firstDiverged.size()) {
                firstDiverged.add(name);
            }
        }
    }
}
