package io.emphatic.bands;

import io.emphatic.Learner;
import io.emphatic.engine.ParkedStream;
import io.emphatic.experience.Features;
import io.emphatic.experience.Transition;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** What stands beside a learner to say how far its weights θ may be off: deviations whose squares add up. */
sealed interface Band permits Replicates, Sandwich {
    /** The learner has taken a step. */
    double update(Transition t, Learner learner, double before);

    /** The steps to come are those of another stream. */
    default void startStream() {}

    /** Σₖ (dₖᵀφ)² over the deviations; NaN where they are not known. */
    double variance(Features phi, Learner learner);

    /** Vectors d whose squares add up to the variance of a prediction: Var(θᵀφ) = Σₖ (dₖᵀφ)². */
    double[][] deviations(Learner learner);

    /** How many independent deviations the variance is from, at most. */
    int freedom();

    /** Whether it cannot say anything, and why; null if it can. */
    String silence();

    void park(ParkedStream into);

    void resume(ParkedStream from);

    void write(DataOutput out) throws IOException;

    void read(DataInput in) throws IOException;
}
