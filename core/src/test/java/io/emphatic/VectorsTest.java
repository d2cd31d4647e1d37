package io.emphatic;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.emphatic.Algorithm.Family;
import io.emphatic.Experience.Fate;
import io.emphatic.Experience.Kind;
import io.emphatic.Experience.Row;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The weights that independent code ends with on two streams (see vectors/README.md). */
class VectorsTest {
    private static final Map<String, Double> PARAMETERS = Map.of(
            "step_size",
            0.005,
            "beta",
            0.6,
            "horizon",
            4.0,
            "zeta",
            0.5,
            "psi0",
            1.0,
            "psi_max",
            2.0,
            "eta",
            0.5,
            "regularization",
            1.0,
            "trace_cap",
            1.0);

    /** There are no such numbers of these: {@link Reference} is their independent code. */
    private static final Set<String> WITHOUT_VECTORS =
            Set.of("wis-td", "wis-etd", "wis-gtd", "per-etd", "lc-etd", "fhat-etd", "gem-etd", "bounded-td");

    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource
    void everyLearnerEndsWithTheWeightsOfIndependentCode(String file, String learner) throws IOException {
        String name = learner.split(",")[0];
        Algorithm algorithm = Algorithms.named(name);
        Map<String, Double> parameters = new HashMap<>(PARAMETERS);
        parameters
                .keySet()
                .retainAll(algorithm.parameters().stream().map(Parameter::name).toList());
        if (name.equals("elstd")) {
            parameters.remove("beta"); // the vectors use γ
        }
        if (learner.endsWith(", clip 0.002")) {
            parameters.put("clip", 0.002);
        }
        Experience log = read(file);
        double[] expected = new ObjectMapper().treeToValue(expected().get(file).get(learner), double[].class);

        Learner fresh = algorithm.configure(parameters).learner(log.size());
        log.play(Kind.DENSE, fresh::update);

        double tolerance = algorithm.family() == Family.LEAST_SQUARES ? 1e-9 : 1e-12;
        Close.assertClose(fresh.weights(), expected, tolerance);
    }

    static Stream<Arguments> everyLearnerEndsWithTheWeightsOfIndependentCode() throws IOException {
        List<Arguments> cases = new ArrayList<>();
        JsonNode expected = expected();
        expected.fieldNames().forEachRemaining(file -> expected.get(file)
                .fieldNames()
                .forEachRemaining(learner -> cases.add(Arguments.of(file, learner))));
        return cases.stream();
    }

    @Test
    void theVectorsCoverTheRegistryButForTheAlgorithmsNamedHere() throws IOException {
        List<String> names = Algorithms.all().stream()
                .map(Algorithm::name)
                .filter(name -> !WITHOUT_VECTORS.contains(name))
                .toList();
        for (JsonNode file : expected()) {
            List<String> covered = new ArrayList<>();
            file.fieldNames().forEachRemaining(covered::add);
            assertThat(covered).containsAll(names);
        }
    }

    private static JsonNode expected() throws IOException {
        try (InputStream in = VectorsTest.class.getResourceAsStream("/vectors/expected.json")) {
            return new ObjectMapper().readTree(in);
        }
    }

    private static Experience read(String file) throws IOException {
        List<Map<String, String>> table = new ArrayList<>();
        try (InputStream in = VectorsTest.class.getResourceAsStream("/vectors/" + file + ".csv")) {
            List<String> lines = new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
            String[] header = lines.get(0).split(",");
            for (String line : lines.subList(1, lines.size())) {
                String[] cells = line.split(",");
                Map<String, String> row = new HashMap<>();
                for (int c = 0; c < header.length; c++) {
                    row.put(header[c], cells[c]);
                }
                table.add(row);
            }
        }
        List<Row> rows = new ArrayList<>();
        for (int k = 0; k < table.size(); k++) {
            Map<String, String> row = table.get(k);
            boolean lastOfStream = k + 1 == table.size()
                    || !row.getOrDefault("ep", "").equals(table.get(k + 1).getOrDefault("ep", ""));
            Fate fate = "true".equals(row.get("terminated"))
                    ? Fate.TERMINATES
                    : "true".equals(row.get("truncated")) || lastOfStream ? Fate.IS_CUT : Fate.GOES_ON;
            double[] phi = Stream.iterate(0, j -> row.containsKey("f" + j), j -> j + 1)
                    .mapToDouble(j -> Double.parseDouble(row.get("f" + j)))
                    .toArray();
            rows.add(new Row(
                    phi,
                    number(row, "pi"),
                    number(row, "mu"),
                    number(row, "r"),
                    number(row, "gamma"),
                    number(row, "lambda"),
                    number(row, "interest"),
                    fate));
        }
        return new Experience(rows);
    }

    private static double number(Map<String, String> row, String column) {
        return Double.parseDouble(row.get(column));
    }
}
