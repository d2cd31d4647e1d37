package io.emphatic.logs.evaluating;

import io.emphatic.evaluation.result.EvaluationResult;
import io.emphatic.logs.doctor.Finding;
import java.util.List;

/** What policies would have earned, from a log, with the findings of the log doctor, then of the estimators. */
public record EvaluationReport(String log, EvaluationResult result, List<Finding> findings) {}
