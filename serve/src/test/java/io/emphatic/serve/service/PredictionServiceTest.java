package io.emphatic.serve.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.emphatic.documents.json.Json;
import io.emphatic.serve.service.RefusedRequestException.Reason;
import io.emphatic.serve.storage.DamagedDataException;
import io.emphatic.serve.storage.FaultyStorage;
import io.emphatic.serve.storage.FaultyStorage.Fault;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PredictionServiceTest {
    private static final long SMALL = 20_000; // bytes of a segment: snapshots come often

    private static PredictionService open(FaultyStorage storage) throws IOException {
        return PredictionService.open(storage, Steps.settings(Steps.SPEC, SMALL), warning -> {});
    }

    private static void postAll(PredictionService service, List<String> rows, int atOnce) {
        for (int from = 0; from < rows.size(); from += atOnce) {
            service.post(Steps.parsed(rows.subList(from, Math.min(rows.size(), from + atOnce))));
        }
    }

    private static Map<String, List<Double>> learned(List<String> rows, int atOnce) throws IOException {
        try (PredictionService service = open(new FaultyStorage())) {
            postAll(service, rows, atOnce);
            return Steps.weights(service);
        }
    }

    private static void assertRefused(Reason reason, Runnable post, String message) {
        assertThatThrownBy(post::run)
                .isInstanceOfSatisfying(RefusedRequestException.class, e -> assertThat(e.reason())
                        .isEqualTo(reason))
                .hasMessageContaining(message);
    }

    @Test
    void weightsDoNotDependOnHowRowsArePosted() throws IOException {
        List<String> rows = Steps.rows(500, 1);
        assertThat(learned(rows, 500)).isEqualTo(learned(rows, 1)).isEqualTo(learned(rows, 7));
    }

    @Test
    void aRetryIsAnsweredWithTheSamePredictionsAndLearnsNothing() throws IOException {
        List<String> rows = Steps.rows(300, 2);
        try (PredictionService service = open(new FaultyStorage())) {
            postAll(service, rows.subList(0, 100), 100);
            PostAnswer first = service.post(Steps.parsed(rows.subList(100, 200)));
            Map<String, List<Double>> weights = Steps.weights(service);
            PostAnswer again = service.post(Steps.parsed(rows.subList(50, 250)));
            assertThat(again.accepted()).isEqualTo(50);
            assertThat(again.duplicates()).isEqualTo(150);
            assertThat(Arrays.copyOfRange(again.values(), 50, 150)).isDeepEqualTo(first.values());
            PostAnswer third = service.post(Steps.parsed(rows.subList(100, 200)));
            assertThat(third.values()).isDeepEqualTo(first.values());
            assertThat(third.accepted()).isZero();
            assertThat(Steps.weights(service)).isNotEqualTo(weights);
        }
    }

    @Test
    void aRetryAfterARestartIsAnsweredWithTheSamePredictions() throws IOException {
        List<String> rows = Steps.rows(300, 3);
        FaultyStorage storage = new FaultyStorage();
        PostAnswer first;
        try (PredictionService service = open(storage)) {
            first = service.post(Steps.parsed(rows));
        }
        try (PredictionService service = open(storage)) {
            PostAnswer again = service.post(Steps.parsed(rows));
            assertThat(again.duplicates()).isEqualTo(300);
            assertThat(again.values()).isEqualTo(first.values());
        }
    }

    @Test
    void aGapIsRefusedWholeAndNamesTheSeqExpected() throws IOException {
        List<String> rows = Steps.rows(100, 4);
        try (PredictionService service = open(new FaultyStorage())) {
            postAll(service, rows.subList(0, 50), 50);
            Map<String, List<Double>> weights = Steps.weights(service);
            assertThatThrownBy(() -> service.post(Steps.parsed(rows.subList(60, 100))))
                    .isInstanceOfSatisfying(RefusedRequestException.class, e -> {
                        assertThat(e.reason()).isEqualTo(Reason.GAP);
                        assertThat(e.stream()).startsWith("s");
                        assertThat(e.expected()).isPositive();
                    });
            assertThat(Steps.weights(service)).isEqualTo(weights);
            postAll(service, rows.subList(50, 100), 50);
            assertThat(Steps.weights(service)).isEqualTo(learned(rows, 100));
        }
    }

    @Test
    void aDryRunPredictsWhatThePostThenPredictsAndChangesNothing() throws IOException {
        List<String> rows = Steps.rows(101, 5);
        try (PredictionService service = open(new FaultyStorage())) {
            postAll(service, rows.subList(0, 100), 100);
            Map<String, List<Double>> weights = Steps.weights(service);
            byte[] body = Steps.body(rows.subList(40, 41));
            PostAnswer dry = service.dryRun(StepParser.parse(body, body.length, true));
            assertThat(dry.accepted()).isZero();
            assertThat(dry.values()[0]).hasSize(9).doesNotContain(0.0);
            assertThat(Steps.weights(service)).isEqualTo(weights);
        }
    }

    @Test
    void aRowThatCannotBeLearnedFromRefusesThePostAndIsNotInTheLog() throws IOException {
        FaultyStorage storage = new FaultyStorage();
        List<String> rows = Steps.rows(100, 6);
        try (PredictionService service = open(storage)) {
            postAll(service, rows.subList(0, 50), 50);
            String without = rows.get(50).replaceFirst("\"mu\":0.5", "\"mu\":null");
            String text = rows.get(50).replaceFirst("\"mu\":0.5", "\"mu\":\"0.5\"");
            String zero = rows.get(50).replaceFirst("\"mu\":0.5", "\"mu\":0.0");
            assertRefused(Reason.UNUSABLE, () -> service.post(Steps.parsed(List.of(without))), "row 1");
            assertRefused(Reason.UNUSABLE, () -> service.post(Steps.parsed(List.of(text))), "mu");
            assertRefused(Reason.UNUSABLE, () -> service.post(Steps.parsed(List.of(zero))), "row 1");
            postAll(service, rows.subList(50, 100), 50);
            assertThat(Steps.weights(service)).isEqualTo(learned(rows, 100));
        }
        try (PredictionService service = open(storage)) {
            assertThat(Steps.weights(service)).isEqualTo(learned(rows, 100));
        }
    }

    @Test
    void postsOfManyThreadsAreAllLearnedFromOnce() throws Exception {
        FaultyStorage storage = new FaultyStorage();
        int threads = 8;
        int each = 200;
        Map<String, List<Double>> weights;
        try (PredictionService service = open(storage)) {
            CountDownLatch done = new CountDownLatch(threads);
            for (int t = 0; t < threads; t++) {
                String stream = "t" + t;
                List<String> rows = Steps.rows(each, t).stream()
                        .map(row -> renamed(row, stream))
                        .toList();
                new Thread(() -> {
                            postAll(service, numbered(rows), 1);
                            done.countDown();
                        })
                        .start();
            }
            done.await();
            assertThat(service.ask(ServiceView::rows)).isEqualTo(threads * each);
            weights = Steps.weights(service);
        }
        storage.names().stream()
                .filter(name -> name.startsWith("snapshots"))
                .toList()
                .forEach(storage::remove);
        try (PredictionService service = open(storage)) {
            assertThat(Steps.weights(service)).isEqualTo(weights);
        }
    }

    private static String renamed(String row, String stream) {
        return row.replaceFirst("\"stream\":\"s\\d\"", "\"stream\":\"" + stream + "\"");
    }

    private static List<String> numbered(List<String> rows) {
        return IntStream.range(0, rows.size())
                .mapToObj(k -> rows.get(k).replaceFirst("\"seq\":\\d+", "\"seq\":" + k))
                .toList();
    }

    @Test
    void aFullDiskIsSaidPredictionsGoOnAndLearningDoesWhenThereIsRoom() throws IOException {
        FaultyStorage storage = new FaultyStorage();
        List<String> rows = Steps.rows(100, 7);
        try (PredictionService service = open(storage)) {
            postAll(service, rows.subList(0, 50), 50);
            storage.failAt(0, Fault.FULL);
            for (int attempt = 0; attempt < 3; attempt++) {
                assertRefused(Reason.FULL, () -> service.post(Steps.parsed(rows.subList(50, 60))), "full");
                assertThat(service.status()).isEqualTo("full");
                byte[] body = Steps.body(rows.subList(50, 51));
                assertThat(service.dryRun(StepParser.parse(body, body.length, true))
                                .values()[0])
                        .hasSize(9);
            }
            storage.free();
            postAll(service, rows.subList(50, 100), 10);
            assertThat(service.status()).isEqualTo("ok");
            assertThat(Steps.weights(service)).isEqualTo(learned(rows, 100));
        }
    }

    @Test
    void predictionsThatAreAddedAndRemovedAreSoAfterARestartToo() throws IOException {
        ObjectMapper json = new ObjectMapper();
        List<String> rows = Steps.rows(400, 8);
        FaultyStorage storage = new FaultyStorage();
        Map<String, List<Double>> weights;
        String quality;
        try (PredictionService service = open(storage)) {
            postAll(service, rows.subList(0, 100), 30);
            assertThat(service.put(
                            "added", json.readTree("{\"target\":\"pi\",\"algorithm\":\"td\",\"cumulant\":\"x\"}")))
                    .isTrue();
            postAll(service, rows.subList(100, 200), 30);
            service.delete("least");
            assertThat(service.put("on", json.readTree("{\"algorithm\":{\"name\":\"td\",\"step_size\":0.1}}")))
                    .isFalse();
            postAll(service, rows.subList(200, 400), 30);
            weights = Steps.weights(service);
            assertThat(weights).containsOnlyKeys("on", "off", "added");
            assertThat(weights.get("off")).isEqualTo(learned(rows, 100).get("off"));
            assertRefused(Reason.NOT_FOUND, () -> service.delete("least"), "least");
            assertRefused(
                    Reason.UNUSABLE,
                    () -> service.put("bad", json.createObjectNode().put("cumulant", "z")),
                    "z");
            quality = service.ask(view -> Json.line(view.predictions()));
        }
        storage.names().stream()
                .filter(name -> name.startsWith("snapshots"))
                .toList()
                .forEach(storage::remove);
        try (PredictionService service = open(storage)) {
            assertThat(Steps.weights(service)).isEqualTo(weights);
            assertThat(service.<String>ask(view -> Json.line(view.predictions())))
                    .isEqualTo(quality);
        }
    }

    @Test
    void segmentsOlderThanTheSnapshotsAreDeletedIfThatIsWanted() throws IOException {
        FaultyStorage storage = new FaultyStorage();
        List<String> rows = Steps.rows(3000, 9);
        ServiceSettings settings = new ServiceSettings("spec.yaml", Steps.SPEC, "0", true, SMALL, Set.of(), null);
        Map<String, List<Double>> weights;
        try (PredictionService service = PredictionService.open(storage, settings, warning -> {})) {
            postAll(service, rows, 20);
            weights = Steps.weights(service);
        }
        assertThat(storage.names()).doesNotContain("log/steps-000000000000.jsonl");
        try (PredictionService service = PredictionService.open(storage, settings, warning -> {})) {
            assertThat(Steps.weights(service)).isEqualTo(weights).isEqualTo(learned(rows, 1000));
        }
        storage.names().stream()
                .filter(name -> name.startsWith("snapshots"))
                .toList()
                .forEach(storage::remove);
        assertThatThrownBy(() -> PredictionService.open(storage, settings, warning -> {}))
                .isInstanceOf(DamagedDataException.class)
                .hasMessageContaining("missing");
    }

    @Test
    void aDamagedSnapshotIsPassedOverAndSaid() throws IOException {
        FaultyStorage storage = new FaultyStorage();
        List<String> rows = Steps.rows(1000, 10);
        try (PredictionService service = open(storage)) {
            postAll(service, rows, 20);
        }
        List<String> snapshots = storage.names().stream()
                .filter(name -> name.startsWith("snapshots"))
                .toList();
        storage.flip(snapshots.get(snapshots.size() - 1), 500);
        StringBuilder warnings = new StringBuilder();
        try (PredictionService service =
                PredictionService.open(storage, Steps.settings(Steps.SPEC, SMALL), warnings::append)) {
            assertThat(Steps.weights(service)).isEqualTo(learned(rows, 100));
            assertThat(warnings).contains("passed over");
        }
    }

    @Test
    void qualityGoesOnWithTheSameBitsAfterARestart() throws IOException {
        List<String> rows = Steps.rows(1000, 11);
        FaultyStorage storage = new FaultyStorage();
        try (PredictionService service = open(storage)) {
            postAll(service, rows.subList(0, 430), 50);
        }
        try (PredictionService interrupted = open(storage);
                PredictionService whole = open(new FaultyStorage())) {
            postAll(interrupted, rows.subList(430, 1000), 50);
            postAll(whole, rows, 333);
            assertThat(interrupted.<String>ask(view -> Json.line(view.predictions())))
                    .isEqualTo(whole.ask(view -> Json.line(view.predictions())));
            assertThat(interrupted.<String>ask(view -> Json.line(view.settled("on", 0))))
                    .isEqualTo(whole.ask(view -> Json.line(view.settled("on", 0))));
        }
    }

    /**
     * Whatever call fails, and whatever the loss of power leaves: acknowledged rows are there, and none twice. About
     * every fifth call here; {@code -Dfaults=every} for each of them in turn.
     */
    @Test
    void everyCallOfTheStorageMayFail() throws IOException {
        int most = System.getProperty("faults", "some").equals("every") ? 1 : 9; // how far to the next call
        List<String> rows = Steps.rows(240, 12);
        Map<String, List<Double>> expected = learned(rows, 240);
        FaultyStorage plain = new FaultyStorage();
        runUntilPowerLoss(plain, rows);
        long calls = plain.calls();
        assertThat(calls).isGreaterThan(30);
        SplittableRandom random = new SplittableRandom(13);
        for (Fault fault : Fault.values()) {
            for (long call = 0; call < calls; call += 1 + random.nextInt(most)) {
                FaultyStorage storage = new FaultyStorage().failAt(call, fault);
                int acknowledged = runUntilPowerLoss(storage, rows);
                FaultyStorage after = storage.afterPowerLoss(random.split());
                try (PredictionService service = open(after)) {
                    assertThat(service.<Long>ask(ServiceView::rows)).isGreaterThanOrEqualTo(acknowledged);
                    postAll(service, rows, 60);
                    assertThat(Steps.weights(service)).as(fault + " at " + call).isEqualTo(expected);
                }
            }
        }
    }

    /**
     * Posts rows, again where that fails, until all are taken or the power goes; returns how many were acknowledged.
     */
    private static int runUntilPowerLoss(FaultyStorage storage, List<String> rows) {
        int acknowledged = 0;
        for (int attempt = 0; attempt < 3 && acknowledged < rows.size(); attempt++) {
            try (PredictionService service =
                    PredictionService.open(storage, Steps.settings(Steps.SPEC, 4000), warning -> {})) {
                while (acknowledged < rows.size() && service.failure() == null) {
                    try {
                        service.post(Steps.parsed(rows.subList(acknowledged, acknowledged + 20)));
                        acknowledged += 20;
                    } catch (RefusedRequestException e) {
                        storage.free();
                    }
                }
            } catch (IOException | FaultyStorage.PowerLoss e) {
                storage.free();
            }
        }
        return acknowledged;
    }
}
