package io.emphatic.logs.evaluating;

import io.emphatic.evaluation.Evaluation;
import io.emphatic.evaluation.log.GateQuestion;
import io.emphatic.evaluation.result.EvaluationResult;
import io.emphatic.logs.doctor.Doctor;
import io.emphatic.logs.doctor.Finding;
import io.emphatic.logs.file.ChunkReader;
import io.emphatic.logs.file.LogStreams;
import io.emphatic.logs.file.Pipeline;
import io.emphatic.logs.file.ProgressListener;
import io.emphatic.logs.file.RowChunk;
import io.emphatic.logs.spec.EvaluationPlan;
import io.emphatic.logs.spec.EvaluationSpec;
import io.emphatic.logs.spec.Plan;
import io.emphatic.logs.spec.RowOrder;
import io.emphatic.logs.sql.Log;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;

/**
 * Evaluates policies on a log, as the page of the package shows: reads it as often as the estimators ask for, in memory
 * that rows do not add to. Threads may evaluate at once, each a log that it has opened.
 */
public final class Evaluating {
    /** The check of findings that the estimators made. */
    public static final String OF_ESTIMATORS = "evaluation";

    /** Checks of the doctor for which errors would be too small, or too few episodes are counted. */
    private static final Set<String> DOUBTS =
            Set.of("shared-streams", "alike-rows", "single-episode", "feature-of-reward");

    private Evaluating() {}

    /** @throws IllegalArgumentException if the spec does not fit the log, or the doctor refuses the log */
    public static EvaluationReport evaluate(Log log, EvaluationSpec spec, ProgressListener progress)
            throws IOException {
        return decide(log, spec, null, progress);
    }

    /** Also answers a question of a gate; null for none. */
    public static EvaluationReport decide(Log log, EvaluationSpec spec, GateQuestion gate, ProgressListener progress)
            throws IOException {
        EvaluationPlan plan = EvaluationPlan.of(log, spec, null, gate);
        RowOrder order = Doctor.order(plan.plan());
        ExecutorService helper = Pipeline.threads("emphatic-evaluate", 2);
        try {
            Evaluation evaluation = Evaluation.of(plan.settings(), helper);
            Doctor.Diagnosis diagnosis = Doctor.examine(plan, order).refuseErrors();
            while (evaluation.needsAnotherPass()) {
                evaluation.begin();
                readAll(plan.plan(), order, new EvaluatedRows(plan, evaluation), progress);
                evaluation.endPass();
            }
            diagnosis.findings().stream()
                    .filter(finding -> DOUBTS.contains(finding.check()))
                    .forEach(finding -> evaluation.doubt(finding.message() + ". " + finding.remedy()));
            return report(plan.plan().log().name(), spec, evaluation.result(), diagnosis.findings());
        } finally {
            helper.shutdownNow();
        }
    }

    /** What the estimators found follows what was found of the log. */
    public static EvaluationReport report(
            String log, EvaluationSpec spec, EvaluationResult result, List<Finding> ofLog) {
        List<Finding> findings = new ArrayList<>(ofLog);
        for (String sentence : result.findings()) {
            findings.add(Finding.of(Finding.Severity.NOTE, OF_ESTIMATORS, sentence));
        }
        return new EvaluationReport(log, spec, result, findings);
    }

    private static void readAll(Plan columns, RowOrder order, EvaluatedRows rows, ProgressListener progress)
            throws IOException {
        long read = 0;
        ChunkReader.Reading reading = new ChunkReader.Reading(columns.stream(), 0, Long.MAX_VALUE, 0);
        try (ChunkReader reader = new ChunkReader(columns, order, new LogStreams.OneAfterAnother(), reading);
                Pipeline pipeline = new Pipeline(reader, 0, List.of(rows))) {
            for (RowChunk chunk = pipeline.next(); chunk != null; chunk = pipeline.next()) {
                read += chunk.size();
                progress.read(read, order.rows());
            }
        }
        if (read != order.rows()) {
            throw new IOException(
                    columns.log().name() + " changed while it was read: " + order.rows() + " rows, then " + read);
        }
    }
}
