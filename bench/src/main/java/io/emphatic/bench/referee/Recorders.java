package io.emphatic.bench.referee;

import io.emphatic.bench.referee.World.Target;
import io.emphatic.lab.Mdp.Outcome;
import java.util.Arrays;
import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;

/** What can be special about how a log was written. */
final class Recorders {
    private Recorders() {}

    /** μ^exponent, scaled to sum to one: 0 claims that the behaviour was uniform. An action never taken stays so. */
    static final class Bent extends Recorder {
        private final double exponent;

        Bent(double exponent) {
            this.exponent = exponent;
        }

        @Override
        double[] written(int state, double[] acting) {
            return scaled(Arrays.stream(acting)
                    .map(p -> p == 0 ? 0 : Math.pow(p, exponent))
                    .toArray());
        }
    }

    /** Recorded probabilities are too large or too small by a factor, the same for a state and an action. */
    static final class Off extends Recorder {
        private final double most;
        private double[][] factors;

        Off(double most) {
            this.most = most;
        }

        @Override
        int begin(int episode, int episodes, UniformRandomProvider random) {
            if (episode == 0) {
                factors = new double[world.sights()][world.mdp().actions().size()];
                for (double[] row : factors) {
                    Arrays.setAll(row, a -> random.nextBoolean() ? most : 1 / most);
                }
            }
            return super.begin(episode, episodes, random);
        }

        @Override
        double[] written(int state, double[] acting) {
            double[] off = new double[acting.length];
            Arrays.setAll(off, a -> acting[a] * factors[world.seen(state)][a]);
            return off;
        }
    }

    /** μ is the share of the action among the rows of the log in which the same is seen. */
    static final class Frequencies extends Recorder {
        private final boolean declared;
        private double[][] counts;

        /** @param declared whether it is said that nothing else mattered */
        Frequencies(boolean declared) {
            this.declared = declared;
        }

        @Override
        void open(World newWorld) {
            super.open(newWorld);
            counts = new double[newWorld.sights()][newWorld.mdp().actions().size()];
        }

        @Override
        double[] written(int state, double[] acting) {
            return counts[world.seen(state)];
        }

        @Override
        double paid(int state, int action, Outcome outcome, UniformRandomProvider random) {
            counts[world.seen(state)][action]++;
            return super.paid(state, action, outcome, random);
        }

        @Override
        void close() {
            Arrays.stream(counts).forEach(Recorders::scaled);
        }

        @Override
        boolean estimates() {
            return true;
        }

        @Override
        boolean declares(boolean declaring) {
            return declared;
        }
    }

    /** Episodes are cut: after a number of rows, or after each row with a probability. */
    static final class Cuts extends Recorder {
        private final int after;
        private final double chance;
        private final boolean asEnds;

        Cuts(int after, double chance, boolean asEnds) {
            this.after = after;
            this.chance = chance;
            this.asEnds = asEnds;
        }

        @Override
        boolean cuts(int rows, UniformRandomProvider random) {
            return rows == after || chance > 0 && random.nextDouble() < chance;
        }

        @Override
        boolean callsCutsEnds() {
            return asEnds;
        }

        @Override
        boolean declares(boolean declaring) {
            return !asEnds;
        }
    }

    /** π is read from the column of another action: always the next one, or always the first. */
    static final class WrongColumn extends Recorder {
        private final boolean alwaysFirst;

        WrongColumn(boolean alwaysFirst) {
            this.alwaysFirst = alwaysFirst;
        }

        @Override
        double target(Target target, Step step) {
            double[][] policy = target.question().policy();
            int actions = policy[0].length;
            if (!alwaysFirst) {
                return policy[step.state()][(step.action() + 1) % actions];
            }
            // Divided by its mean, so that the mean ratio of a one-step world is 1.
            double mean = 0;
            for (int s = 0; s < policy.length; s++) {
                mean += world.mdp().start()[s] * policy[s][0];
            }
            return policy[step.state()][0] / (mean * actions);
        }
    }

    /** Of the episodes that did not pay, one in five is kept. */
    static final class Kept extends Recorder {
        private static final double UNPAID = 0.2;

