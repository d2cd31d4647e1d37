package io.emphatic.logs.live;

import io.emphatic.Learner;
import io.emphatic.experience.Transition;

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

    /**
     * The step that a row has completed for one prediction.
     *
     * @param learned whether there was one, and it was learned from
     * @param discount γ of the state arrived at
     * @param tdError NaN where nothing was learned, and for least squares
     * @param followOn NaN for algorithms without, as the emphasis
     */
    record StepView(
            boolean learned,
            double ratio,
            double cumulant,
            double discount,
            double tdError,
            double followOn,
            double emphasis) {
        /** How many numbers {@link #note} takes. */
        static final int NUMBERS = 7;

        /** Notes a step after the learner has seen it, without making an object. {@code into} is modified. */
        static void note(Transition t, Learner learner, boolean learned, double[] into) {
            into[0] = learned ? 1 : 0;
            into[1] = t.rho();
            into[2] = t.reward();
            into[3] = t.gammaNext();
            into[4] = learned ? learner.tdError() : Double.NaN;
            into[5] = learned ? learner.followOn() : Double.NaN;
            into[6] = learned ? learner.emphasis() : Double.NaN;
        }

        static StepView of(double[] noted) {
            return new StepView(noted[0] != 0, noted[1], noted[2], noted[3], noted[4], noted[5], noted[6]);
        }
    }
}
