package io.emphatic.serve.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.emphatic.documents.json.Json;
import io.emphatic.serve.service.RefusedRequestException.Reason;
import io.emphatic.serve.storage.DamagedDataException;
import io.emphatic.serve.storage.FaultyStorage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Predictions that are added and replaced: what cannot be done is refused before it is written down. */
class ChangesTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    private static PredictionService open(FaultyStorage storage, String spec) throws IOException {
        return PredictionService.open(storage, Steps.settings(spec, 1 << 20), warning -> {});
    }

    private static void post(PredictionService service, long seq) {
        service.post(Steps.parsed(List.of(PutBodies.row("a", seq))));
    }

    /** Each is followed by a start and a row that has to be taken. */
    @Tag("slow")
    @Test
    void noBodyKeepsTheServiceFromStartingOrLearning() throws IOException {
        assertStarts(PutBodies.SPEC, PutBodies.all());
    }

    @Test
    void neitherDoSomeOfThemWithALearnerForEachStream() throws IOException {
        List<JsonNode> all = PutBodies.all();
        assertStarts(
                PutBodies.SPEC + "stream: stream\nper: stream\n",
                IntStream.range(0, all.size() / 12)
                        .mapToObj(k -> all.get(12 * k))
                        .toList());
    }

    @Test
    void whatHasStoppedServicesDoesNot() throws IOException {
        String[] bodies = {
            "{\"cumulant\":\"x\"}",
            "{\"algorithm\":{\"step_size\":\"auto\"}}",
            "{\"algorithm\":{\"name\":\"wis-td\"}}",
            "{\"algorithm\":{\"step_size\":0.02}}",
            "{\"cumulant\":\"x\",\"algorithm\":null}"
        };
        List<JsonNode> read = new ArrayList<>();
        for (String body : bodies) {
            read.add(JSON.readTree(body));
        }
        assertStarts(PutBodies.SPEC, read);
    }

    private static void assertStarts(String spec, List<JsonNode> bodies) throws IOException {
        FaultyStorage storage = new FaultyStorage();
        long seq = 0;
        Set<Boolean> outcomes = new TreeSet<>();
        PredictionService service = open(storage, spec);
        post(service, seq++);
        for (JsonNode body : bodies) {
            boolean isTaken = put(service, body);
            outcomes.add(isTaken);
            if (isTaken) {
                post(service, seq++);
                service.close();
                service = open(storage, spec);
            }
            post(service, seq++);
            assertThat(service.failure()).as(body.toString()).isNull();
        }
        service.close();
        assertThat(outcomes).containsExactly(false, true);
        storage.names().stream()
                .filter(name -> name.startsWith("snapshots"))
                .toList()
                .forEach(storage::remove);
        open(storage, spec).close();
    }

    private static boolean put(PredictionService service, JsonNode body) {
        try {
            service.put("q", body);
            return true;
        } catch (RefusedRequestException e) {
            assertThat(e.reason()).as(body + ": " + e.getMessage()).isEqualTo(Reason.UNUSABLE);
            return false;
        }
    }

    @Test
    void theDefaultIsEtdAsInLearn() throws IOException {
        String spec =
                PutBodies.SPEC.replace("{algorithm: {name: td, step_size: 0.01}}", "{algorithm: {step_size: 0.01}}");
        try (PredictionService service = open(new FaultyStorage(), spec)) {
            post(service, 0);
            service.put("q", JSON.readTree("{}"));
            post(service, 1);
            assertThat(service.<String>ask(view -> Json.line(view.prediction("on"))))
                    .contains("etd");
            assertThat(service.<String>ask(view -> Json.line(view.prediction("q"))))
                    .contains("etd");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"site", "NULL", "1/0", "watr", "TRY_CAST(site AS DOUBLE)", "x / 0"})
    void aCumulantThatIsNoNumberIsRefusedAtOnce(String cumulant) throws IOException {
        try (PredictionService service = open(new FaultyStorage(), PutBodies.SPEC)) {
            post(service, 0);
            assertThatThrownBy(() -> service.put("q", JSON.createObjectNode().put("cumulant", cumulant)))
                    .isInstanceOf(RefusedRequestException.class)
                    .hasMessageContaining("cumulant");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"now()", "1; DROP TABLE x", "NULL", "1/0", "x +", "random()", "'text'", "frequency(site)", "x; y"
            })
    void aSpecThatCanTakeNoRowIsRefusedAtTheStart(String cumulant) {
        String spec = PutBodies.SPEC.replace("cumulant: reward", "cumulant: \"" + cumulant + "\"");
        assertThatThrownBy(() -> open(new FaultyStorage(), spec))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("cumulant");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "reward",
                "flow (l/s)",
                "hour(CAST(t AS TIMESTAMP))",
                "CASE WHEN version > 2 THEN 1 ELSE 0 END",
                "random"
            })
    void whatColumnsMayMakeSenseOfIsNot(String cumulant) throws IOException {
        open(new FaultyStorage(), PutBodies.SPEC.replace("cumulant: reward", "cumulant: \"" + cumulant + "\""))
                .close();
    }

    @Test
    void aChangeThatCannotBeMadeIsNamedAndLeftOutOnRequest() throws IOException {
        FaultyStorage storage = new FaultyStorage();
        try (PredictionService service = open(storage, PutBodies.SPEC)) {
            post(service, 0);
        }
        PredictionChanges changes = PredictionChanges.open(storage);
        changes.add(new PredictionChanges.Change(1, "good", JSON.readTree("{\"cumulant\":\"x\"}")));
        changes.add(new PredictionChanges.Change(1, "bad", JSON.readTree("{\"cumulant\":\"site\"}")));
        changes.close();
        assertThatThrownBy(() -> open(storage, PutBodies.SPEC))
                .isInstanceOf(DamagedDataException.class)
                .hasMessageContainingAll("changes/changes.jsonl, line 2", "bad", "--leave-out-change 2");
        ServiceSettings lenient = new ServiceSettings("s", PutBodies.SPEC, "0", false, 1 << 20, Set.of(1), null);
        PredictionService.open(storage, lenient, warning -> {}).close();
        try (PredictionService service = open(storage, PutBodies.SPEC)) { // for good
            assertThat(service.<List<String>>ask(ServiceView::names)).containsExactly("on", "off", "good");
            service.put("bad", JSON.readTree("{\"cumulant\":\"y\"}"));
        }
        open(storage, PutBodies.SPEC).close();
    }

    @Test
    void oneRowThatWasSkippedIsNotTheLastOfSome() throws IOException {
        try (PredictionService service = open(new FaultyStorage(), PutBodies.SPEC)) {
            post(service, 0);
            service.put("q", JSON.readTree("{\"cumulant\":\"nullif(reward, -2)\"}"));
            post(service, 1);
            String row = PutBodies.row("a", 2).replaceFirst("\"reward\":[-0-9.]+", "\"reward\":-2");
            service.post(Steps.parsed(List.of(row)));
            post(service, 3);
            assertThat(service.<String>ask(view -> Json.line(view.prediction("q"))))
                    .contains("it could not learn from 1 row: ")
                    .doesNotContain("; the last");
        }
    }

    /** As in a backup whose log is older. */
    @Test
    void changesBehindTheEndOfTheLogAreNamedAndSetAside() throws IOException {
        FaultyStorage storage = new FaultyStorage();
        try (PredictionService service = open(storage, PutBodies.SPEC)) {
            post(service, 0);
        }
        for (String file : List.of("changes-000000000001.jsonl", "changes-000000000001-2.jsonl")) {
            PredictionChanges changes = PredictionChanges.open(storage);
            changes.add(new PredictionChanges.Change(1, "good", JSON.readTree("{\"cumulant\":\"x\"}")));
            changes.add(new PredictionChanges.Change(2, "later", JSON.readTree("{\"cumulant\":\"x\"}")));
            changes.add(new PredictionChanges.Change(7, "last", JSON.readTree("{\"cumulant\":\"y\"}")));
            changes.close();
            List<String> warnings = new ArrayList<>();
            try (PredictionService service =
                    PredictionService.open(storage, Steps.settings(PutBodies.SPEC, 1 << 20), warnings::add)) {
                assertThat(service.<List<String>>ask(ServiceView::names)).containsExactly("on", "off", "good");
            }
            assertThat(warnings)
                    .containsExactly("the log ends before row 1: later changes of predictions are moved to set-aside/"
                            + file + ": later, last");
            assertThat(new String(storage.bytes("set-aside/" + file), StandardCharsets.UTF_8).lines())
                    .satisfiesExactly(
                            line -> assertThat(line).contains("\"later\"", "\"row\":2"),
                            line -> assertThat(line).contains("\"last\"", "\"row\":7"));
            open(storage, PutBodies.SPEC).close();
        }
    }

    /** By number of the row: what is wrong with it for the prediction that was added. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"cumulant\":\"ln(reward)\"}", // fails
                "{\"cumulant\":\"nullif(reward, -2)\"}",
                "{\"target\":\"0.5 * reward\"}",
                "{\"discount\":\"abs(reward)\"}",
                "{\"interest\":\"reward\",\"algorithm\":{\"name\":\"etd\",\"step_size\":0.01}}"
            })
    void aRowThatDoesNotFitAnAddedPredictionIsOneForTheOthers(String body) throws IOException {
        for (String spec : List.of(PutBodies.SPEC, PutBodies.SPEC + "stream: stream\nper: stream\n")) {
            FaultyStorage storage = new FaultyStorage();
            FaultyStorage without = new FaultyStorage();
            try (PredictionService service = open(storage, spec);
                    PredictionService plain = open(without, spec)) {
                for (int k = 0; k < 40; k++) {
                    if (k == 3) {
                        service.put("q", JSON.readTree(body));
                    }
                    String row = PutBodies.row("s" + k % 2, k / 2)
                            .replaceFirst("\"reward\":[-0-9.]+", "\"reward\":" + (k % 7 == 5 ? "-2" : "0.5"));
                    service.post(Steps.parsed(List.of(row)));
                    plain.post(Steps.parsed(List.of(row)));
                }
                String q = service.ask(view -> Json.line(view.prediction("q")));
                assertThat(q).contains("\"rows_skipped\":5", "it could not learn from 5 rows; the last: ");
                assertThat(streams(service, "on", "off")).isEqualTo(streams(plain, "on", "off"));
            }
            List<JsonNode> learned;
            try (PredictionService service = open(storage, spec)) {
                assertThat(service.<String>ask(view -> Json.line(view.prediction("q"))))
                        .contains("\"rows_skipped\":5");
                learned = streams(service, "on", "off", "q");
            }
            storage.names().stream()
                    .filter(name -> name.startsWith("snapshots"))
                    .toList()
                    .forEach(storage::remove);
            try (PredictionService service = open(storage, spec)) {
                assertThat(streams(service, "on", "off", "q")).isEqualTo(learned);
            }
        }
    }

    private static List<JsonNode> streams(PredictionService service, String... names) throws IOException {
        List<JsonNode> all = new ArrayList<>();
        for (String name : names) {
            all.add(JSON.readTree(service.<String>ask(view -> Json.line(view.prediction(name)))));
        }
        return all;
    }

    @Test
    void aColumnThatDoesNotComeIsNamedAndTheServiceGoesOn() throws IOException {
        String spec = PutBodies.SPEC.replace("cumulant: reward", "cumulant: watr");
        String row = PutBodies.row("a", 0);
        try (PredictionService service = open(new FaultyStorage(), spec)) {
            assertThatThrownBy(() -> post(service, 0))
                    .isInstanceOf(RefusedRequestException.class)
                    .hasMessageContaining("no column watr");
            service.post(Steps.parsed(List.of(row.replace("\"reward\"", "\"watr\""))));
            assertThat(service.<Long>ask(ServiceView::rows)).isEqualTo(1);
        }
        try (PredictionService service = open(new FaultyStorage(), PutBodies.SPEC)) {
            service.put("q", JSON.readTree("{\"cumulant\":\"watr\"}")); // nobody knows yet
            service.put("good", JSON.readTree("{\"cumulant\":\"x\"}"));
            post(service, 0);
            assertThat(service.<List<String>>ask(ServiceView::names)).containsExactly("on", "off", "good");
            assertSwitchedOff(service, "at row 0: row 1: q: cumulant", "no column watr");
        }
    }

    private static void assertSwitchedOff(PredictionService service, String... why) {
        assertThatThrownBy(() -> service.ask(view -> view.prediction("q")))
                .hasMessageContaining("there is no prediction q: it was switched off")
                .hasMessageContainingAll(why);
    }

    /** 7 // 2 is not 7.0 // 2. */
    @Test
    void onlyThePredictionThatWasPutAndCannotGoOnIsSwitchedOff() throws IOException {
        assertSwitchedOff("n // 2", numbered(2, 0.5, 3));
    }

    /** Half a million sines for each row. Slow, as it has to take longer than a second on any machine. */
    @Tag("slow")
    @Test
    void soIsOneThatTakesTooLong() throws IOException {
        assertSwitchedOff(
                "list_sum(list_transform(range(10000), i -> CASE WHEN n > 50 THEN " + "sin(".repeat(50) + "i"
                        + ")".repeat(50) + " ELSE 0 END))",
                numbered(2, 90, 400));
    }

    private static void assertSwitchedOff(String cumulant, List<String> rows) throws IOException {
        FaultyStorage storage = new FaultyStorage();
        JsonNode body = JSON.createObjectNode().put("cumulant", cumulant);
        try (PredictionService service = open(storage, PutBodies.SPEC)) {
            service.post(Steps.parsed(numbered(0, 0, 1)));
            service.put("good", JSON.readTree("{\"cumulant\":\"n + 1\"}"));
            service.put("q", body);
            service.post(Steps.parsed(numbered(1, 1, 2)));
            service.post(Steps.parsed(rows));
            assertSwitchedOff(service, "at row 2: ");
            assertThat(service.<List<String>>ask(ServiceView::names)).containsExactly("on", "off", "good");
        }
        try (PredictionService service = open(storage, PutBodies.SPEC)) {
            assertSwitchedOff(service, "at row 2: ");
        }
        storage.names().stream()
                .filter(name -> name.startsWith("snapshots"))
                .toList()
                .forEach(storage::remove);
        try (PredictionService service = open(storage, PutBodies.SPEC)) {
            assertSwitchedOff(service, "at row 2: ");
            service.put("q", JSON.readTree("{\"cumulant\":\"x\"}"));
            assertThat(service.<Boolean>ask(view -> view.switchedOff().isEmpty()))
                    .isTrue();
        }
    }

    private static List<String> numbered(int from, double n, int to) {
        String shown = n == (long) n ? Long.toString((long) n) : Double.toString(n);
        return IntStream.range(from, to)
                .mapToObj(seq -> PutBodies.row("a", seq).replaceFirst("\\{", "{\"n\":" + shown + ","))
                .toList();
    }
}
