package io.emphatic.serve.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.emphatic.documents.json.Json;
import io.emphatic.logs.file.ProgressListener;
import io.emphatic.logs.learning.Learning;
import io.emphatic.logs.learning.LearningReport;
import io.emphatic.logs.spec.SpecReader;
import io.emphatic.logs.sql.Log;
import io.emphatic.logs.sql.LogSource;
import io.emphatic.serve.service.PostedSteps.PostedRow;
import io.emphatic.serve.storage.DiskStorage;
import io.emphatic.serve.storage.FaultyStorage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One absurd row does not undo what was learned; and if one has, there is a way back. */
class RowsBeyondTest {
    private static final String SPEC = Steps.SPEC;

    @TempDir
    private Path directory;

    private static List<String> glitched(int count, int... at) {
        List<String> rows = new ArrayList<>(Steps.rows(count, 21));
        for (int k : at) {
            rows.set(k, rows.get(k).replaceFirst("\"x\":[0-9.]+", "\"x\":1e300"));
        }
        return rows;
    }

    private static void postAll(PredictionService service, List<String> rows) {
        for (int from = 0; from < rows.size(); from += 100) {
            service.post(Steps.parsed(rows.subList(from, Math.min(rows.size(), from + 100))));
        }
    }

    private static PredictionService open(FaultyStorage storage) throws IOException {
        return PredictionService.open(storage, Steps.settings(SPEC, 1 << 20), warning -> {});
    }

    private Map<String, List<Double>> asLogged(String spec) throws IOException {
        Path file = Files.writeString(directory.resolve("given.yaml"), spec);
        Learning.Options options =
                new Learning.Options(null, null, null, 1, false, null, false, "", ProgressListener.NONE, true, null);
        try (Log log = Log.open(
                LogSource.files(directory.resolve("log").resolve("*.jsonl").toString()))) {
            LearningReport report = Learning.learn(log, SpecReader.read(file).spec(), options);
            Map<String, List<Double>> weights = new HashMap<>();
            report.predictions()
                    .forEach(one -> weights.put(
                            one.name(), Arrays.stream(one.weights()).boxed().toList()));
            return weights;
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "per: stream\n"})
    void anAbsurdRowIsAnsweredCountedAndNotLearnedFrom(String per) throws IOException {
        List<String> rows = glitched(1500, 1000, 1001, 1200);
        DiskStorage storage = new DiskStorage(directory);
        ServiceSettings settings = Steps.settings(SPEC + per, 1 << 20);
        String quality;
        try (PredictionService service = PredictionService.open(storage, settings, warning -> {})) {
            postAll(service, rows);
            assertThat(service.<Long>ask(ServiceView::rows)).isEqualTo(1500);
            assertThat(service.<Long>ask(ServiceView::rowsBeyond)).isEqualTo(3);
            assertThat(service.<String>ask(view -> Json.line(view.ranges())))
                    .contains("\"column\":\"x\"", "\"beyond\":3");
            assertThat(service.<OptionalLong>ask(view -> view.divergedAt("on"))).isEmpty();
            quality = service.ask(view -> Json.line(view.predictions()));
            if (per.isEmpty()) {
                assertThat(Steps.weights(service)).isEqualTo(asLogged(SPEC));
            }
        }
        for (String snapshot : storage.list("snapshots")) {
            storage.delete("snapshots/" + snapshot);
        }
        try (PredictionService service = PredictionService.open(storage, settings, warning -> {})) {
            assertThat(service.<String>ask(view -> Json.line(view.predictions())))
                    .isEqualTo(quality);
            assertThat(service.<Long>ask(ServiceView::rowsBeyond)).isEqualTo(3);
        }
    }

    @Test
    void aPredictionThatIsAddedDoesNotKeepOthersFromLearning() throws IOException {
        List<String> rows = Steps.rows(900, 25);
        try (PredictionService plain = open(new FaultyStorage());
                PredictionService changed = open(new FaultyStorage())) {
            postAll(plain, rows);
            postAll(changed, rows.subList(0, 100));
            changed.put("q", new ObjectMapper().readTree("{\"cumulant\":\"1e200 * x\",\"algorithm\":\"td\"}"));
            postAll(changed, rows.subList(100, 900));
            assertThat(changed.<Long>ask(ServiceView::rowsBeyond)).isZero();
            assertThat(Steps.weights(changed).get("off"))
                    .isEqualTo(Steps.weights(plain).get("off"));
        }
    }

