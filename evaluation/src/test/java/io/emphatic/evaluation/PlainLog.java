package io.emphatic.evaluation;

import io.emphatic.evaluation.log.Declarations;
import io.emphatic.evaluation.log.EvaluationSettings;
import io.emphatic.evaluation.log.EvaluationTarget;
import io.emphatic.evaluation.log.LoggedRow;
import io.emphatic.evaluation.log.ReturnRange;
import io.emphatic.evaluation.result.EvaluationResult;
import io.emphatic.experience.Features;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;

/** A small log as lists: lives of rows, some ended, some cut. */
record PlainLog(EvaluationSettings settings, List<Life> lives) {

    /** @param ratios by target; {@code policies} by target, then by action */
    record Row(
            boolean starts,
            double[] ratios,
            double[][] policies,
            int action,
            double reward,
            double discount,
            double lambda,
            double[] features) {}

    /** @param joins whether it is of the same cluster as the life before */
    record Life(List<Row> rows, boolean ended, boolean joins, double weight) {
        Life(List<Row> rows, boolean ended) {
            this(rows, ended, false);
        }

        Life(List<Row> rows, boolean ended, boolean joins) {
            this(rows, ended, joins, 1);
        }
    }

    /** How a random log is made. */
    record Shape(
            int lives,
            int longest,
            int features,
            int actions,
            int targets,
            Double lambda,
            double cut,
            boolean severalStarts,
            ReturnRange range) {

        Shape withLambda(Double other) {
            return new Shape(lives, longest, features, actions, targets, other, cut, severalStarts, range);
        }

        Shape withSeveralStarts() {
            return new Shape(lives, longest, features, actions, targets, lambda, cut, true, range);
        }

        Shape withLives(int count) {
            return new Shape(count, longest, features, actions, targets, lambda, cut, severalStarts, range);
        }
    }

    static final Shape RAGGED = new Shape(40, 9, 3, 2, 3, 0.0, 0.3, false, null);

    /** Ragged lives with a discount, a λ and features of every row; the first feature is 1. */
    static PlainLog random(Shape shape, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<EvaluationTarget> targets = new ArrayList<>();
        for (int k = 0; k < shape.targets(); k++) {
            targets.add(new EvaluationTarget("target" + k, shape.actions() > 0 && k != 1));
        }
        EvaluationSettings settings = new EvaluationSettings(
                targets,
                shape.features(),
                shape.actions(),
                shape.lambda(),
                shape.range(),
                false,
                Declarations.NONE,
                null);
        List<Life> lives = new ArrayList<>();
        for (int j = 0; j < shape.lives(); j++) {
            int length = 1 + random.nextInt(shape.longest());
            List<Row> rows = new ArrayList<>();
            int firstStart = shape.severalStarts() ? random.nextInt(length) : 0;
            for (int t = 0; t < length; t++) {
                boolean starts =
                        t == firstStart || shape.severalStarts() && t > firstStart && random.nextDouble() < 0.3;
                rows.add(row(shape, starts, random));
            }
            lives.add(new Life(rows, random.nextDouble() >= shape.cut()));
        }
        return new PlainLog(settings, lives);
    }

    private static Row row(Shape shape, boolean starts, SplittableRandom random) {
        int actions = Math.max(2, shape.actions());
        double[] behaviour = policy(actions, random);
        int action = random.nextInt(actions);
        double[] ratios = new double[shape.targets()];
        double[][] policies = new double[shape.targets()][];
        for (int k = 0; k < shape.targets(); k++) {
            policies[k] = policy(actions, random);
            ratios[k] = policies[k][action] / behaviour[action];
        }
        double[] features = new double[shape.features()];
        for (int p = 0; p < features.length; p++) {
            features[p] = p == 0 ? 1 : random.nextDouble(-1, 2);
        }
        double lambda = shape.lambda() == null ? random.nextDouble() : shape.lambda();
        double reward = random.nextDouble(-1, 3);
        return new Row(starts, ratios, policies, action, reward, random.nextDouble(0.3, 1), lambda, features);
    }

    private static double[] policy(int actions, SplittableRandom random) {
        double[] policy = new double[actions];
        double sum = 0;
        for (int a = 0; a < actions; a++) {
            policy[a] = random.nextDouble(0.2, 1);
            sum += policy[a];
        }
        for (int a = 0; a < actions; a++) {
            policy[a] /= sum;
        }
        return policy;
    }

    EvaluationResult evaluate() {
        return evaluate(null);
    }

    EvaluationResult evaluate(ExecutorService helper) {
        Evaluation evaluation = Evaluation.of(settings, helper);
        while (evaluation.needsAnotherPass()) {
            evaluation.begin();
            play(evaluation, 0, lives.size());
            evaluation.endPass();
        }
        return evaluation.result();
    }

    /** Plays some of the lives. */
    void play(Evaluation evaluation, int from, int to) {
        LoggedRow row = new LoggedRow(settings);
        for (Life life : lives.subList(from, to)) {
            double weight = life.weight();
            for (int t = 0; t < life.rows().size(); t++) {
                boolean last = t == life.rows().size() - 1;
                fill(row, life.rows().get(t));
                // A cut is said, or seen by the next first row: half of the lives each.
                boolean says = life.rows().size() % 2 == 0;
                row.first(t == 0)
                        .joins(life.joins())
                        .weight(weight)
                        .terminated(last && life.ended())
                        .truncated(last && !life.ended() && says);
                evaluation.accept(row);
                weight = life.rows().get(t).starts() ? 9 : weight; // only that of the first row counts
            }
        }
    }

    private void fill(LoggedRow row, Row from) {
        for (int k = 0; k < from.ratios().length; k++) {
            row.ratio(k, from.ratios()[k]);
            for (int a = 0; settings.targets().get(k).everyAction() && a < settings.actions(); a++) {
                row.probability(k, a, from.policies()[k][a]);
            }
        }
        row.action(from.action())
                .reward(from.reward())
                .discount(from.discount())
                .lambda(from.lambda())
                .starts(from.starts())
                .features(settings.features() == 0 ? null : Features.dense(from.features()));
    }
}
