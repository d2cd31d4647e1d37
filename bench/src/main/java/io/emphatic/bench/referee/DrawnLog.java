package io.emphatic.bench.referee;

import io.emphatic.bench.referee.LogKind.Sight;
import io.emphatic.bench.referee.LogKind.Written;
import io.emphatic.bench.referee.World.Returns;
import io.emphatic.evaluation.Evaluation;
import io.emphatic.evaluation.log.EvaluationSettings;
import io.emphatic.evaluation.log.EvaluationTarget;
import io.emphatic.evaluation.log.LoggedRow;
import io.emphatic.evaluation.log.ReturnRange;
import io.emphatic.evaluation.result.EvaluationResult;
import io.emphatic.experience.Features;
import io.emphatic.lab.simulation.Chain;
import io.emphatic.lab.simulation.Simulator;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;

/** One log: episodes of the behaviour in a world, and what its kind writes down of them. */
final class DrawnLog {
    private static final int GROUPS = 4;
    private static final int RANDOM_FEATURES = 5;

    private final LogKind kind;
    private final World world;
    private final int[][] episodes; // edges of the behaviour's chain
    private final double[][] written; // μ as the log has it, by state and action
    private final Features[] features; // by state; null without

    private DrawnLog(LogKind kind, World world, int[][] episodes, UniformRandomProvider random) {
        this.kind = kind;
        this.world = world;
        this.episodes = episodes;
        this.written = kind.written() == Written.FREQUENCY ? frequencies() : bent(kind.written().exponent);
        this.features = kind.sight() == Sight.NONE ? null : features(random);
    }

    /** @param number of the log among those of its kind, which decides on its size */
    static DrawnLog of(LogKind kind, int number, UniformRandomProvider random) {
        World world = kind.worlds().draw(random);
        int[][] episodes = new int[kind.size(number)][];
        for (int j = 0; j < episodes.length; j++) {
            episodes[j] = episode(world, kind.cutAfter(), random);
        }
        return new DrawnLog(kind, world, episodes, random);
    }

    private static int[] episode(World world, int cutAfter, UniformRandomProvider random) {
        Simulator simulator = new Simulator(world.mdp(), world.behaviour(), random);
        IntStream.Builder edges = IntStream.builder();
        int count = 0;
        do {
            edges.add(simulator.step());
            count++;
        } while (!world.ends(simulator.state()) && count != cutAfter);
        return edges.build().toArray();
    }

    private double[][] frequencies() {
        Chain chain = world.behaviour();
        double[][] counts = new double[world.sights()][world.mdp().actions().size()];
        for (int[] episode : episodes) {
            for (int edge : episode) {
                counts[world.seen(chain.from(edge))][chain.action(edge)]++;
            }
        }
        for (double[] row : counts) {
            scale(row);
        }
        return IntStream.range(0, world.mdp().states().size())
                .mapToObj(s -> counts[world.seen(s)])
                .toArray(double[][]::new);
    }

    /** μ^exponent, scaled to sum to one; an action that is never taken stays so. */
    private double[][] bent(double exponent) {
        return Arrays.stream(world.mdp().behaviour())
                .map(policy -> scale(Arrays.stream(policy)
                        .map(p -> p == 0 ? 0 : Math.pow(p, exponent))
                        .toArray()))
                .toArray(double[][]::new);
    }

    /** @param row Modified: it sums to one, unless it is zero. */
    private static double[] scale(double[] row) {
        double sum = Arrays.stream(row).sum();
        for (int a = 0; a < row.length && sum > 0; a++) {
            row[a] /= sum;
        }
        return row;
    }

    private Features[] features(UniformRandomProvider random) {
        int n = world.mdp().states().size();
        int sights = world.sights();
        double[][] drawn = new double[sights][];
        for (int sight = 0; sight < sights; sight++) {
            drawn[sight] = withBias(random.doubles(RANDOM_FEATURES).toArray());
        }
        Features[] made = new Features[n];
        for (int s = 0; s < n; s++) {
            int sight = world.seen(s);
            made[s] = switch (kind.sight()) {
                case NONE -> null;
                case BIAS -> Features.dense(1);
                case TABULAR -> Features.binary(sights, sight);
                case GROUPS -> Features.binary(GROUPS, sight % GROUPS);
                case RANDOM -> Features.dense(drawn[sight]);
                case OWN -> Features.dense(withBias(world.mdp().features()[s]));
            };
        }
        return made;
    }

    private static double[] withBias(double[] features) {
        double[] all = Arrays.copyOf(features, features.length + 1);
        all[features.length] = 1;
        return all;
    }

    World world() {
        return world;
    }

    int episodes() {
        return episodes.length;
    }

    int rows() {
        return Arrays.stream(episodes).mapToInt(episode -> episode.length).sum();
    }

    EvaluationResult evaluate() {
        Returns returns = world.returns(kind.cutAfter() > 0);
        boolean bounded = Double.isFinite(returns.high() - returns.low()) && returns.low() < returns.high();
        EvaluationSettings settings = new EvaluationSettings(
                world.targets().stream()
                        .map(target -> new EvaluationTarget(target.question().name(), kind.everyAction()))
                        .toList(),
                features == null ? 0 : features[0].size(),
                kind.everyAction() ? world.mdp().actions().size() : 0,
                0.0,
                bounded ? new ReturnRange(returns.low(), returns.high()) : null,
                kind.written() == Written.FREQUENCY);
        Evaluation evaluation = Evaluation.of(settings);
        LoggedRow row = new LoggedRow(settings);
        while (evaluation.needsAnotherPass()) {
            evaluation.begin();
            for (int[] episode : episodes) {
                replay(episode, row, evaluation);
            }
            evaluation.endPass();
        }
        return evaluation.result();
    }

    private void replay(int[] episode, LoggedRow row, Evaluation evaluation) {
        Chain chain = world.behaviour();
        for (int t = 0; t < episode.length; t++) {
            int state = chain.from(episode[t]);
            int action = chain.action(episode[t]);
            boolean last = t == episode.length - 1;
            boolean ended = last && world.ends(chain.to(episode[t]));
            row.action(action)
                    .reward(world.reward(episode[t]))
                    .discount(world.discount(state))
                    .features(features == null ? null : features[state])
                    .first(t == 0)
                    .starts(t == 0)
                    .terminated(ended)
                    .truncated(last && !ended);
            policies(state, action, row);
            evaluation.accept(row);
        }
    }

    private void policies(int state, int action, LoggedRow row) {
        List<World.Target> targets = world.targets();
        for (int k = 0; k < targets.size(); k++) {
            double[] policy = targets.get(k).question().policy()[state];
            row.ratio(k, policy[action] / written[state][action]);
            for (int a = 0; kind.everyAction() && a < policy.length; a++) {
                row.probability(k, a, policy[a]);
            }
        }
    }

    /** (Σ W)² / Σ W² / N of the weights of whole episodes under one target; 0 if all are 0. */
    double effectiveShare(int target) {
        Chain chain = world.behaviour();
        double[][] policy = world.targets().get(target).question().policy();
        double sum = 0;
        double squares = 0;
        for (int[] episode : episodes) {
            double weight = 1;
            for (int edge : episode) {
                int state = chain.from(edge);
                weight *= policy[state][chain.action(edge)] / written[state][chain.action(edge)];
            }
            sum += weight;
            squares += weight * weight;
        }
        return squares > 0 ? sum * sum / squares / episodes.length : 0;
    }
}