    @Test
    void aServiceGoesBackToBeforeARow() throws IOException {
        List<String> rows = Steps.rows(900, 22);
        FaultyStorage storage = new FaultyStorage();
        ServiceSettings small = Steps.settings(SPEC, 20_000);
        Map<String, List<Double>> before;
        Map<String, List<Double>> after;
        try (PredictionService service = PredictionService.open(storage, small, warning -> {})) {
            postAll(service, rows.subList(0, 350));
            before = Steps.weights(service);
            postAll(service, rows.subList(350, 900));
            after = Steps.weights(service);
        }
        assertThat(DataDirectory.goBackTo(storage, 350)).isEqualTo(550);
        assertThat(new String(storage.bytes("set-aside/steps-000000000350.jsonl")).lines())
                .hasSize(550);
        try (PredictionService service = PredictionService.open(storage, small, warning -> {})) {
            assertThat(service.<Long>ask(ServiceView::rows)).isEqualTo(350);
            assertThat(Steps.weights(service)).isEqualTo(before);
            postAll(service, rows.subList(350, 900));
            assertThat(Steps.weights(service)).isEqualTo(after);
        }
        assertThatThrownBy(() -> DataDirectory.goBackTo(storage, 901))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("no row 901");
        assertThat(DataDirectory.goBackTo(storage, 900)).isZero();
    }

    @Test
    void goingBackMayBeInterruptedAnywhere() throws IOException {
        List<String> rows = Steps.rows(90, 23);
        ServiceSettings small = Steps.settings(SPEC, 2_000);
        FaultyStorage whole = new FaultyStorage();
        Map<String, List<Double>> before = null;
        try (PredictionService service = PredictionService.open(whole, small, warning -> {})) {
            for (int from = 0; from < 90; from += 5) {
                if (from == 35) {
                    before = Steps.weights(service);
                } else if (from == 60) {
                    service.put("q", new ObjectMapper().readTree("{\"cumulant\":\"x\"}"));
                }
                service.post(Steps.parsed(rows.subList(from, from + 5)));
            }
        }
        SplittableRandom random = new SplittableRandom(1);
        boolean isInterrupted = true;
        for (int call = 0; isInterrupted; call++) {
            FaultyStorage storage = whole.afterPowerLoss(random).failAt(call, FaultyStorage.Fault.POWER);
            try {
                DataDirectory.goBackTo(storage, 35);
                isInterrupted = false;
            } catch (FaultyStorage.PowerLoss e) {
                // the next is a call later
            }
            try (PredictionService service =
                    PredictionService.open(storage.afterPowerLoss(random), small, warning -> {})) {
                assertThat(service.<List<String>>ask(ServiceView::names).contains("q"))
                        .as("predictions of the rows that are left, after %d calls", call)
                        .isEqualTo(service.<Long>ask(ServiceView::rows) >= 60);
            }
            FaultyStorage left = storage.afterPowerLoss(random);
            DataDirectory.goBackTo(left, 35);
            try (PredictionService service = PredictionService.open(left, small, warning -> {})) {
                assertThat(service.<Long>ask(ServiceView::rows)).isEqualTo(35);
                assertThat(Steps.weights(service)).isEqualTo(before);
            }
        }
    }

    @Test
    void afterDivergenceADeclaredRangeLetsTheServiceLearnItsLogAnew() throws IOException {
        List<String> rows = glitched(800, 100); // before the first range is known
        String lenient = SPEC + "ranges: none\n";
        String strict = SPEC + "ranges: {x: [-10, 10]}\n";
        List<String> told = new ArrayList<>();
        try (DataDirectory data = DataDirectory.open(directory, "spec.yaml", lenient);
                PredictionService service =
                        PredictionService.open(data.storage(), Steps.settings(lenient, 1 << 20), told::add)) {
            postAll(service, rows);
            assertThat(service.<OptionalLong>ask(view -> view.divergedAt("on"))).isPresent();
        }
        assertThat(told).anyMatch(line -> line.contains("prediction on has diverged at row 100"));
        try (DataDirectory data = DataDirectory.open(directory, "spec.yaml", strict);
                PredictionService service =
                        PredictionService.open(data.storage(), Steps.settings(strict, 1 << 20), told::add)) {
            assertThat(service.<OptionalLong>ask(view -> view.divergedAt("on"))).isEmpty();
            assertThat(service.<Long>ask(ServiceView::rowsBeyond)).isEqualTo(1);
            assertThat(Steps.weights(service)).isEqualTo(asLogged(strict));
        }
    }

