package io.emphatic.bench.referee;

import io.emphatic.lab.Mdp;
import io.emphatic.lab.Mdp.Outcome;
import io.emphatic.lab.Question;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * A finite MDP in which logs are written, and all that is known about it exactly. Its questions are the targets; they
 * share discounts and rewards, as the targets of one log do. An episode is over at {@link Mdp#END}, in a state that is
 * an end, and on arriving in a state with γ = 0.
 */
public final class World {
    /** More sweeps than this, and returns have no bound. */
    private static final int MOST_SWEEPS = 20_000;

    private static final double NO_CHANGE = 1e-12;

    private final Mdp mdp;
    private final int[] seen;
    private final Tails tails;
    private final boolean[] ends;
    private final List<Target> targets;

    /**
     * A target policy with the mean and the standard deviation of its returns.
     *
     * @param value v, averaged over the starts
     * @param spread of the return of one episode under π, starts included
     */
    public record Target(Question question, double value, double spread) {}

    /** What a return can be; both are infinite if it has no bound. */
    public record Returns(double low, double high) {}

    /**
     * @param seen what the log shows of each state: states with the same number look the same. Not modified.
     * @throws IllegalArgumentException if the questions differ in discounts or rewards
     */
    public World(Mdp mdp, int[] seen, Tails tails) {
        Question first = mdp.questions().get(0);
        for (Question question : mdp.questions()) {
            if (!Arrays.equals(question.discount(), first.discount())
                    || !Arrays.equals(question.cumulant(), first.cumulant())) {
                throw new IllegalArgumentException("the questions of " + mdp.name() + " are not about one log");
            }
        }
        this.mdp = mdp;
        this.seen = seen.clone();
        this.tails = tails;
        this.ends = new boolean[seen.length];
        for (int s = 0; s < ends.length; s++) {
            ends[s] = first.discount()[s] == 0 || mdp.isEnd(s);
        }
        this.targets = mdp.questions().stream().map(this::target).toList();
    }

    /** A world whose log shows every state. */
    public static World open(Mdp mdp) {
        return new World(mdp, IntStream.range(0, mdp.states().size()).toArray(), Tails.NONE);
    }

    /**
     * The two moments of the return of one episode, swept to their fixed point; X is the random factor of a reward.
     *
     * <pre>
     *   E[G|s]  = Σ π(a|s) p(s′|s,a) (r + γ(s′) E[G|s′])
     *   E[G²|s] = Σ π(a|s) p(s′|s,a) (r² E[X²] + 2 r γ(s′) E[G|s′] + γ(s′)² E[G²|s′])
     * </pre>
     */
    Target target(Question question) {
        int n = ends.length;
        double[] value = new double[n];
        double[] square = new double[n];
        double change = 1;
        for (int sweep = 0; sweep < MOST_SWEEPS && change > NO_CHANGE; sweep++) {
            change = 0;
            for (int s = n - 1; s >= 0; s--) {
                double first = 0;
                double second = 0;
                for (int a = 0; a < mdp.actions().size(); a++) {
                    for (Outcome next : question.policy()[s][a] > 0 ? mdp.outcomes()[s][a] : new Outcome[0]) {
                        double p = question.policy()[s][a] * next.probability();
                        double r = question.reward(next);
                        double gamma = ends(next.to()) ? 0 : question.discount()[next.to()];
                        double later = gamma == 0 ? 0 : gamma * value[next.to()];
                        double latest = gamma == 0 ? 0 : gamma * gamma * square[next.to()];
                        first += p * (r + later);
                        second += p * (r * r * (1 + tails.scale * tails.scale) + 2 * r * later + latest);
                    }
                }
                change = Math.max(change, Math.abs(first - value[s]) / (1 + Math.abs(first)));
                change = Math.max(change, Math.abs(second - square[s]) / (1 + Math.abs(second)));
                value[s] = first;
                square[s] = second;
            }
        }
        double mean = 0;
        double second = 0;
        for (int s = 0; s < n; s++) {
            mean += mdp.start()[s] * value[s];
            second += mdp.start()[s] * square[s];
        }
        return new Target(question, mean, Math.sqrt(Math.max(0, second - mean * mean)));
    }

    public Mdp mdp() {
        return mdp;
    }

    public List<Target> targets() {
        return targets;
    }

    /** What the log shows of a state. */
    int seen(int state) {
        return seen[state];
    }

    /** How many states can be told apart. */
    int sights() {
        return Arrays.stream(seen).max().orElse(-1) + 1;
    }

    double discount(int state) {
        return mdp.questions().get(0).discount()[state];
    }

    /** Whether a step that leads there ends the episode. */
    boolean ends(int state) {
        return state == Mdp.END || ends[state];
    }

    int start(UniformRandomProvider random) {
        return draw(mdp.start(), random);
    }

    Outcome follow(int state, int action, UniformRandomProvider random) {
        Outcome[] all = mdp.outcomes()[state][action];
        double left = random.nextDouble();
        int k = 0;
        while (k < all.length - 1 && left >= all[k].probability()) {
            left -= all[k++].probability();
        }
        return all[k];
    }

    /** What a step pays, as drawn. */
    double paid(Outcome outcome, UniformRandomProvider random) {
        return mdp.questions().get(0).reward(outcome) * tails.draw(random);
    }

    /** The index of one of the numbers, with that probability; never of a zero. */
    static int draw(double[] probabilities, UniformRandomProvider random) {
        double left = random.nextDouble();
        int last = 0;
        for (int k = 0; k < probabilities.length && left >= 0; k++) {
            last = probabilities[k] > 0 ? k : last;
            left -= probabilities[k];
        }
        return last;
    }

    /**
     * The least and the largest return of any way through the MDP that the behaviour or a target can take.
     *
     * @param cut whether a way may stop at any time
     */
    public Returns returns(boolean cut) {
        return tails == Tails.NONE
                ? new Returns(-most(-1, cut), most(1, cut))
                : new Returns(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);
    }

    /** The largest return of rewards times a sign. */
    private double most(int sign, boolean cut) {
        int n = mdp.states().size();
        double[] best = new double[n];
        double change = 1;
        for (int sweep = 0; sweep < MOST_SWEEPS && change > NO_CHANGE; sweep++) {
            change = 0;
            for (int s = n - 1; s >= 0; s--) {
                double here = ways(s, sign, cut, best);
                change = Math.max(change, Math.abs(here - best[s]) / (1 + Math.abs(here)));
                best[s] = here;
            }
        }
        double most = Double.NEGATIVE_INFINITY;
        for (int s = 0; s < n; s++) {
            most = mdp.start()[s] > 0 ? Math.max(most, best[s]) : most;
        }
        return change > NO_CHANGE ? Double.POSITIVE_INFINITY : most;
    }

    private double ways(int s, int sign, boolean cut, double[] best) {
        double most = Double.NEGATIVE_INFINITY;
        for (int a = 0; a < mdp.actions().size(); a++) {
            for (Outcome next : isTaken(s, a) ? mdp.outcomes()[s][a] : new Outcome[0]) {
                double later = ends(next.to()) ? 0 : discount(next.to()) * best[next.to()];
                double reward = sign * mdp.questions().get(0).reward(next);
                most = Math.max(most, reward + (cut ? Math.max(0, later) : later));
            }
        }
        return most;
    }

    private boolean isTaken(int s, int a) {
        return mdp.behaviour()[s][a] > 0
                || targets.stream().anyMatch(t -> t.question().policy()[s][a] > 0);
    }
}
