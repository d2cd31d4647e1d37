package io.emphatic.bench;

import io.emphatic.logs.doctor.Doctor;
import io.emphatic.logs.spec.FeatureBlock;
import io.emphatic.logs.spec.Plan;
import io.emphatic.logs.spec.Spec;
import io.emphatic.logs.sql.Log;
import io.emphatic.logs.sql.LogSettings;
import io.emphatic.logs.sql.LogSource;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;

/**
 * How often the log doctor complains about the probabilities of correct logs, and of wrong ones:
 *
 * <pre>
 *   mvn -q -B -pl bench -am -DskipTests package
 *   java -cp bench/target/benchmarks.jar io.emphatic.bench.DoctorLevel [CORRECT [WRONG]]
 * </pre>
 *
 * that number of logs of each kind. All logs of a kind are in one file, and the doctor sees one after the other.
 */
public final class DoctorLevel {
    private static final int STATES = 20;

    private DoctorLevel() {}

    /** How a log is wrong. */
    private enum Fault {
        NONE("none"),
        BEHAVIOUR_OF_GREEDIER("μ of a policy that explores half as much"),
        BEHAVIOUR_OF_NEXT("μ of another state"),
        TARGET_OF_BEST("π of the target's best action, whichever was taken"),
        TARGET_OF_NEXT("π of another state"),
        TARGET_CONSTANT("π = 0.9 for whatever was done");

        private final String title;

        Fault(String title) {
            this.title = title;
        }
    }

    /** Behaviours in {@value #STATES} states: ε-greedy, or softmax of normal preferences of this deviation. */
    private record Kind(boolean greedy, double spread, int actions, int rows) {
        double[][] behaviour(Random random, double explored) {
            double[][] policy = new double[STATES][actions];
            for (double[] state : policy) {
                if (greedy) {
                    Arrays.fill(state, spread * explored / actions);
                    state[random.nextInt(actions)] += 1 - spread * explored;
                } else {
                    Arrays.setAll(state, a -> Math.exp(spread / explored * random.nextGaussian()));
                    double sum = Arrays.stream(state).sum();
                    Arrays.setAll(state, a -> state[a] / sum);
                }
            }
            return policy;
        }

        String title() {
            return (greedy ? "ε-greedy, ε = " : "softmax, deviation ") + spread;
        }
    }

    private static final List<Kind> KINDS = List.of(
            new Kind(true, 0.05, 10, 200),
            new Kind(true, 0.005, 10, 200),
            new Kind(true, 0.5, 4, 1000),
            new Kind(true, 1, 10, 1000),
            new Kind(false, 1, 4, 1000),
            new Kind(false, 3, 4, 1000),
            new Kind(false, 3, 10, 1000));

    public static void main(String[] arguments) throws IOException, SQLException {
        int correct = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 1000;
        int wrong = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 200;
        System.out.println("| fault | behaviour | actions | rows | `action-frequency` | `mean-ratio` |");
        System.out.println("|---|---|---|---|---|---|");
        for (Fault fault : Fault.values()) {
            for (Kind kind : KINDS) {
                measure(kind, fault, fault == Fault.NONE ? correct : wrong);
            }
        }
    }

    private static void measure(Kind kind, Fault fault, int logs) throws IOException, SQLException {
        Path file = Files.createTempFile("doctor-level", ".csv");
        int frequency = 0;
        int ratio = 0;
        try {
            write(file, kind, fault, logs);
            LogSettings usual = LogSettings.byDefault();
            LogSettings settings = new LogSettings(usual.memory(), 1, usual.temporary());
            try (Log log = Log.open(LogSource.files(file.toString()), settings)) {
                log.execute("CREATE TEMP TABLE every_log AS FROM " + Log.VIEW);
                Plan plan = Plan.of(log, spec());
                for (int k = 0; k < logs; k++) {
                    log.execute("CREATE OR REPLACE TEMP VIEW " + Log.VIEW + " AS FROM every_log WHERE number = " + k);
                    List<String> checks = Doctor.check(plan).findings().stream()
                            .map(finding -> finding.check())
                            .toList();
                    frequency += checks.contains("action-frequency") ? 1 : 0;
                    ratio += checks.contains("mean-ratio") ? 1 : 0;
                }
            }
        } finally {
            Files.delete(file);
        }
        System.out.printf(
                Locale.ROOT,
                "| %s | %s | %d | %,d | %.1f %% | %.1f %% |%n",
                fault.title,
                kind.title(),
                kind.actions(),
                kind.rows(),
                100.0 * frequency / logs,
                100.0 * ratio / logs);
    }

    private static void write(Path file, Kind kind, Fault fault, int logs) throws IOException {
        try (BufferedWriter writer = Files.newBufferedWriter(file)) {
            writer.write("number,x,action,mu,pi,reward\n");
            for (int k = 0; k < logs; k++) {
                write(writer, kind, fault, k);
            }
        }
    }

    /** The target explores half as much as the behaviour; both have the same preferences. */
    private static void write(Writer writer, Kind kind, Fault fault, int number) throws IOException {
        double[][] behaviour = kind.behaviour(new Random(number), 1);
        double[][] target = kind.behaviour(new Random(number), 0.5);
        Random random = new Random(~number);
        for (int row = 0; row < kind.rows(); row++) {
            int state = random.nextInt(STATES);
            int next = random.nextInt(STATES);
            int action = choose(behaviour[state], random.nextDouble());
            double mu =
                    switch (fault) {
                        case BEHAVIOUR_OF_GREEDIER -> target[state][action];
                        case BEHAVIOUR_OF_NEXT -> behaviour[next][action];
                        default -> behaviour[state][action];
                    };
            double pi =
                    switch (fault) {
                        case TARGET_OF_BEST ->
                            Arrays.stream(target[state]).max().orElseThrow();
                        case TARGET_OF_NEXT -> target[next][action];
                        case TARGET_CONSTANT -> 0.9;
                        default -> target[state][action];
                    };
            writer.write(number + "," + state + "," + action + "," + mu + "," + pi + ",1\n");
        }
    }

    private static int choose(double[] probabilities, double uniform) {
        int action = 0;
        double left = uniform;
        while (action < probabilities.length - 1 && left >= probabilities[action]) {
            left -= probabilities[action++];
        }
        return action;
    }

    private static Spec spec() {
        Spec.Prediction prediction =
                new Spec.Prediction("p", "mu", "pi", null, null, "0.5", null, null, "td", Map.of());
        List<FeatureBlock> features = List.of(new FeatureBlock.Expressions("x"));
        return new Spec(null, null, null, null, "action", features, List.of(prediction));
    }
}
