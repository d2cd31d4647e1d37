package io.emphatic.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.emphatic.Algorithm;
import io.emphatic.Algorithms;
import io.emphatic.Parameter;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class AlgorithmsCommandTest {

    @Test
    void theTableShowsEveryLearnerWithItsCostAndParameters() {
        Run run = Run.emphatic("algorithms");
        assertThat(run.code()).isZero();
        assertThat(run.err()).isEmpty();
        for (Algorithm algorithm : Algorithms.all()) {
            assertThat(run.out()).containsPattern("(?m)^  " + algorithm.name() + " +O\\(");
            assertThat(run.out()).contains(algorithm.summary());
            for (Parameter p : algorithm.parameters()) {
                assertThat(run.out()).contains(p.name() + " = " + p.defaultText() + " in " + p.range());
            }
        }
        assertThat(run.out().lines())
                .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(120));
    }

    static List<Algorithm> algorithms() {
        return Algorithms.all();
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void oneIsShownWithItsEquations(Algorithm algorithm) {
        Run run = Run.emphatic("algorithms", algorithm.name());
        assertThat(run.code()).isZero();
        algorithm.equations().lines().forEach(line -> assertThat(run.out()).contains(line));
        assertThat(run.out()).contains(algorithm.source());
    }

    @Test
    void theJsonDocumentHoldsTheContract() throws JsonProcessingException {
        Run run = Run.emphatic("algorithms", "--json");
        JsonNode document = new ObjectMapper().readTree(run.out());
        assertThat(document).hasSize(Algorithms.all().size());
        for (int k = 0; k < document.size(); k++) {
            JsonNode entry = document.get(k);
            Algorithm algorithm = Algorithms.all().get(k);
            assertThat(names(entry)).containsExactly("name", "family", "summary", "cost", "parameters");
            assertThat(entry.get("name").asText()).isEqualTo(algorithm.name());
            assertThat(entry.get("parameters")).hasSize(algorithm.parameters().size());
            for (JsonNode parameter : entry.get("parameters")) {
                assertThat(names(parameter)).containsExactly("name", "default", "range", "summary");
            }
        }
        assertThat(document.get(0).at("/parameters/0/default").isNull())
                .as("2⁻⁶/m")
                .isTrue();
        assertThat(document.findValuesAsText("default")).contains("0.01");
    }

    private static List<String> names(JsonNode node) {
        List<String> names = new ArrayList<>();
        node.fieldNames().forEachRemaining(names::add);
        return names;
    }

    @Test
    void jsonCanShowOneToo() throws JsonProcessingException {
        JsonNode document = new ObjectMapper()
                .readTree(Run.emphatic("algorithms", "lstd", "--json").out());
        assertThat(document).hasSize(1);
        assertThat(document.get(0).get("cost").asText()).isEqualTo("O(n²)");
    }

    @Test
    void aWrongNameIsWrongUsageAndAnsweredWithTheNearest() {
        Run run = Run.emphatic("algorithms", "edt");
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).contains("there is no algorithm edt: did you mean etd?");
    }
}
