package io.emphatic.serve.quality;

import io.emphatic.evaluation.log.ReturnRange;
import io.emphatic.evaluation.result.Race;
import io.emphatic.logs.file.SavedState;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The race of the policies of one question over interleaved streams. Episodes enter in the order in which they began,
 * since those that end first are short; one that nine of ten later ones, and 256 more, have overtaken enters as cut.
 */
public final class PolicyRace {
    private static final int MOST_WAITING = 1 << 16;
    private static final int OVERTAKEN = 256;
    private static final double[] CUT = {};

    private final List<String> policies;
    private final Race race;
    private final TreeMap<Long, double[]> waiting = new TreeMap<>(); // weights and return of those that have ended
    private final Map<Long, double[]> reported = new HashMap<>(); // the same of the present row, and how many are known
    private long begun; // the number of the last episode that began
    private long next = 1; // the number of the one that enters next
    private long current; // the number of the one that began with the present row; 0 for none

    PolicyRace(ReturnRange range, List<String> policies) {
        this.policies = List.copyOf(policies);
        this.race = new Race(range, policies);
    }

    /** The policies and their intervals, in this order. */
    public List<Race.Racer> racers() {
        return race.racers();
    }

    public long episodes() {
        return race.episodes();
    }

    /** How many have ended, and wait for others that began before them. */
    public int waiting() {
        return waiting.size();
    }

    /** An episode begins with the present row: its number, the same for all who ask. */
    long begin() {
        current = current == 0 ? ++begun : current;
        return current;
    }

    /** An episode has ended for a policy with the present row. */
    void report(int policy, long episode, double weight, double returned, boolean known) {
        if (episode >= next && !waiting.containsKey(episode)) {
            int count = policies.size();
            double[] one = reported.computeIfAbsent(episode, none -> new double[count + 2]);
            one[policy] = weight;
            one[count] = returned;
            one[count + 1] += known ? 1 : 0;
        }
    }

    /** The present row is over: an episode that it did not end for all policies counts as cut. */
    void endRow() {
        current = 0;
        if (!reported.isEmpty()) {
            reported.forEach(
                    (episode, one) -> waiting.put(episode, one[policies.size() + 1] == policies.size() ? one : CUT));
            reported.clear();
            advance();
        }
    }

    private void advance() {
        while (!waiting.isEmpty()) {
            boolean isThere = waiting.firstKey() == next;
            long open = begun - next + 1 - waiting.size();
            if (!isThere && waiting.size() <= Math.min(MOST_WAITING, OVERTAKEN + 9 * open)) {
                return;
            }
            double[] one = isThere ? waiting.remove(next) : CUT;
            boolean isKnown = one != CUT;
            race.add(isKnown ? one : new double[policies.size()], isKnown ? one[policies.size()] : 0, isKnown);
            next++;
        }
    }

    /** Whether another one is of the same policies: then that one continues. */
    boolean isOf(PolicyRace other) {
        return policies.equals(other.policies);
    }

    /** Begins where a race of other policies was: intervals continue, and what began before does not count. */
    void beginBehind(PolicyRace other) {
        race.keepValues(other.race);
        begun = Math.max(begun, other.begun);
        next = begun + 1;
        waiting.clear();
    }

    void exchange(SavedState state) throws IOException {
        begun = state.whole(begun);
        next = state.whole(next);
        double[] numbers = race.numbers();
        state.numbers(numbers, numbers.length);
        race.restore(numbers);
        Long[] episodes = waiting.keySet().toArray(new Long[0]);
        int count = state.count(episodes.length);
        for (int k = 0; k < count; k++) {
            long episode = state.whole(k < episodes.length ? episodes[k] : 0);
            double[] one = waiting.getOrDefault(episode, CUT);
            one = Arrays.copyOf(one, state.count(one.length));
            state.numbers(one, one.length);
            waiting.put(episode, one.length == 0 ? CUT : one);
        }
    }
}
