package io.emphatic.flink;

import static org.assertj.core.api.Assertions.assertThat;

import io.emphatic.documents.json.RecordJson;
import io.emphatic.logs.evaluating.Evaluating;
import io.emphatic.logs.evaluating.EvaluationReport;
import io.emphatic.logs.file.ProgressListener;
import io.emphatic.logs.scaleout.ScaleOut.ScaleOutEvaluation;
import io.emphatic.logs.spec.EvaluationSpec;
import io.emphatic.logs.sql.Log;
import io.emphatic.logs.sql.LogSource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;

/** Evaluations of tests, on Flink and in one process. */
final class EvaluationRuns {
    private static final double PRECISION = 1e-12;

    /** Relative, and absolute below 1. */
    private static final Comparator<Double> NEARLY = (a, b) ->
            Math.abs(a - b) <= PRECISION * Math.max(1, Math.max(Math.abs(a), Math.abs(b))) ? 0 : Double.compare(a, b);

    private EvaluationRuns() {}

    static EvaluationReport flink(EvaluationSpec spec, String log, Path directory, int parallelism, long tolerated)
            throws IOException {
        return flink(spec, log, directory, parallelism, tolerated, null);
    }

    /** @param cluster null for this process */
    static EvaluationReport flink(
            EvaluationSpec spec, String log, Path directory, int parallelism, long tolerated, String cluster)
            throws IOException {
        ScaleOutEvaluation job = new ScaleOutEvaluation(
                spec,
                LogSource.files(log),
                directory.resolve("rejected.jsonl"),
                tolerated,
                parallelism,
                cluster,
                cluster == null ? null : directory.resolve("parts"));
        return new FlinkScaleOut().evaluate(job, progress -> {});
    }

    static EvaluationReport oneProcess(EvaluationSpec spec, Path log) throws IOException {
        try (Log opened = Log.open(log.toString())) {
            return Evaluating.evaluate(opened, spec, ProgressListener.NONE);
        }
    }

    /** All numbers are the same to 1e-12, everything else is the same. */
    static void assertSame(EvaluationReport report, EvaluationReport expected) {
        assertThat(report.result())
                .usingRecursiveComparison()
                .withComparatorForType(NEARLY, Double.class)
                .isEqualTo(expected.result());
    }

    /** Every bit of a result. */
    static String bits(EvaluationReport report) {
        return RecordJson.text(report.result());
    }
}
