package io.emphatic.bench.referee;

import io.emphatic.bench.referee.LogKind.Sight;
import io.emphatic.bench.referee.World.Returns;
import io.emphatic.bench.referee.World.Target;
import io.emphatic.evaluation.Evaluation;
import io.emphatic.evaluation.log.Declarations;
import io.emphatic.evaluation.log.EvaluationSettings;
import io.emphatic.evaluation.log.EvaluationTarget;
import io.emphatic.evaluation.log.LoggedRow;
import io.emphatic.evaluation.log.ReturnRange;
import io.emphatic.evaluation.result.EvaluationResult;
import io.emphatic.experience.Features;
import io.emphatic.lab.Mdp.Outcome;
import io.emphatic.lab.Question;
import io.emphatic.lab.Seeds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;

/** One log: episodes in a world, and what a recorder wrote down of them. */
final class DrawnLog {
    private static final int GROUPS = 4;
    private static final int RANDOM_FEATURES = 5;
    private static final long SEED = 20_160_524;

    private final LogKind kind;
    private final World world;
    private final Recorder recorder;
    private final boolean isDeclaring;
    private final ReturnRange range; // null: not declared
    private final List<List<Step>> episodes = new ArrayList<>();
    private final List<Integer> streams = new ArrayList<>(); // of each episode
    private final Features[] features; // by state; null without

    private DrawnLog(LogKind kind, int number, UniformRandomProvider random) {
        this.kind = kind;
        this.world = kind.worlds().draw(random);
        this.recorder = kind.recorder().get();
        recorder.open(world);
        int drawn = kind.size(number) / recorder.copies();
        for (int j = 0; j < drawn; j++) {
            List<Step> episode = episode(j, drawn, random);
            while (recorder.kept(episode) < 1 && random.nextDouble() >= recorder.kept(episode)) {
                episode = episode(j, drawn, random);
            }
            for (int copy = 0; copy < recorder.copies(); copy++) {
                episodes.add(episode);
                streams.add(recorder.stream(j, copy));
            }
        }
        recorder.close();
        this.features = kind.sight() == Sight.NONE ? null : features(random);
        this.isDeclaring = kind.isDeclaring(number);
        this.range = isDeclaring ? range() : null;
    }

    /** The log depends on the name of its kind and on its number alone; the number decides on its size. */
    static DrawnLog of(LogKind kind, int number) {
        return new DrawnLog(kind, number, Seeds.generator(SEED, kind.name().hashCode(), number));
    }

    private List<Step> episode(int number, int count, UniformRandomProvider random) {
        List<Step> steps = new ArrayList<>();
        int state = recorder.begin(number, count, random);
        boolean last = false;
        while (!last) {
            double[] policy = recorder.acting(state);
            double[] mu = recorder.written(state, policy);
            int action = World.draw(policy, random);
            Outcome next = world.follow(state, action, random);
            double reward = recorder.paid(state, action, next, random);
            boolean ended = world.ends(next.to());
            boolean cut = !ended && recorder.cuts(steps.size() + 1, random);
            last = ended || cut;
            boolean writtenEnd = ended || cut && recorder.callsCutsEnds();
            steps.add(new Step(state, action, reward, mu, last, writtenEnd));
            state = next.to();
        }
        return steps;
    }

    private ReturnRange range() {
        Returns returns = world.returns(true);
        boolean bounded = Double.isFinite(returns.high() - returns.low()) && returns.low() < returns.high();
        return bounded && recorder.paysAsTheWorld() ? new ReturnRange(returns.low(), returns.high()) : null;
    }

    private Features[] features(UniformRandomProvider random) {
        int sights = world.sights();
        double[][] drawn = new double[sights][];
        Arrays.setAll(drawn, sight -> withBias(random.doubles(RANDOM_FEATURES).toArray()));
        Features[] made = new Features[world.mdp().states().size()];
        for (int s = 0; s < made.length; s++) {
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

    List<List<Step>> episodes() {
        return episodes;
    }

    /** Whose each episode is. */
    List<Integer> streams() {
        return streams;
    }

    /** The standard deviation of the return of one episode under a target. */
    double spread(int target) {
        return spread(world.targets().get(target));
    }

    double spread(Target target) {
        return Math.hypot(target.spread(), recorder.ownSpread());
    }

    /** A mixture of what ran and a target; what ran, of the share 0. */
    Target mixture(int target, double share) {
        Question question = world.targets().get(target).question();
        double[][] mixed = new double[question.policy().length][];
        Arrays.setAll(mixed, s -> RandomWorld.mixed(world.mdp().behaviour()[s], question.policy()[s], share));
        return world.target(new Question(
                "mixture", mixed, question.discount(), question.lambda(), question.interest(), question.cumulant()));
    }

    EvaluationResult evaluate() {
        return evaluate(settings(1));
    }

    /** @param probabilityError as it is declared */
    EvaluationSettings settings(double probabilityError) {
        return new EvaluationSettings(
                world.targets().stream()
                        .map(target -> new EvaluationTarget(target.question().name(), kind.everyAction()))
                        .toList(),
                features == null ? 0 : features[0].size(),
                kind.everyAction() ? world.mdp().actions().size() : 0,
                0.0,
                range,
                recorder.estimates(),
                new Declarations(recorder.declares(isDeclaring), 0, probabilityError, List.of(), List.of(), null),
                null);
    }

    EvaluationResult evaluate(EvaluationSettings settings) {
        Evaluation evaluation = Evaluation.of(settings);
        LoggedRow row = new LoggedRow(settings);
        while (evaluation.needsAnotherPass()) {
            evaluation.begin();
            for (int j = 0; j < episodes.size(); j++) {
                row.joins(j > 0 && streams.get(j).equals(streams.get(j - 1)));
                replay(episodes.get(j), row, evaluation);
            }
            evaluation.endPass();
        }
        return evaluation.result();
    }

    private void replay(List<Step> episode, LoggedRow row, Evaluation evaluation) {
        for (int t = 0; t < episode.size(); t++) {
            Step step = episode.get(t);
            row.weight(1 / recorder.kept(episode))
                    .action(step.action())
                    .reward(step.reward())
                    .discount(world.discount(step.state()))
                    .features(features == null ? null : features[step.state()])
                    .first(t == 0)
                    .starts(t == 0)
                    .terminated(step.ended())
                    .truncated(step.last() && !step.ended());
            for (int k = 0; k < world.targets().size(); k++) {
                row.ratio(k, ratio(k, step));
                double[] policy = world.targets().get(k).question().policy()[step.state()];
                for (int a = 0; kind.everyAction() && a < policy.length; a++) {
                    row.probability(k, a, policy[a]);
                }
            }
            evaluation.accept(row);
        }
    }

    private double ratio(int target, Step step) {
        Target asked = world.targets().get(target);
        return recorder.target(asked, step) / step.mu()[step.action()];
    }

    /** (Σ W)² / Σ W² / N of the weights of whole episodes under one target; 0 if all are 0. */
    double effectiveShare(int target) {
        double sum = 0;
        double squares = 0;
        for (List<Step> episode : episodes) {
            double weight = 1;
            for (Step step : episode) {
                weight *= ratio(target, step);
            }
            sum += weight;
            squares += weight * weight;
        }
        return squares > 0 ? sum * sum / squares / episodes.size() : 0;
    }
}
