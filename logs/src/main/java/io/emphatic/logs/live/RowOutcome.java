package io.emphatic.logs.live;

/** What the row that was learned from last has completed. Predictions are counted from 0. */
public interface RowOutcome {
    /** How many steps it has completed for a prediction: that of the row before, its own, both or none. */
    int stepCount(int prediction);

    /** One of these steps, counted from 0. */
    StepView step(int prediction, int number);

    /** Whether nothing before in its stream has led to it. */
    boolean isStart();

    /**
     * What was predicted for the state that the row holds as its next, before it was learned from. Live; meaningless
     * where rows do not hold it.
     */
    double[] nextValues();
}
