package io.emphatic.serve.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.emphatic.documents.json.Json;
import io.emphatic.logs.model.Model;
import io.emphatic.serve.quality.OutcomeBand;
import io.emphatic.serve.storage.FaultyStorage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Bands around predictions and error bars, as a service has them. */
class OutcomesTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String SPEC = Steps.SPEC.replace("predictions:", """
            return_range: [0, 40]
            predictions:
              other: {target: 1 - pi, algorithm: {name: td, step_size: 0.001}}""");

    private static PredictionService open(FaultyStorage storage, String spec) throws IOException {
        return PredictionService.open(storage, Steps.settings(spec, 6000), warning -> {});
    }

    private static void postAll(PredictionService service, List<String> rows, int size) {
        for (int from = 0; from < rows.size(); from += size) {
            service.post(Steps.parsed(rows.subList(from, Math.min(rows.size(), from + size))));
        }
    }

    /** Everything that is told, to the bit. */
    private static String told(PredictionService service) {
        return service.ask(
                view -> Json.line(view.predictions()) + Json.line(view.race()) + Json.line(view.stream("s0")));
    }

    private static JsonNode answered(PredictionService service, List<String> rows) throws IOException {
        return JSON.readTree(service.post(Steps.parsed(rows)).json()).get("predictions");
    }

    private static JsonNode race(PredictionService service) throws IOException {
        return JSON.readTree(service.<String>ask(view -> Json.line(view.race())));
    }

    @Test
    void bandsAndRaceGoOnWithTheSameBitsAfterEveryStop() throws IOException {
        List<String> rows = Steps.rows(2000, 21);
        String expected;
        try (PredictionService service = open(new FaultyStorage(), SPEC)) {
            postAll(service, rows, 333);
            expected = told(service);
            assertThat(race(service).at("/races/0/episodes").asLong()).isGreaterThan(30);
        }
        FaultyStorage storage = new FaultyStorage();
        SplittableRandom random = new SplittableRandom(22);
        for (int from = 0; from < rows.size(); from += 250) {
            try (PredictionService service = open(storage, SPEC)) {
                postAll(service, rows.subList(from, from + 250), 50);
            }
            storage = storage.afterPowerLoss(random.split());
            if (from == 1000) { // from the log alone
                FaultyStorage now = storage;
                storage.names().stream()
                        .filter(name -> name.startsWith("snapshots"))
                        .toList()
                        .forEach(now::remove);
            }
        }
        try (PredictionService service = open(storage, SPEC)) {
            assertThat(told(service)).isEqualTo(expected);
        }
    }

    @Test
    void onPolicyPredictionsHaveABandAndARetryHasTheSame() throws IOException {
        List<String> rows = Steps.rows(1200, 23);
        FaultyStorage storage = new FaultyStorage();
        JsonNode first;
        try (PredictionService service = open(storage, SPEC)) {
            postAll(service, rows.subList(0, 1000), 100);
            first = answered(service, rows.subList(1000, 1100));
            for (JsonNode row : first) {
                assertThat(row.fieldNames())
                        .toIterable()
                        .containsExactly(
                                "stream",
                                "seq",
                                "other",
                                "other_outcome_low",
                                "other_outcome_high",
                                "on",
                                "on_outcome_low",
                                "on_outcome_high",
                                "off",
                                "off_outcome_low",
                                "off_outcome_high",
                                "least",
                                "least_outcome_low",
                                "least_outcome_high");
                double half =
                        row.get("on").asDouble() - row.get("on_outcome_low").asDouble();
                assertThat(half).isPositive();
                assertThat(row.get("on_outcome_high").asDouble())
                        .isCloseTo(row.get("on").asDouble() + half, within(1e-9));
            }
            service.put("added", JSON.readTree("{\"cumulant\":\"x\",\"algorithm\":\"td\"}"));
            JsonNode again = answered(service, rows.subList(1000, 1100));
            assertThat(again.get(7).get("on_outcome_high"))
                    .isEqualTo(first.get(7).get("on_outcome_high"));
            assertThat(again.get(7).get("added_outcome_low").isNull()).isTrue();
            service.delete("other");
        }
        try (PredictionService service = open(storage, SPEC)) {
            assertThat(answered(service, rows.subList(1000, 1100)).get(9).get("on_outcome_low"))
                    .isEqualTo(first.get(9).get("on_outcome_low"));
        }
    }

    @Test
    void bandsCanBeAnotherLevelOrNone() throws IOException {
        List<String> rows = Steps.rows(5000, 24);
        try (PredictionService half = open(new FaultyStorage(), SPEC + "outcome_bands: 0.5\n");
                PredictionService usual = open(new FaultyStorage(), SPEC);
                PredictionService none = open(new FaultyStorage(), SPEC + "outcome_bands: none\n")) {
            for (PredictionService service : List.of(half, usual, none)) {
                postAll(service, rows, 500);
            }
            assertThat(half.<Double>ask(view -> view.quality("on").coverage())).isCloseTo(0.5, within(0.06));
            assertThat(usual.<Double>ask(view -> view.quality("on").coverage())).isCloseTo(0.9, within(0.04));
            assertThat(none.<Boolean>ask(view -> view.quality("on").band() == null))
                    .isTrue();
            assertThat(usual.<Double>ask(view -> view.quality("off").halfWidth()))
                    .as("Π ρ of fifty steps")
                    .isNaN();
            assertThat(usual.<String>ask(view -> Json.line(view.prediction("off"))))
                    .containsPattern("the last 256 returns are worth \\d+ of the target's own, and there should be 30");
        }
        assertThatThrownBy(() -> open(new FaultyStorage(), SPEC + "outcome_bands: 90\n"))
                .hasMessageContaining("outcome_bands is not in the interval (0, 1): 90");
    }

    @TempDir
    private Path directory;

    @Test
    void aServiceWithAnotherLevelOrRangeLearnsItsLogAnew() throws IOException {
        List<String> rows = Steps.rows(600, 25);
        for (String more : List.of("", "outcome_bands: 0.5\n", "outcome_bands: none\n")) {
            try (DataDirectory data = DataDirectory.open(directory, "spec.yaml", SPEC + more);
                    PredictionService service =
                            PredictionService.open(data.storage(), Steps.settings(SPEC + more, 6000), warning -> {});
                    PredictionService fresh = open(new FaultyStorage(), SPEC + more)) {
                if (more.isEmpty()) {
                    postAll(service, rows, 100);
                }
                postAll(fresh, rows, 100);
                assertThat(told(service)).isEqualTo(told(fresh));
            }
        }
    }

    /** The return of the row before comes with a row, whose answer was made without it. */
    @Test
    void aReturnIsJudgedByTheBandThatWasToldWithItsPrediction() throws IOException {
        String spec = Steps.SPEC.replace("discount: 0.9", "discount: 0");
        List<String> rows = Steps.rows(3000, 29);
        try (PredictionService service = open(new FaultyStorage(), spec)) {
            long within = 0;
            for (int from = 0; from < rows.size(); from += 500) {
                JsonNode answers = answered(service, rows.subList(from, from + 500));
                for (int k = 0; k < 500; k++) {
                    double reward =
                            JSON.readTree(rows.get(from + k)).get("reward").asDouble();
                    JsonNode high = answers.get(k).get("on_outcome_high");
                    boolean isLow =
                            reward >= answers.get(k).get("on_outcome_low").asDouble();
                    within += !high.isNull() && isLow && reward <= high.asDouble() ? 1 : 0;
                }
            }
            assertThat(service.<Double>ask(view -> {
                        OutcomeBand band = view.quality("on").band();
                        return band.coverage() * band.count();
                    }))
                    .isCloseTo(within, within(3.5)); // the last rows of three streams have no return yet
            assertThat(service.<Double>ask(view -> view.quality("off").coverage()))
                    .as("of the rows of another policy")
                    .isCloseTo(0.9, within(0.03));
        }
    }

    @Test
    void aSpecWithBandsAnswersWithTheBarsOfItsModel() throws IOException {
        List<String> rows = Steps.rows(3001, 28);
        String spec = Steps.SPEC + "bands: {level: 0.9, replicates: 20}\n";
        FaultyStorage storage = new FaultyStorage();
        String told;
        try (PredictionService service = open(storage, spec)) {
            postAll(service, rows.subList(0, 3000), 500);
            byte[] body = Steps.body(rows.subList(3000, 3001));
            JsonNode row = JSON.readTree(service.dryRun(StepParser.parse(body, body.length, true))
                            .json())
                    .at("/predictions/0");
            assertThat(row.fieldNames())
                    .toIterable()
                    .contains("on_low", "on_high", "on_outcome_low", "off_low", "least_high");
            JsonNode given = JSON.readTree(rows.get(3000));
            Model model = service.ask(ServiceView::model);
            double[] predicted = model.predict(
                    Map.of("x", given.get("x").asDouble(), "y", given.get("y").asDouble(), "stream", "s0"));
            int on = model.outputs().indexOf("on");
            assertThat(row.get("on").asDouble()).isEqualTo(predicted[on]);
            assertThat(row.get("on_low").asDouble()).isCloseTo(predicted[on + 1], within(1e-6));
            assertThat(row.get("on_high").asDouble()).isCloseTo(predicted[on + 2], within(1e-6));
            assertThat(row.get("on_low").asDouble()).isLessThan(row.get("on").asDouble());
            JsonNode learned = answered(service, rows.subList(3000, 3001)).get(0);
            assertThat(learned.get("on_high").asDouble())
                    .isGreaterThan(learned.get("on").asDouble());
            told = told(service);
            assertThat(told).contains("\"bands\":{\"level\":0.9,\"reason\":null}");
        }
        try (PredictionService service = open(storage, spec)) {
            assertThat(told(service)).isEqualTo(told);
        }
    }
}
