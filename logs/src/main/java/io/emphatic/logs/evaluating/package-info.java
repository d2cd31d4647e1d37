/**
 * Evaluating policies on a log.
 *
 * <pre>{@code
 * EvaluationReader.EvaluationDocument document = EvaluationReader.read(Path.of("shifts.yaml"), false);
 * try (Log log = Log.open(document.log())) {
 *     EvaluationReport report = Evaluating.evaluate(log, document.spec(), ProgressListener.NONE);
 * }
 * }</pre>
 *
 * <p>API: {@link io.emphatic.logs.evaluating.Evaluating}, which plays the rows to an
 * {@link io.emphatic.evaluation.Evaluation}, and {@link io.emphatic.logs.evaluating.EvaluationReport}. All else is
 * internal and may change.
 */
package io.emphatic.logs.evaluating;
