package io.emphatic.evaluation;

import io.emphatic.evaluation.log.Declarations;
import io.emphatic.evaluation.log.EvaluationSettings;
import io.emphatic.evaluation.log.EvaluationTarget;
import io.emphatic.evaluation.log.ReturnRange;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Logs of single decisions, drawn in a world that is known: contexts are one-hot features. */
final class DrawnBandit {
    interface Reward {
        double draw(int context, int action, SplittableRandom random);
    }

    private final double[] contexts; // their probabilities
    private final double[][] behaviour; // by context and action
    private final double[][] target;
    private final Reward reward;
    double[][] written; // μ as the log has it
    double[][] column; // π as the log has it, for the ratio
    boolean map = true;
    boolean hasFeatures = true;
    int rowsPerUser = 1;
    double userSpread; // standard deviation of what a user adds to all rewards
    ReturnRange range;
    boolean estimated;
    Declarations declared = Declarations.NONE;

    DrawnBandit(double[] contexts, double[][] behaviour, double[][] target, Reward reward) {
        this.contexts = contexts;
        this.behaviour = behaviour;
        this.target = target;
        this.reward = reward;
        this.written = behaviour;
        this.column = target;
    }

    PlainLog draw(int rows, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int actions = target[0].length;
        EvaluationSettings settings = new EvaluationSettings(
                List.of(new EvaluationTarget("target", map)),
                hasFeatures ? contexts.length : 0,
                map ? actions : 0,
                0.0,
                range,
                estimated,
                declared,
                null);
        List<PlainLog.Life> lives = new ArrayList<>();
        double user = 0;
        for (int j = 0; j < rows; j++) {
            boolean joins = j % rowsPerUser != 0;
            user = joins ? user : userSpread * random.nextGaussian();
            int context = draw(contexts, random);
            int action = draw(behaviour[context], random);
            double[] features = new double[contexts.length];
            features[context] = 1;
            lives.add(new PlainLog.Life(
                    List.of(new PlainLog.Row(
                            true,
                            new double[] {column[context][action] / written[context][action]},
                            new double[][] {target[context]},
                            action,
                            user + reward.draw(context, action, random),
                            1,
                            0,
                            hasFeatures ? features : new double[0])),
                    true,
                    joins));
        }
        return new PlainLog(settings, lives);
    }

    static int draw(double[] probabilities, SplittableRandom random) {
        double left = random.nextDouble();
        for (int k = 0; k < probabilities.length; k++) {
            left -= probabilities[k];
            if (left < 0) {
                return k;
            }
        }
        return probabilities.length - 1;
    }

    static double[][] same(double[] row, int count) {
        double[][] rows = new double[count][];
        java.util.Arrays.fill(rows, row);
        return rows;
    }
}
