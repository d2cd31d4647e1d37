package io.emphatic.logs.learning;

import io.emphatic.experience.Features;
import io.emphatic.experience.Transition;
import io.emphatic.logs.file.RowChunk;
import io.emphatic.logs.spec.NumberSource;
import io.emphatic.logs.spec.Plan;
import io.emphatic.logs.spec.PlannedPrediction;
import io.emphatic.logs.spec.PlannedPrediction.PolicyColumns;
import io.emphatic.logs.spec.PlannedPrediction.StepColumns;

/** The steps of a log under one policy, discount, λ and interest, and with one reward. */
public final class TimeLine {
    private final StepColumns columns;
    private final NumberSource cumulant;
    private final int policy;
    private final boolean probabilities; // whether the algorithm needs π and μ, not only ρ
    private Transition transition = new Transition();
    private final StepColumns next; // of the state that an action led to; null where that is the next row
    private RowChunk chunk; // the present one
    private double reward;
    private boolean skips; // whether the present row is not part of it

    /** @param cumulant where rewards come from; null for rewards of 0 */
    public TimeLine(Plan plan, PlannedPrediction prediction, NumberSource cumulant) {
        this(plan, prediction.steps(), cumulant, prediction.config().algorithm().needsProbabilities());
    }

    /** @param probabilities whether π and μ are needed, not only ρ */
    public TimeLine(Plan plan, StepColumns columns, NumberSource cumulant, boolean probabilities) {
        this.cumulant = cumulant;
        this.columns = columns;
        this.next = plan.next() == null ? null : plan.next().of(columns);
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

    void begin(RowChunk rows) {
        chunk = rows;
    }

    private double number(NumberSource source, int row) {
        return source.at(chunk.numbers(), row);
    }

    private void arrive(int row, Features phi, StepColumns of) {
        transition.arrive(
                reward, phi, number(of.discount(), row), number(of.lambda(), row), number(of.interest(), row));
    }

    /** Whether the row to come is not part of it: the row after it is a start. */
    public void setSkips(boolean skips) {
        this.skips = skips;
    }

    /** The state of this row, with nothing before it. */
    void start(int row, Features phi) {
        if (!skips) {
            transition.start(phi, number(columns.lambda(), row), number(columns.interest(), row));
        }
    }

    /** The action of this row, and its reward. */
    void act(int row) {
        if (skips) {
            transition.clear();
        } else if (probabilities) {
            PolicyColumns probable = columns.policy();
            transition.action(number(probable.target(), row), number(probable.behaviour(), row));
        } else {
            transition.ratio(chunk.ratios(policy)[row]);
        }
        reward = cumulant == null || skips ? 0 : number(cumulant, row);
    }

    /** The state of this row, to which the action before has led. */
    void arrive(int row, Features phi) {
        if (!skips) {
            arrive(row, phi, columns);
        }
    }

    boolean isNew() {
        return transition.here() == null;
    }

    /** The state that this row's action has led to, as the row holds it. */
    void arriveNext(int row, Features phi) {
        if (!skips) {
            arrive(row, phi, next);
        }
    }

    /** The action has led to a terminal state, which has no features. */
    void terminate(Features none) {
        if (!skips) {
            transition.arrive(reward, none, 0, 0, 0);
        }
    }
}
