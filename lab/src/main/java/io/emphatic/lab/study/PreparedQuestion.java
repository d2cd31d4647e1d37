package io.emphatic.lab.study;

import io.emphatic.lab.PolicyProbabilities;

/** One question of a {@link PreparedProblem}: what a walk is to its learners, and how wrong they are. */
interface PreparedQuestion {

    /** What the policies decide about parameters. */
    PolicyProbabilities probabilities();

    /** @param lambda λ of every state; NaN for that of the problem */
    Passage along(Walk walk, double lambda);

    ErrorMeter meter(Walk walk, int learners);
}
