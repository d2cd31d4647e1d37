package io.emphatic.bench.referee;

import static io.emphatic.bench.referee.LogKind.Sight.BIAS;
import static io.emphatic.bench.referee.LogKind.Sight.GROUPS;
import static io.emphatic.bench.referee.LogKind.Sight.NONE;
import static io.emphatic.bench.referee.LogKind.Sight.OWN;
import static io.emphatic.bench.referee.LogKind.Sight.RANDOM;
import static io.emphatic.bench.referee.LogKind.Sight.TABULAR;
import static io.emphatic.bench.referee.LogKind.Written.BENT;
import static io.emphatic.bench.referee.LogKind.Written.FREQUENCY;
import static io.emphatic.bench.referee.LogKind.Written.RIGHT;
import static io.emphatic.bench.referee.LogKind.Written.UNIFORM;
import static io.emphatic.bench.referee.LogKind.Written.WRONG;
import static io.emphatic.bench.referee.RandomWorld.Earnings.DENSE;
import static io.emphatic.bench.referee.RandomWorld.Earnings.LAST;
import static io.emphatic.bench.referee.RandomWorld.Earnings.SKEWED;
import static io.emphatic.bench.referee.RandomWorld.Earnings.SPARSE;
import static io.emphatic.bench.referee.RandomWorld.View.HALF;
import static io.emphatic.bench.referee.RandomWorld.View.PLACE;
import static io.emphatic.bench.referee.RandomWorld.View.PLACE_AND_TIME;

import io.emphatic.bench.referee.LogKind.Sight;
import io.emphatic.bench.referee.LogKind.Written;
import io.emphatic.bench.referee.RandomWorld.Earnings;
import io.emphatic.bench.referee.RandomWorld.Policies;
import io.emphatic.bench.referee.RandomWorld.View;
import io.emphatic.lab.Mdp;
import io.emphatic.lab.Question;
import io.emphatic.lab.problems.Problems;
import io.emphatic.lab.problems.RandomMdp;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * All kinds of logs, in a fixed order: rules are chosen on those with an even number, counted from 0, and reported on
 * the others. Neighbours resemble each other, so that the halves do.
 */
public final class LogKinds {
    private static final double SURE = Double.POSITIVE_INFINITY;
    private static final int[] USUAL = {20, 60, 200, 600, 2000};
    private static final int[] LONG = {20, 60, 200, 600};

    private final List<LogKind> kinds = new ArrayList<>();

    private LogKinds() {}

    public static List<LogKind> all() {
        LogKinds all = new LogKinds();
        all.bandits();
        all.chains();
        all.published();
        all.processes();
        all.problems();
        return List.copyOf(all.kinds);
    }

    /** Whether rules may be chosen by this kind. */
    public static boolean choosing(int number) {
        return number % 2 == 0;
    }

