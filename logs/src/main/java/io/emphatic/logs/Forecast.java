package io.emphatic.logs;

import io.emphatic.Features;
import io.emphatic.Learner;
import io.emphatic.Transition;

/** One prediction on its way through the log: its time line, its learner and what is watched. */
final class Forecast {
    private final Plan.Target target;
    private final Transition transition = new Transition();
    private final Learner learner;
    private final Diagnostics diagnostics = new Diagnostics();
    private final Features none;
    private final double[] values; // null when nobody wants them
    private final double[] errors;
    private final double[] discounts; // a column of the constant where it is one, as the next two
    private final double[] lambdas;
    private final double[] interests;
    private int settledCount;
    private double reward;

    /** @param recorded whether each row's prediction and error are wanted */
    Forecast(Plan.Target target, Learner learner, boolean recorded) {
        this.target = target;
        this.learner = learner;
        this.none = Features.none(learner.size());
        this.discounts = target.discount().filled(Batch.CAPACITY);
        this.lambdas = target.lambda().filled(Batch.CAPACITY);
        this.interests = target.interest().filled(Batch.CAPACITY);
        this.values = recorded ? new double[Batch.CAPACITY + 1] : null;
        this.errors = recorded ? new double[Batch.CAPACITY + 1] : null;
    }

    /**
     * Lives through a batch of rows: this is all of learning.
     *
     * @param learnFrom rows before this one only lead up to where an interrupted run was; nothing is learned from them
     */
    void run(Batch batch, Plan plan, long rows, long learnFrom) {
        double[][] columns = batch.numbers();
        double[] gamma = target.discount().in(columns, discounts);
        double[] lambda = target.lambda().in(columns, lambdas);
        double[] interest = target.interest().in(columns, interests);
        settledCount = 0;
        for (int row = 0; row < batch.size(); row++) {
            long place = batch.firstRow() + row;
            boolean learns = place >= learnFrom;
            try {
                if (batch.starts(row)) {
                    if (batch.leavesLast(row)) {
                        leave(learns);
                    }
                    transition.start(batch.features(row), lambda[row], interest[row]);
                } else {
                    predict(learns);
                    transition.arrive(reward, batch.features(row), gamma[row], lambda[row], interest[row]);
                    learn(learns, place - 1, rows);
                }
                act(columns, row);
                if (batch.terminates(row)) {
                    predict(learns);
                    transition.arrive(reward, none, 0, 0, 0);
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

    private void act(double[][] columns, int row) {
        if (target.ratio() != null) {
            transition.ratio(target.ratio().at(columns, row));
        } else {
            transition.action(
                    target.target().at(columns, row), target.behaviour().at(columns, row));
        }
        reward = target.cumulant().at(columns, row);
    }

    /** The value predicted for Sₜ before learning from it. */
    private void predict(boolean learns) {
        if (learns && values != null) {
            values[settledCount] = learner.predict(transition.phi());
        }
    }

    private void learn(boolean learns, long place, long rows) {
        if (!learns) {
            return;
        }
        long before = learner.steps();
        learner.update(transition);
        boolean learned = learner.steps() != before;
        if (learned) {
            diagnostics.learned(transition.rho(), learner, place, rows);
        }
        if (values != null) {
            errors[settledCount] = learned ? learner.tdError() : Double.NaN;
            settledCount++;
        }
    }

    /** Nothing is known beyond the last row: it is not learned from. */
    private void leave(boolean learns) {
        if (learns && values != null) {
            predict(true);
            errors[settledCount++] = Double.NaN;
        }
    }

    /** The value predicted for the k-th row that the last batch settled. */
    double value(int k) {
        return values[k];
    }

    /** δ of the k-th row that the last batch settled; NaN where nothing was learned. */
    double error(int k) {
        return errors[k];
    }

    Learner learner() {
        return learner;
    }

    Diagnostics diagnostics() {
        return diagnostics;
    }

    Report.Prediction report(double[] meanFeatures) {
        return new Report.Prediction(
                target.name(),
                target.config(),
                learner.steps(),
                learner.weights(),
                learner.predict(Features.dense(meanFeatures)),
                learner.divergedAt(),
                diagnostics.ratio(),
                diagnostics.followOn(),
                diagnostics.emphasis(),
                diagnostics.tdErrors());
    }
}
