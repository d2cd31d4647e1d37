package io.emphatic.logs.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.emphatic.logs.learning.Learning;
import io.emphatic.logs.spec.FeatureBlock;
import io.emphatic.logs.spec.Spec;
import io.emphatic.logs.sql.Log;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Probabilities against what was done, and targets against probabilities: correct logs are left in peace. */
class PolicyChecksTest {
    @TempDir
    private Path directory;

    /** What the doctor says of rows {@code x, action, mu, pi}. */
    private List<Finding> check(List<String> rows, boolean action) throws IOException {
        Path file = directory.resolve("log.csv");
        Files.writeString(file, rows.stream().collect(Collectors.joining("\n", "x,action,mu,pi,reward\n", "\n")));
        Spec.Prediction prediction =
                new Spec.Prediction("p", "mu", "pi", null, null, "0.5", null, null, "td", Map.of());
        Spec spec = new Spec(
                null,
                null,
                null,
                null,
                action ? "action" : null,
                List.of(new FeatureBlock.Expressions("x")),
                List.of(prediction));
        try (Log log = Log.open(file.toString())) {
            List<Finding> findings = Doctor.check(log, spec).findings();
            assertThat(Learning.learn(log, spec, Learning.Options.NONE).findings())
                    .as("what is found on the way, without a query over the whole log")
                    .isEqualTo(findings);
            return findings;
        }
    }

    /** A greedy action that depends on the state, and any of ten with probability ε. */
    private static List<String> epsilonGreedy(long seed, int rows, double epsilon, int actions) {
        Random random = new Random(seed);
        return IntStream.range(0, rows)
                .mapToObj(k -> {
                    int greedy = random.nextInt(actions);
                    int action = random.nextDouble() < epsilon ? random.nextInt(actions) : greedy;
                    double mu = epsilon / actions + (action == greedy ? 1 - epsilon : 0);
                    double pi = 0.2 / actions + (action == greedy ? 0.8 : 0);
                    return greedy + "," + action + "," + mu + "," + pi + ",1";
                })
                .toList();
    }

    /** An empirical standard error called 99 of 100 of them wrong. */
    @ParameterizedTest
    @CsvSource({"0.05, 10, 200", "0.005, 10, 200", "0.5, 3, 50", "0.1, 2, 1000"})
    void correctEpsilonGreedyLogsAreNotComplainedAbout(double epsilon, int actions, int rows) throws IOException {
        for (int seed = 0; seed < 10; seed++) {
            assertThat(check(epsilonGreedy(seed, rows, epsilon, actions), true)).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aTargetOfNineTenthsForWhateverWasDoneIsNoPolicy(boolean action) throws IOException {
        List<String> rows = IntStream.range(0, 400)
                .mapToObj(k -> k % 7 + "," + k % 2 + ",0.5,0.9,1")
                .toList();
        List<Finding> findings = check(rows, action);
        assertThat(findings).extracting(Finding::check).containsExactly("mean-ratio");
        assertThat(findings.get(0).message())
                .startsWith("target pi does not go with behaviour mu: ρ averages 1.8 ± 0 over 400 rows instead of 1")
                .endsWith(action ? " (by action: 0 0.9, 1 0.9)" : "instead of 1");
    }

    /** The probability of the greedy action, whichever was taken: 1.949 on average. */
    @Test
    void ratiosThatAverageAlmostTwoAreReported() throws IOException {
        Random random = new Random(5);
        List<String> rows = IntStream.range(0, 4_000)
                .mapToObj(k -> {
                    boolean right = random.nextDouble() < 0.6;
                    return k % 5 + "," + (right ? 1 : 0) + "," + (right ? 0.6 : 0.4) + ",0.95,1";
                })
                .toList();
        Finding finding = check(rows, false).get(0);
        assertThat(finding.check()).isEqualTo("mean-ratio");
        assertThat(finding.severity()).isEqualTo(Finding.Severity.WARNING);
        assertThat(finding.message()).contains("ρ averages 1.9").contains("instead of 1");
    }

    /** Half of the target's probability is missing from every row. */
    @Test
    void ratiosThatAverageAHalfAreReported() throws IOException {
        Random random = new Random(6);
        List<String> rows = IntStream.range(0, 1_000)
                .mapToObj(k -> k % 5 + "," + (random.nextBoolean() ? 1 : 0) + ",0.5,0.25,1")
                .toList();
        assertThat(check(rows, true)).extracting(Finding::check).containsExactly("mean-ratio");
    }

    /** A target that does what was rarely tried: few ratios are large, and most are 0. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void aTargetThatPrefersARareActionIsNotComplainedAbout(long seed) throws IOException {
        Random random = new Random(seed);
        List<String> rows = IntStream.range(0, 200)
                .mapToObj(k -> {
                    boolean rare = random.nextDouble() < 0.01;
                    return k % 5 + "," + (rare ? 1 : 0) + "," + (rare ? 0.01 : 0.99) + "," + (rare ? 0.9 : 0.1) + ",1";
                })
                .toList();
        assertThat(check(rows, true)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"0.7, 0.5, 400", "0.35, 0.5, 2000", "0.5, 0.9, 200"})
    void wrongProbabilitiesOfTwoActionsAreReported(double done, double logged, int rows) throws IOException {
        Random random = new Random(8);
        List<String> log = IntStream.range(0, rows)
                .mapToObj(k -> k % 5 + "," + (random.nextDouble() < done ? 1 : 0) + "," + logged + "," + logged + ",1")
                .toList();
        assertThat(check(log, true)).extracting(Finding::check).contains("action-frequency");
    }
}
