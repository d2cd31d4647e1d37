/**
 * Which learner predicts best, when the true values are not known: progressive off-policy validation
 * ({@code docs/EVALUATION.md} §5, {@code docs/choosing.md}).
 *
 * <p>API: {@link io.emphatic.validation.ProgressiveValidation}. May use {@code io.emphatic}, {@code engine} and
 * {@code experience}; knows no learner, only predictions, so that it works for learners one by one, for a batch and for
 * the predictions of a horde.
 */
package io.emphatic.validation;
