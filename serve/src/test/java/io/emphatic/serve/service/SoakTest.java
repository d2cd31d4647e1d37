package io.emphatic.serve.service;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.emphatic.logs.file.ProgressListener;
import io.emphatic.logs.learning.Learning;
import io.emphatic.logs.learning.LearningReport;
import io.emphatic.logs.spec.SpecReader;
import io.emphatic.logs.sql.Log;
import io.emphatic.logs.sql.LogSource;
import io.emphatic.serve.service.RefusedRequestException.Reason;
import io.emphatic.serve.storage.FaultyStorage;
import io.emphatic.serve.storage.FaultyStorage.Fault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Everything at once, for some seconds, or an hour with {@code -Dsoak=3600}: losses of power, failing and full disks,
 * predictions put and deleted at random, absurd rows, retries. At the end nothing acknowledged is missing, and the
 * weights are those of {@code learn --as-logged}, to the bit.
 */
@Tag("slow")
class SoakTest {
    private static final int STREAMS = 20;

    @TempDir
    private Path directory;

    private final SplittableRandom random = new SplittableRandom(Long.getLong("soak.seed", 1));
    private final long[] next = new long[STREAMS]; // the seq that was not acknowledged
    private final Map<Reason, Integer> refusals = new HashMap<>();
    private FaultyStorage storage = new FaultyStorage();
    private int starts;
    private int taken; // puts

    /** Always the same for the same stream and seq; one in a thousand is absurd. */
    private static String row(int stream, long seq) {
        String row = PutBodies.row("s" + stream, seq);
        boolean isAbsurd = new SplittableRandom(7919 * seq + stream).nextInt(1000) == 0;
        return isAbsurd ? row.replaceFirst("\"x\":[0-9.]+", "\"x\":1e" + (4 + seq % 300)) : row;
    }

    @Test
    void nothingIsLostAndWeightsAreThoseOfLearn() throws IOException {
        List<JsonNode> bodies = PutBodies.all();
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(Long.getLong("soak", 15));
        while (System.nanoTime() < end) {
            if (random.nextInt(3) > 0) {
                storage.failAt(random.nextInt(400), Fault.values()[random.nextInt(Fault.values().length)]);
            }
            run(bodies);
            storage = storage.afterPowerLoss(random.split());
        }
        System.out.println(starts + " starts, " + Arrays.stream(next).sum() + " rows, " + taken
                + " predictions put, refused: " + refusals);
        assertThat(taken).isPositive();
        try (PredictionService service = open()) {
            assertThat(service.<Long>ask(ServiceView::rows))
                    .isGreaterThanOrEqualTo(Arrays.stream(next).sum());
            assertThat(service.<Long>ask(ServiceView::rowsBeyond)).isPositive();
            Map<String, List<Double>> weights = Steps.weights(service);
            weights.keySet().retainAll(List.of("on", "off"));
            assertThat(weights).isEqualTo(asLogged());
        }
    }

    private PredictionService open() throws IOException {
        return PredictionService.open(storage, Steps.settings(PutBodies.SPEC, 200_000), warning -> {});
    }

    /** Until the power goes, or for a while. */
    private void run(List<JsonNode> bodies) {
        starts++;
        try (PredictionService service = open()) {
            for (int k = random.nextInt(150); k >= 0 && service.failure() == null; k--) {
                act(service, bodies);
            }
        } catch (IOException | FaultyStorage.PowerLoss e) {
            // as it was meant
        }
    }

    private void act(PredictionService service, List<JsonNode> bodies) {
        try {
            String name = "q" + random.nextInt(3);
            switch (random.nextInt(12)) {
                case 0 -> {
                    service.put(name, bodies.get(random.nextInt(bodies.size())));
                    taken++;
                }
                case 1 -> service.delete(name);
                default -> post(service);
            }
        } catch (RefusedRequestException e) {
            refusals.merge(e.reason(), 1, Integer::sum);
            storage.free();
        }
    }

    private void post(PredictionService service) {
        int stream = random.nextInt(STREAMS);
        long from = Math.max(0, next[stream] - random.nextInt(5)); // some again
        long to = next[stream] + random.nextInt(60);
        List<String> rows = new ArrayList<>();
        for (long seq = from; seq < to; seq++) {
            rows.add(row(stream, seq));
        }
        if (!rows.isEmpty()) {
            service.post(Steps.parsed(rows));
            next[stream] = to;
        }
    }

    private Map<String, List<Double>> asLogged() throws IOException {
        for (String name : storage.names()) {
            if (name.startsWith("log/")) {
                Files.write(directory.resolve(name.substring(4)), storage.bytes(name));
            }
        }
        Path spec = Files.writeString(directory.resolve("spec.yaml"), PutBodies.SPEC);
        Learning.Options options =
                new Learning.Options(null, null, null, 1, false, null, false, "", ProgressListener.NONE, true, null);
        try (Log log = Log.open(LogSource.files(directory.resolve("*.jsonl").toString()))) {
            LearningReport report = Learning.learn(log, SpecReader.read(spec).spec(), options);
            Map<String, List<Double>> weights = new HashMap<>();
            report.predictions()
                    .forEach(one -> weights.put(
                            one.name(), Arrays.stream(one.weights()).boxed().toList()));
            return weights;
        }
    }
}
