package io.emphatic.logs.learning;

import io.emphatic.Features;
import io.emphatic.logs.file.Batch;
import io.emphatic.logs.spec.Plan;
import io.emphatic.logs.spec.Policy;
import java.util.List;
import java.util.Map;

/**
 * Predictions that live through the log together: a few with a learner each ({@link Forecast}), or many that share the
 * work ({@link HordeCourse}). Courses share nothing that changes.
 */
abstract class Course {
    private final Features none;
    private final boolean recorded;
    private int settledCount;

    /** @param recorded whether each row's prediction and error are wanted */
    Course(int size, boolean recorded) {
        this.none = Features.none(size);
        this.recorded = recorded;
    }

    /**
     * Lives through a batch of rows: this is all of learning.
     *
     * @param rows how many the log has
     * @param learnFrom rows before this one only lead up to where an interrupted run was; nothing is learned from them
     */
    final void run(Batch batch, Plan plan, long rows, long learnFrom) {
        begin(batch);
        settledCount = 0;
        for (int row = 0; row < batch.size(); row++) {
            long place = batch.firstRow() + row;
            boolean learns = place >= learnFrom;
            try {
                if (batch.starts(row)) {
                    if (batch.leavesLast(row)) {
                        leave(learns);
                    }
                    start(row, batch.features(row));
                } else {
                    arrive(row, batch.features(row));
                    learn(learns, place - 1, rows);
                }
                act(row);
                if (batch.terminates(row)) {
                    terminate(none);
                    learn(learns, place, rows);
                } else if (batch.isCut(row)) {
                    leave(learns);
                }
            } catch (IllegalArgumentException e) {
                throw plan.misfit(place, e);
            }
        }
        if (batch.size() == 0 && batch.settledCount() > 0) {
            leave(true); // the end of the log
        }
    }

    private void learn(boolean learns, long place, long rows) {
        if (learns) {
            if (recorded) {
                predict(settledCount);
            }
            learn(settledCount, place, rows);
            settledCount += recorded ? 1 : 0;
        }
    }

    /** Nothing is known beyond the last row: it is not learned from. */
    private void leave(boolean learns) {
        if (learns && recorded) {
            predict(settledCount);
            leave(settledCount++);
        }
    }

    /** These are the rows to come. */
    abstract void begin(Batch batch);

    /** The state of this row, with nothing before it. */
    abstract void start(int row, Features phi);

    /** The action of this row, and what it earns. */
    abstract void act(int row);

    /** The state of this row, to which the action before has led. */
    abstract void arrive(int row, Features phi);

    /** The action has led to a terminal state. */
    abstract void terminate(Features none);

    /** Keeps the values predicted for Sₜ before learning from it, as those of the k-th row settled. */
    abstract void predict(int k);

    /**
     * Learns from the step, and keeps the errors if they are wanted.
     *
     * @param place which row of the log it was, from 0
     */
    abstract void learn(int k, long place, long rows);

    /** Keeps that the k-th row settled was not learned from. */
    abstract void leave(int k);

    /** What becomes of each of its predictions, in the order of the plan. */
    abstract List<? extends Outcome> outcomes();

    /** What comes of one prediction. */
    interface Outcome {
        Plan.Target target();

        /** The value predicted for the k-th row that the last batch settled. */
        double value(int k);

        /** δ of the k-th row that the last batch settled; NaN where nothing was learned. */
        double error(int k);

        /**
         * How many steps it learned from until it diverged; −1 as long as it has not. May be asked by another thread.
         */
        long endedAt();

        /** @param policies the ratios of each policy of the plan */
        Report.Prediction report(double[] meanFeatures, Map<Policy, RatioDiagnostics> policies);
    }
}
