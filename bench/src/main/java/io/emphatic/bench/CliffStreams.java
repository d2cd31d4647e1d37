package io.emphatic.bench;

import io.emphatic.Algorithms;
import io.emphatic.Etd;
import io.emphatic.Learner;
import io.emphatic.Limits;
import io.emphatic.StepSize;
import io.emphatic.Td;
import io.emphatic.bench.Cliffs.Work;
import io.emphatic.experience.Features;
import io.emphatic.experience.Transition;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** The rows of {@link Cliffs} of single learners. */
final class CliffStreams {
    private static final int MANY_FEATURES = 1_000_000;
    private static final int ACTIVE = 32;
    private static final double OFF = Double.POSITIVE_INFINITY;

    private CliffStreams() {}

    static void learners(Cliffs table) {
        Supplier<Work> etd = () -> etd(OFF);
        table.row("ETD with a clip that no increment reaches", () -> etd(0.5), "without", etd, "6 µs");
        table.row("ETD with a clip that every step reaches", () -> etd(1e-12), "without", etd, "6 µs");
        Supplier<Work> td = () -> td(OFF, 1);
        table.row("TD with a radius that is not reached", () -> td(1e3, 1), "without", td, "30 µs");
        table.row("TD that stays at its radius", () -> td(1e-4, 1), "without", td, "");
        table.row("TD, one dense φ, then sparse ones", CliffStreams::afterOneDense, "never a dense one", td, "1.5 ×");
        table.row("TD, ratios of 1,000 and 1/1,000 in turn", () -> td(OFF, 1e3, 1e-3), "ratios of 1", td, "3 µs");
        table.row(
                "GTD, n = 10⁶", () -> sparse("gtd", MANY_FEATURES), "TD", () -> sparse("td", MANY_FEATURES), "1.9 µs");
        table.row(
                "GTD, n = 10⁷",
                () -> sparse("gtd", 10 * MANY_FEATURES),
                "TD",
                () -> sparse("td", 10 * MANY_FEATURES),
                "2.6 µs");
        table.row("ETD, n = 10⁶", etd, "λ = 0, nothing to fold", () -> etd(0, OFF), "0.75 µs");
    }

    static void features(Cliffs table) {
        for (String name : new String[] {"etd", "gtd", "true-online-etd"}) {
            for (int active : new int[] {150, 500, 999}) {
                table.row(
                        name + ", n = 1,000, " + active + " active",
                        () -> cycle(name, active, true),
                        "dense φ",
                        () -> cycle(name, active, false),
                        active < 500 ? "" : "1.5 ×");
            }
        }
        Supplier<Work> denseEtd = () -> cycle("etd", 1_000, false);
        table.row("GTD, dense, n = 1,000", () -> cycle("gtd", 1_000, false), "ETD", denseEtd, "1.0 µs");
        table.row("true online TD, dense", () -> cycle("true-online-td", 1_000, false), "ETD", denseEtd, "0.6 µs");
        Supplier<Work> given = () -> made(indices -> null);
        Supplier<Work> anew = () -> made(indices -> Features.binary(MANY_FEATURES, indices));
        table.row("TD, φ made by Features.binary", anew, "φ made beforehand", given, "");
    }

    private static Work learning(Learner learner, SparseStream stream) {
        return () -> learner.update(stream.next());
    }

    private static Work etd(double clip) {
        return etd(0.95, clip);
    }

    private static Work etd(double lambda, double clip) {
        SparseStream stream =
                new SparseStream(20150101, MANY_FEATURES, ACTIVE, MANY_FEATURES / 10, 0.99, lambda, 0.5, 1.5);
        return learning(new Etd(StepSize.constant(1e-7), Limits.clip(clip)).learner(MANY_FEATURES), stream);
    }

