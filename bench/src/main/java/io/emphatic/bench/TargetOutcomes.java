package io.emphatic.bench;

import io.emphatic.serve.quality.OutcomeBand;
import io.emphatic.serve.service.PostAnswer;
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
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * How many returns of a policy that does not run are within the bands that a service announces for it. From each row
 * the target is let run beside it, which the service does not see.
 *
 * <pre>
 *   mvn -q -B -pl bench -am -DskipTests package
 *   java -cp bench/target/benchmarks.jar io.emphatic.bench.TargetOutcomes [HOURS]
 * </pre>
 */
public final class TargetOutcomes {
    private static final String SPEC = """
            features: [{bias: true}, x, left]
            cumulant: reward
            discount: 1
            lambda: 0.8
            ranges: none
            behaviour: mu
            predictions:
              target: {target: pi, algorithm: {name: etd}}
            """;

    private static final int STREAMS = 40;

    private TargetOutcomes() {}

    /** How the target leans towards its action, after how many steps episodes end, and how noise grows. */
    private record World(String name, double lean, int horizon, double drift) {
        double pi(double x, int action) {
            double one = 0.5 + lean * (x > 0 ? 1 : -1);
            return action == 1 ? one : 1 - one;
        }

        double reward(double x, int action, double time, SplittableRandom random) {
            double noise = (1 + drift * time) * random.nextGaussian();
            return 2 * action + x + (action == 1 ? 2 : 0.5) * noise;
        }
    }

    public static void main(String[] arguments) throws IOException {
        int hours = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 4000;
        System.out.println("| target | returns | had a band | covered by the service's count | covered in truth"
                + " | worst tenth | half-width |");
        System.out.println("|---|---|---|---|---|---|---|");
        for (int horizon : new int[] {1, 3, 10}) {
            for (double lean : new double[] {0.1, 0.25, 0.4, 0.5}) {
                for (double drift : new double[] {0, 3}) {
                    String name = String.format(
                            Locale.ROOT,
                            "%d steps, π = ½ ± %.2f%s",
                            horizon,
                            lean,
                            drift > 0 ? ", noise grows fourfold" : "");
                    print(new World(name, lean, horizon, drift), hours);
                }
            }
        }
    }

    private static void print(World world, int hours) throws IOException {
        Path directory = Files.createTempDirectory("emphatic-bench");
        ServiceSettings settings = new ServiceSettings("bench.yaml", SPEC, "0", true, 1 << 26, Set.of(), null);
        SplittableRandom random = new SplittableRandom(31);
        double[] x = random.doubles(STREAMS).map(u -> 2 * u - 1).toArray();
        int[] left = random.ints(STREAMS, 1, world.horizon + 1).toArray();
        int[] at = new int[3]; // where low and high stand in an answer
        long rows = 0;
        long banded = 0;
        long covered = 0;
        double width = 0;
        double worst = 1;
        long[] tenth = new long[2];
        OutcomeBand[] band = new OutcomeBand[1];
        try (PredictionService service =
                PredictionService.open(new DiskStorage(directory), settings, System.err::println)) {
            for (int hour = 0; hour < hours; hour++) {
                double time = (double) hour / hours;
                List<String> posted = new ArrayList<>();
                double[] truth = new double[STREAMS];
                for (int s = 0; s < STREAMS; s++) {
                    truth[s] = played(world, x[s], left[s], time, random);
                    int action = random.nextInt(2);
                    posted.add(String.format(
                            Locale.ROOT,
                            "{\"stream\":\"s%d\",\"seq\":%d,\"x\":%.4f,\"left\":%.2f,\"reward\":%.4f,\"mu\":0.5,\"pi\":%.4f,\"terminated\":%b}",
                            s,
                            hour,
                            x[s],
                            (double) left[s] / world.horizon,
                            world.reward(x[s], action, time, random),
                            world.pi(x[s], action),
                            left[s] == 1));
                    x[s] = 2 * random.nextDouble() - 1;
                    left[s] = left[s] == 1 ? world.horizon : left[s] - 1;
                }
                byte[] body = String.join("\n", posted).getBytes(StandardCharsets.UTF_8);
                PostAnswer answer = service.post(StepParser.parse(body, body.length, false));
                at[1] = answer.fields().indexOf("target_outcome_low");
                at[2] = answer.fields().indexOf("target_outcome_high");
                for (int s = 0; s < STREAMS; s++) {
                    double low = answer.values()[s][at[1]];
                    double high = answer.values()[s][at[2]];
                    rows++;
                    if (!Double.isNaN(low)) {
                        banded++;
                        boolean isWithin = low <= truth[s] && truth[s] <= high;
                        covered += isWithin ? 1 : 0;
                        width += (high - low) / 2;
                        tenth[0]++;
                        tenth[1] += isWithin ? 1 : 0;
                    }
                }
                if ((hour + 1) % (hours / 10) == 0) {
                    worst = tenth[0] > 1000 ? Math.min(worst, (double) tenth[1] / tenth[0]) : worst;
                    tenth = new long[2];
                }
            }
            service.ask(view -> band[0] = view.quality("target").band());
        } finally {
            try (var files = Files.walk(directory)) {
                files.sorted(Comparator.reverseOrder())
                        .forEach(file -> file.toFile().delete());
            }
        }
        System.out.printf(
                Locale.ROOT,
                "| %s | %,d | %.1f %% | %.1f %% | %.1f %% | %.1f %% | %.2f |%n",
                world.name,
                rows,
                100.0 * banded / rows,
                100 * band[0].coverage(),
                100.0 * covered / banded,
                100 * worst,
                width / banded);
    }

    /** A return of the target from here. */
    private static double played(World world, double from, int left, double time, SplittableRandom random) {
        double x = from;
        double sum = 0;
        for (int step = 0; step < left; step++) {
            int action = random.nextDouble() < world.pi(x, 1) ? 1 : 0;
            sum += world.reward(x, action, time, random);
            x = 2 * random.nextDouble() - 1;
        }
        return sum;
    }
}
