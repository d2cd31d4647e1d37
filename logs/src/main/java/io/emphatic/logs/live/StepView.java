package io.emphatic.logs.live;

/**
 * The step that a row has completed for one prediction.
 *
 * @param learned whether there was one, and it was learned from
 * @param discount γ of the state arrived at
 * @param tdError NaN where nothing was learned, and for least squares
 * @param followOn NaN for algorithms without, as the emphasis
 */
public record StepView(
        boolean learned,
        double ratio,
        double cumulant,
        double discount,
        double tdError,
        double followOn,
        double emphasis) {
    static final StepView NONE =
            new StepView(false, Double.NaN, Double.NaN, Double.NaN, Double.NaN, Double.NaN, Double.NaN);
}
