package io.emphatic.bench;

import io.emphatic.serve.quality.OutcomeBand;
import io.emphatic.serve.quality.SettledPredictions;
import io.emphatic.serve.service.PredictionService;
import io.emphatic.serve.service.ServiceSettings;
import io.emphatic.serve.service.StepParser;
import io.emphatic.serve.storage.DiskStorage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.IntToDoubleFunction;

/**
 * How many returns are within the bands that a service announces, and how wide these are, beside a quantile of the
 * first thousand errors that stays as it is. Forty pumps for that number of hours, with drifts put in, then a log:
 *
 * <pre>
 *   mvn -q -B -pl bench -am -DskipTests package
 *   java -cp bench/target/benchmarks.jar io.emphatic.bench.OutcomeCoverage [HOURS] [examples/pumps/pumps.csv]
 * </pre>
 */
public final class OutcomeCoverage {
    private static final String SPEC = """
            features: [{bias: true}, vibration, (temperature - 50) / 10]
            cumulant: water
            discount: 0.7
            lambda: 0.8
            ranges: none
            predictions:
              as_it_runs: {algorithm: {name: td, step_size: 0.01}}
            """;

    private static final int PUMPS = 40;
    private static final int CALIBRATED = 1000;
    private static final int PASSES = 100;
    private static final double LEVEL = 0.9;

    private OutcomeCoverage() {}

    public static void main(String[] arguments) throws IOException {
        int hours = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 2000;
        System.out.println("| pumps | returns | covered | worst thousand | half-width | fixed: covered | half-width |");
        System.out.println("|---|---|---|---|---|---|---|");
        print("as they are", simulated(hours, hour -> 1, hour -> 1));
        print("wear grows threefold", simulated(hours, hour -> 1 + 2.0 * hour / hours, hour -> 1));
        print(
                "water counts fivefold from the middle on",
                simulated(hours, hour -> 1, hour -> hour < hours / 2 ? 1 : 5));
        print("by day and by night", simulated(hours, hour -> 1, hour -> 1 + 0.9 * Math.sin(Math.PI * hour / 12)));
        if (arguments.length > 1) {
            print(PASSES + " times " + Path.of(arguments[1]).getFileName(), logged(Path.of(arguments[1])));
        }
    }

    /** Hour by hour, the rows of all pumps. */
    private static List<List<String>> simulated(int hours, IntToDoubleFunction wear, IntToDoubleFunction worth) {
        SplittableRandom random = new SplittableRandom(31);
        double[][] pumps = new double[PUMPS][];
        List<List<String>> all = new ArrayList<>();
        for (int hour = 0; hour < hours; hour++) {
            List<String> rows = new ArrayList<>();
            for (int p = 0; p < PUMPS; p++) {
                double[] pump = pumps[p];
                if (pump == null) {
                    pump = new double[] {40 + 10 * random.nextDouble(), 0.2 * random.nextDouble()};
                }
                boolean rests = random.nextDouble() < 0.15 + 0.35 * Math.min(pump[1], 1);
                double chance = 0.4 * Math.pow(Math.max(0, pump[1] - 0.5), 2);
                boolean breaks = !rests && random.nextDouble() < chance;
                double water = worth.applyAsDouble(hour) * ((rests ? 0 : 1) - (breaks ? 20 : 0));
                rows.add(row("P" + p, hour, pump[0], pump[1], water, breaks));
                double heat = rests ? 0.3 * (35 - pump[0]) : 0.2 * (65 - pump[0]);
                double shaking = rests ? 0.6 * pump[1] : pump[1] + 0.0045 * wear.applyAsDouble(hour) * (pump[0] - 35);
                pumps[p] = breaks
                        ? null
                        : new double[] {
                            pump[0] + heat + 1.5 * random.nextGaussian(),
                            Math.max(0, shaking + 0.04 * random.nextGaussian())
                        };
            }
            all.add(rows);
        }
        return all;
    }