    /** One step, contexts, γ = 1. */
    private void bandits() {
        bandit("two arms, near", 1, 2, DENSE, BIAS, RIGHT, true, new Policies(1, 1, 0.3, 1));
        bandit("two arms, far", 1, 2, DENSE, NONE, RIGHT, false, new Policies(2, 3, 0.5, 1));
        bandit("contexts, tabular", 5, 3, DENSE, TABULAR, RIGHT, true, new Policies(1, 2, 0.3, 1));
        bandit("contexts, no features", 5, 3, DENSE, NONE, RIGHT, false, new Policies(1, 2, 0.3, 1));
        bandit("many contexts, groups", 20, 4, DENSE, GROUPS, RIGHT, true, new Policies(1, 2, 0.5, 1));
        bandit("many contexts, random features", 20, 4, DENSE, RANDOM, RIGHT, true, new Policies(1, 2, 0.5, 1));
        bandit("many actions", 5, 20, DENSE, TABULAR, RIGHT, true, new Policies(1, 3, 0.3, 1));
        bandit("many actions, no features", 5, 20, DENSE, NONE, RIGHT, false, new Policies(1, 3, 0.3, 1));
        bandit("sparse, tabular", 5, 3, SPARSE, TABULAR, RIGHT, false, new Policies(1, 2, 0.3, 1));
        bandit("sparse, no features", 5, 3, SPARSE, NONE, RIGHT, false, new Policies(1, 2, 0.3, 1));
        bandit("skewed costs, groups", 5, 3, SKEWED, GROUPS, RIGHT, true, new Policies(1, 2, 0.5, 1));
        bandit("skewed costs, no features", 5, 3, SKEWED, NONE, RIGHT, false, new Policies(1, 2, 0.5, 1));
        bandit("deterministic target", 5, 3, DENSE, TABULAR, RIGHT, true, new Policies(1, SURE, 0.5, 1));
        bandit("deterministic target, no features", 5, 3, DENSE, NONE, RIGHT, false, new Policies(1, SURE, 0.5, 1));
        bandit("heavy ratios", 5, 3, DENSE, TABULAR, RIGHT, true, new Policies(5, 3, 0.3, 1));
        bandit("heavy ratios, no features", 5, 3, DENSE, NONE, RIGHT, false, new Policies(5, 3, 0.3, 1));
        bandit("heavy ratios, sparse", 5, 3, SPARSE, BIAS, RIGHT, false, new Policies(4, 4, 0.3, 1));
        bandit("heavy ratios, deterministic", 5, 3, DENSE, BIAS, RIGHT, false, new Policies(4, SURE, 0.3, 1));
        bandit("frequencies", 5, 3, DENSE, TABULAR, FREQUENCY, true, new Policies(1, 2, 0.3, 1));
        bandit("frequencies, heavy", 5, 3, DENSE, NONE, FREQUENCY, false, new Policies(3, 3, 0.3, 1));
        bandit("bent probabilities", 5, 3, DENSE, TABULAR, BENT, true, new Policies(2, 2, 0.5, 1));
        bandit("bent probabilities, no features", 5, 3, DENSE, NONE, BENT, false, new Policies(2, 2, 0.5, 1));
        bandit("wrong probabilities", 5, 3, DENSE, NONE, WRONG, false, new Policies(2, 2, 0.5, 1));
        bandit("claimed uniform", 5, 3, DENSE, BIAS, UNIFORM, false, new Policies(1, 2, 0.5, 1));
    }

