package io.emphatic.lab.simulation;

import io.emphatic.lab.Mdp;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;

/**
 * The Markov chain that a policy makes of a finite MDP: one random number decides on action and next state.
 *
 * <pre>
 *   int edge = chain.next(state, random.nextLong());   // A and S′, drawn jointly with π(a|s) p(s′|s,a)
 *   chain.action(edge); chain.reward(edge); chain.to(edge);
 * </pre>
 *
 * <h2>Implementation notes</h2>
 *
 * All that can follow a state is one row of an alias table (Walker 1977, in the construction of Vose 1991). Rows have
 * one length, a power of two: the upper bits of the random number choose a column, the others decide between the edge
 * of that column and its alias. A step is one comparison and four reads, whatever the number of outcomes, and the
 * probabilities are exact up to the rounding of a double. A chain is immutable and may be shared by threads.
 */
public final class Chain {
    private final int bits;
    private final long[] threshold;
    private final int[] alias;
    private final int[] to;
    private final int[] action;
    private final double[] reward;

    private Chain(int states, int bits) {
        this.bits = bits;
        this.threshold = new long[states << bits];
        this.alias = new int[states << bits];
        this.to = new int[states << bits];
        this.action = new int[states << bits];
        this.reward = new double[states << bits];
    }

    /** @param policy π(a|s), {@code policy[s][a]}. Not modified. */
    public static Chain of(Mdp mdp, double[][] policy) {
        int states = mdp.states().size();
        int most = 1;
        for (int s = 0; s < states; s++) {
            most = Math.max(
                    most,
                    Arrays.stream(mdp.outcomes()[s]).mapToInt(o -> o.length).sum());
        }
        Chain chain = new Chain(states, Integer.SIZE - Integer.numberOfLeadingZeros(most - 1));
        for (int s = 0; s < states; s++) {
            chain.fill(s, mdp.outcomes()[s], policy[s]);
        }
        // A state that is an end takes no time step.
        for (int edge = 0; edge < chain.to.length; edge++) {
            chain.to[edge] = chain.to[edge] != Mdp.END && mdp.isEnd(chain.to[edge]) ? Mdp.END : chain.to[edge];
        }
        return chain;
    }

    private void fill(int state, Mdp.Outcome[][] outcomes, double[] policy) {
        double[] probability = new double[1 << bits];
        int first = state << bits;
        int count = 0;
        for (int a = 0; a < outcomes.length; a++) {
            for (Mdp.Outcome outcome : outcomes[a]) {
                probability[count] = policy[a] * outcome.probability();
                to[first + count] = outcome.to();
                action[first + count] = a;
                reward[first + count] = outcome.reward();
                count++;
            }
        }
        pair(first, probability);
    }

    /** Vose's alias method: fills each column with less than its share from a column with more than its share. */
    private void pair(int first, double[] probability) {
        int columns = probability.length;
        Deque<Integer> small = new ArrayDeque<>();
        Deque<Integer> large = new ArrayDeque<>();
        for (int k = 0; k < columns; k++) {
            probability[k] *= columns;
            (probability[k] < 1 ? small : large).add(k);
        }
        while (!small.isEmpty() && !large.isEmpty()) {
            int less = small.remove();
            int more = large.remove();
            threshold[first + less] = (long) (probability[less] * 0x1p63);
            alias[first + less] = first + more;
            probability[more] -= 1 - probability[less];
            (probability[more] < 1 ? small : large).add(more);
        }
        // What is left has exactly its share but for rounding.
        for (Deque<Integer> rest : List.of(small, large)) {
            for (int k : rest) {
                threshold[first + k] = Long.MAX_VALUE;
                alias[first + k] = first + k;
            }
        }
    }

    /** The edge taken from a state, by 64 random bits. */
    public int next(int state, long random) {
        // A shift by 64 is one by 0 in Java: with a single column the shift is done in two halves.
        int column = (state << bits) | (int) (random >>> 1 >>> (Long.SIZE - 1 - bits));
        long rest = (random << bits) >>> 1;
        return rest < threshold[column] ? column : alias[column];
    }

    /** The number of edges, taken or not: an edge is a number below it. */
    public int edges() {
        return to.length;
    }

    /** The state an edge leaves. */
    public int from(int edge) {
        return edge >> bits;
    }

    /** The state an edge leads to, or {@link Mdp#END}. */
    public int to(int edge) {
        return to[edge];
    }

    /** The index of the action taken. */
    public int action(int edge) {
        return action[edge];
    }

    /** The reward of the MDP, whatever the cumulant of a question is. */
    public double reward(int edge) {
        return reward[edge];
    }
}
