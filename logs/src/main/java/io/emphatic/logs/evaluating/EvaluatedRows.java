package io.emphatic.logs.evaluating;

import io.emphatic.evaluation.Evaluation;
import io.emphatic.evaluation.log.LoggedRow;
import io.emphatic.logs.file.Pipeline;
import io.emphatic.logs.file.RowChunk;
import io.emphatic.logs.file.SingleRow;
import io.emphatic.logs.file.StreamState;
import io.emphatic.logs.spec.EvaluationPlan;
import io.emphatic.logs.spec.EvaluationPlan.PolicyTable;
import io.emphatic.logs.spec.NumberSource;
import io.emphatic.logs.spec.Plan;
import io.emphatic.logs.spec.PlannedPrediction;
import java.util.Arrays;

/** Plays rows to an evaluation: those of chunks, or rows that come one by one, stream after stream. */
public final class EvaluatedRows implements Pipeline.Worker {
    private final EvaluationPlan evaluationPlan;
    private final Plan plan;
    private final Evaluation evaluation;
    private final LoggedRow logged;
    private final boolean hasFeatures;
    private final int[] policies; // the index in the plan of each target's ratios
    private final double[][] ratios;
    private final SingleRow single;
    private StreamState state = new StreamState(); // of the rows that are accepted
    private boolean beginsCluster; // by the next row that is accepted

    /** The rows to come are of another stream, which may join the cluster of the one before. */
    public void nextStream(boolean joins) {
        state = new StreamState();
        beginsCluster |= !joins;
    }

    /** The next row of the stream; refuses one of which no estimate could be made. */
    public void accept(double[] numbers) {
        single.read(numbers, state, null);
        try {
            run(single.chunk(), 0);
        } catch (IllegalArgumentException e) {
            throw e.getCause() instanceof IllegalArgumentException said ? said : e; // the row has no number
        }
    }

    public EvaluatedRows(EvaluationPlan evaluationPlan, Evaluation evaluation) {
        this.evaluationPlan = evaluationPlan;
        this.plan = evaluationPlan.plan();
        this.evaluation = evaluation;
        this.logged = new LoggedRow(evaluationPlan.settings());
        this.hasFeatures = evaluationPlan.settings().features() > 0;
        this.single = new SingleRow(plan);
        this.policies = plan.predictions().stream()
                .mapToInt(target -> plan.policies().indexOf(target.steps().policy()))
                .toArray();
        this.ratios = new double[policies.length][];
    }

    @Override
    public void run(RowChunk chunk, long learnFrom) {
        PlannedPrediction any = plan.predictions().get(0); // all ask the same of another policy
        NumberSource starts = evaluationPlan.starts();
        double[][] numbers = chunk.numbers();
        Arrays.setAll(ratios, target -> chunk.ratios(policies[target]));
        for (int row = 0; row < chunk.size(); row++) {
            boolean first = chunk.has(RowChunk.STARTS, row);
            logged.first(first)
                    .joins(evaluationPlan.clusterKeys() > 0 && !beginsCluster(chunk, row))
                    .starts(starts == null ? first : starts.at(numbers, row) == 1)
                    .terminated(chunk.has(RowChunk.TERMINATES, row))
                    .truncated(chunk.has(RowChunk.IS_CUT, row))
                    .reward(any.cumulant().at(numbers, row))
                    .discount(any.steps().discount().at(numbers, row))
                    .lambda(any.steps().lambda().at(numbers, row))
                    .weight(evaluationPlan.weight().at(numbers, row))
                    .features(hasFeatures ? chunk.features(row) : null);
            policies(numbers, row);
            try {
                evaluation.accept(logged);
            } catch (IllegalArgumentException e) {
                throw plan.misfit(chunk.firstRow() + row, e);
            }
        }
    }

    private boolean beginsCluster(RowChunk chunk, int row) {
        boolean begins = beginsCluster;
        beginsCluster = false;
        int count = evaluationPlan.clusterKeys();
        Object[] before = chunk.key(row - 1); // null before the first
        return begins
                || chunk.has(RowChunk.CHANGES_STREAM, row)
                        && (before == null || !Arrays.equals(chunk.key(row), 0, count, before, 0, count));
    }

    private void policies(double[][] numbers, int row) {
        if (evaluationPlan.action() != null) {
            logged.action((int) evaluationPlan.action().at(numbers, row));
        }
        logged.ratios(ratios, row);
        for (int target = 0; target < ratios.length; target++) {
            PolicyTable table = evaluationPlan.tables().get(target); // null where not every action is known
            for (int action = 0; table != null && action < table.probabilities().size(); action++) {
                logged.probability(
                        target, action, table.probabilities().get(action).at(numbers, row));
            }
        }
    }
}
