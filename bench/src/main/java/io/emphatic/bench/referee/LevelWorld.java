package io.emphatic.bench.referee;

import io.emphatic.lab.Mdp;
import io.emphatic.lab.Mdp.Outcome;
import io.emphatic.lab.Question;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * Something that rises and falls from level to level, as the actions have it. Policies look at the level alone.
 *
 * @param horizon after this many rows an episode is over; 0: only where the moves end it
 * @param starts levels below this are starts, all alike
 * @param left what a level pays when time is over
 */
record LevelWorld(int levels, int horizon, int starts, Moves moves, IntToDoubleFunction left) implements WorldSource {
    private static final int ACTIONS = 2;
    private static final int DRAWN = 4;
    private static final int STAKES = 12;

    /** Where an action leads from a level, by numbers drawn for the world: to the next level, or the end. */
    @FunctionalInterface
    interface Moves {
        Stream<Outcome> of(int level, int action, double[] drawn);
    }

    /** All is staked: it grows by a factor, falls by it or is lost. Or it is kept, or left with; −1: it is a debt. */
    static LevelWorld stakes(double growth, boolean loses, boolean leaves, int sign) {
        IntToDoubleFunction worth = level -> sign * Math.pow(growth, level);
        Moves moves = (level, action, drawn) -> {
            double luck = 0.5 + 0.2 * drawn[0];
            return action == 1
                    ? Stream.of(leaves ? new Outcome(Mdp.END, 1, worth.applyAsDouble(level)) : new Outcome(level, 1, 0))
                    : Stream.of(
                            new Outcome(Math.min(level + 1, STAKES), luck, 0),
                            new Outcome(loses ? Mdp.END : Math.max(0, level - 1), 1 - luck, 0));
        };
        return new LevelWorld(STAKES + 1, STAKES, 1, moves, worth);
    }

    /** People who wait: two speeds of serving, one of which costs more. Over when nobody waits. */
    static LevelWorld queue() {
        int most = 7;
        Moves moves = (level, action, drawn) -> {
            double served = 0.4 + 0.2 * action + 0.15 * drawn[action];
            double comes = (1 - served) * (0.2 + 0.2 * drawn[2]);
            double cost = -0.1 * (level + 1) - 0.2 * action * drawn[3];
            return Stream.of(
                    new Outcome(level == 0 ? Mdp.END : level - 1, served, cost),
                    new Outcome(Math.min(level + 1, most), comes, cost),
                    new Outcome(level, 1 - served - comes, cost));
        };
        return new LevelWorld(most + 1, 0, 3, moves, level -> 0);
    }

    /** Machines that wear, earn by the hour and break: at least so often, and a machine that runs hard more often. */
    static LevelWorld machines(double breaking, double cost) {
        int most = 3;
        Moves moves = (level, action, drawn) -> {
            double breaks = breaking * (1 + action * drawn[2] + 0.3 * level);
            double wears = level == most ? 0 : 0.05 + 0.1 * action * drawn[3];
            double earned = 0.5 + 0.5 * action * drawn[0] - 0.1 * level * drawn[1];
            return Stream.of(
                    new Outcome(Mdp.END, breaks, earned - cost),
                    new Outcome(Math.min(level + 1, most), (1 - breaks) * wears, earned),
                    new Outcome(level, (1 - breaks) * (1 - wears), earned));
        };
        return new LevelWorld(most + 1, 0, 1, moves, level -> 0);
    }

    /** Health: to treat costs a little, above the best level is recovery, below the worst a large loss. */
    static LevelWorld patients() {
        int best = 4;
        Moves moves = (level, action, drawn) -> {
            double better = 0.25 + 0.1 * action + 0.2 * drawn[action];
            double worse = (0.2 - 0.1 * action) * (0.5 + drawn[2]);
            double cost = -0.1 * action;
            return Stream.of(
                    new Outcome(level == best ? Mdp.END : level + 1, better, level == best ? 1 + cost : cost),
                    new Outcome(level == 0 ? Mdp.END : level - 1, worse, level == 0 ? cost - 8 : cost),
                    new Outcome(level, 1 - better - worse, cost));
        };
        return new LevelWorld(best + 1, 20, best + 1, moves, level -> 0);
    }

    @Override
    public World draw(UniformRandomProvider random) {
        double[] drawn = random.doubles(DRAWN).toArray();
        int n = Math.max(1, horizon) * levels;
        Outcome[][][] outcomes = new Outcome[n][ACTIONS][];
        for (int s = 0; s < n; s++) {
            for (int a = 0; a < ACTIONS; a++) {
                int t = s / levels;
                outcomes[s][a] = moves.of(s % levels, a, drawn)
                        .filter(next -> next.probability() > 0)
                        .map(next -> at(t, next))
                        .toArray(Outcome[]::new);
            }
        }
        double[][] behaviour = RandomWorld.policies(levels, ACTIONS, 1, random);
        double[][] goal = RandomWorld.policies(levels, ACTIONS, 1, random);
        List<Question> targets = Stream.of(0.3, 1.0)
                .map(mix -> Question.uniform(
                        "mix " + mix,
                        RandomWorld.rows(n, s -> RandomWorld.mixed(behaviour[s % levels], goal[s % levels], mix)),
                        1,
                        0,
                        1))
                .toList();
        return World.open(new Mdp(
                "levels",
                Mdp.numbered("s", n),
                Mdp.numbered("a", ACTIONS),
                outcomes,
                RandomWorld.rows(n, s -> behaviour[s % levels]),
                targets,
                List.of("level", "time"),
                RandomWorld.rows(n, s -> new double[] {s % levels, s / levels}),
                IntStream.range(0, n)
                        .mapToDouble(s -> s < starts ? 1.0 / starts : 0)
                        .toArray()));
    }

    /** A move at a time: the last one ends the episode. */
    private Outcome at(int t, Outcome next) {
        boolean isLast = t == horizon - 1 && next.to() != Mdp.END;
        double reward = next.reward() + (isLast ? left.applyAsDouble(next.to()) : 0);
        int later = horizon == 0 ? next.to() : (t + 1) * levels + next.to();
        return new Outcome(next.to() == Mdp.END || isLast ? Mdp.END : later, next.probability(), reward);
    }
}
