package io.emphatic.logs.spec;

/**
 * Where ρ, γ, λ and i of each step come from: everything about a step but its features and its reward. Predictions with
 * equal step columns see the same steps.
 */
public record StepColumns(PolicyColumns policy, NumberSource discount, NumberSource lambda, NumberSource interest) {}
