package io.emphatic.evaluation.log;

/**
 * A policy whose value is asked for.
 *
 * @param name what it is called in the result
 * @param everyAction whether each row says the policy's probability of every action, not only ρ of the one taken
 * @param of −1; or, of a mixture of the behaviour and another target, which of the targets before it that is
 * @param share how often, step by step, that target acts: ρ_a = 1 − a + a ρ
 */
public record EvaluationTarget(String name, boolean everyAction, int of, double share) {
    /** One that is no mixture. */
    public EvaluationTarget(String name, boolean everyAction) {
        this(name, everyAction, -1, 1);
    }

    /** Whether it is a mixture of the behaviour and another target. */
    public boolean isMixture() {
        return of >= 0;
    }
}
