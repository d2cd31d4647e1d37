package io.emphatic.evaluation.log;

/**
 * A policy whose value is asked for.
 *
 * @param name what it is called in the result
 * @param everyAction whether each row says the policy's probability of every action, not only the ratio of the one
 *     taken
 */
public record EvaluationTarget(String name, boolean everyAction) {}
