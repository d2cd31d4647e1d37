package io.emphatic.bench.referee;

import static io.emphatic.bench.referee.LogKind.Sight.BIAS;
import static io.emphatic.bench.referee.LogKind.Sight.NONE;
import static io.emphatic.bench.referee.LogKind.Sight.OWN;
import static io.emphatic.bench.referee.LogKind.Sight.RANDOM;
import static io.emphatic.bench.referee.LogKind.Sight.TABULAR;
import static io.emphatic.bench.referee.LogKinds.LONG_LOGS;
import static io.emphatic.bench.referee.LogKinds.SURE;
import static io.emphatic.bench.referee.LogKinds.USUAL_POLICIES;
import static io.emphatic.bench.referee.LogKinds.bandit;
import static io.emphatic.bench.referee.LogKinds.chain;
import static io.emphatic.bench.referee.LogKinds.process;
import static io.emphatic.bench.referee.RandomWorld.Earnings.CLICKS;
import static io.emphatic.bench.referee.RandomWorld.Earnings.DENSE;
import static io.emphatic.bench.referee.RandomWorld.Earnings.POSITIVE;
import static io.emphatic.bench.referee.RandomWorld.View.HIDDEN_CAUSE;
import static io.emphatic.bench.referee.RandomWorld.View.PLACE;

import io.emphatic.bench.referee.LogKind.Sight;
import io.emphatic.bench.referee.RandomWorld.Policies;
import io.emphatic.bench.referee.Recorders.Adaptive;
import io.emphatic.bench.referee.Recorders.Cuts;
import io.emphatic.bench.referee.Recorders.Doubled;
import io.emphatic.bench.referee.Recorders.Drifting;
import io.emphatic.bench.referee.Recorders.Frequencies;
import io.emphatic.bench.referee.Recorders.Users;
import io.emphatic.bench.referee.Recorders.WrongColumn;
import java.util.List;

/** The families that no rule was chosen by. */
final class HeldOutHalf {
    private static final int[] VISITS = {50, 1_000, 3_000, 3_000, 5_000};
    private static final Policies SLIGHTEST = Policies.of(0, 1, 0.03, 0.15);
    private static final Policies DISTANT = Policies.of(1, 3, 0.6, 1);
    private static final Policies RULE = new Policies(SURE, 0.0075, 2, 0.1, 0.5); // one of three: followed 99.5 %

    private HeldOutHalf() {}

    static List<Family> families() {
        return List.of(
                new Family("clusters", false, true, true, clusters()),
                new Family("gridworlds", false, true, true, gridworlds()),
                new Family("random cuts", false, true, true, randomCuts()),
                new Family("changing loggers", false, true, true, changingLoggers()),
                new Family("long horizons", false, true, true, longHorizons()),
                new Family("queues", false, true, true, queues()),
                new Family("rare clicks", false, true, false, rareClicks()),
                new Family("stop or go", false, true, false, stopOrGo()),
                new Family("a rule followed 99.5 %", false, true, false, followedRules()),
                new Family("patients", false, true, false, patients()),
                new Family("wrong columns", false, false, true, wrongColumns()),
                new Family("doubled rows", false, false, true, doubledRows()),
                new Family("time-outs as ends", false, false, true, timeOuts()),
                new Family("hidden cause", false, false, true, hiddenCauses()));
    }

    private static List<LogKind> clusters() {
        int[] sizes = {9 * Users.EPISODES, 16 * Users.EPISODES, 25 * Users.EPISODES, 40 * Users.EPISODES};
        return List.of(
                bandit("users", 5, 3, DENSE, USUAL_POLICIES, TABULAR)
                        .map()
                        .by(() -> new Users(0))
                        .sizes(sizes),
                bandit("users, no features", 5, 3, DENSE, USUAL_POLICIES, NONE)
                        .by(() -> new Users(0))
                        .sizes(sizes),
                bandit("users with habits", 5, 3, DENSE, USUAL_POLICIES, TABULAR)
                        .map()
                        .by(() -> new Users(0.7))
                        .sizes(sizes),
                bandit("users with habits, no features", 5, 3, DENSE, USUAL_POLICIES, NONE)
                        .by(() -> new Users(0.7))
                        .sizes(sizes));
    }

    private static List<LogKind> gridworlds() {
        return List.of(
                LogKind.of("grid, coordinates", new GridWorld(false), OWN).map(),
                LogKind.of("grid, columns", new GridWorld(true), TABULAR).map(),
                LogKind.of("grid, tabular", new GridWorld(false), TABULAR).map(),
                LogKind.of("grid, coordinates, no map", new GridWorld(false), OWN),
                LogKind.of("grid, no features", new GridWorld(false), NONE));
    }

    private static List<LogKind> randomCuts() {
        return List.of(
                LogKind.of("grid, cut at random", new GridWorld(false), TABULAR)
                        .map()
                        .by(() -> new Cuts(0, 0.03, false)),
                LogKind.of("grid, coordinates, cut at random", new GridWorld(false), OWN)
                        .by(() -> new Cuts(0, 0.03, false)),
                process("process, cut at random", 10, 0.1, 0.9, DENSE, TABULAR)
                        .map()
                        .by(() -> new Cuts(0, 0.05, false)),
                process("process, seldom cut", 10, 0.1, 0.9, DENSE, NONE).by(() -> new Cuts(0, 0.002, false)));
    }

    private static List<LogKind> changingLoggers() {
        return List.of(
                bandit("adaptive logger", 5, 3, DENSE, USUAL_POLICIES, TABULAR)
                        .map()
                        .by(Adaptive::new),
                bandit("adaptive logger, no features", 5, 3, DENSE, USUAL_POLICIES, NONE)
                        .by(Adaptive::new),
                bandit("drifting logger", 5, 3, DENSE, USUAL_POLICIES, TABULAR)
                        .map()
                        .by(Drifting::new),
                bandit("drifting logger, no features", 5, 3, DENSE, USUAL_POLICIES, NONE)
                        .by(Drifting::new),
                chain("chain, drifting logger", 5, DENSE, PLACE, USUAL_POLICIES, TABULAR)
                        .map()
                        .by(Drifting::new));
    }

