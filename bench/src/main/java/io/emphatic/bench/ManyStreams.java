package io.emphatic.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.emphatic.serve.service.PredictionService;
import io.emphatic.serve.service.ServiceSettings;
import io.emphatic.serve.service.ServiceView;
import io.emphatic.serve.service.StepParser;
import io.emphatic.serve.storage.DiskStorage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Many open streams: how much memory the process takes, and how long the slowest post waits while snapshots are
 * written. Three predictions of three features; posts of a thousand rows, each of another stream, round after round.
 * With waves, as many new streams come in each, while those that are silent for a minute are let go. Then a prediction
 * is put, and there is another round.
 *
 * <pre>
 *   java -Xmx1200m -XX:+UseG1GC -XX:MaxNewSize=128m -cp bench/target/benchmarks.jar io.emphatic.bench.ManyStreams [STREAMS] [ROUNDS] [WAVES]
 * </pre>
 */
public final class ManyStreams {
    private static final int BATCH = 1000;
    private static final String SPEC = """
            features: [{bias: true}, x, y]
            cumulant: x
            discount: 0.9
            lambda: 0.5
            predictions:
              one: {algorithm: {name: td, step_size: 0.001}}
              two: {algorithm: {name: etd, step_size: 0.001}}
              three: {cumulant: y, algorithm: {name: td, step_size: 0.001}}
            """;

    private ManyStreams() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
        int streams = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 1_000_000;
        int rounds = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 3;
        int waves = arguments.length > 2 ? Integer.parseInt(arguments[2]) : 1;
        Path directory = Files.createTempDirectory("emphatic-bench");
        Duration forgetAfter = waves == 1 ? null : Duration.ofMinutes(1);
        ServiceSettings settings = new ServiceSettings("bench.yaml", SPEC, "0", true, 1 << 26, Set.of(), forgetAfter);
        try {
            try (PredictionService service =
                    PredictionService.open(new DiskStorage(directory), settings, System.err::println)) {
                for (int wave = 0; wave < waves; wave++) {
                    long next = System.nanoTime() + TimeUnit.SECONDS.toNanos(70);
                    for (int round = 0; round < rounds; round++) {
                        round(service, "w" + wave + "s", streams, round);
                    }
                    if (wave < waves - 1) {
                        TimeUnit.NANOSECONDS.sleep(next - System.nanoTime());
                    }
                }
                long put = System.nanoTime();
                service.put("four", new ObjectMapper().readTree("{\"cumulant\": \"y\"}"));
                System.out.printf(Locale.ROOT, "a prediction was put in %.2f s%n", (System.nanoTime() - put) / 1e9);
                round(service, "w" + (waves - 1) + "s", streams, rounds);
            }
            long start = System.nanoTime();
            try (PredictionService service =
                    PredictionService.open(new DiskStorage(directory), settings, System.err::println)) {
                System.out.printf(
                        Locale.ROOT,
                        "started again in %.1f s with %,d rows of %,d streams, %s%n",
                        (System.nanoTime() - start) / 1e9,
                        service.<Long>ask(ServiceView::rows),
                        service.<Integer>ask(ServiceView::streams),
                        memory());
            }
        } finally {
            try (var files = Files.walk(directory)) {
                files.sorted(Comparator.reverseOrder())
                        .forEach(file -> file.toFile().delete());
            }
        }
    }

    private static void round(PredictionService service, String prefix, int streams, int seq) throws IOException {
        long slowest = 0;
        long begin = System.nanoTime();
        for (int from = 0; from < streams; from += BATCH) {
            StringBuilder rows = new StringBuilder(BATCH * 64);
            for (int k = from; k < Math.min(streams, from + BATCH); k++) {
                double x = Math.sin(k + 0.1 * seq);
                rows.append("{\"stream\":\"")
                        .append(prefix)
                        .append(k)
                        .append("\",\"seq\":")
                        .append(seq);
                rows.append(",\"x\":")
                        .append(x)
                        .append(",\"y\":")
                        .append(1 - x * x)
                        .append("}\n");
            }
            byte[] body = rows.toString().getBytes(StandardCharsets.UTF_8);
            long start = System.nanoTime();
            service.post(StepParser.parse(body, body.length, false));
            slowest = Math.max(slowest, System.nanoTime() - start);
        }
        System.out.printf(
                Locale.ROOT,
                "%s, round %d: %,.0f rows a second, slowest post of %,d rows %.2f s, %,d streams open, %s%n",
                prefix,
                seq,
                streams / ((System.nanoTime() - begin) / 1e9),
                BATCH,
                slowest / 1e9,
                service.<Integer>ask(ServiceView::streams),
                memory());
    }

    private static String memory() throws IOException {
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        String resident = Files.readAllLines(Path.of("/proc/self/status")).stream()
                .filter(line -> line.startsWith("VmRSS"))
                .findFirst()
                .orElse("VmRSS unknown");
        return (runtime.totalMemory() - runtime.freeMemory() >> 20) + " MB in use, " + resident.replaceAll("\\s+", " ");
    }
}
