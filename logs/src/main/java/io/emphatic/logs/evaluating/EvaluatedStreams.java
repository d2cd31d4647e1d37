package io.emphatic.logs.evaluating;

import io.emphatic.evaluation.Evaluation;
import io.emphatic.logs.file.SingleRow;
import io.emphatic.logs.file.StreamState;
import io.emphatic.logs.spec.EvaluationPlan;

/**
 * Plays rows to an evaluation that come one by one, stream after stream, each in its order. What they say is what
 * {@link Evaluating} reads from a log.
 */
public final class EvaluatedStreams {
    private final SingleRow single;
    private final EvaluatedRows rows;
    private StreamState state = new StreamState();

    public EvaluatedStreams(EvaluationPlan plan, Evaluation evaluation) {
        this.single = new SingleRow(plan.plan());
        this.rows = EvaluatedRows.ofRows(plan, evaluation);
    }

    /** The rows from here on are of another stream. */
    public void nextStream() {
        state = new StreamState();
    }

    /**
     * The next row of the stream.
     *
     * @param numbers of the plan's slots. Not modified.
     * @throws IllegalArgumentException if no estimate could be made of it; the message says why
     */
    public void accept(double[] numbers) {
        single.read(numbers, state);
        try {
            rows.run(single.chunk(), 0);
        } catch (IllegalArgumentException e) {
            throw e.getCause() instanceof IllegalArgumentException said ? said : e; // the row has no number here
        }
    }
}
