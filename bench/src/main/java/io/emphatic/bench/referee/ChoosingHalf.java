package io.emphatic.bench.referee;

import static io.emphatic.bench.referee.LogKind.Sight.BIAS;
import static io.emphatic.bench.referee.LogKind.Sight.GROUPS;
import static io.emphatic.bench.referee.LogKind.Sight.NONE;
import static io.emphatic.bench.referee.LogKind.Sight.OWN;
import static io.emphatic.bench.referee.LogKind.Sight.RANDOM;
import static io.emphatic.bench.referee.LogKind.Sight.TABULAR;
import static io.emphatic.bench.referee.LogKinds.GENTLE;
import static io.emphatic.bench.referee.LogKinds.LONG_LOGS;
import static io.emphatic.bench.referee.LogKinds.SURE;
import static io.emphatic.bench.referee.LogKinds.USUAL_POLICIES;
import static io.emphatic.bench.referee.LogKinds.bandit;
import static io.emphatic.bench.referee.LogKinds.chain;
import static io.emphatic.bench.referee.LogKinds.process;
import static io.emphatic.bench.referee.LogKinds.ragged;
import static io.emphatic.bench.referee.RandomWorld.Earnings.DENSE;
import static io.emphatic.bench.referee.RandomWorld.Earnings.LAST;
import static io.emphatic.bench.referee.RandomWorld.Earnings.POSITIVE;
import static io.emphatic.bench.referee.RandomWorld.Earnings.SKEWED;
import static io.emphatic.bench.referee.RandomWorld.Earnings.SPARSE;
import static io.emphatic.bench.referee.RandomWorld.View.HALF;
import static io.emphatic.bench.referee.RandomWorld.View.PLACE;
import static io.emphatic.bench.referee.RandomWorld.View.PLACE_AND_TIME;

import io.emphatic.bench.referee.LogKind.Sight;
import io.emphatic.bench.referee.RandomWorld.Policies;
import io.emphatic.bench.referee.Recorders.Bent;
import io.emphatic.bench.referee.Recorders.Cuts;
import io.emphatic.bench.referee.Recorders.Frequencies;
import io.emphatic.lab.Mdp;
import io.emphatic.lab.Question;
import io.emphatic.lab.problems.Problems;
import io.emphatic.lab.problems.RandomMdp;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;

/** The families by which rules are chosen. */
final class ChoosingHalf {
    private static final Policies NEAR_POLICIES = Policies.of(1, 1, 0.3, 1);
    private static final Policies FAR_POLICIES = Policies.of(2, 3, 0.5, 1);
    private static final Policies HEAVY = Policies.of(4, 3, 0.3, 1);
    private static final Policies EVEN = Policies.of(0, 1, 0.2, 1);
    private static final Policies SLIGHT = Policies.of(0, 1, 0.1, 0.5);

    private ChoosingHalf() {}

    static List<Family> families() {
        return List.of(
                new Family("bandits", true, true, true, bandits()),
                new Family("chains", true, true, true, chains()),
                new Family("half seen", true, true, true, halfSeen()),
                new Family("processes", true, true, true, processes()),
                new Family("problems", true, true, true, problems()),
                new Family("published worlds", true, true, true, published()),
                new Family("cut at a fixed time", true, true, true, fixedCuts()),
                new Family("frequencies", true, true, true, frequencies()),
                new Family("rare rewards", true, true, false, rareRewards()),
                new Family("heavy rewards", true, true, false, heavyRewards()),
                new Family("stakes", true, true, false, stakes()),
                new Family("long lives", true, true, false, longLives()),
                new Family("heavy ratios", true, true, false, heavyRatios()),
                new Family("wrong probabilities", true, false, true, wrongProbabilities()),
                new Family("holes", true, false, true, holes()));
    }

    private static List<LogKind> bandits() {
        return List.of(
                bandit("two arms, near", 1, 2, DENSE, NEAR_POLICIES, BIAS).map(),
                bandit("two arms, far", 1, 2, DENSE, FAR_POLICIES, NONE),
                bandit("contexts", 5, 3, DENSE, USUAL_POLICIES, TABULAR).map(),
                bandit("contexts, no features", 5, 3, DENSE, USUAL_POLICIES, NONE),
                bandit("many contexts, groups", 20, 4, DENSE, USUAL_POLICIES, GROUPS)
                        .map(),
                bandit("many contexts, random features", 20, 4, DENSE, USUAL_POLICIES, RANDOM)
                        .map(),
                bandit("many actions", 5, 20, DENSE, Policies.of(1, 3, 0.3, 1), TABULAR)
                        .map(),
                bandit("many actions, no features", 5, 20, DENSE, Policies.of(1, 3, 0.3, 1), NONE),
                bandit("sure target", 5, 3, DENSE, Policies.of(1, SURE, 0.5, 1), TABULAR)
                        .map(),
                bandit("sure target, no features", 5, 3, DENSE, Policies.of(1, SURE, 0.5, 1), NONE));
    }

