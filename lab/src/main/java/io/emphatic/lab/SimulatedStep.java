package io.emphatic.lab;

/**
 * One step of a {@link SimulatedProblem}.
 *
 * @param next the state arrived at; null where the episode ends
 * @param target π of the action taken; of a continuous action, its density
 * @param behaviour μ of the action taken, positive; likewise
 */
public record SimulatedStep<S>(S next, double reward, double target, double behaviour) {}
