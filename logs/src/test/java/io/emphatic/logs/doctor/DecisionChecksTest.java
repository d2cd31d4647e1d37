package io.emphatic.logs.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.emphatic.logs.doctor.Finding.Severity;
import io.emphatic.logs.evaluating.Evaluating;
import io.emphatic.logs.spec.EvaluationReader;
import io.emphatic.logs.spec.EvaluationSpec;
import io.emphatic.logs.sql.Log;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DecisionChecksTest {
    private static final String SPEC = "terminated: \"true\"\ndiscount: 1\nbehaviour: mu\naction: a\n";
    private static final String SETS = SPEC + "available: could\ntargets: {new: {x: 0.5, y: p, z: 0.5 - p}}\n";

    @TempDir
    private Path directory;

    /** What the doctor says of 200 lines of JSON. */
    private List<Finding> check(String spec, IntFunction<String> line) throws IOException {
        Path file = Files.writeString(
                directory.resolve("log.json"),
                IntStream.range(0, 200).mapToObj(line).collect(Collectors.joining("\n")));
        Path written = Files.writeString(directory.resolve("spec.yaml"), spec);
        try (Log log = Log.open(file.toString())) {
            return Doctor.check(log, EvaluationReader.read(written, false).spec())
                    .findings();
        }
    }

    private static String row(String action, double mu, String could, double p, double reward) {
        return "{\"a\": \"" + action + "\", \"mu\": " + mu + ", \"could\": " + could + ", \"p\": " + p
                + ", \"reward\": " + reward + "}";
    }

    /** Two actions, each with probability 1/2, and the row's number as the reward. */
    private static String even(int k, String could, double p) {
        return row(k % 2 == 0 ? "x" : "y", 0.5, could, p, k);
    }

    private static Finding found(List<Finding> findings, String check) {
        return findings.stream()
                .filter(finding -> finding.check().equals(check))
                .findFirst()
                .orElseThrow(() -> new AssertionError(findings));
    }

    @Test
    void aCorrectLogIsLeftInPeace() throws IOException {
        assertThat(check(SETS, k -> even(k, "[\"x\", \"y\"]", 0.5))).isEmpty();
    }

    @Test
    void anActionThatWasNotAvailableIsFound() throws IOException {
        Finding finding = found(
                check(SETS, k -> even(k, k == 6 ? "[\"y\", \"q\"]" : "[\"x\", \"y\"]", 0.5)), "unavailable-action");
        assertThat(finding.severity()).isEqualTo(Severity.WARNING);
        assertThat(finding.rows()).containsExactly(7L);
    }

    @Test
    void aTargetThatDoesWhatWasNotAvailableIsFound() throws IOException {
        List<Finding> findings = check(SETS, k -> even(k, "[\"x\", \"y\"]", k == 3 ? 0.25 : 0.5));
        assertThat(findings).extracting(Finding::check).containsExactly("unavailable-target");
        assertThat(findings.get(0).rows()).containsExactly(4L);
        assertThat(findings.get(0).message()).startsWith("target new gives probability to an action that is not among");
    }

    @Test
    void setsOfOneAreNoted() throws IOException {
        String target = SPEC + "available: could\ntargets: {new: p}\n";
        Finding finding =
                found(check(target, k -> even(k, k == 4 ? "[\"x\"]" : "[\"x\", \"y\"]", 0.5)), "single-choice");
        assertThat(finding.severity()).isEqualTo(Severity.NOTE);
        assertThat(finding.message())
                .isEqualTo("available could has one action in 0.5 % of the rows, and behaviour mu is not 1 in all of"
                        + " these");
    }

    @Test
    void aSetThatIsNoListIsRefused() {
        assertThatThrownBy(() -> check(SETS.replace("could", "mu"), k -> even(k, "[]", 0.5)))
                .hasMessageContaining("available mu is no list of actions but of the type DOUBLE");
        assertThatThrownBy(() ->
                        check("terminated: \"true\"\ndiscount: 1\nratio: p\navailable: could\n", k -> even(k, "[]", 1)))
                .hasMessageContaining("available lists actions, and the action is missing");
    }

    @Test
    void oneOverTheNumberOfActionsIsNoProbabilityOfAPolicyThatPrefersOne() throws IOException {
        List<Finding> findings =
                check(SPEC + "targets: {new: p}\n", k -> row(k % 5 == 0 ? "x" : "y", 0.5, "[]", 0.5, k));
        assertThat(found(findings, "default-probability").message())
                .isEqualTo("behaviour mu is 1/2 in every row, and the actions are not even");
        assertThat(check(SPEC + "targets: {new: p}\n", k -> row(k % 5 == 0 ? "x" : "y", 0.45, "[]", 0.45, k)))
                .extracting(Finding::check)
                .contains("action-frequency")
                .doesNotContain("default-probability");
    }

    @Test
    void probabilityOneInMostRowsIsAWarning() throws IOException {
        List<Finding> findings =
                check(SPEC + "targets: {new: p}\n", k -> row("x", k % 4 == 0 ? 0.5 : 1, "[]", k % 4 == 0 ? 0.5 : 1, k));
        assertThat(found(findings, "deterministic-behaviour").message())
                .isEqualTo("behaviour mu is 1 in 75.0 % of the rows");
        assertThat(check(SPEC + "targets: {new: p}\n", k -> row("x", k % 4 == 0 ? 1 : 0.5, "[]", 0.5, k)))
                .extracting(Finding::check)
                .doesNotContain("deterministic-behaviour");
    }

    @Test
    void rewardsThatAreStillToComeAreFound() throws IOException {
        String spec = SPEC + "targets: {new: mu}\noutcome_age: p\n";
        Finding finding = found(
                check(spec, k -> row(k % 2 == 0 ? "x" : "y", 0.5, "[]", k % 50, k % 50 < 10 ? k % 3 : 1 + k % 3)),
                "immature-outcome");
        assertThat(finding.message()).startsWith("the reward still grows with outcome_age p: ");
        assertThat(check(spec, k -> row(k % 2 == 0 ? "x" : "y", 0.5, "[]", k % 50, k % 3)))
                .isEmpty();
    }

    @Test
    void rowsThatAreNotMatureAreLeftOutAndCounted() throws IOException {
        String spec = SPEC + "targets: {new: mu}\noutcome_age: p\nmature_after: 10\n";
        IntFunction<String> line = k -> row(k % 2 == 0 ? "x" : "y", 0.5, "[]", k % 50, k % 50 < 10 ? k % 3 : 1 + k % 3);
        List<Finding> findings = check(spec, line);
        assertThat(findings).extracting(Finding::check).containsExactly("young-rows");
        assertThat(findings.get(0).message())
                .isEqualTo("left out: 40 of 200 rows, whose outcome_age p is below mature_after or unknown");
        try (Log log = Log.open(directory.resolve("log.json").toString())) {
            EvaluationSpec read =
                    EvaluationReader.read(directory.resolve("spec.yaml"), false).spec();
            assertThat(Evaluating.evaluate(log, read, (rows, of) -> {})
                            .result()
                            .size()
                            .episodes())
                    .isEqualTo(160);
        }
        assertThatThrownBy(() -> check(spec.replace("after: 10", "after: 60"), line))
                .hasMessageContaining("mature_after 60 leaves no row: the oldest outcome has the age 49");
        assertThatThrownBy(() -> check(spec.replace("outcome_age: p", "outcome_age: a"), line))
                .hasMessageContaining("mature_after 10 leaves no row: no outcome_age a is a number");
        assertThatThrownBy(() -> check(spec.replace("outcome_age: p\n", ""), line))
                .hasMessageContaining("mature_after needs the age of the outcomes");
    }

    @Test
    void aConstantRewardIsAWarning() throws IOException {
        List<Finding> findings =
                check(SPEC + "targets: {new: p}\n", k -> row(k % 2 == 0 ? "x" : "y", 0.5, "[]", 0.5, 3));
        assertThat(findings).extracting(Finding::check).containsExactly("constant-reward");
        assertThat(findings.get(0).message()).isEqualTo("reward reward is 3 in every row");
    }
}
