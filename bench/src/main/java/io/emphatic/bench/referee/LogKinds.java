package io.emphatic.bench.referee;

import static io.emphatic.bench.referee.RandomWorld.Earnings.DENSE;
import static io.emphatic.bench.referee.RandomWorld.View.PLACE;

import io.emphatic.bench.referee.LogKind.Sight;
import io.emphatic.bench.referee.RandomWorld.Earnings;
import io.emphatic.bench.referee.RandomWorld.Policies;
import io.emphatic.bench.referee.RandomWorld.View;
import java.util.List;
import java.util.stream.Stream;

/** All kinds of logs, and the worlds and policies that both halves use. */
final class LogKinds {
    static final double SURE = Double.POSITIVE_INFINITY;
    static final int[] LONG_LOGS = {50, 100, 200, 500};
    static final Policies USUAL_POLICIES = Policies.of(1, 2, 0.3, 1);
    static final Policies GENTLE = Policies.of(1, 1, 0.2, 0.7);

    private LogKinds() {}

    static List<Family> families() {
        return Stream.of(HeldOutHalf.families(), ChoosingHalf.families())
                .flatMap(List::stream)
                .toList();
    }

    static LogKind bandit(String name, int contexts, int actions, Earnings earnings, Policies policies, Sight sight) {
        return LogKind.of(
                "bandit: " + name,
                new RandomWorld(1, contexts, actions, 0, 1, earnings, Tails.NONE, PLACE, policies),
                sight);
    }

    /** Layers of three places, two if there are many layers, and two actions. */
    static LogKind chain(String name, int layers, Earnings earnings, View view, Policies policies, Sight sight) {
        return LogKind.of(
                name,
                new RandomWorld(layers, layers > 50 ? 2 : 3, 2, 0, 1, earnings, Tails.NONE, view, policies),
                sight);
    }

    /** As the kind above, and an episode may end on every step. */
    static LogKind ragged(String name, int layers, double ending, View view, Policies policies, Sight sight) {
        return LogKind.of(name, new RandomWorld(layers, 3, 2, ending, 1, DENSE, Tails.NONE, view, policies), sight);
    }

    static LogKind process(String name, int states, double ending, double discount, Earnings earnings, Sight sight) {
        return LogKind.of(
                name, new RandomWorld(0, states, 3, ending, discount, earnings, Tails.NONE, PLACE, GENTLE), sight);
    }
}
