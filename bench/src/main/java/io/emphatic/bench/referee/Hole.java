package io.emphatic.bench.referee;

import io.emphatic.bench.referee.RandomWorld.Earnings;
import io.emphatic.bench.referee.RandomWorld.Policies;
import io.emphatic.bench.referee.RandomWorld.View;
import io.emphatic.lab.Mdp;
import io.emphatic.lab.Mdp.Outcome;
import io.emphatic.lab.Question;
import java.util.Arrays;
import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;

/** A bandit with 25 contexts in one of which, 4 % of the visits, a rule forbids what the targets do there. */
final class Hole implements WorldSource {
    private static final int CONTEXTS = 25;
    private static final double DAMAGE = 3;

    @Override
    public World draw(UniformRandomProvider random) {
        Mdp open = new RandomWorld(
                        1, CONTEXTS, 3, 0, 1, Earnings.DENSE, Tails.NONE, View.PLACE, Policies.of(1, 2, 0.3, 1))
                .draw(random)
                .mdp();
        Outcome[][][] outcomes = open.outcomes().clone();
        double[][] behaviour = open.behaviour().clone();
        double allowed = 1 - behaviour[0][0];
        behaviour[0] = new double[] {0, behaviour[0][1] / allowed, behaviour[0][2] / allowed};
        outcomes[0] = outcomes[0].clone();
        outcomes[0][0] = Arrays.stream(outcomes[0][0])
                .map(outcome -> new Outcome(outcome.to(), outcome.probability(), outcome.reward() - DAMAGE))
                .toArray(Outcome[]::new);
        List<Question> targets = open.questions().stream().map(Hole::takingIt).toList();
        return World.open(new Mdp(
                "hole",
                open.states(),
                open.actions(),
                outcomes,
                behaviour,
                targets,
                open.featureNames(),
                open.features(),
                open.start()));
    }

    private static Question takingIt(Question question) {
        double[][] policy = question.policy().clone();
        policy[0] = new double[] {1, 0, 0};
        return Question.uniform(question.name(), policy, 1, 0, 1);
    }
}
