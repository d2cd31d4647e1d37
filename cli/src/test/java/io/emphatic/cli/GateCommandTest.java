package io.emphatic.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GateCommandTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String SPEC =
            "log: log.csv\nterminated: \"true\"\ndiscount: 1\nbehaviour: mu\ntargets: {new: pi, same: mu}\n";

    @TempDir
    private Path directory;

    /** The second action pays 2 ± 0.5, the first 1 ± 0.5; it was taken in 40 % of the rows. */
    private Path spec(String gate) throws IOException {
        StringBuilder csv = new StringBuilder("mu,pi,rare,reward\n");
        Random random = new Random(3);
        for (int row = 0; row < 300; row++) {
            boolean second = random.nextDouble() < 0.4;
            csv.append((second ? "0.4,0.6," : "0.6,0.4,") + (row == 7 ? "0.4," : "0,"))
                    .append((second ? 1.5 : 0.5) + random.nextDouble())
                    .append('\n');
        }
        Files.writeString(directory.resolve("log.csv"), csv);
        return Files.writeString(directory.resolve("spec.yaml"), SPEC + gate);
    }

    private Run gate(String gate, String... more) throws IOException {
        String[] arguments = new String[more.length + 2];
        arguments[0] = "gate";
        arguments[1] = spec(gate).toString();
        System.arraycopy(more, 0, arguments, 2, more.length);
        return Run.emphatic(arguments);
    }

    @Test
    void aPolicyThatIsShownToEarnMorePasses() throws IOException {
        Run run = gate("gate: {policy: new}\n");
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.out()).matches("(?s)PASS: new earns 1\\d\\.\\d % more than what ran, at least \\d.*");
        assertThat(run.out()).contains("It stands if the recorded probabilities are off by up to ");
        assertThat(run.out()).doesNotContain("How far");
        assertThat(gate("gate: {policy: new}\n", "--how-far").out())
                .contains("How far may I go? all of new earns 1", ": certified.");
    }

    @Test
    void aGateAtAnyTimeNeedsMoreAndKeepsItsExitCodes() throws IOException {
        String asked = "return_range: [0, 3]\ngate: {policy: new, margin: %s}\n";
        Run wide = gate(asked.formatted("-0.6"), "--anytime");
        assertThat(wide.code()).as(wide.out() + wide.err()).isZero();
        assertThat(wide.out())
                .matches("(?s)PASS: new earns 1\\d\\.\\d % more than what ran, at least .* % \\(95 %, at any time\\).*")
                .contains("It may be asked again whenever episodes were added to the log.");
        Run shown = gate(asked.formatted("0.1"));
        assertThat(shown.code()).as(shown.out()).isZero();
        Run notShown = gate(asked.formatted("0.1"), "--anytime", "--json");
        assertThat(notShown.code()).isEqualTo(3);
        assertThat(JSON.readTree(notShown.out()).path("at_any_time").asBoolean())
                .isTrue();
        Run without = gate("gate: {policy: new}\n", "--anytime");
        assertThat(without.code()).isEqualTo(1);
        assertThat(without.err()).contains("gate --anytime needs what a return can be: add return_range");
    }

    /** Rows of the second action were kept with probability 1/2 only. */
    @Test
    void keptRowsStandForMore() throws IOException {
        JsonNode plain = JSON.readTree(gate("gate: {policy: new}\n", "--json").out());
        Run run = gate("gate: {policy: new}\nweight: 1 / (CASE WHEN mu = 0.4 THEN 0.5 ELSE 1 END)\n", "--json");
        JsonNode weighted = JSON.readTree(run.out());
        List<String> rows = Files.readAllLines(directory.resolve("log.csv"));
        double sum = 0;
        double weights = 0;
        double squares = 0;
        for (String row : rows.subList(1, rows.size())) {
            String[] cells = row.split(",");
            double weight = cells[0].equals("0.4") ? 2 : 1;
            sum += weight * Double.parseDouble(cells[3]);
            weights += weight;
            squares += weight * weight;
        }
        JsonNode behaviour = weighted.path("targets").path(0).path("estimates").path(0);
        assertThat(behaviour.path("name").asText()).isEqualTo("behaviour");
        assertThat(behaviour.path("value").asDouble()).isCloseTo(sum / weights, within(1e-12));
        assertThat(weighted.path("effective_episodes").asDouble()).isCloseTo(weights * weights / squares, within(1e-9));
        assertThat(plain.path("effective_episodes").asDouble()).isEqualTo(300);
        assertThat(gate("weight: CASE WHEN rare > 0 THEN 0 ELSE 1 END\ngate: {policy: new}\n")
                        .out())
                .contains("- weight CASE WHEN rare > 0 THEN 0 ELSE 1 END is not in the interval (0, ∞): 0.0");
    }

    @Test
    void aPolicyThatMayEarnAsMuchIsNotShown() throws IOException {
        Run run = gate("gate: {policy: new, margin: 0.3}\n");
        assertThat(run.code()).as(run.err()).isEqualTo(3);
        assertThat(run.out()).startsWith("NOT SHOWN: new earns 1").contains("; asked for: 2");
        assertThat(run.out().lines().count()).isLessThanOrEqualTo(12);
        assertThat(gate("gate: {policy: new, against: same, probability_error: 1.5}\n")
                        .code())
                .isEqualTo(3);
    }

    @Test
    void aPolicyThatTheLogHardlyKnowsIsNotToBeBelieved() throws IOException {
        Run run = gate("", "--json");
        assertThat(run.code()).isEqualTo(1);
        Path spec =
                Files.writeString(directory.resolve("rare.yaml"), SPEC.replace("{new: pi, same: mu}", "{rare: rare}"));
        Run rare = Run.emphatic("gate", spec.toString());
        assertThat(rare.code()).as(rare.err()).isEqualTo(4);
        assertThat(rare.out()).startsWith("NOT TO BE BELIEVED: whether rare earns more than what ran is unknown; ");
        assertThat(rare.out().lines().count()).isLessThanOrEqualTo(12);
    }

    /** Mixtures are of a policy and what ran. */
    @Test
    void againstAnotherTargetNoMixtureIsTested() throws IOException {
        Run run = gate("gate: {policy: new, against: same}\n", "--how-far");
        assertThat(run.out()).startsWith("PASS: new earns ").doesNotContain("How far");
        JsonNode far = JSON.readTree(
                        gate("gate: {policy: new, against: same}\n", "--json").out())
                .get("how_far");
        assertThat(far.get("certified").isNull()).isTrue();
        assertThat(far.get("tested")).isEmpty();
        String named = SPEC.replace("same: mu", "behaviour: mu") + "gate: {policy: new}\n";
        Run refused = Run.emphatic(
                "gate", Files.writeString(directory.resolve("spec.yaml"), named).toString());
        assertThat(refused.code()).isEqualTo(1);
        assertThat(refused.err()).contains("a target cannot be called behaviour");
    }

    @Test
    void rowsOfTheSameUsersAreNotToBeBelievedUntilTheClusterIsNamed() throws IOException {
        assertThat(gate("gate: {policy: new}\n").code()).isZero();
        List<String> rows = Files.readAllLines(directory.resolve("log.csv"));
        for (int k = 0; k < rows.size(); k++) {
            rows.set(k, rows.get(k) + (k == 0 ? ",user" : ",u" + k % 100));
        }
        Files.write(directory.resolve("users.csv"), rows);
        String spec = SPEC.replace("log.csv", "users.csv") + "gate: {policy: new}\n";
        Path unnamed = Files.writeString(directory.resolve("unnamed.yaml"), spec);
        Run run = Run.emphatic("gate", unnamed.toString(), "--how-far");
        assertThat(run.code()).as(run.out()).isEqualTo(4);
        assertThat(run.out())
                .contains("300 rows come from 100 values of user. Give cluster: user.")
                .doesNotContain("certified");
        Path named = Files.writeString(directory.resolve("named.yaml"), spec + "cluster: user\n");
        assertThat(Run.emphatic("gate", named.toString()).code()).isZero();
    }

    @Test
    void aLogThatTheDoctorRefusesIsNotToBeBelieved() throws IOException {
        Path spec = spec("gate: {policy: new}\n");
        Files.writeString(directory.resolve("log.csv"), "mu,pi,reward\n0,0.5,1\n0.5,0.5,1\n");
        Path summary = directory.resolve("summary.md");
        Run run = Run.emphatic("gate", spec.toString(), "--json", "--markdown", summary.toString());
        assertThat(run.code()).as(run.err()).isEqualTo(4);
        JsonNode document = JSON.readTree(run.out());
        assertThat(document.get("decision").asText()).isEqualTo("not to be believed");
        assertThat(document.get("reasons")).isNotEmpty();
        assertThat(document.get("difference").isNull()).isTrue();
        assertThat(document.get("findings")).isNotEmpty();
        assertThat(summary).content().contains("### emphatic gate: not to be believed");
        assertThat(Run.emphatic("gate", spec.toString()).out()).startsWith("NOT TO BE BELIEVED: the log says nothing");
    }

    @Test
    void theDocumentIsThatOfEvaluateWithTheDecision() throws IOException {
        Run run = gate("gate: {policy: new}\n", "--json");
        JsonNode document = JSON.readTree(run.out());
        JsonNode evaluated = JSON.readTree(
                Run.emphatic("evaluate", directory.resolve("spec.yaml").toString(), "--json")
                        .out());
        evaluated.fieldNames().forEachRemaining(name -> assertThat(document.get(name))
                .as(name)
                .isEqualTo(evaluated.get(name)));
        assertThat(document.fieldNames()).toIterable().contains("decision", "policy", "against", "margin", "verdict");
        JsonNode comparison = document.get("comparisons").get(1);
        assertThat(comparison.get("b").asText()).isEqualTo("behaviour");
        assertThat(document.get("difference")).isEqualTo(comparison.get("difference"));
        assertThat(document.get("interval").get(0)).isEqualTo(comparison.get("low"));
        assertThat(document.get("gamma_star").asDouble()).isGreaterThan(1);
        assertThat(document.get("how_far").get("certified").asDouble()).isEqualTo(1);
        assertThat(document.get("how_far").get("tested")).hasSize(6);
        assertThat(document.get("log_next")).isEmpty();
        JsonNode notShown = JSON.readTree(
                gate("gate: {policy: new, margin: 0.3}\n", "--json").out());
        assertThat(notShown.get("log_next")).hasSize(5);
        assertThat(notShown.get("log_next").get(1).get("share").asDouble()).isEqualTo(0.01);
    }

    /** Declared at the top or at the gate, it holds for both verbs. */
    @ParameterizedTest
    @CsvSource({"probability_error: 1.2", "'gate: {policy: new, probability_error: 1.2}'"})
    void aDeclaredErrorWidensIntervalsOfEvaluateToo(String key) throws IOException {
        String[] evaluate = {"evaluate", spec("").toString(), "--json"};
        double before = low(Run.emphatic(evaluate));
        spec(key + "\n");
        assertThat(low(Run.emphatic(evaluate))).isLessThan(before - 0.05);
        Run flag = Run.emphatic(("evaluate " + directory.resolve("log.csv") + " --behaviour mu --target pi --discount 1"
                        + " --terminated true --probability-error 1.2 --json")
                .split(" "));
        assertThat(low(flag)).isEqualTo(low(Run.emphatic(evaluate)));
    }

    private static double low(Run run) throws IOException {
        assertThat(run.code()).as(run.err()).isZero();
        return JSON.readTree(run.out()).findValue("estimates").get(2).get("low").asDouble();
    }

    @Test
    void theSummaryHasATableALinkAFingerprintAndTheVersion() throws IOException {
        Path summary = directory.resolve("summary.md");
        Path page = Files.createDirectory(directory.resolve("site")).resolve("page.html");
        Run run = gate("gate: {policy: new}\n", "--markdown", summary.toString(), "--html", page.toString());
        assertThat(run.code()).isZero();
        assertThat(run.out()).contains("  Wrote ");
        List<String> lines = Files.readAllLines(summary);
        assertThat(lines).contains("### emphatic gate: pass", "|  | new − behaviour |", "|---|---:|", "| margin | 0 |");
        assertThat(lines.get(lines.size() - 1))
                .startsWith("[All numbers](site/page.html) · ")
                .containsPattern("SHA-256 `[0-9a-f]{64}`")
                .endsWith("emphatic " + Emphatic.version());
        String card = Files.readString(page).replaceFirst("(?s)<h2.*", "");
        assertThat(card.split("<p>", -1)).hasSizeLessThanOrEqualTo(8); // with the lead, and six lines
        assertThat(card).contains("PASS: new earns").doesNotContain(directory.toString(), "<p>- ", "not to decide");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "gate: {policy: nwe} | 1 | policy is no policy of the spec: nwe: did you mean new? (gate.policy, line 6 of",
                "gate: {policy: new, against: old} | 1 | against is no policy of the spec: old (gate.against, line 6 of",
                "gate: {policy: new, against: new} | 1 | policy and against are the same: new (gate, line 6 of",
                "gate: {policy: new, margin: much} | 1 | margin is not a finite number: much (gate.margin, line 6 of",
                "gate: {policy: new, confidence: 95} | 1 | confidence is not in the interval [0.5, 1): 95.0 (gate, line 6 of",
                "gate: {policy: new, probability_error: 0.8} | 1 | probability_error is not a finite factor ≥ 1: 0.8 (gate.probability_error, line 6 of",
                "gate: {polcy: new} | 1 | polcy",
                "gate: {} | 1 | gate has no policy, and there are several targets: new, same (line 6 of",
                "gate: [new] | 1 | gate should be a map, not a list (line 6 of"
            })
    void wrongSpecsAreRefusedWithTheirPlace(String gate, int code, String message) throws IOException {
        Run run = gate(gate + "\n");
        assertThat(run.code()).as(run.err()).isEqualTo(code);
        assertThat(run.err()).contains(message).doesNotContain("\tat ");
        assertThat(run.out()).isEmpty();
        Run evaluated = Run.emphatic("evaluate", directory.resolve("spec.yaml").toString());
        assertThat(evaluated.err()).isEqualTo(run.err());
    }

    @Test
    void withoutASpecOrWithAnUnwritableOutputNothingIsRead() throws IOException {
        String log = Files.writeString(directory.resolve("any.csv"), "x\n").toString();
        assertThat(Run.emphatic("gate", log).code()).isEqualTo(2);
        assertThat(Run.emphatic("gate", log).err()).contains("gate takes a spec");
        Run run = gate(
                "gate: {policy: new}\n",
                "--markdown",
                directory.resolve("spec.yaml").toString());
        assertThat(run.code()).isNotZero();
        assertThat(directory.resolve("spec.yaml")).content().startsWith("log: ");
    }
}
