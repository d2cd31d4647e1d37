package io.emphatic.lab;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A finite Markov decision process, the policy that behaves in it, the features a learner sees and the questions.
 *
 * <p>An episode may end: an {@link Outcome} that leads to {@link #END} is followed by a new start. The end takes no
 * time step, has no features and no interest, and nothing flows on through it (γ = 0), as {@code docs/ALGORITHMS.md}
 * has it. A state can be an end, too: see {@link #isEnd}.
 *
 * <p>Make one in Java, read one from a file ({@link io.emphatic.lab.mdpfile.MdpFile#read}), or take one that comes with
 * the product ({@link io.emphatic.lab.problems.Problems#named}). Arrays are not copied: do not change them afterwards.
 * The constructor throws an {@link IllegalArgumentException} that names what does not fit.
 *
 * @param outcomes {@code outcomes[s][a]}: what can follow; the probabilities of each sum to one
 * @param behaviour μ(a|s), {@code behaviour[s][a]}
 * @param questions what is predicted, one for each target policy
 * @param features Φ: {@code features[s]} is φ(s)
 * @param start the distribution of the first state; empty if it is not known, and then nothing may end
 */
public record Mdp(
        String name,
        List<String> states,
        List<String> actions,
        Outcome[][][] outcomes,
        double[][] behaviour,
        List<Question> questions,
        List<String> featureNames,
        double[][] features,
        double[] start) {
    /** Where an {@link Outcome} leads that ends the episode. */
    public static final int END = -1;

    /** How far from one the sum of probabilities may be. */
    public static final double ROUNDING = 1e-9;

    public Mdp {
        states = List.copyOf(states);
        actions = List.copyOf(actions);
        questions = List.copyOf(questions);
        featureNames = List.copyOf(featureNames);
        require(!states.isEmpty(), "it has no states");
        require(!actions.isEmpty(), "it has no actions");
        require(!questions.isEmpty(), "it has no target policy");
        require(!featureNames.isEmpty(), "it has no features");
        sized("transitions", outcomes.length, states.size());
        sized("features", features.length, states.size());
        require(start.length == 0 || start.length == states.size(), "its start does not give one number a state");
        if (start.length > 0) {
            distribution("the start", start);
        }
        policy("behaviour", behaviour, states, actions);
        for (Question question : questions) {
            policy(question.name(), question.policy(), states, actions);
            sized("discounts of " + question.name(), question.discount().length, states.size());
            sized("lambdas of " + question.name(), question.lambda().length, states.size());
            sized("interests of " + question.name(), question.interest().length, states.size());
            if (question.cumulant().length > 0) {
                sized("cumulants of " + question.name(), question.cumulant().length, states.size());
            }
        }
        for (int s = 0; s < states.size(); s++) {
            sized("actions of " + states.get(s), outcomes[s].length, actions.size());
            sized("features of " + states.get(s), features[s].length, featureNames.size());
            for (double phi : features[s]) {
                require(Double.isFinite(phi), "a feature of " + states.get(s) + " is not a finite number: " + phi);
            }
            for (int a = 0; a < actions.size(); a++) {
                if (behaviour[s][a] > 0 || wanted(questions, s, a) || outcomes[s][a].length > 0) {
                    outcome(states.get(s) + ", " + actions.get(a), outcomes[s][a], states.size());
                }
            }
        }
    }

    /** One thing that can follow an action in a state: the next state, or {@link #END}, with its probability. */
    public record Outcome(int to, double probability, double reward) {}

    /** Names of states, actions or features that have none: the prefix with 1, 2, …, count. */
    public static List<String> numbered(String prefix, int count) {
        return IntStream.rangeClosed(1, count).mapToObj(k -> prefix + k).toList();
    }

    /**
     * Whether a state is an end: no action leaves it and no reward comes from it, and it is blind (no features) or
     * final (γ = 0 for every question). Its value is 0 whatever γ is. Like {@link #END} it takes no time step, and the
     * next episode starts after it.
     */
    public boolean isEnd(int s) {
        boolean absorbing = Arrays.stream(outcomes[s])
                .flatMap(Arrays::stream)
                .allMatch(next -> next.probability == 0 || next.to == s && next.reward == 0);
        return absorbing
                && (Arrays.stream(features[s]).allMatch(feature -> feature == 0)
                        || questions.stream().allMatch(question -> question.discount()[s] == 0));
    }

    /** This MDP with one λ for every state and question. */
    public Mdp withLambda(double lambda) {
        List<Question> changed =
                questions.stream().map(question -> question.withLambda(lambda)).toList();
        return new Mdp(name, states, actions, outcomes, behaviour, changed, featureNames, features, start);
    }

    private static boolean wanted(List<Question> questions, int s, int a) {
        return questions.stream().anyMatch(question -> question.policy()[s][a] > 0);
    }

    private static void outcome(String place, Outcome[] outcomes, int states) {
        double sum = 0;
        for (Outcome outcome : outcomes) {
            int to = outcome.to;
            double p = outcome.probability;
            require(to >= END && to < states, "there is no state " + to + " to follow " + place);
            require(p >= 0 && p <= 1 + ROUNDING, "a probability is not in [0, 1]: " + p + " (" + place + ")");
            require(Double.isFinite(outcome.reward), "a reward is not finite: " + outcome.reward + " (" + place + ")");
            sum += p;
        }
        require(Math.abs(sum - 1) <= ROUNDING, "the probabilities sum to " + sum + ", not 1 (" + place + ")");
    }

    private static void policy(String name, double[][] policy, List<String> states, List<String> actions) {
        sized("rows of the policy " + name, policy.length, states.size());
        for (int s = 0; s < policy.length; s++) {
            sized("actions of the policy " + name + " in " + states.get(s), policy[s].length, actions.size());
            distribution("the policy " + name + " in " + states.get(s), policy[s]);
        }
    }

    private static void distribution(String name, double[] probabilities) {
        double sum = 0;
        for (double p : probabilities) {
            require(p >= 0 && p <= 1 + ROUNDING, "a probability of " + name + " is not in [0, 1]: " + p);
            sum += p;
        }
        require(Math.abs(sum - 1) <= ROUNDING, "the probabilities of " + name + " sum to " + sum + ", not 1");
    }

    private static void sized(String what, int size, int expected) {
        require(size == expected, "it has " + size + " " + what + ", not " + expected);
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new IllegalArgumentException("not a finite MDP: " + otherwise);
        }
    }
}
