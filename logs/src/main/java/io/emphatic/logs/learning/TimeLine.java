package io.emphatic.logs.learning;

import io.emphatic.Features;
import io.emphatic.Transition;
import io.emphatic.logs.file.RowChunk;
import io.emphatic.logs.spec.Plan;
import io.emphatic.logs.spec.PlannedPrediction;
import io.emphatic.logs.spec.StepColumns;

/** The steps of a log under one policy, discount, λ and interest. */
final class TimeLine {
    private final StepColumns columns;
    private final int policy;
    private final boolean probabilities; // whether the algorithm needs π and μ, not only ρ
    private final Transition transition = new Transition();
    private double[] targets;
    private double[] behaviours;
    private double[] ratios;
    private double[] discounts;
    private double[] lambdas;
    private double[] interests;

    TimeLine(Plan plan, PlannedPrediction prediction) {
        this.columns = prediction.steps();
        this.policy = plan.policies().indexOf(columns.policy());
        this.probabilities = prediction.config().algorithm().needsProbabilities();
    }

    void begin(RowChunk chunk) {
        targets = chunk.column(columns.policy().target());
        behaviours = chunk.column(columns.policy().behaviour());
        ratios = chunk.ratios(policy);
        discounts = chunk.column(columns.discount());
        lambdas = chunk.column(columns.lambda());
        interests = chunk.column(columns.interest());
    }

    void start(int row, Features phi) {
        transition.start(phi, lambdas[row], interests[row]);
    }

    void act(int row) {
        if (probabilities) {
            transition.action(targets[row], behaviours[row]);
        } else {
            transition.ratio(ratios[row]);
        }
    }

    void arrive(double reward, int row, Features phi) {
        transition.arrive(reward, phi, discounts[row], lambdas[row], interests[row]);
    }

    void terminate(double reward, Features none) {
        transition.arrive(reward, none, 0, 0, 0);
    }

    Transition transition() {
        return transition;
    }
}
