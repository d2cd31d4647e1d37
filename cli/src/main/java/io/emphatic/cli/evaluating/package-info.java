/**
 * What {@code evaluate} and {@code gate} say: {@link io.emphatic.cli.evaluating.EvaluationAnswer} and
 * {@link io.emphatic.cli.evaluating.GateWords} on a terminal, {@link io.emphatic.cli.evaluating.EvaluationPage} as a
 * page, with the numbers of both in {@link io.emphatic.cli.evaluating.EvaluationWords}. Knows reports and specs of
 * {@code logs}, and no verb.
 */
package io.emphatic.cli.evaluating;
