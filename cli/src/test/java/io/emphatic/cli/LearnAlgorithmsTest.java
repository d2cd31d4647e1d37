package io.emphatic.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.emphatic.Algorithm;
import io.emphatic.Algorithm.Family;
import io.emphatic.Algorithms;
import io.emphatic.Parameter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Every algorithm through {@code emphatic learn}. */
class LearnAlgorithmsTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Map<String, String> PARAMETERS = Map.of(
            "beta",
            "0.6",
            "horizon",
            "4",
            "zeta",
            "0.5",
            "psi0",
            "1",
            "psi_max",
            "2",
            "eta",
            "0.5",
            "regularization",
            "1",
            "trace_cap",
            "1");

    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource
    void everyAlgorithmEndsWithTheWeightsOfIndependentCode(String file, String learner, double[] expected)
            throws IOException {
        Algorithm algorithm = Algorithms.named(learner.split(",")[0]);
        List<String> arguments = VectorLog.arguments(file);
        arguments.addAll(List.of("--algorithm", algorithm.name(), "--json"));
        for (Parameter parameter : algorithm.parameters()) {
            if (parameter.name().equals("step_size")) {
                arguments.addAll(List.of("--step-size", "0.005"));
            } else if (PARAMETERS.containsKey(parameter.name())
                    && !learner.equals("elstd")) { // the vectors use γ for β there
                arguments.addAll(List.of("--set", parameter.name() + "=" + PARAMETERS.get(parameter.name())));
            }
        }
        if (learner.contains("clip")) {
            arguments.addAll(List.of("--set", "clip=0.002"));
        }
        Run run = VectorLog.run(arguments);

        assertThat(run.code()).as(run.err()).isZero();
        JsonNode prediction = JSON.readTree(run.out()).get("predictions").get(0);
        double[] weights = JSON.treeToValue(prediction.get("weights"), double[].class);
        double tolerance = (algorithm.family() == Family.LEAST_SQUARES ? 1e-9 : 1e-12)
                * Arrays.stream(expected).map(Math::abs).max().orElseThrow();
        assertThat(weights).hasSameSizeAs(expected);
        for (int j = 0; j < expected.length; j++) {
            assertThat(weights[j]).isCloseTo(expected[j], within(tolerance));
        }
    }

    static Stream<Arguments> everyAlgorithmEndsWithTheWeightsOfIndependentCode() throws IOException {
        JsonNode expected =
                JSON.readTree(VectorLog.FOLDER.resolve("expected.json").toFile());
        List<Arguments> cases = new ArrayList<>();
        for (Map.Entry<String, JsonNode> file : expected.properties()) {
            for (Map.Entry<String, JsonNode> learner : file.getValue().properties()) {
                cases.add(Arguments.of(
                        file.getKey(), learner.getKey(), JSON.treeToValue(learner.getValue(), double[].class)));
            }
        }
        return cases.stream();
    }

    @Test
    void treeBackupAndAbtdRefuseARatio() {
        for (String algorithm : List.of("tree-backup", "abtd")) {
            Run run = Run.emphatic(
                    "learn",
                    VectorLog.FOLDER.resolve("episodes.csv").toString(),
                    "--features",
                    "f0",
                    "--cumulant",
                    "r",
                    "--discount",
                    "0.9",
                    "--ratio",
                    "pi/mu",
                    "--algorithm",
                    algorithm);
            assertThat(run.code()).isEqualTo(2);
            assertThat(run.err()).contains(algorithm + " needs both probabilities");
        }
    }

    @ParameterizedTest
    @CsvSource({"∞", "inf", "Infinity", ".inf"})
    void aParameterMayBeInfinityUnderSeveralNames(String infinity) throws IOException {
        Run run = VectorLog.run(
                VectorLog.arguments("episodes"), "--algorithm", "vtrace", "--set", "ratio_cap=" + infinity, "--json");
        assertThat(run.code()).as(run.err()).isZero();
        Run without = VectorLog.run(VectorLog.arguments("episodes"), "--algorithm", "td", "--json");
        assertThat(JSON.readTree(run.out()).at("/predictions/0/steps"))
                .isEqualTo(JSON.readTree(without.out()).at("/predictions/0/steps"));
    }

    @Test
    void algorithmsWithoutAFollowOnOrAnErrorHaveNull() throws IOException {
        JsonNode td = JSON.readTree(VectorLog.run(VectorLog.arguments("episodes"), "--json", "--algorithm", "td")
                .out());
        assertThat(td.get("predictions")
                        .get(0)
                        .get("diagnostics")
                        .get("follow_on")
                        .isNull())
                .isTrue();
        JsonNode lstd = JSON.readTree(VectorLog.run(VectorLog.arguments("episodes"), "--json", "--algorithm", "lstd")
                .out());
        assertThat(lstd.get("predictions")
                        .get(0)
                        .get("diagnostics")
                        .get("td_error")
                        .get(0)
                        .isNull())
                .isTrue();
    }
}
