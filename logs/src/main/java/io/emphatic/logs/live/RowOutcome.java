package io.emphatic.logs.live;

import io.emphatic.Learner;
import io.emphatic.experience.Transition;
import java.util.Arrays;

/** What the row that was learned from last has completed. Predictions are counted from 0. */
public final class RowOutcome {
    /** A row completes the step before it, and its own if it ends or holds its next state. */
    private static final int MOST_STEPS = 2;

    private final StepView[][] steps;
    private final int[] stepCounts;
    final double[] nextValues;
    final double[] bars;
    boolean isStart;
    boolean isBeyond;

    RowOutcome(int predictions) {
        this.steps = new StepView[predictions][MOST_STEPS];
        this.stepCounts = new int[predictions];
        this.nextValues = new double[predictions];
        this.bars = new double[predictions];
    }

    void clear() {
        isStart = false;
        Arrays.fill(stepCounts, 0);
        Arrays.fill(bars, Double.NaN);
    }

    void add(int prediction, Transition t, Learner learner, boolean learned) {
        steps[prediction][stepCounts[prediction]++] = new StepView(
                learned,
                t.rho(),
                t.reward(),
                t.gammaNext(),
                learned ? learner.tdError() : Double.NaN,
                learned ? learner.followOn() : Double.NaN,
                learned ? learner.emphasis() : Double.NaN);
    }

    /** How many steps it has completed for a prediction: that of the row before, its own, both or none. */
    public int stepCount(int prediction) {
        return stepCounts[prediction];
    }

    /** One of the {@link #stepCount} steps, the earliest first. */
    public StepView step(int prediction, int number) {
        return steps[prediction][number];
    }

    /** Whether it lies beyond what rows have shown, so that nothing was learned from it. */
    public boolean isBeyond() {
        return isBeyond;
    }

    /** Whether the row began an episode, so that it completed no step before it. */
    public boolean isStart() {
        return isStart;
    }

    /** What was predicted before for the state that the row holds as its next. Live. */
    public double[] nextValues() {
        return nextValues;
    }

    /** How far the error bar of what was predicted for the row reaches to each side; NaN for none. Live. */
    public double[] bars() {
        return bars;
    }

    /** The step that a row has completed for one prediction; NaN for what was not learned or is not there. */
    public record StepView(
            boolean learned,
            double ratio,
            double cumulant,
            double discount,
            double tdError,
            double followOn,
            double emphasis) {}
}
