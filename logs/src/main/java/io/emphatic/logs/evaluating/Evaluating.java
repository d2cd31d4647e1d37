package io.emphatic.logs.evaluating;

import io.emphatic.evaluation.Evaluation;
import io.emphatic.evaluation.log.GateQuestion;
import io.emphatic.evaluation.result.EvaluationResult;
import io.emphatic.logs.doctor.ColumnExtremes;
import io.emphatic.logs.doctor.Doctor;
import io.emphatic.logs.doctor.Doctor.Diagnosis;
import io.emphatic.logs.doctor.Finding;
import io.emphatic.logs.doctor.Finding.Severity;
import io.emphatic.logs.file.ChunkReader;
import io.emphatic.logs.file.ChunkReader.Reading;
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
import java.io.InterruptedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Evaluates policies on a log: reads it as often as the estimators ask for, in memory that rows do not add to. */
public final class Evaluating {
    /** The check of findings about estimators, and not about the log. */
    public static final String OF_ESTIMATORS = "evaluation";

    /** Checks of the doctor for which errors would be too small, or too few episodes are counted. */
    private static final Set<String> DOUBTS = Set.of("shared-streams", "single-episode");

    private static final int MOST_NUMBERS = 256; // kept per row; more are mostly the zeros of sparse features

    private final EvaluationPlan plan;
    private final RowOrder order;
    private final ProgressListener progress;

    private Evaluating(EvaluationPlan plan, RowOrder order, ProgressListener progress) {
        this.plan = plan;
        this.order = order;
        this.progress = progress;
    }

    /**
     * @param progress is given the rows of each pass
     * @throws IllegalArgumentException if the spec does not fit the log, or the doctor refuses the log
     */
    public static EvaluationReport evaluate(Log log, EvaluationSpec spec, ProgressListener progress)
            throws IOException {
        EvaluationPlan plan = EvaluationPlan.of(log, spec);
        return new Evaluating(plan, Doctor.order(plan.plan()), progress).evaluate();
    }

    /** The same with a decision on one of the policies. */
    public static EvaluationReport decide(Log log, EvaluationSpec spec, GateQuestion gate, ProgressListener progress)
            throws IOException {
        EvaluationPlan plan = EvaluationPlan.of(log, spec).with(gate);
        return new Evaluating(plan, Doctor.order(plan.plan()), progress).evaluate();
    }

    private EvaluationReport evaluate() throws IOException {
        ExecutorService helper = Executors.newSingleThreadExecutor(work -> {
            Thread thread = new Thread(work, "emphatic-evaluate");
            thread.setDaemon(true);
            return thread;
        });
        try (NumberFile file = fileOfRows()) {
            Evaluation evaluation = Evaluation.of(plan.settings(), helper, file);
            Diagnosis diagnosis = isJudgedWhileRead() ? null : refuseErrors(null);
            while (evaluation.needsAnotherPass()) {
                if (evaluation.hasKept()) {
                    evaluation.replay(rows -> progress.read(rows, order.rows()));
                } else {
                    ColumnExtremes seen = diagnosis == null ? new ColumnExtremes(plan.plan()) : null;
                    pass(evaluation, seen);
                    diagnosis = diagnosis == null ? refuseErrors(seen) : diagnosis;
                }
            }
            diagnosis.findings().stream()
                    .filter(finding -> DOUBTS.contains(finding.check()))
                    .forEach(finding -> evaluation.doubt(finding.message() + ". " + finding.remedy()));
            return report(plan.plan().log().name(), evaluation.result(), diagnosis.findings());
        } finally {
            helper.shutdownNow();
        }
    }

    /** Where the rows of the first pass are kept for the second; null if the log is better read again. */
    private NumberFile fileOfRows() {
        int numbers = plan.settings().numbersPerRow();
        Path temporary = plan.plan().log().settings().temporary();
        if (numbers > MOST_NUMBERS || !NumberFile.isDisk(temporary)) {
            return null;
        }
        // A block of at least 64 rows has another one behind it. Sorting needs room in the same place.
        long needed = order.rows() * numbers * 17 / 16;
        return NumberFile.in(temporary, order.orderBy().isEmpty() ? needed : 2 * needed);
    }

    /** What the estimators found follows what was found of the log. */
    public static EvaluationReport report(String log, EvaluationResult result, List<Finding> ofLog) {
        List<Finding> findings = new ArrayList<>(ofLog);
        for (String sentence : result.findings()) {
            findings.add(new Finding(Severity.NOTE, OF_ESTIMATORS, "", sentence, List.of(), "", ""));
        }
        return new EvaluationReport(log, result, findings);
    }

    /** Keys that are missing or twice there need the doctor before the rows are read. */
    private boolean isJudgedWhileRead() {
        return order.duplicated() == 0 && order.missing() == 0;
    }

    /** @param seen the extremes of all rows; null to query them */
    private Diagnosis refuseErrors(ColumnExtremes seen) throws IOException {
        Diagnosis diagnosis = Doctor.examine(plan, order, seen);
        diagnosis.refuseErrors();
        return diagnosis;
    }

    /** @param seen includes all rows; null to do without, when the doctor has accepted the log */
    private void pass(Evaluation evaluation, ColumnExtremes seen) throws IOException {
        try {
            evaluation.begin();
            readAll(EvaluatedRows.ofColumns(plan, evaluation), seen);
            evaluation.endPass();
        } catch (IllegalArgumentException | IOException e) {
            if (seen != null && !(e instanceof InterruptedIOException)) {
                refuseErrors(null); // the doctor knows better what is wrong with the row
            }
            throw e;
        }
    }

    private void readAll(EvaluatedRows rows, ColumnExtremes seen) throws IOException {
        Plan columns = plan.plan();
        long read = 0;
        boolean keepsKeys = plan.clusterKeys() < columns.stream().size();
        Reading reading = new Reading(columns.stream(), keepsKeys, 0, Long.MAX_VALUE, 0, !rows.readsFeatures());
        try (ChunkReader reader = new ChunkReader(columns, order, new LogStreams.OneAfterAnother(), reading, seen);
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

    /** The query whose rows {@link #evaluate} reads, over a view {@code log}. The benchmarks time it alone. */
    public static String query(Log log, EvaluationSpec spec) throws IOException {
        Plan plan = EvaluationPlan.of(log, spec).plan();
        return plan.query(plan.rowOrder(), plan.stream(), 0);
    }
}
