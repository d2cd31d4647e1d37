package io.emphatic.logs.spec;

import io.emphatic.Config;
import io.emphatic.logs.sql.Expression;

/**
 * One prediction of a plan, as columns of its query.
 *
 * @param name the name in reports and files
 * @param config the algorithm with its parameters
 * @param written the expressions behind the columns, for the log doctor
 */
public record PlannedPrediction(
        String name, Config config, StepColumns steps, NumberSource cumulant, WrittenExpressions written) {

    /** The expressions of a prediction; null where nothing was written and there is no default. */
    public record WrittenExpressions(
            Expression target,
            Expression behaviour,
            Expression ratio,
            Expression discount,
            Expression lambda,
            Expression interest) {}
}
