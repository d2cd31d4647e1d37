package io.emphatic.logs.learning;

import io.emphatic.Learner;
import io.emphatic.LeastSquares;
import io.emphatic.bands.BandedLearner;
import io.emphatic.experience.Features;
import io.emphatic.experience.Transition;
import io.emphatic.logs.doctor.Finding;
import io.emphatic.logs.file.LearnerBars;
import io.emphatic.logs.file.SavedState;
import io.emphatic.logs.file.StreamState;
import io.emphatic.logs.spec.Bands;
import io.emphatic.logs.spec.Plan;
import io.emphatic.logs.spec.PlannedPrediction;
import java.io.IOException;
import java.util.List;
import java.util.OptionalLong;

/** A prediction with a learner. */
final class LearnerRun extends PredictionRun {
    private final LearnerPrediction prediction;
    private final StreamSharing sharing;

    LearnerRun(RunSettings settings, PlannedPrediction planned) {
        super(settings, new TimeLine(settings.plan(), planned, planned.cumulant()));
        this.sharing = settings.sharing();
        this.prediction = new LearnerPrediction(planned, settings);
    }

    void setPlace(int number, List<PlannedPrediction> all) {
        firstLine = number;
        prediction.index = all.indexOf(prediction.plan);
    }

    @Override
    protected void changeStream(long logRow) {
        if (sharing != StreamSharing.WEIGHTS && prediction.learner instanceof BandedLearner banded) {
            banded.startStream();
        }
    }

    @Override
    protected void enter(StreamState stream) {
        if (prediction.hasOneTrace && stream.step(firstLine).here() != null) {
            throw notApart();
        }
        prediction.learner = stream.enter(prediction.index, prediction.learner);
    }

    @Override
    protected void leave(StreamState stream, boolean open) {
        if (!prediction.hasOneTrace) {
            stream.leave(prediction.index, prediction.learner);
        } else if (open && sharing == StreamSharing.KEPT) {
            throw notApart();
        }
    }

    private IllegalArgumentException notApart() {
        return new IllegalArgumentException(prediction.plan.name()
                + ": several streams are open, and a step size that is chosen from the data (auto) goes with one at a time"
                + "\nGive " + prediction.plan.config().algorithm()
                + " a step size, as ./emphatic tune finds one, or leave out --keep-open.");
    }

    @Override
    void learn(int row, long logRow) {
        Transition step = lines[0].transition();
        Learner learner = prediction.learner;
        learner.update(step);
        if (prediction.noteStep(row, logRow)) {
            prediction.errors.learned(0, learner.tdError(), step.reward(), logRow);
            prediction.emphases.learned(learner.followOn(), learner.emphasis());
        }
    }

    @Override
    List<LearnerPrediction> predictions() {
        return List.of(prediction);
    }

    @Override
    void exchangeLearners(SavedState state) throws IOException {
        if (sharing != StreamSharing.NOTHING) {
            state.learner(prediction.learner);
        }
    }

    @Override
    void exchangeDiagnostics(SavedState state) throws IOException {
        prediction.emphases.exchange(state);
        if (prediction.solving != null) {
            prediction.solving.exchange(state);
        }
        prediction.exchangeDiagnostics(state);
    }

    static final class LearnerPrediction extends RunningPrediction {
        private final Bands bands; // null for none
        private final SolvingInterval solving; // null where weights are at hand
        private final boolean hasOneTrace; // for all streams: candidates of a chosen step size have learned on it
        private int index; // among the predictions of a stream
        private Learner learner; // of the present stream, where each has its own

        LearnerPrediction(PlannedPrediction prediction, RunSettings settings) {
            super(
                    prediction,
                    new EmphasisDiagnostics(settings.precision()),
                    new ErrorDiagnostics(settings.rows(), 1),
                    0,
                    settings);
            int size = settings.plan().features().size();
            this.bands = settings.bands();
            this.learner = settings.sharing().learner(prediction.config(), size, settings.bands());
            this.hasOneTrace = settings.sharing().continues() && StreamSharing.choosesStepSize(prediction.config());
            boolean solves = settings.recorded() && prediction.config() instanceof LeastSquares;
            this.solving = solves && SolvingInterval.of(size) > 1 ? new SolvingInterval(size) : null;
        }

        Learner learner() {
            return learner;
        }

        @Override
        double predict(Features phi) {
            return learner.predict(phi);
        }

        /** Least squares is solved now and then only: see {@link SolvingInterval}. */
        @Override
        double predictWhileLearning(Features phi) {
            return solving == null ? predict(phi) : solving.predict(learner, phi);
        }

        @Override
        double halfWidth(Features phi) {
            return LearnerBars.halfWidth(bands, learner, phi);
        }

        @Override
        Bands.Bar bar() {
            return LearnerBars.bar(bands, learner);
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

        @Override
        LearningReport.StepSizes stepSizes() {
            return new LearningReport.StepSizes(learner.stepSize(), learner.boundedSteps());
        }
    }

    /** A solution costs n³: weights are renewed whenever the number of steps passes a multiple of ⌊n²/10,000⌋. */
    static final class SolvingInterval {
        private static final long SQUARES_PER_STEP = 10_000;

        private final long interval;
        private double[] weights;
        private long solvedAt = -1; // never

        SolvingInterval(int size) {
            this.interval = of(size);
            this.weights = new double[size];
        }

        static long of(int size) {
            return Math.max(1, (long) size * size / SQUARES_PER_STEP);
        }

        /** Tells which predictions of a plan are not solved in every row. */
        static List<Finding> notes(Plan plan) {
            long interval = of(plan.features().size());
            return plan.predictions().stream()
                    .filter(prediction -> interval > 1 && prediction.config() instanceof LeastSquares)
                    .map(prediction -> new Finding(
                            Finding.Severity.NOTE,
                            "solving-interval",
                            prediction.name(),
                            "the predictions file has " + prediction.name() + " with weights that are solved for every "
                                    + interval + " steps",
                            List.of(),
                            "Solving in every row would take most of the time with this many features.",
                            "The weights in the report and in the model are those after the last row."))
                    .toList();
        }

        double predict(Learner learner, Features phi) {
            if (Math.floorDiv(learner.steps(), interval) != Math.floorDiv(solvedAt, interval)) {
                solvedAt = learner.steps();
                weights = learner.weights();
            }
            return phi.dot(weights);
        }

        void exchange(SavedState state) throws IOException {
            solvedAt = state.whole(solvedAt);
            state.numbers(weights, weights.length);
        }
    }
}
