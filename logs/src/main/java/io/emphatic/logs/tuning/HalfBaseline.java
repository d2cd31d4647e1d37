package io.emphatic.logs.tuning;

import io.emphatic.Lstd;
import io.emphatic.batch.Batch;
import io.emphatic.experience.Features;
import io.emphatic.experience.Transition;
import io.emphatic.logs.file.ProgressListener;
import io.emphatic.logs.learning.RowPass;
import io.emphatic.logs.learning.StepWalk;
import io.emphatic.logs.learning.TimeLine;
import io.emphatic.logs.spec.Plan;
import io.emphatic.logs.spec.RowOrder;
import java.io.IOException;
import java.util.List;

/** What the least-squares solution of the <em>other</em> half of the log predicts ({@code docs/EVALUATION.md} §10). */
final class HalfBaseline extends StepWalk {
    static final String LAMBDA = "0.9";

    private static final int MOST_FEATURES = 1_000;

    private static final double MOST_WORK = 9e4; // features times active ones: what a row may cost, 300 dense features

    private static final double RIDGE = 1e-3; // of the mean of φⱼ²

    private final Batch[] halves = new Batch[2];
    private final double[][] solutions = new double[2][];
    private final Transition step;
    private final long secondHalf; // its first row

    private HalfBaseline(Plan plan, RowOrder order, TimeLine line, double ridge) {
        super(plan, plan.features().size(), line);
        this.step = line.transition();
        this.secondHalf = order.rows() / 2;
        for (int h = 0; h < halves.length; h++) {
            halves[h] = Batch.of(List.of(new Lstd(ridge)))
                    .batch(new double[plan.features().size()]);
        }
    }

    /** Whether least squares costs no more than the candidates. */
    private static boolean isAffordable(Plan plan) {
        int size = plan.features().size();
        return size <= MOST_FEATURES && (double) size * plan.features().mostActive() <= MOST_WORK;
    }

    /** Reads the log, and solves for each of these time lines; none where that would cost too much. */
    static List<HalfBaseline> of(Plan plan, RowOrder order, List<TimeLine> lines) throws IOException {
        if (!isAffordable(plan)) {
            return List.of();
        }
        double ridge = RIDGE
                * plan.featureMap().meanSquare(plan.log())
                / plan.features().size();
        if (!Double.isFinite(ridge)) {
            return List.of();
        }
        List<HalfBaseline> all = lines.stream()
                .map(line -> new HalfBaseline(plan, order, line, ridge))
                .toList();
        new RowPass(plan, order) {
            @Override
            protected List<HalfBaseline> workers() {
                return all;
            }
        }.run(ProgressListener.NONE, null);
        all.forEach(HalfBaseline::solve);
        return all;
    }

    private void solve() {
        for (int h = 0; h < halves.length; h++) {
            solutions[h] = halves[h].weights(0);
            halves[h] = null; // n² numbers
        }
    }

    private int half(long row) {
        return row < secondHalf ? 0 : 1;
    }

    @Override
    protected void step(long logRow) {
        halves[half(logRow)].update(step);
    }

    /** What the half that this row is not in predicts for a state. */
    double predict(Features phi, long logRow) {
        return phi.dot(solutions[1 - half(logRow)]);
    }
}