    @Test
    void anotherRowWithAKnownSeqIsRefusedAndTheSameIsNot() throws IOException {
        List<String> rows = Steps.rows(200, 23);
        try (PredictionService service = open(new FaultyStorage())) {
            postAll(service, rows);
            for (int k : new int[] {0, 100, 199}) {
                String other = rows.get(k).replaceFirst("\"x\":0", "\"x\":7");
                assertThatThrownBy(() -> service.post(Steps.parsed(List.of(other))))
                        .isInstanceOfSatisfying(RefusedRequestException.class, e -> assertThat(e.reason())
                                .isEqualTo(RefusedRequestException.Reason.OTHER_ROW));
                String reordered = rows.get(k)
                        .replaceFirst("\\{(\"stream\":\"s\\d\"),(.*),(\"mu\":)0.5,(.*)}", "{$4, $2,$30.50,$1}");
                assertThat(service.post(Steps.parsed(List.of(reordered))).duplicates())
                        .isEqualTo(1);
            }
            String first =
                    "{\"stream\":\"new\",\"seq\":0,\"x\":1,\"y\":0,\"mu\":0.5,\"pi\":0.5,\"reward\":1,\"terminated\":false}";
            assertThat(service.post(Steps.parsed(List.of(first, first.replace("\"x\":1", "\"x\":1.0"))))
                            .accepted())
                    .isEqualTo(1);
            assertThatThrownBy(() -> service.post(Steps.parsed(List.of(
                            first.replace("new", "b"), first.replace("new", "b").replace("\"x\":1", "\"x\":2")))))
                    .isInstanceOf(RefusedRequestException.class)
                    .hasMessageContaining("another row with the seq 0");
            assertThatThrownBy(() -> service.post(Steps.parsed(List.of(
                            rows.get(150)
                                    .replaceFirst("\"stream\":\"s\\d\",\"seq\":\\d+", "\"stream\":\"b\",\"seq\":5"),
                            first.replace("new", "b")))))
                    .isInstanceOf(RefusedRequestException.class)
                    .hasMessageContaining("lies before the first, 5");
        }
    }

    @Test
    void aStreamThatBeginsAnewIsNoticedHoweverLongItIs() {
        StreamTable streams = new StreamTable();
        streams.admit(new PostedRow("a", 0, 11, new byte[0]));
        streams.admit(new PostedRow("a", 1, 12, new byte[0]));
        streams.commit();
        streams.find("a").requireSame(new PostedRow("a", 0, 11, new byte[0]), null);
        assertThatThrownBy(() -> streams.find("a").requireSame(new PostedRow("a", 0, 99, new byte[0]), null))
                .isInstanceOf(RefusedRequestException.class);
    }

    @Test
    void theStreamOfARowAndThatOfTheSpecGoTogether() throws IOException {
        String spec = SPEC.replace("stream: stream", "stream: pump");
        String row =
                "{\"stream\":\"A\",\"seq\":%d,\"pump\":\"%s\",\"x\":1,\"y\":0,\"mu\":0.5,\"pi\":0.5,\"reward\":1,\"terminated\":false}";
        try (PredictionService service =
                PredictionService.open(new FaultyStorage(), Steps.settings(spec, 1 << 20), warning -> {})) {
            service.post(Steps.parsed(List.of(row.formatted(0, "P0"), row.formatted(1, "P0"))));
            assertThatThrownBy(() -> service.post(Steps.parsed(List.of(row.formatted(2, "P1")))))
                    .isInstanceOf(RefusedRequestException.class)
                    .hasMessageContaining("which was P0 for the spec before, and is P1 here");
            assertThatThrownBy(() -> service.post(
                            Steps.parsed(List.of(row.formatted(5, "P0").replace("\"A\"", "\"B\"")))))
                    .isInstanceOf(RefusedRequestException.class)
                    .hasMessageContaining("has come with another one before");
            assertThatThrownBy(() -> service.post(Steps.parsed(List.of(
                            row.formatted(0, "P7").replace("\"A\"", "\"C\""),
                            row.formatted(0, "P7").replace("\"A\"", "\"D\"")))))
                    .isInstanceOf(RefusedRequestException.class);
            service.post(
                    Steps.parsed(List.of(row.formatted(0, "P7").replace("\"A\"", "\"D\""), row.formatted(2, "P0"))));
        }
    }
}
