package io.emphatic.evaluation.result;

import io.emphatic.evaluation.log.ReturnRange;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Which of several policies may still be the best, after each episode and whatever was looked at before. Policy b is
 * dropped when some policy a is better with confidence: with probability 95 % the best is never dropped, if the
 * probabilities are right, episodes come one by one, and every return is in the declared range. The logger may change,
 * as long as its probabilities are known before the action.
 *
 * <p>Each pair has {@link DifferenceBounds} at 5 % divided by the number of rivals: the best would have to lose against
 * one of them. One thread at a time may use it.
 */
public final class Race {
    /** More are not raced: each pair has a bound. */
    public static final int MOST_POLICIES = 10;

    private static final double ALPHA = 0.05;

    /**
     * A policy of the race.
     *
     * @param droppedAt after which episode, counted from 1; null as long as it may be the best
     * @param droppedBy the policy that was better
     * @param low of an interval that contains its value with 95 % at any time
     */
    public record Racer(String name, Long droppedAt, String droppedBy, double low, double high) {}

    private final List<String> names;
    private final List<DifferenceBounds> pairs = new ArrayList<>(); // of each policy and each later one
    private final GuaranteedInterval[] values;
    private final double[] dropped; // after which episode, 0 for none, and by whom
    private long episodes;

    /** @param names of the policies, in the order of the weights of {@link #add} */
    public Race(ReturnRange range, List<String> names) {
        int count = names.size();
        this.names = List.copyOf(names);
        this.values = new GuaranteedInterval[count];
        this.dropped = new double[2 * count];
        for (int a = 0; a < count; a++) {
            values[a] = GuaranteedInterval.atAnyTime(range);
            for (int b = a + 1; b < count; b++) {
                pairs.add(new DifferenceBounds(range, ALPHA / (count - 1)));
            }
        }
    }

    /**
     * The next episode.
     *
     * @param weights Πρ of each policy. Not modified.
     * @param ended whether all of its return is known; if not, the other numbers are not looked at
     */
    public void add(double[] weights, double returned, boolean ended) {
        episodes++;
        int pair = 0;
        for (int a = 0; a < values.length; a++) {
            values[a].add(weights[a], returned, ended);
            for (int b = a + 1; b < values.length; b++) {
                DifferenceBounds bounds = pairs.get(pair++);
                bounds.add(weights[a], weights[b], returned, ended);
                if (bounds.low() > 0) {
                    drop(b, a);
                } else if (bounds.high() < 0) {
                    drop(a, b);
                }
            }
        }
    }

    private void drop(int policy, int by) {
        if (isIn(policy)) {
            dropped[2 * policy] = episodes;
            dropped[2 * policy + 1] = by;
        }
    }

    /** Whether a policy may still be the best. */
    public boolean isIn(int policy) {
        return dropped[2 * policy] == 0;
    }

    /** How many episodes were added. */
    public long episodes() {
        return episodes;
    }

    /** In the order of the names; may be asked after any episode, and before the first. */
    public List<Racer> racers() {
        List<Racer> racers = new ArrayList<>();
        for (int k = 0; k < values.length; k++) {
            racers.add(new Racer(
                    names.get(k),
                    isIn(k) ? null : (long) dropped[2 * k],
                    isIn(k) ? null : names.get((int) dropped[2 * k + 1]),
                    values[k].low(),
                    values[k].high()));
        }
        return racers;
    }

    /** Takes over the intervals of policies that another race over the same range has; pairs begin anew. */
    public void keepValues(Race other) {
        for (int k = 0; k < values.length; k++) {
            int known = other.names.indexOf(names.get(k));
            if (known >= 0) {
                values[k].restore(other.values[known].numbers());
            }
        }
    }

    /** All that a later {@link #restore} needs to continue with the same bits. */
    public double[] numbers() {
        List<double[]> all = new ArrayList<>(List.of(new double[] {episodes}, dropped));
        Arrays.stream(values).forEach(value -> all.add(value.numbers()));
        pairs.forEach(pair -> all.add(pair.numbers()));
        return all.stream().flatMapToDouble(Arrays::stream).toArray();
    }

    /** @param numbers of a race of as many policies over the same range. Not modified. */
    public void restore(double[] numbers) {
        episodes = (long) numbers[0];
        System.arraycopy(numbers, 1, dropped, 0, dropped.length);
        int at = 1 + dropped.length;
        for (GuaranteedInterval value : values) {
            value.restore(Arrays.copyOfRange(numbers, at, at + value.numbers().length));
            at += value.numbers().length;
        }
        for (DifferenceBounds pair : pairs) {
            pair.restore(Arrays.copyOfRange(numbers, at, at + DifferenceBounds.NUMBERS));
            at += DifferenceBounds.NUMBERS;
        }
    }
}
