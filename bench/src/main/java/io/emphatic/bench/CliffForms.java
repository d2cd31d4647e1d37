package io.emphatic.bench;

import io.emphatic.Algorithms;
import io.emphatic.Config;
import io.emphatic.Learner;
import io.emphatic.Limits;
import io.emphatic.StepSize;
import io.emphatic.Td;
import io.emphatic.batch.Horde;
import io.emphatic.bench.Cliffs.Work;
import io.emphatic.experience.Features;
import io.emphatic.experience.Transition;
import java.util.Arrays;
import java.util.Collections;
import java.util.Map;
import java.util.SplittableRandom;

/** The rows of {@link Cliffs} that say what each form of an engine buys: the table of docs/decisions/engines.md. */
final class CliffForms {
    private static final int STATES = 4_096;

    private CliffForms() {}

    static void forms(Cliffs table) {
        for (String name : new String[] {"etd", "gtd", "true-online-etd"}) {
            Config config = config(name, Map.of("step_size", 1e-7));
            for (int n : new int[] {10_000, 1_000_000}) {
                versusPlain(table, "form sparse, " + name + ", n = " + n + ", 32 active", config, n, 32);
            }
        }
        Config clipped = config("etd", Map.of("step_size", 1e-7, "clip", 1e-12));
        versusPlain(table, "form sparse, etd, every step clipped, n = 10000", clipped, 10_000, 32);
        table.row(
                "form usage, wis-td, n = 1000000, 32 active",
                () -> learning(config("wis-td", Map.of()).learner(1_000_000), new Stream(1_000_000, 32, false)),
                "the same φ as dense ones",
                () -> learning(config("wis-td", Map.of()).learner(1_000_000), new Stream(1_000_000, 32, true)),
                "0.5");
        for (int predictions : new int[] {16, 128}) {
            table.row(
                    "form horde, td, " + predictions + " predictions, n = 100, dense",
                    () -> horde(predictions),
                    "learners",
                    () -> learners(predictions),
                    "0.5");
        }
        table.row(
                "form auto, td, n = 1000, dense",
                () -> learning(new Td(StepSize.auto(), Limits.NONE).learner(1_000), dense()),
                "one learner",
                () -> learning(new Td(1e-7).learner(1_000), dense()),
                "11 ×");
    }

    private static Config config(String name, Map<String, Double> parameters) {
        return Algorithms.named(name).configure(parameters);
    }

    /** The engine that is chosen beside the plain one, which learners have whose weights several streams share. */
    private static void versusPlain(Cliffs table, String input, Config config, int n, int active) {
        table.row(
                input,
                () -> learning(config.learner(n), new Stream(n, active, false)),
                "plain",
                () -> learning(config.sharedLearner(new double[n]), new Stream(n, active, false)),
                "0.5");
    }

    private static Stream dense() {
        return new Stream(1_000, 1_000, true);
    }

    private static Work learning(Learner learner, Stream stream) {
        return () -> learner.update(stream.next());
    }

    private static Work horde(int predictions) {
        Horde horde = new Horde(Collections.nCopies(predictions, new Td(1e-5)), new double[100]);
        Stream stream = new Stream(100, 100, true);
        double[] cumulants = new SplittableRandom(2).doubles(predictions, -1, 1).toArray();
        return () -> horde.update(stream.next(), cumulants);
    }

    private static Work learners(int predictions) {
        Learner[] learners = new Learner[predictions];
        Arrays.setAll(learners, p -> new Td(1e-5).learner(100));
        Stream stream = new Stream(100, 100, true);
        return () -> {
            Transition t = stream.next();
            for (Learner learner : learners) {
                learner.update(t);
            }
        };
    }

    /** A ring of states, made beforehand. */
    private static final class Stream {
        private final Features[] phi;
        private final Transition t = new Transition();
        private int now;

        Stream(int n, int active, boolean dense) {
            SplittableRandom random = new SplittableRandom(11);
            phi = new Features[dense ? Math.max(16, STATES / n) : STATES];
            for (int s = 0; s < phi.length; s++) {
                int[] indices = random.ints(0, n).distinct().limit(active).toArray();
                double[] values = new double[dense ? n : 0];
                if (dense) {
                    Arrays.stream(indices).forEach(j -> values[j] = random.nextDouble() - 0.5);
                }
                phi[s] = dense ? Features.dense(values) : Features.binary(n, indices);
            }
            t.start(phi[0], 0.95, 1);
        }

        Transition next() {
            now = (now + 1) % phi.length;
            t.ratio(now % 2 == 0 ? 0.5 : 1.5);
            t.arrive(now % 7 - 3, phi[now], 0.99, 0.95, 1);
            return t;
        }
    }
}