    private static String row(String stream, int seq, double temperature, double vibration, double water, boolean end) {
        return String.format(
                Locale.ROOT,
                "{\"stream\":\"%s\",\"seq\":%d,\"temperature\":%.2f,\"vibration\":%.4f,\"water\":%.3f,\"terminated\":%b}",
                stream,
                seq,
                temperature,
                vibration,
                water,
                end);
    }

    /** The log of the example, hour by hour, again and again with other pumps. */
    private static List<List<String>> logged(Path csv) throws IOException {
        List<List<String>> all = new ArrayList<>();
        List<String> lines = Files.readAllLines(csv);
        Map<String, Integer> at = new HashMap<>();
        String[] names = lines.get(0).split(",");
        for (int k = 0; k < names.length; k++) {
            at.put(names[k], k);
        }
        for (int k = 0; k < PASSES * (lines.size() - 1); k++) {
            String[] cells = lines.get(1 + k % (lines.size() - 1)).split(",");
            int pass = k / (lines.size() - 1);
            int hour = Integer.parseInt(cells[at.get("hour")]);
            while (all.size() <= 48 * pass + hour) {
                all.add(new ArrayList<>());
            }
            all.get(48 * pass + hour)
                    .add(row(
                            cells[at.get("pump")] + "-" + pass,
                            hour,
                            Double.parseDouble(cells[at.get("temperature")]),
                            Double.parseDouble(cells[at.get("vibration")]),
                            Double.parseDouble(cells[at.get("water")]),
                            Boolean.parseBoolean(cells[at.get("terminated")])));
        }
        return all;
    }

    private static void print(String what, List<List<String>> hours) throws IOException {
        Path directory = Files.createTempDirectory("emphatic-bench");
        ServiceSettings settings = new ServiceSettings("bench.yaml", SPEC, "0", true, 1 << 26, Set.of(), null);
        List<Double> errors = new ArrayList<>();
        List<Double> widths = new ArrayList<>();
        double worst = 1;
        long[] last = new long[2]; // returns, and those covered, a thousand before
        OutcomeBand[] band = new OutcomeBand[1];
        try (PredictionService service =
                PredictionService.open(new DiskStorage(directory), settings, System.err::println)) {
            for (List<String> rows : hours) {
                byte[] body = String.join("\n", rows).getBytes(StandardCharsets.UTF_8);
                service.post(StepParser.parse(body, body.length, false));
                service.ask(view -> {
                    SettledPredictions settled = view.quality("as_it_runs").settled();
                    band[0] = view.quality("as_it_runs").band();
                    List<SettledPredictions.SettledPrediction> kept = List.copyOf(settled.last());
                    for (long back = settled.count() - errors.size() - 1; back >= 0; back--) {
                        SettledPredictions.SettledPrediction one = kept.get((int) back);
                        errors.add(Math.abs(one.predicted() - one.realised()));
                    }
                    return null;
                });
                if (!Double.isNaN(band[0].halfWidth())) {
                    widths.add(band[0].halfWidth());
                }
                long covered = Math.round(band[0].coverage() * band[0].count());
                if (band[0].count() - last[0] >= CALIBRATED) {
                    worst = Math.min(worst, (double) (covered - last[1]) / (band[0].count() - last[0]));
                    last[0] = band[0].count();
                    last[1] = covered;
                }
            }
        } finally {
            try (var files = Files.walk(directory)) {
                files.sorted(Comparator.reverseOrder())
                        .forEach(file -> file.toFile().delete());
            }
        }
        int first = Math.min(CALIBRATED, errors.size() / 3);
        double fixed = errors.subList(0, first).stream().sorted().toList().get((int) Math.ceil(LEVEL * first) - 1);
        List<Double> later = errors.subList(first, errors.size());
        System.out.printf(
                Locale.ROOT,
                "| %s | %,d | %.1f %% | %.1f %% | %.2f | %.1f %% | %.2f |%n",
                what,
                band[0].count(),
                100 * band[0].coverage(),
                100 * worst,
                widths.stream().mapToDouble(width -> width).average().orElseThrow(),
                100.0 * later.stream().filter(error -> error <= fixed).count() / later.size(),
                fixed);
    }
}
