package io.emphatic.bench;

import io.emphatic.lab.FiniteProblem;
import io.emphatic.lab.Mdp;
import io.emphatic.lab.Question;
import io.emphatic.lab.problems.RandomMdp;
import java.util.List;

/**
 * A random MDP (20 states, 3 actions, 6 features) whose target policy is one of four grades, from mild, near the
 * behaviour, to deterministic.
 */
record GradedMdp(long seed) implements FiniteProblem {
    static final int GRADES = 4;

    @Override
    public String name() {
        return "random-" + seed;
    }

    @Override
    public String summary() {
        return "a random MDP with a target policy of grade " + grade();
    }

    @Override
    public String documentation() {
        return summary();
    }

    private int grade() {
        return (int) (seed % GRADES);
    }

    @Override
    public Mdp mdp() {
        Mdp mdp = new RandomMdp(20, 3, 6, 3, seed).mdp();
        Question question = mdp.questions().get(0);
        double[][] policy = new double[mdp.states().size()][];
        for (int s = 0; s < policy.length; s++) {
            policy[s] = graded(question.policy()[s], mdp.behaviour()[s]);
        }
        return new Mdp(
                mdp.name(),
                mdp.states(),
                mdp.actions(),
                mdp.outcomes(),
                mdp.behaviour(),
                List.of(Question.uniform("target", policy, 0.9, 0, 1)),
                mdp.featureNames(),
                mdp.features(),
                mdp.start());
    }

    /** Mixtures of behaviour, random target and its likeliest action. */
    private double[] graded(double[] target, double[] behaviour) {
        int likeliest = 0;
        for (int a = 1; a < target.length; a++) {
            likeliest = target[a] > target[likeliest] ? a : likeliest;
        }
        double[] graded = new double[target.length];
        for (int a = 0; a < graded.length; a++) {
            double greedy = a == likeliest ? 1 : 0;
            graded[a] = switch (grade()) {
                case 0 -> 0.7 * behaviour[a] + 0.3 * target[a];
                case 1 -> target[a];
                case 2 -> 0.5 * target[a] + 0.5 * greedy;
                default -> greedy;
            };
        }
        return graded;
    }
}
