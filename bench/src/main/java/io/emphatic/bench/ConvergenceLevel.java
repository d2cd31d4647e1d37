package io.emphatic.bench;

import io.emphatic.logs.learning.Learning;
import io.emphatic.logs.learning.LearningReport.ConvergenceVerdict;
import io.emphatic.logs.learning.LearningReport.LearnedPrediction;
import io.emphatic.logs.spec.FeatureBlock;
import io.emphatic.logs.spec.Spec;
import io.emphatic.logs.sql.Log;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;

/**
 * How often {@code learn} says that a prediction has not converged, of those that have and of those that have not:
 *
 * <pre>
 *   mvn -q -B -pl bench -am -DskipTests package
 *   java -cp bench/target/benchmarks.jar io.emphatic.bench.ConvergenceLevel [LOGS]
 * </pre>
 *
 * that number of logs of each kind: walks on a ring of {@value #STATES} states, one feature per state, so that the
 * values of the target policy are what every algorithm approaches. A prediction that ends within {@value #NEAR_ENOUGH}
 * of them (root mean square over the rows, relative to the values) has converged, one that is further away than
 * {@value #TOO_FAR} has not; those between are not counted. Each log is learned from with several algorithms and step
 * sizes. The verdict is asked twice: with least squares, and from the halves of the log alone, as where there are many
 * features.
 */
public final class ConvergenceLevel {
    private static final int STATES = 10;
    private static final double NEAR_ENOUGH = 0.1;
    private static final double TOO_FAR = 0.3;

    private ConvergenceLevel() {}

    /**
     * A kind of log.
     *
     * @param mean of the rewards of the states, which deviate from it by 1; there is as much noise on top
     * @param right how likely a step to the right is, which the target always has in 0.7
     */
    private record Kind(double discount, double mean, double right, int rows) {
        String title() {
            return String.format(
                    Locale.ROOT,
                    "| %s | %s | %s | %,d |",
                    discount,
                    mean,
                    right == 0.7 ? "the target" : "another",
                    rows);
        }
    }

    private static final List<Kind> KINDS = List.of(
            new Kind(0, 1, 0.7, 2_000),
            new Kind(0, 1, 0.5, 20_000),
            new Kind(0.9, 1, 0.7, 2_000),
            new Kind(0.9, 1, 0.7, 20_000),
            new Kind(0.9, 1, 0.5, 20_000),
            new Kind(0.9, 0, 0.5, 20_000),
            new Kind(0.5, 0, 0.7, 20_000));

    private static final List<String> ALGORITHMS = List.of("td", "etd", "tdrc");
    private static final double[] STEP_SIZES = {0.1, 0.01, 0.001};

    public static void main(String[] arguments) throws IOException {
        int logs = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 100;
        System.out.println("| discount | mean reward | behaviour | rows | converged | of them complained about: least"
                + " squares | halves | not converged | of them complained about: least squares | halves |");
        System.out.println("|---|---|---|---|---|---|---|---|---|---|");
        for (Kind kind : KINDS) {
            int[][] counts = new int[2][3]; // converged or not; all, complained about by either verdict
            for (int k = 0; k < logs; k++) {
                count(kind, k, counts);
            }
            System.out.printf(
                    Locale.ROOT,
                    "%s %d | %s | %s | %d | %s | %s |%n",
                    kind.title(),
                    counts[0][0],
                    share(counts[0][1], counts[0][0]),
                    share(counts[0][2], counts[0][0]),
                    counts[1][0],
                    share(counts[1][1], counts[1][0]),
                    share(counts[1][2], counts[1][0]));
        }
    }

    private static String share(int some, int all) {
        return all == 0 ? "–" : String.format(Locale.ROOT, "%.1f %%", 100.0 * some / all);
    }

    private static void count(Kind kind, int number, int[][] counts) throws IOException {
        Path file = Files.createTempFile("convergence-level", ".csv");
        try {
            Random random = new Random(number);
            double[] rewards = random.doubles(STATES)
                    .map(u -> kind.mean() + Math.sqrt(12) * (u - 0.5))
                    .toArray();
            long[] visits = write(file, kind, rewards, random);
            double[] values = values(kind, rewards);
            try (Log log = Log.open(file.toString())) {
                for (LearnedPrediction learned :
                        Learning.learn(log, spec(kind), Learning.Options.NONE).predictions()) {
                    double apart = distance(learned.weights(), values, visits);
                    if (learned.divergedAt().isEmpty() && !(apart > NEAR_ENOUGH && apart <= TOO_FAR)) {
                        int[] row = counts[apart <= NEAR_ENOUGH ? 0 : 1];
                        ConvergenceVerdict said = learned.convergence();
                        ConvergenceVerdict halves = new ConvergenceVerdict(
                                said.halfMean(), said.endMean(), said.size(), Double.NaN, Double.NaN);
                        row[0]++;
                        row[1] += said.verdict().orElseThrow() ? 0 : 1;
                        row[2] += halves.verdict().orElseThrow() ? 0 : 1;
                    }
                }
            }
        } finally {
            Files.delete(file);
        }
    }

    /** Returns how often each state was visited. */
    private static long[] write(Path file, Kind kind, double[] rewards, Random random) throws IOException {
        long[] visits = new long[STATES];
        try (BufferedWriter writer = Files.newBufferedWriter(file)) {
            writer.write("state,mu,pi,reward\n");
            int state = 0;
            for (int row = 0; row < kind.rows(); row++) {
                boolean right = random.nextDouble() < kind.right();
                double mu = right ? kind.right() : 1 - kind.right();
                double reward = rewards[state] + random.nextGaussian();
                writer.write("s" + state + "," + mu + "," + (right ? 0.7 : 0.3) + "," + reward + "\n");
                visits[state]++;
                state = Math.floorMod(state + (right ? 1 : -1), STATES);
            }
        }
        return visits;
    }

    /** v = r + γ P v, by iteration. */
    private static double[] values(Kind kind, double[] rewards) {
        double[] values = new double[STATES];
        for (int sweep = 0; sweep < 1_000; sweep++) {
            double[] before = values.clone();
            for (int s = 0; s < STATES; s++) {
                double next = 0.7 * before[(s + 1) % STATES] + 0.3 * before[(s + STATES - 1) % STATES];
                values[s] = rewards[s] + kind.discount() * next;
            }
        }
        return values;
    }

    private static double distance(double[] weights, double[] values, long[] visits) {
        double apart = 0;
        double scale = 0;
        for (int s = 0; s < STATES; s++) {
            apart += visits[s] * (weights[s] - values[s]) * (weights[s] - values[s]);
            scale += visits[s] * values[s] * values[s];
        }
        return Math.sqrt(apart / scale);
    }

    private static Spec spec(Kind kind) {
        List<Spec.Prediction> predictions = new ArrayList<>();
        for (String algorithm : ALGORITHMS) {
            for (double stepSize : STEP_SIZES) {
                predictions.add(new Spec.Prediction(
                        algorithm + predictions.size(),
                        "mu",
                        "pi",
                        null,
                        "reward",
                        String.valueOf(kind.discount()),
                        null,
                        null,
                        algorithm,
                        Map.of("step_size", stepSize)));
            }
        }
        return new Spec(null, null, null, null, null, List.of(new FeatureBlock.OneHot("state")), predictions);
    }
}
