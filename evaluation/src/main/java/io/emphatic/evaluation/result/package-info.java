/** API: what an evaluation answers, {@link io.emphatic.evaluation.result.EvaluationResult} and its parts. */
package io.emphatic.evaluation.result;
