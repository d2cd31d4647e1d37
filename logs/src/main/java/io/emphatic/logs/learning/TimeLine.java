package io.emphatic.logs.learning;

import io.emphatic.experience.Features;
import io.emphatic.experience.Transition;
import io.emphatic.logs.file.RowChunk;
import io.emphatic.logs.spec.NextState;
import io.emphatic.logs.spec.NumberSource;
import io.emphatic.logs.spec.Plan;
import io.emphatic.logs.spec.PlannedPrediction;

/** The steps of a log under one policy, discount, λ and interest, and with one reward. */
public final class TimeLine {
    private final PlannedPrediction.StepColumns columns;
    private final NumberSource cumulant;
    private final int policy;
    private final boolean probabilities; // whether the algorithm needs π and μ, not only ρ
    private Transition transition = new Transition();
    private double[] targets;
    private double[] behaviours;
    private double[] ratios;
    private double[] discounts;
    private double[] lambdas;
    private double[] interests;
    private double[] rewards;
    private final NextState next; // null where the next state is the next row
    private double[] nextDiscounts;
    private double[] nextLambdas;
    private double[] nextInterests;
    private double reward;
    private boolean skips; // whether the present row is none for it

    /** @param cumulant where rewards come from; null for rewards of 0 */
    public TimeLine(Plan plan, PlannedPrediction prediction, NumberSource cumulant) {
        this(plan, prediction.steps(), cumulant, prediction.config().algorithm().needsProbabilities());
    }

    /** @param probabilities whether π and μ are needed, not only ρ */
    public TimeLine(Plan plan, PlannedPrediction.StepColumns columns, NumberSource cumulant, boolean probabilities) {
        this.cumulant = cumulant;
        this.next = plan.next();
        this.columns = columns;
        this.policy = plan.policies().indexOf(columns.policy());
        this.probabilities = probabilities;
    }

    public Transition transition() {
        return transition;
    }

    /** The next rows are those of another stream, which was left at this step, and with this reward of its action. */
    void turnTo(Transition step, double pendingReward) {
        transition = step;
        reward = pendingReward;
    }

    /** The reward of the action that has led nowhere yet. */
    double pendingReward() {
        return reward;
    }

    void begin(RowChunk chunk) {
        targets = chunk.column(columns.policy().target());
        behaviours = chunk.column(columns.policy().behaviour());
        ratios = chunk.ratios(policy);
        discounts = chunk.column(columns.discount());
        lambdas = chunk.column(columns.lambda());
        interests = chunk.column(columns.interest());
        rewards = chunk.column(cumulant);
        if (next != null) {
            nextDiscounts = chunk.column(next.of(columns.discount()));
            nextLambdas = chunk.column(next.of(columns.lambda()));
            nextInterests = chunk.column(next.of(columns.interest()));
        }
    }

    /** Whether the row to come is none for it: the row after it is a start. */
    public void setSkips(boolean skips) {
        this.skips = skips;
    }

    /** The state of this row, with nothing before it. */
    void start(int row, Features phi) {
        if (!skips) {
            transition.start(phi, lambdas[row], interests[row]);
        }
    }

    /** The action of this row, and its reward. */
    void act(int row) {
        if (skips) {
            transition.clear();
        } else if (probabilities) {
            transition.action(targets[row], behaviours[row]);
        } else {
            transition.ratio(ratios[row]);
        }
        reward = rewards == null || skips ? 0 : rewards[row];
    }

    /** The state of this row, to which the action before has led. */
    void arrive(int row, Features phi) {
        if (!skips) {
            transition.arrive(reward, phi, discounts[row], lambdas[row], interests[row]);
        }
    }

    boolean isNew() {
        return transition.here() == null;
    }

    /** The state that this row's action has led to, as the row holds it. */
    void arriveNext(int row, Features phi) {
        if (!skips) {
            transition.arrive(reward, phi, nextDiscounts[row], nextLambdas[row], nextInterests[row]);
        }
    }

    /** The action has led to a terminal state, which has no features. */
    void terminate(Features none) {
        if (!skips) {
            transition.arrive(reward, none, 0, 0, 0);
        }
    }
}
