package io.emphatic.logs.learning;

import io.emphatic.Learner;
import io.emphatic.LeastSquares;
import io.emphatic.Snapshot;
import io.emphatic.engine.ParkedStream;
import io.emphatic.experience.Features;
import io.emphatic.experience.Transition;
import io.emphatic.logs.file.BegunStream;
import io.emphatic.logs.file.SavedState;
import io.emphatic.logs.file.StreamModel;
import io.emphatic.logs.learning.LearningReport.StreamSummary;
import io.emphatic.logs.spec.PlannedPrediction;
import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/** Up to three predictions from the same steps and rewards, with a learner each. */
final class LearnerRun extends PredictionRun {
    /**
     * How many predictions a run has at most. A second one on the same time line costs three quarters of the first, but
     * cannot learn on another processor; three take about as long as reading does.
     */
    private static final int MOST = 3;

    private final TimeLine line;
    private final List<LearnerPrediction> predictions = new ArrayList<>();
    private final List<TurnMemory> streams = new ArrayList<>(); // by number, where they do
    private TurnMemory turn; // the stream whose traces the learners have; null for none

    /** A stream that waits for its turn. */
    private static final class TurnMemory extends StreamMemory {
        private final List<ParkedStream> parked; // by prediction

        TurnMemory(int predictions) {
            super(1);
            this.parked = Stream.generate(ParkedStream::new).limit(predictions).toList();
        }
    }

    private LearnerRun(RunSettings settings, TimeLine line, List<PlannedPrediction> planned) {
        super(settings, line);
        this.line = line;
        planned.forEach(prediction -> predictions.add(new LearnerPrediction(prediction, settings)));
    }

    /** Runs for these predictions; those from the same steps and rewards are put together as far as there is room. */
    static List<LearnerRun> of(RunSettings settings, List<PlannedPrediction> planned) {
        Map<Object, List<PlannedPrediction>> alike = new LinkedHashMap<>();
        for (PlannedPrediction prediction : planned) {
            boolean probabilities = prediction.config().algorithm().needsProbabilities();
            Object key = List.of(prediction.steps(), prediction.cumulant(), probabilities);
            alike.computeIfAbsent(key, none -> new ArrayList<>()).add(prediction);
        }
        List<LearnerRun> runs = new ArrayList<>();
        for (List<PlannedPrediction> same : alike.values()) {
            for (int from = 0; from < same.size(); from += MOST) {
                List<PlannedPrediction> few = same.subList(from, Math.min(from + MOST, same.size()));
                TimeLine line =
                        new TimeLine(settings.plan(), few.get(0), few.get(0).cumulant());
                runs.add(new LearnerRun(settings, line, few));
            }
        }
        return runs;
    }

    @Override
    protected StreamMemory stream(int number) {
        while (number >= streams.size()) {
            streams.add(new TurnMemory(predictions.size()));
        }
        TurnMemory next = streams.get(number);
        if (next != turn) {
            rest();
            for (int p = 0; p < predictions.size(); p++) {
                predictions.get(p).learner.resume(next.parked.get(p));
            }
            turn = next;
        }
        return next;
    }

    /** No stream has its traces in the learners. */
    void rest() {
        for (int p = 0; turn != null && p < predictions.size(); p++) {
            predictions.get(p).learner.park(turn.parked.get(p));
        }
        turn = null;
    }

    @Override
    protected void act(int row) {
        recordOnArrival();
    }

    @Override
    protected void beginStream(BegunStream stream) {
        predictions.forEach(prediction -> prediction.alone.begin(stream));
    }

    @Override
    protected void endOfLog() {
        predictions.stream()
                .filter(prediction -> prediction.alone != null)
                .forEach(prediction -> prediction.alone.finish());
    }

    @Override
    void learn(int k, long logRow) {
        Transition step = line.transition();
        for (int p = 0; p < predictions.size(); p++) { // an iterator for every step would be garbage
            LearnerPrediction prediction = predictions.get(p);
            Learner learner = prediction.learner;
            learner.update(step);
            if (prediction.noteStep(k, logRow) && prediction.emphases.isEmphatic()) {
                prediction.emphases.learned(learner.followOn(), learner.emphasis());
            }
        }
    }