    private static List<LogKind> longHorizons() {
        return List.of(
                chain("horizon 100", 100, DENSE, PLACE, SLIGHTEST, TABULAR)
                        .map()
                        .sizes(LONG_LOGS),
                chain("horizon 100, no features", 100, DENSE, PLACE, SLIGHTEST, NONE)
                        .sizes(LONG_LOGS),
                chain("horizon 300", 300, DENSE, PLACE, SLIGHTEST, TABULAR).sizes(LONG_LOGS),
                chain("horizon 300, no features", 300, DENSE, PLACE, SLIGHTEST, NONE)
                        .sizes(LONG_LOGS));
    }

    private static List<LogKind> rareClicks() {
        Policies sure = Policies.of(0.5, SURE, 0.5, 1);
        return List.of(
                bandit("clicks", 5, 5, CLICKS, sure, TABULAR).map().sizes(VISITS),
                bandit("clicks, bias", 5, 5, CLICKS, sure, BIAS).map().sizes(VISITS),
                bandit("clicks, random features", 20, 10, CLICKS, sure, RANDOM)
                        .map()
                        .sizes(VISITS),
                bandit("clicks, no map", 5, 5, CLICKS, sure, NONE).sizes(VISITS));
    }

    private static List<LogKind> stopOrGo() {
        return List.of(
                LogKind.of("paid 1.2ᵗ", new StopOrGo(1.2, 0.75), NONE),
                LogKind.of("paid 1.2ᵗ, time as feature", new StopOrGo(1.2, 0.75), OWN)
                        .map(),
                LogKind.of("paid 1.35ᵗ", new StopOrGo(1.35, 0.65), NONE),
                LogKind.of("paid 1.35ᵗ, time as feature", new StopOrGo(1.35, 0.65), OWN)
                        .map());
    }

    private static List<LogKind> queues() {
        return List.of(
                LogKind.of("queue", LevelWorld.queue(), TABULAR).map(),
                LogKind.of("queue, no features", LevelWorld.queue(), NONE));
    }

    private static List<LogKind> patients() {
        return List.of(
                LogKind.of("patients", LevelWorld.patients(), OWN).map(),
                LogKind.of("patients, no features", LevelWorld.patients(), NONE));
    }

    private static List<LogKind> followedRules() {
        return List.of(
                bandit("followed rule", 5, 3, DENSE, RULE, TABULAR).map(),
                bandit("followed rule, no map", 5, 3, DENSE, RULE, TABULAR),
                bandit("followed rule, no features", 5, 3, DENSE, RULE, NONE));
    }

    private static List<LogKind> wrongColumns() {
        return List.of(
                bandit("next action's column", 5, 3, DENSE, DISTANT, TABULAR)
                        .map()
                        .by(() -> new WrongColumn(false)),
                bandit("next action's column, bias", 5, 3, DENSE, DISTANT, BIAS)
                        .map()
                        .by(() -> new WrongColumn(false)),
                bandit("first action's column", 5, 3, DENSE, DISTANT, TABULAR)
                        .map()
                        .by(() -> new WrongColumn(true)),
                bandit("first action's column, no map", 5, 3, DENSE, DISTANT, TABULAR)
                        .by(() -> new WrongColumn(true)));
    }

    private static List<LogKind> doubledRows() {
        return List.of(
                bandit("doubled bandit", 5, 3, DENSE, USUAL_POLICIES, TABULAR)
                        .map()
                        .by(() -> new Doubled(false)),
                bandit("doubled bandit, no features", 5, 3, DENSE, USUAL_POLICIES, NONE)
                        .by(() -> new Doubled(false)),
                chain("doubled chain", 5, DENSE, PLACE, USUAL_POLICIES, TABULAR)
                        .map()
                        .by(() -> new Doubled(false)),
                chain("doubled chain, one name", 5, DENSE, PLACE, USUAL_POLICIES, TABULAR)
                        .map()
                        .by(() -> new Doubled(true)));
    }

    private static List<LogKind> timeOuts() {
        return List.of(
                process("time-out at 15", 10, 0.05, 0.95, POSITIVE, TABULAR)
                        .map()
                        .by(() -> new Cuts(15, 0, true)),
                process("time-out at 15, no features", 10, 0.05, 0.95, POSITIVE, NONE)
                        .by(() -> new Cuts(15, 0, true)),
                process("random time-outs", 10, 0.1, 0.95, POSITIVE, TABULAR)
                        .map()
                        .by(() -> new Cuts(0, 0.05, true)),
                LogKind.of("grid with time-outs", new GridWorld(false), OWN).by(() -> new Cuts(12, 0, true)));
    }

    /** The behaviour sees what the log does not, and its probabilities are estimated. */
    private static List<LogKind> hiddenCauses() {
        return List.of(
                hidden("hidden cause", 1, TABULAR).map().by(() -> new Frequencies(false)),
                hidden("hidden cause, no features", 1, NONE).by(() -> new Frequencies(false)),
                hidden("chain, hidden cause", 4, TABULAR).map().by(() -> new Frequencies(false)));
    }

    private static LogKind hidden(String name, int layers, Sight sight) {
        Policies sharp = Policies.of(3, 2, 0.5, 1);
        return LogKind.of(name, new RandomWorld(layers, 3, 2, 0, 1, DENSE, Tails.NONE, HIDDEN_CAUSE, sharp), sight);
    }
}
