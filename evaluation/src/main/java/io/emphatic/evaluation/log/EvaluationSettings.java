package io.emphatic.evaluation.log;

import java.util.ArrayList;
import java.util.List;

/**
 * What is asked of a log.
 *
 * @param targets the policies, at least one, with distinct names
 * @param features the number n of features; 0: estimators from ratios alone
 * @param actions the number of actions; 0: unknown, and no target may know the probability of every action
 * @param lambda the λ of every row; null if it differs from row to row, and then each row says it
 * @param range what a return can be; null: not declared, and no interval is guaranteed
 * @param behaviourEstimated whether the behaviour's probabilities were estimated from the log
 * @param declared what the log does not say
 * @param gate what is decided; null for nothing
 */
public record EvaluationSettings(
        List<EvaluationTarget> targets,
        int features,
        int actions,
        Double lambda,
        ReturnRange range,
        boolean behaviourEstimated,
        Declarations declared,
        GateQuestion gate) {
    public EvaluationSettings {
        targets = List.copyOf(targets);
        if (targets.isEmpty()) {
            throw new IllegalArgumentException("an evaluation needs at least one target policy");
        }
        if (targets.stream().map(EvaluationTarget::name).distinct().count() < targets.size()) {
            throw new IllegalArgumentException("two target policies have the same name");
        }
        if (features < 0 || actions < 0) {
            throw new IllegalArgumentException(
                    "the numbers of features and actions are not negative: " + features + ", " + actions);
        }
        if (lambda != null && !(lambda >= 0 && lambda <= 1)) {
            throw new IllegalArgumentException("lambda is not in the interval [0, 1]: " + lambda);
        }
        if (actions == 0 && targets.stream().anyMatch(EvaluationTarget::everyAction)) {
            throw new IllegalArgumentException("a target with the probability of every action needs their number");
        }
    }

    /** With a decision; if it is against the behaviour, mixtures of both are evaluated behind the targets. */
    public EvaluationSettings with(GateQuestion question) {
        int policy = targets.stream().map(EvaluationTarget::name).toList().indexOf(question.policy());
        List<EvaluationTarget> all = new ArrayList<>(targets);
        GateQuestion.SHARES.stream()
                .filter(share -> share < 1 && question.against().equals(GateQuestion.BEHAVIOUR))
                .forEach(share ->
                        all.add(new EvaluationTarget(share + " of " + question.policy(), false, policy, share)));
        return new EvaluationSettings(all, features, actions, lambda, range, behaviourEstimated, declared, question);
    }

    /** How many of the targets were asked for; behind them are mixtures. */
    public int asked() {
        return (int) targets.stream().filter(target -> !target.isMixture()).count();
    }
}
