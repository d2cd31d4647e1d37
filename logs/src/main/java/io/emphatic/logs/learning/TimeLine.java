package io.emphatic.logs.learning;

import io.emphatic.Features;
import io.emphatic.Transition;
import io.emphatic.logs.file.Batch;
import io.emphatic.logs.spec.Plan;

/** The steps of a log as one policy, discount, λ and interest see them. */
final class TimeLine {
    private final Plan.Target target;
    private final int policy;
    private final boolean probabilities; // whether the ratio is not enough
    private final Transition transition = new Transition();
    private final double[] discounts; // a column of the constant where it is one, as the next two
    private final double[] lambdas;
    private final double[] interests;
    private double[][] columns;
    private double[] ratios;
    private double[] gamma;
    private double[] lambda;
    private double[] interest;

    TimeLine(Plan plan, Plan.Target target) {
        this.target = target;
        this.policy = plan.policies().indexOf(target.policy());
        this.probabilities = target.config().algorithm().needsProbabilities();
        this.discounts = target.discount().filled(plan.constants(), Batch.CAPACITY);
        this.lambdas = target.lambda().filled(plan.constants(), Batch.CAPACITY);
        this.interests = target.interest().filled(plan.constants(), Batch.CAPACITY);
    }

    void begin(Batch batch) {
        columns = batch.numbers();
        ratios = batch.ratios(policy);
        gamma = target.discount().in(columns, discounts);
        lambda = target.lambda().in(columns, lambdas);
        interest = target.interest().in(columns, interests);
    }

    void start(int row, Features phi) {
        transition.start(phi, lambda[row], interest[row]);
    }

    void act(int row) {
        if (probabilities) {
            transition.action(
                    target.target().at(columns, row), target.behaviour().at(columns, row));
        } else {
            transition.ratio(ratios[row]);
        }
    }

    void arrive(double reward, int row, Features phi) {
        transition.arrive(reward, phi, gamma[row], lambda[row], interest[row]);
    }

    void terminate(double reward, Features none) {
        transition.arrive(reward, none, 0, 0, 0);
    }

    Transition transition() {
        return transition;
    }
}
