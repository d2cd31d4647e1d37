package io.emphatic.serve.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.emphatic.logs.file.ProgressListener;
import io.emphatic.logs.file.StreamModels;
import io.emphatic.logs.file.StreamModels.StreamModel;
import io.emphatic.logs.learning.Learning;
import io.emphatic.logs.spec.SpecReader;
import io.emphatic.logs.sql.Log;
import io.emphatic.logs.sql.LogSource;
import io.emphatic.serve.service.Steps;
import io.emphatic.serve.storage.DiskStorage;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code per: stream}: every stream has its weights. */
class StreamsAloneTest {
    private static final String SPEC = "per: stream\n" + Steps.SPEC;
    private static final List<String> NAMES = List.of("on", "off", "least");

    private final ObjectMapper json = new ObjectMapper();

    @TempDir
    private Path directory;

    private RunningService running() throws IOException {
        return new RunningService(new DiskStorage(directory), SPEC, Access.ofThisMachine());
    }

    private void post(RunningService running, List<String> rows, int atOnce) throws Exception {
        for (int from = 0; from < rows.size(); from += atOnce) {
            HttpResponse<String> answer =
                    running.post(Steps.body(rows.subList(from, Math.min(rows.size(), from + atOnce))));
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        }
    }

    private JsonNode get(RunningService running, String path) throws Exception {
        HttpResponse<String> answer = running.get(path);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return json.readTree(answer.body());
    }

    /** By stream and prediction. */
    private Map<String, List<Double>> weights(RunningService running) throws Exception {
        Map<String, List<Double>> all = new TreeMap<>();
        for (String stream : List.of("s0", "s1", "s2")) {
            JsonNode weights = get(running, "/v1/streams/" + stream).get("weights");
            assertThat(weights.size()).isEqualTo(NAMES.size());
            for (String name : NAMES) {
                List<Double> one = new ArrayList<>();
                weights.get(name).forEach(weight -> one.add(weight.doubleValue()));
                assertThat(one).hasSize(3);
                all.put(stream + " " + name, one);
            }
        }
        return all;
    }

    /** What {@code emphatic learn --per stream --as-logged} makes of the log. */
    private Map<String, List<Double>> asLogged() throws IOException {
        Path spec = Files.writeString(directory.resolve("spec.yaml"), SPEC);
        Path models = directory.resolve("models.jsonl");
        Learning.Options options =
                new Learning.Options(null, null, null, 1, false, null, false, "", ProgressListener.NONE, true, models);
        try (Log log = Log.open(
                LogSource.files(directory.resolve("log").resolve("*.jsonl").toString()))) {
            Learning.learn(log, SpecReader.read(spec).spec(), options);
        }
        Map<String, List<Double>> all = new TreeMap<>();
        try (StreamModels file = new StreamModels(models)) {
            while (file.stream() != null) {
                for (StreamModel model : file.take()) {
                    List<Double> weights =
                            Arrays.stream(model.weights()).boxed().toList();
                    all.put(model.stream().text() + " " + model.prediction(), weights);
                }
            }
        }
        return all;
    }

    @Test
    void everyStreamHasTheWeightsThatLearnGivesItAlsoAfterARestart() throws Exception {
        List<String> rows = Steps.rows(700, 31);
        Map<String, List<Double>> learned;
        try (RunningService running = running()) {
            post(running, rows.subList(0, 400), 37);
            learned = weights(running);
        }
        try (RunningService running = running()) {
            assertThat(weights(running)).isEqualTo(learned);
            post(running, rows.subList(400, 700), 100);
            learned = weights(running);
        }
        assertThat(new ArrayList<>(learned.values())).doesNotHaveDuplicates();
        assertThat(asLogged()).isEqualTo(learned);
    }

    @Test
    void aPredictionCountsTheStepsOfAllStreamsAndHasNoWeightsOfItsOwn() throws Exception {
        try (RunningService running = running()) {
            post(running, Steps.rows(400, 32), 50);
            JsonNode off = get(running, "/v1/predictions/off");
            assertThat(off.get("weights").isNull()).isTrue();
            assertThat(off.get("diverged_at").isNull()).isTrue();
            assertThat(off.get("steps").longValue()).isBetween(390L, 400L);
            assertThat(off.get("diagnostics").get("settled").get("count").longValue())
                    .isPositive();
            assertThat(get(running, "/v1/predictions").get("predictions")).hasSize(3);
            HttpResponse<String> model = running.get("/v1/model");
            assertThat(model.statusCode()).isEqualTo(404);
            assertThat(model.body()).contains("each stream has its own weights");
            HttpResponse<String> dry = running.send(running.request("/v1/steps?dry_run=true")
                    .POST(BodyPublishers.ofByteArray(Steps.body(Steps.rows(1, 33)))));
            assertThat(dry.statusCode()).as(dry.body()).isEqualTo(200);
            assertThat(running.warnings).isEmpty();
        }
    }
}