    @Override
    byte[] trace(boolean last) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (LearnerPrediction prediction : predictions) {
            Optional<Snapshot> line = prediction.learner.snapshot().timeLine();
            if (line.isEmpty() && last) {
                return new byte[0];
            }
            line.orElseThrow(() -> notApart(prediction)).write(bytes);
        }
        return bytes.toByteArray();
    }

    @Override
    void goOnWith(byte[] trace) throws IOException {
        InputStream bytes = new BufferedInputStream(new ByteArrayInputStream(trace));
        for (LearnerPrediction prediction : predictions) {
            if (trace.length == 0) {
                throw notApart(prediction);
            }
            prediction.learner = prediction
                    .learner
                    .snapshot()
                    .withTimeLine(Snapshot.read(bytes))
                    .restore();
        }
    }

    private static IllegalArgumentException notApart(LearnerPrediction prediction) {
        return new IllegalArgumentException(prediction.plan.name()
                + ": several streams are open, and a step size that is chosen from the data (auto) goes with one at a time"
                + "\nGive " + prediction.plan.config().algorithm()
                + " a step size, as ./emphatic tune finds one, or leave out --keep-open.");
    }

    @Override
    List<LearnerPrediction> predictions() {
        return predictions;
    }

    @Override
    void exchangeLearners(SavedState state) throws IOException {
        for (LearnerPrediction prediction : predictions) {
            if (prediction.alone != null) {
                prediction.alone.exchange(state);
            }
            prediction.learner = state.value(
                    prediction.learner, (out, learner) -> learner.snapshot().write(out), in -> Snapshot.read(in)
                            .restore());
        }
    }

    @Override
    void exchangeDiagnostics(SavedState state) throws IOException {
        for (LearnerPrediction prediction : predictions) {
            prediction.emphases.exchange(state);
            if (prediction.solving != null) {
                prediction.solving.exchange(state);
            }
            prediction.exchangeDiagnostics(state);
        }
    }

    static final class LearnerPrediction extends RunningPrediction {
        private final SolvingInterval solving; // null where weights are at hand
        private final LonelyStreams alone; // null where streams share weights
        private Learner learner;

        LearnerPrediction(PlannedPrediction prediction, RunSettings settings) {
            super(prediction, new EmphasisDiagnostics(settings.precision()), settings);
            int size = settings.plan().features().size();
            this.learner = settings.sharing() == StreamSharing.WEIGHTS
                    ? prediction.config().sharedLearner(new double[size])
                    : prediction.config().learner(size);
            this.alone = settings.sharing() == StreamSharing.NOTHING
                    ? new LonelyStreams(prediction, size, () -> learner, next -> learner = next)
                    : null;
            boolean solves = settings.recorded() && prediction.config() instanceof LeastSquares;
            this.solving = solves && SolvingInterval.of(size) > 1 ? new SolvingInterval(size) : null;
        }

        Learner learner() {
            return learner;
        }

        @Override
        StreamSummary streams() {
            return alone == null ? null : alone.summary();
        }

        /** What the streams that are done have learned, since this was asked last. */
        List<StreamModel> takeFinished() {
            return alone.takeFinished();
        }

        @Override
        double predict(Features phi) {
            return learner.predict(phi);
        }

        /** Least squares is solved now and then only: see {@link SolvingInterval}. */
        @Override
        double predictWhileLearning(Features phi) {
            if (solving == null) {
                return predict(phi);
            }
            if (solving.isDue(learner.steps())) {
                solving.set(learner.steps(), learner.weights());
            }
            return phi.dot(solving.weights());
        }

        @Override
        double[] weights() {
            return learner.weights();
        }

        @Override
        long steps() {
            return learner.steps();
        }

        @Override
        OptionalLong divergedAt() {
            return learner.divergedAt();
        }

        @Override
        double tdError() {
            return learner.tdError();
        }
    }
}