    private static List<LogKind> chains() {
        return List.of(
                chain("chain of 2", 2, DENSE, PLACE, USUAL_POLICIES, TABULAR).map(),
                chain("chain of 2, no features", 2, DENSE, PLACE, USUAL_POLICIES, NONE),
                chain("chain of 5", 5, DENSE, PLACE_AND_TIME, USUAL_POLICIES, TABULAR)
                        .map(),
                chain("chain of 5, no features", 5, DENSE, PLACE, USUAL_POLICIES, NONE),
                chain("chain of 10, paid last", 10, LAST, PLACE_AND_TIME, Policies.of(1, 1, 0.2, 1), TABULAR),
                chain("chain of 10, paid last, groups", 10, LAST, PLACE, Policies.of(1, 1, 0.2, 1), GROUPS),
                ragged("ragged chain of 10", 10, 0.15, PLACE_AND_TIME, Policies.of(1, 2, 0.2, 1), TABULAR)
                        .map(),
                ragged("ragged chain of 10, no features", 10, 0.15, PLACE, Policies.of(1, 2, 0.2, 1), NONE),
                chain("chain of 20", 20, DENSE, PLACE, SLIGHT, TABULAR).map(),
                chain("chain of 20, bias", 20, DENSE, PLACE, SLIGHT, BIAS),
                chain("chain of 50", 50, DENSE, PLACE, Policies.of(0, 1, 0.05, 0.3), TABULAR)
                        .map()
                        .sizes(LONG_LOGS),
                ragged("ragged chain of 50", 50, 0.05, PLACE, SLIGHT, TABULAR).sizes(LONG_LOGS));
    }

    /** States that look the same and are not. */
    private static List<LogKind> halfSeen() {
        return List.of(
                chain("half seen, 5", 5, DENSE, HALF, USUAL_POLICIES, TABULAR).map(),
                chain("half seen, 10", 10, DENSE, HALF, GENTLE, TABULAR).map(),
                ragged("half seen, ragged", 10, 0.1, HALF, GENTLE, GROUPS));
    }

    /** Random MDPs that end at random. */
    private static List<LogKind> processes() {
        return List.of(
                process("process", 10, 0.1, 1, DENSE, TABULAR).map(),
                process("process, no features", 10, 0.1, 1, DENSE, NONE),
                process("process, random features", 30, 0.1, 0.95, DENSE, RANDOM)
                        .map(),
                process("process, groups", 30, 0.1, 0.95, DENSE, GROUPS));
    }

    /** The problems that come with the product. */
    private static List<LogKind> problems() {
        return List.of(
                LogKind.of("random walk", only("random-walk", 0), OWN).map(),
                LogKind.of("Boyan's chain", only("boyan", 0), OWN).map(),
                LogKind.of("Collision", only("collision", 0), OWN).map(),
                LogKind.of("Collision, no features", only("collision", 0), NONE),
                LogKind.of("rooms", only("rooms", 0), OWN).sizes(LONG_LOGS),
                LogKind.of("rooms, no features", only("rooms", 1), NONE).sizes(LONG_LOGS),
                LogKind.of("rooms, high variance", only("rooms-high-variance", 0), OWN)
                        .sizes(LONG_LOGS),
                LogKind.of("two states", only("two-state", 0), OWN).map());
    }

    private static List<LogKind> published() {
        WorldSource win = WorldSource.same(PublishedWorlds::modelWin);
        return List.of(
                modelFail(true),
                modelFail(false),
                LogKind.of("ModelWin", win, TABULAR).map(),
                LogKind.of("ModelWin, bias", win, BIAS));
    }

    static LogKind modelFail(boolean choiceAtEnd) {
        WorldSource fail = WorldSource.same(() -> PublishedWorlds.modelFail(choiceAtEnd));
        return LogKind.of("ModelFail" + (choiceAtEnd ? "" : ", no choice at the end"), fail, TABULAR)
                .map();
    }

