package io.emphatic.bench.referee;

import io.emphatic.lab.Mdp;
import io.emphatic.lab.Mdp.Outcome;
import io.emphatic.lab.Question;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * ModelFail and ModelWin: Thomas &amp; Brunskill (2016), "Data-Efficient Off-Policy Policy Evaluation for Reinforcement
 * Learning", §4. Both have γ = 1 and two actions; the behaviour takes the first with σ(x), the target the second.
 */
final class PublishedWorlds {
    /** Of the first action under the behaviour of ModelFail: 1/(1 + e⁻²) ≈ 0.88. */
    static final double FAIL_USUAL = 1 / (1 + Math.exp(-2));

    /** Of the first action under the behaviour of ModelWin: 1/(1 + e⁻¹) ≈ 0.73. */
    static final double WIN_USUAL = 1 / (1 + Math.exp(-1));

    private static final int WIN_HORIZON = 20;

    private PublishedWorlds() {}

    /**
     * ModelFail: up or down without reward, then 1 from above and −1 from below, whatever is done. All states look the
     * same, so that a model of what is seen cannot be right.
     *
     * @param choiceAtEnd whether the second step has two actions as well, whose ratio is noise; else it has one in
     *     effect, taken with certainty by both policies
     */
    static World modelFail(boolean choiceAtEnd) {
        Outcome[] up = {new Outcome(1, 1, 0)};
        Outcome[] down = {new Outcome(2, 1, 0)};
        Outcome[] won = {new Outcome(Mdp.END, 1, 1)};
        Outcome[] lost = {new Outcome(Mdp.END, 1, -1)};
        double[] usual = {FAIL_USUAL, 1 - FAIL_USUAL};
        double[] other = {1 - FAIL_USUAL, FAIL_USUAL};
        double[] only = {1, 0};
        return world(
                "ModelFail",
                new Outcome[][][] {{up, down}, {won, won}, {lost, lost}},
                choiceAtEnd ? new double[][] {usual, usual, usual} : new double[][] {usual, only, only},
                choiceAtEnd ? new double[][] {other, other, other} : new double[][] {other, only, only},
                new int[3]);
    }

    /**
     * ModelWin: from s₁ to s₂ with reward 1 or to s₃ with reward −1, with 0.4 and 0.6 under the first action and the
     * other way round under the second; from there back to s₁, reward 0. All is seen; 20 steps.
     */
    static World modelWin() {
        int states = 3 * WIN_HORIZON;
        Outcome[][][] outcomes = new Outcome[states][2][];
        for (int t = 0; t < WIN_HORIZON; t++) {
            int next = t == WIN_HORIZON - 1 ? -1 : 3 * (t + 1);
            for (int a = 0; a < 2; a++) {
                double toSecond = a == 0 ? 0.4 : 0.6;
                outcomes[3 * t][a] = new Outcome[] {
                    new Outcome(next < 0 ? Mdp.END : next + 1, toSecond, 1),
                    new Outcome(next < 0 ? Mdp.END : next + 2, 1 - toSecond, -1)
                };
                outcomes[3 * t + 1][a] = new Outcome[] {new Outcome(next < 0 ? Mdp.END : next, 1, 0)};
                outcomes[3 * t + 2][a] = outcomes[3 * t + 1][a];
            }
        }
        return world(
                "ModelWin",
                outcomes,
                everywhere(states, WIN_USUAL, 1 - WIN_USUAL),
                everywhere(states, 1 - WIN_USUAL, WIN_USUAL),
                IntStream.range(0, states).map(s -> s % 3).toArray());
    }

    private static double[][] everywhere(int states, double... policy) {
        double[][] policies = new double[states][];
        Arrays.fill(policies, policy);
        return policies;
    }

    private static World world(
            String name, Outcome[][][] outcomes, double[][] behaviour, double[][] target, int[] seen) {
        int n = outcomes.length;
        double[] start = new double[n];
        start[0] = 1;
        return new World(
                new Mdp(
                        name,
                        Mdp.numbered("s", n),
                        List.of("a1", "a2"),
                        outcomes,
                        behaviour,
                        List.of(Question.uniform("target", target, 1, 0, 1)),
                        List.of("1"),
                        everywhere(n, 1),
                        start),
                seen,
                Tails.NONE);
    }
}