    /** Ratios in turn, which a stream of random ones would not have. */
    private static Work td(double radius, double... ratios) {
        double stepSize = ratios.length == 1 ? 0.01 / ACTIVE : 1e-9;
        Learner learner = new Td(StepSize.constant(stepSize), new Limits(OFF, radius, OFF)).learner(MANY_FEATURES);
        Features[] phi = states(MANY_FEATURES, ACTIVE, MANY_FEATURES / 10);
        Transition t = new Transition();
        t.start(phi[0], 0.95, 1);
        int[] now = new int[1];
        return () -> {
            now[0]++;
            t.ratio(ratios[now[0] % ratios.length]);
            t.arrive(now[0] % 7 - 3, phi[now[0] % phi.length], 0.99, 0.95, 1);
            learner.update(t);
        };
    }

    private static Features[] states(int size, int active, int count) {
        SplittableRandom random = new SplittableRandom(7);
        return IntStream.range(0, count)
                .mapToObj(s -> Features.binary(
                        size, random.ints(0, size).distinct().limit(active).toArray()))
                .toArray(Features[]::new);
    }

    private static Work afterOneDense() {
        Learner learner = new Td(0.01 / ACTIVE).learner(MANY_FEATURES);
        SparseStream stream = new SparseStream(20150101, MANY_FEATURES, ACTIVE, MANY_FEATURES / 10, 0.99, 0.95, 1);
        for (int step = 0; step < 1_000; step++) {
            learner.update(stream.next());
        }
        Transition t = new Transition();
        t.start(Features.dense(new SplittableRandom(1).doubles(MANY_FEATURES).toArray()), 0.95, 1);
        t.ratio(1);
        t.arrive(1, Features.none(MANY_FEATURES), 0.99, 0.95, 1);
        learner.update(t);
        return learning(learner, stream);
    }

    private static Work sparse(String name, int size) {
        SparseStream stream = new SparseStream(20150101, size, ACTIVE, MANY_FEATURES / 10, 0.99, 0.95, 1);
        Learner learner = Algorithms.named(name)
                .configure(Map.of("step_size", 0.01 / ACTIVE))
                .learner(size);
        return learning(learner, stream);
    }

    /** A cycle of four states of 1,000 features, {@code active} of them not 0. */
    private static Work cycle(String name, int active, boolean asSparse) {
        int size = 1_000;
        SplittableRandom random = new SplittableRandom(7);
        Features[] phi = new Features[4];
        for (int s = 0; s < phi.length; s++) {
            int[] indices = random.ints(0, size).distinct().limit(active).toArray();
            double[] values = new double[size];
            for (int j : indices) {
                values[j] = 1;
            }
            phi[s] = asSparse ? Features.binary(size, indices) : Features.dense(values);
        }
        Learner learner =
                Algorithms.named(name).configure(Map.of("step_size", 1e-7)).learner(size);
        double[] rho = {0.5, 1.5, 0.8, 1.2};
        Transition t = new Transition();
        t.start(phi[0], 0.9, 1);
        int[] now = new int[1];
        return () -> {
            t.ratio(rho[now[0]]);
            now[0] = (now[0] + 1) % 4;
            t.arrive(0.1, phi[now[0]], 0.9, 0.9, 1);
            learner.update(t);
        };
    }

    /** Indices in increasing order, as of a tile coder, and the features made of them, or beforehand if null. */
    private static Work made(Function<int[], Features> maker) {
        Features[] phi = states(MANY_FEATURES, ACTIVE, 1_000); // few, so that their indices are in the caches
        int[][] indices = new int[phi.length][ACTIVE];
        for (int s = 0; s < phi.length; s++) {
            for (int k = 0; k < ACTIVE; k++) {
                indices[s][k] = phi[s].index(k);
            }
        }
        boolean beforehand = maker.apply(indices[0]) == null;
        Learner learner = new Td(0.01 / ACTIVE).learner(MANY_FEATURES);
        Transition t = new Transition();
        t.start(phi[0], 0.95, 1);
        int[] now = new int[1];
        return () -> {
            now[0] = (now[0] + 1) % phi.length;
            t.ratio(1);
            t.arrive(0.1, beforehand ? phi[now[0]] : maker.apply(indices[now[0]]), 0.99, 0.95, 1);
            learner.update(t);
        };
    }
}
