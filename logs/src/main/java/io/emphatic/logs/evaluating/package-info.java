/**
 * Evaluating policies on a log: {@link io.emphatic.logs.evaluating.Evaluating} plays the rows to an
 * {@link io.emphatic.evaluation.Evaluation}, pass by pass, and ends in an
 * {@link io.emphatic.logs.evaluating.EvaluationReport}. Uses the packages of this module but {@code learning}, and the
 * estimators, which know nothing of files.
 */
package io.emphatic.logs.evaluating;
