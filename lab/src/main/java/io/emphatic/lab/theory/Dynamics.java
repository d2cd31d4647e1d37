package io.emphatic.lab.theory;

import io.emphatic.lab.Mdp;
import io.emphatic.lab.Mdp.Outcome;
import io.emphatic.lab.Question;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;
import org.ejml.data.DMatrixRMaj;

/** The matrices of an MDP under its policies. With γ = 1 an absorbing {@linkplain Mdp#isEnd end} has values. */
final class Dynamics {
    private final Mdp mdp;
    private final boolean[] ends;

    Dynamics(Mdp mdp) {
        this.mdp = mdp;
        this.ends = Linear.where(mdp.states().size(), mdp::isEnd);
    }

    boolean isEnd(int s) {
        return ends[s];
    }

    int size() {
        return ends.length;
    }

    /** P(s,s') under a policy, without what leads to {@link Mdp#END}; rows and columns of ends are zero. */
    DMatrixRMaj transitions(double[][] policy) {
        return sum((s, a) -> policy[s][a]);
    }

    /** Σ_a π(a|s)²/μ(a|s) P(s'|s,a), over the actions that the behaviour takes: E[ρ²] per step. */
    DMatrixRMaj secondMoment(double[][] policy) {
        return sum((s, a) -> {
            double mu = mdp.behaviour()[s][a];
            return mu > 0 ? policy[s][a] * policy[s][a] / mu : 0;
        });
    }

    /** Σ_a μ(a|s) w(s,a) P(s'|s,a), with w as {@code factors[s][a]}: E[w; S' = s'] per step of the behaviour. */
    DMatrixRMaj expected(double[][] factors) {
        return sum((s, a) -> mdp.behaviour()[s][a] * factors[s][a]);
    }

    private DMatrixRMaj sum(ActionWeight weight) {
        DMatrixRMaj sum = new DMatrixRMaj(size(), size());
        forEachOutcome(weight, (s, outcome, w) -> {
            if (!ends[s] && !isEnd(outcome)) {
                sum.add(s, outcome.to(), w * outcome.probability());
            }
        });
        return sum;
    }

    private boolean isEnd(Outcome outcome) {
        return outcome.to() == Mdp.END || ends[outcome.to()];
    }

    private interface ActionWeight {
        double of(int s, int a);
    }

    private interface WeightedOutcome {
        void add(int s, Outcome outcome, double weight);
    }

    private void forEachOutcome(ActionWeight weight, WeightedOutcome sum) {
        for (int s = 0; s < size(); s++) {
            for (int a = 0; a < mdp.actions().size(); a++) {
                double w = weight.of(s, a);
                for (Outcome outcome : w > 0 ? mdp.outcomes()[s][a] : new Outcome[0]) {
                    sum.add(s, outcome, w);
                }
            }
        }
    }

    double[] rewards(Question question) {
        return rewards(question, (s, a) -> question.policy()[s][a]);
    }

    /** Σ_a μ(a|s) w(s,a) r(s,a), with w as {@code factors[s][a]}. */
    double[] expectedRewards(Question question, double[][] factors) {
        return rewards(question, (s, a) -> mdp.behaviour()[s][a] * factors[s][a]);
    }

    private double[] rewards(Question question, ActionWeight weight) {
        double[] rewards = new double[size()];
        forEachOutcome(weight, (s, outcome, w) -> rewards[s] += w * outcome.probability() * question.reward(outcome));
        return rewards;
    }

    /** How likely the episode ends on the step from each state, at {@link Mdp#END} or in a state that is an end. */
    double[] ending(double[][] policy) {
        double[] ending = new double[size()];
        forEachOutcome(
                (s, a) -> policy[s][a],
                (s, outcome, w) -> ending[s] += !ends[s] && isEnd(outcome) ? w * outcome.probability() : 0);
        return ending;
    }

    /** The states that the target never leaves and in which γ = 1 throughout (assumption 1(i) of the paper). */
    int[] endless(Question question, double[] discount) {
        DMatrixRMaj p = transitions(question.policy());
        double[] ending = ending(question.policy());
        return Graph.of(p).closedComponents().stream()
                .filter(component ->
                        Arrays.stream(component).allMatch(s -> !ends[s] && ending[s] == 0 && discount[s] == 1))
                .findFirst()
                .orElse(new int[0]);
    }

    /** The actions of the target that the behaviour never takes, as "go in left"; ends aside. */
    List<String> uncovered(Question question, IntPredicate where) {
        List<String> gaps = new ArrayList<>();
        for (int s = 0; s < size(); s++) {
            for (int a = 0; a < mdp.actions().size() && !ends[s] && where.test(s); a++) {
                if (question.policy()[s][a] > 0 && mdp.behaviour()[s][a] == 0) {
                    gaps.add(mdp.actions().get(a) + " in " + mdp.states().get(s));
                }
            }
        }
        return gaps;
    }
}
