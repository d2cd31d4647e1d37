package io.emphatic.logs.evaluating;

import io.emphatic.evaluation.result.EvaluationResult;
import io.emphatic.logs.doctor.Finding;
import io.emphatic.logs.spec.EvaluationSpec;
import java.util.List;

/** What policies would have earned, from a log, with the findings of the log doctor, then of the estimators. */
public record EvaluationReport(String log, EvaluationSpec spec, EvaluationResult result, List<Finding> findings) {}
