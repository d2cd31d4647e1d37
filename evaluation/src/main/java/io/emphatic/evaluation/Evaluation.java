package io.emphatic.evaluation;

import java.util.concurrent.ExecutorService;

/**
 * Off-policy evaluation of a log, row by row. The source replays the log, in the same order, once per pass:
 *
 * <pre>
 *   Evaluation evaluation = Evaluation.of(settings);
 *   while (evaluation.needsAnotherPass()) {
 *       evaluation.begin();
 *       for each row: evaluation.accept(row);
 *       evaluation.endPass();
 *   }
 *   EvaluationResult result = evaluation.result();
 * </pre>
 *
 * <p>The first pass collects the sums of all estimators, the second the terms of their standard errors. Memory does not
 * grow with the rows; it is proportional to the longest episode and to n².
 */
public final class Evaluation {
    private Evaluation() {}

    /** On the calling thread alone. */
    public static Evaluation of(EvaluationSettings settings) {
        return of(settings, null);
    }

    /** @param helper works on some of the targets while the calling thread works on the others; results are the same */
    public static Evaluation of(EvaluationSettings settings, ExecutorService helper) {
        throw new UnsupportedOperationException("under construction");
    }

    /** Whether the log has to be replayed, from the beginning, before there is a result. */
    public boolean needsAnotherPass() {
        return false;
    }

    /** A pass begins. */
    public void begin() {}

    /**
     * The next row.
     *
     * @param row not modified; only its features are kept
     * @throws IllegalArgumentException if a number is unusable or a return is outside the declared range; the message
     *     says which, the caller adds where
     */
    public void accept(LoggedRow row) {}

    /** The pass is over: what has not ended is cut. */
    public void endPass() {}

    /**
     * The result after the last pass.
     *
     * @throws IllegalStateException before
     */
    public EvaluationResult result() {
        throw new IllegalStateException("under construction");
    }
}