    /** Layers of three places, two if there are many layers, and two actions. */
    private void chains() {
        chain("chain of 2", 2, DENSE, PLACE, TABULAR, RIGHT, true, 0, new Policies(1, 2, 0.5, 1));
        chain("chain of 2, no features", 2, DENSE, PLACE, NONE, RIGHT, false, 0, new Policies(1, 2, 0.5, 1));
        chain("chain of 5", 5, DENSE, PLACE_AND_TIME, TABULAR, RIGHT, true, 0, new Policies(1, 2, 0.3, 1));
        chain("chain of 5, no features", 5, DENSE, PLACE, NONE, RIGHT, false, 0, new Policies(1, 2, 0.3, 1));
        chain("chain of 10, paid last", 10, LAST, PLACE_AND_TIME, TABULAR, RIGHT, false, 0, new Policies(1, 1, 0.2, 1));
        chain("chain of 10, paid last, groups", 10, LAST, PLACE, GROUPS, RIGHT, false, 0, new Policies(1, 1, 0.2, 1));
        chain("chain of 10, sparse", 10, SPARSE, PLACE, TABULAR, RIGHT, false, 0, new Policies(0, 1, 0.2, 1));
        chain("chain of 10, skewed", 10, SKEWED, PLACE, TABULAR, RIGHT, true, 0, new Policies(0, 1, 0.2, 1));
        chain("chain of 10, ragged", 10, DENSE, PLACE_AND_TIME, TABULAR, RIGHT, true, 0.15, new Policies(1, 2, 0.2, 1));
        chain(
                "chain of 10, ragged, no features",
                10,
                DENSE,
                PLACE,
                NONE,
                RIGHT,
                false,
                0.15,
                new Policies(1, 2, 0.2, 1));
        chain("chain of 20", 20, DENSE, PLACE, TABULAR, RIGHT, true, 0, new Policies(0, 1, 0.1, 0.5));
        chain("chain of 20, bias", 20, DENSE, PLACE, BIAS, RIGHT, false, 0, new Policies(0, 1, 0.1, 0.5));
        chain("chain of 20, deterministic", 20, DENSE, PLACE, TABULAR, RIGHT, true, 0, new Policies(0, SURE, 0.2, 1));
        chain("chain of 10, deterministic", 10, LAST, PLACE, NONE, RIGHT, false, 0, new Policies(0, SURE, 0.2, 1));
        chain("chain of 50", 50, DENSE, PLACE, TABULAR, RIGHT, true, 0, new Policies(0, 1, 0.05, 0.3));
        chain("chain of 50, ragged", 50, DENSE, PLACE, TABULAR, RIGHT, false, 0.05, new Policies(0, 1, 0.1, 0.5));
        chain("chain of 200", 200, DENSE, PLACE, TABULAR, RIGHT, false, 0, new Policies(0, 1, 0.02, 0.1));
        chain("chain of 100, no features", 100, DENSE, PLACE, NONE, RIGHT, false, 0, new Policies(0, 1, 0.03, 0.2));
        chain("half seen, 5", 5, DENSE, HALF, TABULAR, RIGHT, true, 0, new Policies(1, 2, 0.3, 1));
        chain("half seen, 10", 10, DENSE, HALF, TABULAR, RIGHT, true, 0, new Policies(1, 1, 0.2, 0.7));
        chain("half seen, ragged", 10, SPARSE, HALF, GROUPS, RIGHT, false, 0.1, new Policies(1, 1, 0.2, 0.7));
        chain("half seen, frequencies", 5, DENSE, HALF, TABULAR, FREQUENCY, true, 0, new Policies(1, 2, 0.3, 1));
        chain("chain, frequencies", 5, DENSE, PLACE, TABULAR, FREQUENCY, true, 0, new Policies(1, 2, 0.3, 1));
        chain("chain, frequencies, no features", 5, LAST, PLACE, NONE, FREQUENCY, false, 0, new Policies(1, 2, 0.3, 1));
        chain("chain, bent probabilities", 5, DENSE, PLACE, TABULAR, BENT, true, 0, new Policies(2, 2, 0.3, 1));
        chain("chain, wrong probabilities", 5, DENSE, PLACE, TABULAR, WRONG, false, 0, new Policies(2, 2, 0.3, 1));
        chain("chain, claimed uniform", 5, DENSE, PLACE, NONE, UNIFORM, false, 0, new Policies(1, 2, 0.3, 1));
        chain("long chain, bent probabilities", 20, DENSE, PLACE, BIAS, BENT, false, 0, new Policies(1, 1, 0.1, 0.5));
        chain("chain of 5, heavy ratios", 5, DENSE, PLACE, TABULAR, RIGHT, true, 0, new Policies(4, 3, 0.3, 1));
        chain("chain of 5, heavy, no features", 5, LAST, PLACE, NONE, RIGHT, false, 0, new Policies(4, 3, 0.3, 1));
    }

    private void published() {
        add("ModelFail", WorldSource.same(() -> PublishedWorlds.modelFail(true)), TABULAR, RIGHT, true, 0, USUAL);
        add(
                "ModelFail, no choice at the end",
                WorldSource.same(() -> PublishedWorlds.modelFail(false)),
                TABULAR,
                RIGHT,
                true,
                0,
                USUAL);
        add("ModelWin", WorldSource.same(PublishedWorlds::modelWin), TABULAR, RIGHT, true, 0, USUAL);
        add("ModelWin, bias", WorldSource.same(PublishedWorlds::modelWin), BIAS, RIGHT, false, 0, USUAL);
    }

