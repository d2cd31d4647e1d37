package io.emphatic.evaluation.result;

import io.emphatic.evaluation.log.ReturnRange;
import java.util.ArrayList;
import java.util.List;

/**
 * Which of several policies may still be the best, after each episode and whatever was looked at before. Policy b is
 * dropped when some policy a is better with confidence: with probability 95 % the best is never dropped, if the
 * probabilities are right, episodes come one by one, and every return is in the declared range. The logger may change,
 * as long as its probabilities are known before the action.
 *
 * <pre>
 *   ξ = (w_a G' + w_b (1 − G')) / 2 ≥ 0,  E ξ = (1 + v'_a − v'_b) / 2,  b is dropped when ξ's mean is above ½
 * </pre>
 *
 * The bound is that of {@link GuaranteedInterval} at any time, one-sided, at 5 % divided by the number of rivals: the
 * best would have to lose against one of them. Paired differences of Karampatziakis, Mineiro &amp; Ramdas (2021,
 * "Off-policy confidence sequences") with the bound of Waudby-Smith et al. (2024).
 */
public final class Race {
    /** More are not raced: each pair has a bound. */
    public static final int MOST = 10;

    private static final double ALPHA = 0.05;

    /**
     * A policy of the race.
     *
     * @param droppedAt after which episode, counted from 1; null as long as it may be the best
     * @param droppedBy the policy that was better
     * @param low of an interval that contains its value with 95 % at any time
     */
    public record Racer(String name, Long droppedAt, String droppedBy, double low, double high) {}

    private final ReturnRange range;
    private final List<String> names;
    private final GuaranteedInterval.Bound[][] better; // [a][b]: that a is better than b
    private final GuaranteedInterval[] values;
    private final long[] droppedAt;
    private final int[] droppedBy;
    private long episodes;

    public Race(ReturnRange range, List<String> names) {
        int count = names.size();
        this.range = range;
        this.names = List.copyOf(names);
        this.better = new GuaranteedInterval.Bound[count][count];
        this.values = new GuaranteedInterval[count];
        this.droppedAt = new long[count];
        this.droppedBy = new int[count];
        for (int a = 0; a < count; a++) {
            values[a] = GuaranteedInterval.atAnyTime(range);
            for (int b = 0; b < count; b++) {
                better[a][b] = new GuaranteedInterval.Bound(0, Math.log((count - 1) / ALPHA));
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
        double scaled = Math.max(0, Math.min(1, (returned - range.low()) / (range.high() - range.low())));
        for (int a = 0; a < values.length; a++) {
            values[a].add(weights[a], returned, ended);
            for (int b = 0; b < values.length; b++) {
                if (a != b && droppedAt[b] == 0) {
                    better[a][b].add(ended ? (weights[a] * scaled + weights[b] * (1 - scaled)) / 2 : 0);
                    if (better[a][b].value() > 0.5) {
                        droppedAt[b] = episodes;
                        droppedBy[b] = a;
                    }
                }
            }
        }
    }

    /** Whether a policy may still be the best. */
    public boolean isIn(int policy) {
        return droppedAt[policy] == 0;
    }

    public List<Racer> racers() {
        List<Racer> racers = new ArrayList<>();
        for (int k = 0; k < values.length; k++) {
            racers.add(new Racer(
                    names.get(k),
                    isIn(k) ? null : droppedAt[k],
                    isIn(k) ? null : names.get(droppedBy[k]),
                    values[k].low(),
                    values[k].high()));
        }
        return racers;
    }
}
