package io.emphatic.bench;

import io.emphatic.logs.doctor.Doctor;
import io.emphatic.logs.spec.FeatureBlock;
import io.emphatic.logs.spec.Spec;
import io.emphatic.logs.sql.Log;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;

/**
 * How often the log doctor complains about the probabilities of correct logs, and of wrong ones: {@code DoctorLevel
 * [LOGS]}. The target is greedier than the behaviour, which is ε-greedy with a greedy action that depends on the state.
 */
public final class DoctorLevel {
    private DoctorLevel() {}

    /** How a log is wrong. */
    private enum Fault {
        NONE,
        /** The logged ε is half of the real one. */
        HALF_EPSILON,
        /** The probability of the greedy action, whichever was taken. */
        GREEDY_TARGET,
        /** A target of 0.9 for whatever was done. */
        CONSTANT_TARGET
    }

    public static void main(String[] arguments) throws IOException {
        int logs = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 200;
        Path file = Files.createTempFile("doctor-level", ".csv");
        System.out.println("| fault | ε | actions | rows | action-frequency | mean-ratio |");
        System.out.println("|---|---|---|---|---|---|");
        for (Fault fault : Fault.values()) {
            for (double[] setting : new double[][] {{0.05, 10, 200}, {0.005, 10, 200}, {0.5, 4, 1000}, {1, 10, 1000}}) {
                int[] found = new int[2];
                for (int seed = 0; seed < logs; seed++) {
                    Files.writeString(file, log(seed, fault, setting[0], (int) setting[1], (int) setting[2]));
                    List<String> checks = checks(file);
                    found[0] += checks.contains("action-frequency") ? 1 : 0;
                    found[1] += checks.contains("mean-ratio") ? 1 : 0;
                }
                System.out.printf(
                        Locale.ROOT,
                        "| %s | %s | %d | %d | %.1f %% | %.1f %% |%n",
                        fault.name().toLowerCase(Locale.ROOT).replace('_', ' '),
                        setting[0],
                        (int) setting[1],
                        (int) setting[2],
                        100.0 * found[0] / logs,
                        100.0 * found[1] / logs);
            }
        }
        Files.delete(file);
    }

    private static String log(long seed, Fault fault, double epsilon, int actions, int rows) {
        Random random = new Random(seed);
        double logged = fault == Fault.HALF_EPSILON ? epsilon / 2 : epsilon;
        StringBuilder text = new StringBuilder("x,action,mu,pi,reward\n");
        for (int k = 0; k < rows; k++) {
            int greedy = random.nextInt(actions);
            int action = random.nextDouble() < epsilon ? random.nextInt(actions) : greedy;
            boolean best = action == greedy || fault == Fault.GREEDY_TARGET;
            double mu = logged / actions + (action == greedy ? 1 - logged : 0);
            double pi = fault == Fault.CONSTANT_TARGET ? 0.9 : 0.2 / actions + (best ? 0.8 : 0);
            text.append(greedy + "," + action + "," + mu + "," + pi + ",1\n");
        }
        return text.toString();
    }

    private static List<String> checks(Path file) throws IOException {
        Spec.Prediction prediction =
                new Spec.Prediction("p", "mu", "pi", null, null, "0.5", null, null, "td", Map.of());
        List<FeatureBlock> features = List.of(new FeatureBlock.Expressions("x"));
        Spec spec = new Spec(null, null, null, null, "action", features, List.of(prediction));
        try (Log log = Log.open(file.toString())) {
            return Doctor.check(log, spec).findings().stream()
                    .map(finding -> finding.check())
                    .toList();
        }
    }
}
