package io.emphatic.logs.doctor;

import io.emphatic.documents.text.Numbers;
import io.emphatic.logs.doctor.Finding.Severity;
import io.emphatic.logs.spec.EvaluationPlan;
import io.emphatic.logs.spec.Plan;
import io.emphatic.logs.spec.RowOrder;
import java.util.List;

/** Notices a log of many rows that nothing parts into episodes, as the log of a bandit would be read. */
record SingleEpisodeCheck(EvaluationPlan evaluation, Doctor doctor, RowOrder order) {
    private static final long MANY = 10;

    void run() {
        Plan plan = evaluation.plan();
        boolean isParted = !plan.stream().isEmpty()
                || plan.terminated() != null
                || plan.truncated() != null
                || plan.timeStep() != null
                || evaluation.starts() != null;
        if (!isParted && order.rows() >= MANY) {
            doctor.report(new Finding(
                    Severity.NOTE,
                    "single-episode",
                    "",
                    "all " + Numbers.count(order.rows()) + " rows are read as one episode, which is cut at its end",
                    List.of(),
                    "There is neither a stream nor terminated nor truncated, which would tell where episodes end.",
                    "One-step episodes? Give --terminated true (in a spec, terminated: \"true\"). Otherwise name the"
                            + " column that rows of an episode share as the stream."));
        }
    }
}
