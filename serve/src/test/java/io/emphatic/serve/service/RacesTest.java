package io.emphatic.serve.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.emphatic.documents.json.Json;
import io.emphatic.evaluation.log.ReturnRange;
import io.emphatic.evaluation.result.Race;
import io.emphatic.serve.storage.FaultyStorage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The race of policies, as a service has it. */
class RacesTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    private static PredictionService open(FaultyStorage storage, String spec) throws IOException {
        return PredictionService.open(storage, Steps.settings(spec, 6000), warning -> {});
    }

    private static void postAll(PredictionService service, List<String> rows, int size) {
        for (int from = 0; from < rows.size(); from += size) {
            service.post(Steps.parsed(rows.subList(from, Math.min(rows.size(), from + size))));
        }
    }

    private static JsonNode race(PredictionService service) throws IOException {
        return JSON.readTree(service.<String>ask(view -> Json.line(view.race())));
    }

    /** Two actions; the first pays 0.9, the second 0.1; the behaviour takes both alike. */
    private static List<String> decisions(int count) {
        SplittableRandom random = new SplittableRandom(26);
        List<String> rows = new ArrayList<>();
        for (int k = 0; k < count; k++) {
            boolean first = random.nextBoolean();
            rows.add(String.format(
                    Locale.ROOT,
                    "{\"stream\":\"d%d\",\"seq\":0,\"x\":1,\"mu\":0.5,\"good\":%.1f,\"reward\":%d,\"terminated\":true}",
                    k,
                    first ? 0.9 : 0.1,
                    random.nextDouble() < (first ? 0.9 : 0.1) ? 1 : 0));
        }
        return rows;
    }

    private static final String RACE = """
            features: [{bias: true}]
            behaviour: mu
            discount: 0.9
            return_range: [0, 1]
            algorithm: {name: td, step_size: 0.01}
            predictions:
              as_it_runs: {}
              good: {target: good}
              good_again: {target: good, algorithm: {name: etd, step_size: 0.01}}
              bad: {target: 1 - good}
              counted: {target: good, cumulant: x}
            """;

    @Test
    void policiesOfOneQuestionRaceAndTheWorseAreOut() throws IOException {
        List<String> rows = decisions(5000);
        FaultyStorage storage = new FaultyStorage();
        try (PredictionService service = open(storage, RACE)) {
            postAll(service, rows.subList(0, 2000), 500);
            JsonNode race = race(service);
            assertThat(race.get("reason").isNull()).isTrue();
            assertThat(race.get("races")).hasSize(1);
            JsonNode policies = race.at("/races/0/policies");
            assertThat(policies).hasSize(3);
            assertThat(policies.get(1).get("name").asText()).isEqualTo("good");
            assertThat(policies.get(1).get("predictions")).hasSize(2);
            assertThat(policies.get(1).get("dropped_at").isNull()).isTrue();
            assertThat(policies.get(1).get("low").asDouble()).isLessThan(0.82);
            assertThat(policies.get(1).get("high").asDouble()).isGreaterThan(0.82);
            assertThat(policies.get(2).get("dropped_by").asText()).isEqualTo("good");
            service.put("third", JSON.readTree("{\"target\":\"0.5 * mu + 0.5 * good\"}"));
            JsonNode joined = race(service).at("/races/0");
            assertThat(joined.get("episodes").asLong()).isZero();
            assertThat(joined.get("policies")).hasSize(4);
            assertThat(joined.at("/policies/2/dropped_at").isNull()).isTrue();
            assertThat(joined.at("/policies/1/low")).isEqualTo(policies.get(1).get("low"));
            postAll(service, rows.subList(2000, 4000), 500);
            assertThat(race(service).at("/races/0/policies/2/dropped_at").asLong())
                    .isLessThan(2000);
            service.delete("good");
            assertThat(race(service).at("/races/0/episodes").asLong()).isEqualTo(2000); // good_again has its policy
            assertThat(race(service).at("/races/0/policies/1/name").asText()).isEqualTo("good_again");
            postAll(service, rows.subList(4000, 5000), 500);
            assertThat(race(service).at("/races/0/episodes").asLong()).isEqualTo(3000);
        }
        String after;
        try (PredictionService service = open(storage, RACE)) {
            after = race(service).toString();
        }
        storage.names().stream()
                .filter(name -> name.startsWith("snapshots"))
                .toList()
                .forEach(storage::remove);
        try (PredictionService service = open(storage, RACE)) {
            assertThat(race(service).toString()).isEqualTo(after);
        }
    }

    @Test
    void aRefusedChangeLeavesTheRaceAsItWas() throws IOException {
        List<String> rows = decisions(4000);
        List<String> told = new ArrayList<>();
        for (boolean isChanged : new boolean[] {false, true}) {
            try (PredictionService service = open(new FaultyStorage(), RACE)) {
                postAll(service, rows.subList(0, 2000), 500);
                if (isChanged) {
                    assertThatThrownBy(() -> service.put("bad", JSON.readTree("{\"target\":\"nosuch\"}")))
                            .isInstanceOf(RefusedRequestException.class);
                }
                postAll(service, rows.subList(2000, 4000), 500);
                assertThat(race(service).at("/races/0/episodes").asLong()).isEqualTo(4000);
                told.add(service.ask(view -> Json.line(view.predictions()) + Json.line(view.race())));
            }
        }
        assertThat(told.get(1)).isEqualTo(told.get(0));
    }

    @Test
    void aQuestionOfManyPoliciesGoesOnBehindAChangeOfAnother() throws IOException {
        StringBuilder spec = new StringBuilder(RACE.substring(0, RACE.indexOf("  as_it_runs")));
        for (int k = 0; k <= Race.MOST_POLICIES; k++) {
            spec.append("  p").append(k).append(": {target: 0.05 * ").append(k).append("}\n");
        }
        List<String> rows = decisions(62);
        rows.set(0, rows.get(0).replace("true", "false")); // stays open: the others wait for it
        List<String> told = new ArrayList<>();
        for (boolean isChanged : new boolean[] {false, true}) {
            try (PredictionService service = open(new FaultyStorage(), spec.toString())) {
                postAll(service, rows.subList(0, 61), 61);
                if (isChanged) {
                    service.put("unrelated", JSON.readTree("{\"cumulant\":\"x\"}"));
                }
                service.post(Steps.parsed(rows.subList(61, 62)));
                service.post(Steps.parsed(
                        List.of(rows.get(0).replace("\"seq\":0", "\"seq\":1").replace("false", "true"))));
                told.add(service.ask(view -> Json.line(view.prediction("p3"))));
            }
        }
        assertThat(told.get(1)).isEqualTo(told.get(0));
    }

    /** More streams than are awake: their weights rest with them. */
    @Test
    void episodesOfStreamsThatRestCountWhole() throws IOException {
        int streams = 5000;
        SplittableRandom random = new SplittableRandom(27);
        Race plain = new Race(new ReturnRange(0, 2), List.of("", "good / null"));
        List<String> rows = new ArrayList<>();
        double[][] weights = new double[streams][];
        double[] returns = new double[streams];
        for (int seq = 0; seq < 2; seq++) {
            for (int k = 0; k < streams; k++) {
                double good = random.nextBoolean() ? 0.75 : 0.25;
                int reward = random.nextInt(2);
                weights[k] = new double[] {1, (seq == 0 ? 1 : weights[k][1]) * good / 0.5};
                returns[k] += (seq == 0 ? 1 : 0.5) * reward;
                rows.add(String.format(
                        Locale.ROOT,
                        "{\"stream\":\"e%d\",\"seq\":%d,\"x\":1,\"mu\":0.5,\"good\":%.2f,\"reward\":%d,\"terminated\":%b}",
                        k,
                        seq,
                        good,
                        reward,
                        seq == 1));
            }
        }
        for (int k = 0; k < streams; k++) {
            plain.add(weights[k], returns[k], true);
        }
        String spec = """
                features: [{bias: true}]
                behaviour: mu
                discount: 0.5
                return_range: [0, 2]
                algorithm: {name: td, step_size: 0.01}
                predictions: {as_it_runs: {}, good: {target: good}}
                """;
        try (PredictionService service = open(new FaultyStorage(), spec)) {
            postAll(service, rows, 1000);
            JsonNode race = race(service).at("/races/0");
            assertThat(race.get("episodes").asLong()).isEqualTo(streams);
            assertThat(race.at("/policies/1/low").asDouble())
                    .isEqualTo(plain.racers().get(1).low());
            assertThat(race.at("/policies/0/high").asDouble())
                    .isEqualTo(plain.racers().get(0).high());
        }
    }

    @Test
    void withoutARangeOrASecondPolicyAReasonIsGiven() throws IOException {
        try (PredictionService without = open(new FaultyStorage(), Steps.SPEC);
                PredictionService alone = open(
                        new FaultyStorage(),
                        "features: [{bias: true}]\nreturn_range: [0, 1]\ndiscount: 0.5\n"
                                + "predictions: {only: {algorithm: td}}\n");
                PredictionService outside = open(new FaultyStorage(), RACE)) {
            assertThat(race(without).get("reason").asText()).contains("return_range");
            assertThat(race(alone).get("reason").asText()).contains("different targets");
            outside.post(Steps.parsed(List.of(decisions(1).get(0).replaceFirst("\"reward\":.", "\"reward\":7"))));
            assertThat(race(outside).get("reason").asText()).startsWith("1 episode had a return outside");
            assertThat(race(outside).get("races")).isEmpty();
        }
    }
}
