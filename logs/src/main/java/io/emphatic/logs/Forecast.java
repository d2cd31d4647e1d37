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
    private double reward;

    Forecast(Plan.Target target, Learner learner) {
        this.target = target;
        this.learner = learner;
    }

    /** The row is S₀, with nothing before it. */
    void start(Features phi, double[][] columns, int row) {
        transition.start(
                phi, target.lambda().at(columns, row), target.interest().at(columns, row));
    }

    /** The row's action was taken, and its reward followed. */
    void act(double[][] columns, int row) {
        if (target.ratio() != null) {
            transition.ratio(target.ratio().at(columns, row));
        } else {
            transition.action(
                    target.target().at(columns, row), target.behaviour().at(columns, row));
        }
        reward = target.cumulant().at(columns, row);
    }

    /** The row is the state that the last action led to. */
    void arrive(Features phi, double[][] columns, int row) {
        transition.arrive(
                reward,
                phi,
                target.discount().at(columns, row),
                target.lambda().at(columns, row),
                target.interest().at(columns, row));
    }

    /** The last action led to a terminal state. */
    void terminate(Features none) {
        transition.arrive(reward, none, 0, 0, 0);
    }

    /** Learns from the step; returns δ, NaN if the learner has none or has diverged. */
    double learn(int tenth) {
        long before = learner.steps();
        learner.update(transition);
        if (learner.steps() == before) {
            return Double.NaN;
        }
        diagnostics.learned(transition.rho(), learner, tenth);
        return learner.tdError();
    }

    /** The value predicted now for a state. */
    double predict(Features phi) {
        return learner.predict(phi);
    }

    Plan.Target target() {
        return target;
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