        @Override
        double kept(List<Step> episode) {
            return episode.stream().mapToDouble(Step::reward).sum() > 0 ? 1 : UNPAID;
        }
    }

    /** Every episode is in the log twice, one after the other. */
    static final class Doubled extends Recorder {
        private final boolean named;

        /** @param named whether both have the name of one stream */
        Doubled(boolean named) {
            this.named = named;
        }

        @Override
        int stream(int episode, int copy) {
            return named ? episode : super.stream(episode, copy);
        }

        @Override
        int copies() {
            return 2;
        }
    }

    /** 25 episodes a user. Users differ in what they pay, for each action too, and in where they mostly start. */
    static final class Users extends Recorder {
        static final int EPISODES = 25;
        private static final double EFFECT = 0.5;
        private static final double ACTION_EFFECT = 0.4;
        private final double loyalty;
        private double[] effects;
        private int favourite;

        /** @param loyalty how often a user starts where he mostly does */
        Users(double loyalty) {
            this.loyalty = loyalty;
        }

        @Override
        int begin(int episode, int episodes, UniformRandomProvider random) {
            if (episode % EPISODES == 0) {
                double common = EFFECT * Tails.normal(random.nextDouble());
                effects = new double[world.mdp().actions().size()];
                Arrays.setAll(effects, a -> common + ACTION_EFFECT * Tails.normal(random.nextDouble()));
                favourite = world.start(random);
            }
            return random.nextDouble() < loyalty ? favourite : world.start(random);
        }

        @Override
        int stream(int episode, int copy) {
            return episode / EPISODES;
        }

        @Override
        double paid(int state, int action, Outcome outcome, UniformRandomProvider random) {
            return super.paid(state, action, outcome, random) + effects[action];
        }

        @Override
        boolean paysAsTheWorld() {
            return false;
        }

        @Override
        double ownSpread() {
            return Math.hypot(EFFECT, ACTION_EFFECT);
        }
    }

    /** The behaviour turns from its policy to the reverse of it while the log is written. */
    static final class Drifting extends Recorder {
        private double progress;

        @Override
        int begin(int episode, int episodes, UniformRandomProvider random) {
            progress = (double) episode / episodes;
            return super.begin(episode, episodes, random);
        }

        @Override
        double[] acting(int state) {
            double[] policy = super.acting(state);
            double[] reverse = new double[policy.length];
            Arrays.setAll(reverse, a -> policy[policy.length - 1 - a]);
            return RandomWorld.mixed(policy, reverse, progress);
        }
    }

    /**
     * The behaviour learns from what was paid so far: mostly what paid best where the same is seen, and all sometimes.
     */
    static final class Adaptive extends Recorder {
        private static final double SHARPNESS = 3;
        private static final double EXPLORING = 0.2;
        private double[][] sums;
        private double[][] counts;

        @Override
        void open(World newWorld) {
            super.open(newWorld);
            sums = new double[newWorld.sights()][newWorld.mdp().actions().size()];
            counts = new double[sums.length][sums[0].length];
        }

        @Override
        double[] acting(int state) {
            int sight = world.seen(state);
            double[] policy = new double[sums[sight].length];
            Arrays.setAll(policy, a -> Math.exp(SHARPNESS * sums[sight][a] / (1 + counts[sight][a])));
            scaled(policy);
            Arrays.setAll(policy, a -> (1 - EXPLORING) * policy[a] + EXPLORING / policy.length);
            return policy;
        }

        @Override
        double paid(int state, int action, Outcome outcome, UniformRandomProvider random) {
            double paid = super.paid(state, action, outcome, random);
            sums[world.seen(state)][action] += paid;
            counts[world.seen(state)][action]++;
            return paid;
        }
    }

    /** @param row Modified: it sums to one, unless it is zero. */
    private static double[] scaled(double[] row) {
        double sum = Arrays.stream(row).sum();
        for (int a = 0; a < row.length && sum > 0; a++) {
            row[a] /= sum;
        }
        return row;
    }
}