    private static List<LogKind> fixedCuts() {
        WorldSource randomMdp = random -> World.open(new RandomMdp(15, 3, 6, 3, random.nextInt()).mdp());
        return List.of(
                process("discounted, cut late", 10, 0, 0.8, DENSE, TABULAR)
                        .map()
                        .by(cutAfter(40)),
                process("discounted, cut late, no features", 10, 0, 0.8, DENSE, NONE)
                        .by(cutAfter(40)),
                process("discounted, cut early", 10, 0, 0.9, DENSE, TABULAR)
                        .map()
                        .by(cutAfter(10)),
                process("discounted, cut early, groups", 10, 0, 0.9, DENSE, GROUPS)
                        .by(cutAfter(10)),
                process("ends and cuts", 10, 0.05, 0.95, DENSE, TABULAR).map().by(cutAfter(25)),
                process("ends and cuts, no features", 10, 0.05, 0.95, DENSE, NONE)
                        .by(cutAfter(25)),
                LogKind.of("Miner", only("miner", 0, 1, 2), OWN)
                        .map()
                        .by(cutAfter(150))
                        .sizes(LONG_LOGS),
                LogKind.of("Baird's star", only("baird", 0), OWN).map().by(cutAfter(30)),
                LogKind.of("random-mdp, cut late", randomMdp, OWN)
                        .map()
                        .by(cutAfter(60))
                        .sizes(LONG_LOGS),
                LogKind.of("random-mdp, cut early", randomMdp, OWN).map().by(cutAfter(12)));
    }

    private static List<LogKind> frequencies() {
        return List.of(
                bandit("frequencies", 5, 3, DENSE, USUAL_POLICIES, TABULAR)
                        .map()
                        .by(() -> new Frequencies(true)),
                bandit("frequencies, far", 5, 3, DENSE, FAR_POLICIES, NONE).by(() -> new Frequencies(true)),
                chain("chain, frequencies", 5, DENSE, PLACE, USUAL_POLICIES, TABULAR)
                        .map()
                        .by(() -> new Frequencies(true)),
                chain("chain, frequencies, no features", 5, LAST, PLACE, USUAL_POLICIES, NONE)
                        .by(() -> new Frequencies(true)),
                process("process, frequencies", 10, 0.15, 1, DENSE, TABULAR).by(() -> new Frequencies(true)));
    }

    private static List<LogKind> rareRewards() {
        return List.of(
                bandit("sparse", 5, 3, SPARSE, USUAL_POLICIES, TABULAR),
                bandit("sparse, no features", 5, 3, SPARSE, USUAL_POLICIES, NONE),
                bandit("skewed costs, groups", 5, 3, SKEWED, USUAL_POLICIES, GROUPS)
                        .map(),
                bandit("skewed costs, no features", 5, 3, SKEWED, USUAL_POLICIES, NONE),
                chain("chain of 10, sparse", 10, SPARSE, PLACE, EVEN, TABULAR),
                chain("chain of 10, skewed", 10, SKEWED, PLACE, EVEN, TABULAR).map());
    }

    private static List<LogKind> heavyRewards() {
        return List.of(
                tailed("Pareto 1.5", Tails.PARETO_1_5, NONE),
                tailed("Pareto 1.5, tabular", Tails.PARETO_1_5, TABULAR).map(),
                tailed("Pareto 2.2", Tails.PARETO_2_2, NONE),
                tailed("Pareto 2.2, tabular", Tails.PARETO_2_2, TABULAR).map(),
                tailed("lognormal 1.5", Tails.LOGNORMAL_1_5, NONE),
                tailed("lognormal 1.5, tabular", Tails.LOGNORMAL_1_5, TABULAR).map(),
                tailed("revenue of buyers", Tails.BUYERS, NONE),
                tailed("revenue of buyers, tabular", Tails.BUYERS, TABULAR).map());
    }

    /** Returns that grow with every step. */
    private static List<LogKind> stakes() {
        return List.of(
                LogKind.of("doubled or lost", LevelWorld.stakes(2, true, true, 1), NONE),
                LogKind.of("doubled or lost, level and time", LevelWorld.stakes(2, true, true, 1), OWN)
                        .map(),
                LogKind.of("compound growth", LevelWorld.stakes(1.5, false, false, 1), NONE),
                LogKind.of("compound growth, level and time", LevelWorld.stakes(1.5, false, false, 1), OWN)
                        .map(),
                LogKind.of("growing debts", LevelWorld.stakes(1.3, false, true, -1), NONE),
                LogKind.of("growing debts, level and time", LevelWorld.stakes(1.3, false, true, -1), OWN));
    }