    /** Random MDPs that end at random, and some that are cut. */
    private void processes() {
        process("process", 10, 0.1, 1, TABULAR, RIGHT, true, 0, new Policies(1, 1, 0.2, 0.7));
        process("process, no features", 10, 0.1, 1, NONE, RIGHT, false, 0, new Policies(1, 1, 0.2, 0.7));
        process("process, random features", 30, 0.1, 0.95, RANDOM, RIGHT, true, 0, new Policies(1, 1, 0.2, 0.7));
        process("process, groups", 30, 0.1, 0.95, GROUPS, RIGHT, false, 0, new Policies(1, 1, 0.2, 0.7));
        process("discounted, cut late", 10, 0, 0.8, TABULAR, RIGHT, true, 40, new Policies(1, 1, 0.2, 0.7));
        process("discounted, cut late, no features", 10, 0, 0.8, NONE, RIGHT, false, 40, new Policies(1, 1, 0.2, 0.7));
        process("discounted, cut early", 10, 0, 0.9, TABULAR, RIGHT, true, 10, new Policies(1, 1, 0.2, 0.7));
        process("discounted, cut early, groups", 10, 0, 0.9, GROUPS, RIGHT, false, 10, new Policies(1, 1, 0.2, 0.7));
        process("ends and cuts", 10, 0.05, 0.95, TABULAR, RIGHT, true, 25, new Policies(1, 1, 0.2, 0.7));
        process("ends and cuts, no features", 10, 0.05, 0.95, NONE, RIGHT, false, 25, new Policies(1, 1, 0.2, 0.7));
        process("process, frequencies", 10, 0.15, 1, TABULAR, FREQUENCY, false, 0, new Policies(1, 1, 0.2, 0.7));
        process("process, wrong probabilities", 10, 0.15, 1, TABULAR, WRONG, true, 0, new Policies(1, 1, 0.2, 0.7));
    }

    /** The problems that come with the product. */
    private void problems() {
        problem("random walk", only("random-walk", 0), OWN, 0, USUAL);
        problem("Boyan's chain", only("boyan", 0), OWN, 0, USUAL);
        problem("Collision", only("collision", 0), OWN, 0, USUAL);
        problem("Collision, no features", only("collision", 0), NONE, 0, USUAL);
        add("rooms", only("rooms", 0), OWN, RIGHT, false, 0, LONG);
        add("rooms, no features", only("rooms", 1), NONE, RIGHT, false, 0, LONG);
        add("rooms, high variance", only("rooms-high-variance", 0), OWN, RIGHT, false, 0, LONG);
        problem("Miner", only("miner", 0, 1, 2), OWN, 150, LONG);
        problem("Baird's star", only("baird", 0), OWN, 30, USUAL);
        problem("two states", only("two-state", 0), OWN, 0, USUAL);
        add(
                "random-mdp, cut late",
                random -> World.open(new RandomMdp(15, 3, 6, 3, random.nextInt()).mdp()),
                OWN,
                RIGHT,
                true,
                60,
                LONG);
        add(
                "random-mdp, cut early",
                random -> World.open(new RandomMdp(15, 3, 6, 3, random.nextInt()).mdp()),
                OWN,
                RIGHT,
                true,
                12,
                USUAL);
    }

    private void bandit(
            String name,
            int contexts,
            int actions,
            Earnings earnings,
            Sight sight,
            Written written,
            boolean everyAction,
            Policies policies) {
        add(
                "bandit: " + name,
                new RandomWorld(1, contexts, actions, 0, 1, earnings, PLACE, policies),
                sight,
                written,
                everyAction,
                0,
                USUAL);
    }

    private void chain(
            String name,
            int layers,
            Earnings earnings,
            View view,
            Sight sight,
            Written written,
            boolean everyAction,
            double ending,
            Policies policies) {
        add(
                name,
                new RandomWorld(layers, layers > 50 ? 2 : 3, 2, ending, 1, earnings, view, policies),
                sight,
                written,
                everyAction,
                0,
                layers > 20 ? LONG : USUAL);
    }

    private void process(
            String name,
            int states,
            double ending,
            double discount,
            Sight sight,
            Written written,
            boolean everyAction,
            int cutAfter,
            Policies policies) {
        add(
                name,
                new RandomWorld(0, states, 3, ending, discount, DENSE, PLACE, policies),
                sight,
                written,
                everyAction,
                cutAfter,
                USUAL);
    }

    private void problem(String name, WorldSource worlds, Sight sight, int cutAfter, int[] sizes) {
        add(name, worlds, sight, RIGHT, true, cutAfter, sizes);
    }

    private void add(
            String name,
            WorldSource worlds,
            Sight sight,
            Written written,
            boolean everyAction,
            int cutAfter,
            int[] sizes) {
        kinds.add(new LogKind(name, worlds, sight, written, everyAction, cutAfter, sizes));
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