    /** Episodes so long that their weights are products of very many ratios. */
    private static List<LogKind> longLives() {
        int[] many = {50, 100, 200, 300, 500, 1_000};
        return List.of(
                LogKind.of("machines", LevelWorld.machines(0.03, 5), NONE).sizes(many),
                LogKind.of("machines, wear", LevelWorld.machines(0.03, 5), TABULAR)
                        .map()
                        .sizes(many),
                LogKind.of("reliable machines", LevelWorld.machines(0.01, 20), NONE)
                        .sizes(many),
                LogKind.of("reliable machines, wear", LevelWorld.machines(0.01, 20), TABULAR)
                        .sizes(many),
                chain("100 hours", 100, DENSE, PLACE, Policies.of(0, 1, 0.15, 0.4), NONE)
                        .sizes(LONG_LOGS),
                chain("100 hours, tabular", 100, DENSE, PLACE, Policies.of(0, 1, 0.15, 0.4), TABULAR)
                        .sizes(LONG_LOGS),
                ragged("200 hours, ragged", 200, 0.02, PLACE, Policies.of(0, 1, 0.2, 0.6), NONE)
                        .sizes(LONG_LOGS));
    }

    private static List<LogKind> heavyRatios() {
        return List.of(
                bandit("heavy ratios", 5, 3, DENSE, HEAVY, TABULAR).map(),
                bandit("heavy ratios, no features", 5, 3, DENSE, HEAVY, NONE),
                bandit("heavy ratios, sparse", 5, 3, SPARSE, HEAVY, BIAS),
                bandit("heavy ratios, sure target", 5, 3, DENSE, Policies.of(4, SURE, 0.3, 1), BIAS),
                chain("chain of 5, heavy ratios", 5, DENSE, PLACE, HEAVY, TABULAR)
                        .map(),
                chain("chain of 5, heavy ratios, no features", 5, LAST, PLACE, HEAVY, NONE),
                chain("chain of 10, sure target", 10, LAST, PLACE, Policies.of(0, SURE, 0.2, 1), NONE),
                chain("chain of 20, sure target", 20, DENSE, PLACE, Policies.of(0, SURE, 0.2, 1), TABULAR)
                        .map());
    }

    private static List<LogKind> wrongProbabilities() {
        return List.of(
                bandit("bent probabilities", 5, 3, DENSE, FAR_POLICIES, TABULAR)
                        .map()
                        .by(() -> new Bent(0.9)),
                bandit("bent probabilities, no features", 5, 3, DENSE, FAR_POLICIES, NONE)
                        .by(() -> new Bent(0.9)),
                bandit("root of probabilities", 5, 3, DENSE, FAR_POLICIES, NONE).by(() -> new Bent(0.5)),
                bandit("claimed uniform", 5, 3, DENSE, USUAL_POLICIES, BIAS).by(() -> new Bent(0)),
                chain("chain, bent probabilities", 5, DENSE, PLACE, FAR_POLICIES, TABULAR)
                        .map()
                        .by(() -> new Bent(0.9)),
                chain("chain, root of probabilities", 5, DENSE, PLACE, FAR_POLICIES, TABULAR)
                        .by(() -> new Bent(0.5)),
                chain("chain, claimed uniform", 5, DENSE, PLACE, USUAL_POLICIES, NONE)
                        .by(() -> new Bent(0)),
                chain("long chain, bent probabilities", 20, DENSE, PLACE, Policies.of(1, 1, 0.1, 0.5), BIAS)
                        .by(() -> new Bent(0.9)),
                process("process, root of probabilities", 10, 0.15, 1, DENSE, TABULAR)
                        .map()
                        .by(() -> new Bent(0.5)));
    }

    private static List<LogKind> holes() {
        return List.of(
                LogKind.of("hole", new Hole(), TABULAR).map(),
                LogKind.of("hole, tabular, no map", new Hole(), TABULAR),
                LogKind.of("hole, groups", new Hole(), GROUPS).map(),
                LogKind.of("hole, no features", new Hole(), NONE));
    }

    private static LogKind tailed(String name, Tails tails, Sight sight) {
        return LogKind.of(
                "bandit: " + name, new RandomWorld(1, 5, 3, 0, 1, POSITIVE, tails, PLACE, USUAL_POLICIES), sight);
    }

    private static Supplier<Recorder> cutAfter(int rows) {
        return () -> new Cuts(rows, 0, false);
    }

    /** A problem of the registry with some of its questions. */
    private static WorldSource only(String problem, int... questions) {
        return WorldSource.same(() -> {
            Mdp mdp = Problems.named(problem).mdp();
            List<Question> kept =
                    Arrays.stream(questions).mapToObj(mdp.questions()::get).toList();
            return World.open(new Mdp(
                    mdp.name(),
                    mdp.states(),
                    mdp.actions(),
                    mdp.outcomes(),
                    mdp.behaviour(),
                    kept,
                    mdp.featureNames(),
                    mdp.features(),
                    mdp.start()));
        });
    }
}
