package io.emphatic.bench;

import io.emphatic.Config;
import io.emphatic.batch.Batch;
import io.emphatic.lab.study.Setting;
import io.emphatic.lab.study.Study;
import io.emphatic.lab.study.StudyFile;
import io.emphatic.lab.study.TraceGroup;
import io.emphatic.lab.study.Walk;
import io.emphatic.lab.study.WalkCache;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What sharing experience and traces is worth: the settings of a study over one run, error measurement included, on one
 * thread, beside a plain loop over the same learners one by one.
 *
 * <pre>
 *   java -cp bench/target/benchmarks.jar io.emphatic.bench.StudySpeed studies/collision.yaml
 * </pre>
 *
 * Each algorithm by itself: all of its settings together, and of those that share a trace one, the middle one, alone.
 */
public final class StudySpeed {
    private static final int ROUNDS = 5;
    private static final long WARM_UP = 500_000_000;

    /** As many as a study puts together. */
    private static final int TOGETHER = 256;

    /** Processor time: what else the machine does meanwhile does not count. */
    private static final ThreadMXBean CLOCK = ManagementFactory.getThreadMXBean();

    private final Study study;
    private final WalkCache walks;

    StudySpeed(Study study) {
        this.study = study;
        this.walks = new WalkCache(study);
    }

    public static void main(String[] arguments) throws IOException {
        if (arguments.length != 1) {
            System.err.println("usage: StudySpeed STUDY.yaml");
            System.exit(2);
        }
        new StudySpeed(StudyFile.read(Path.of(arguments[0]))).print();
    }

    private void print() {
        System.out.printf("%-14s %9s %14s %14s %8s%n", "algorithm", "settings", "shared, ns", "plain, ns", "ratio");
        double allShared = 0;
        double allPlain = 0;
        int all = 0;
        for (Study.Grid grid : study.grids()) {
            int settings = grid.settings().size();
            double[] nanos = sharedAndPlain(grid);
            double shared = nanos[0];
            double plain = nanos[1];
            row(grid.algorithm(), settings, shared, plain);
            allShared += settings * shared;
            allPlain += settings * plain;
            all += settings;
        }
        row("all", all, allShared / all, allPlain / all);
        System.out.printf(
                Locale.ROOT,
                "%nProcessor time of a setting-step, learning and error measurement, median of %d runs, one thread:"
                        + " %.3g setting-steps per second instead of %.3g%n",
                ROUNDS,
                all * 1e9 / allShared,
                all * 1e9 / allPlain);
    }

    /** ns per setting-step of an algorithm: all its settings together, and of those that share a trace one, alone. */
    double[] sharedAndPlain(String algorithm) {
        return sharedAndPlain(study.grids().stream()
                .filter(grid -> grid.algorithm().equals(algorithm))
                .findFirst()
                .orElseThrow());
    }

    private double[] sharedAndPlain(Study.Grid grid) {
        List<List<Setting>> together = TraceGroup.of(grid.settings(), TOGETHER);
        Map<Object, List<Setting>> groups = grid.settings().stream()
                .collect(Collectors.groupingBy(Setting::traceKey, LinkedHashMap::new, Collectors.toList()));
        List<List<Setting>> alone = groups.values().stream()
                .map(group -> List.of(group.get(group.size() / 2)))
                .toList();
        return new double[] {nanos(together, Batch::of), nanos(alone, Batch::plain)};
    }

    private static void row(String name, int settings, double shared, double plain) {
        System.out.printf(
                Locale.ROOT, "%-14s %,9d %14.2f %14.2f %8.1f%n", name, settings, shared, plain, plain / shared);
    }

    /** For a setting-step: the median of the rounds. */
    private double nanos(Collection<List<Setting>> groups, Function<List<Config>, Batch.Maker> kind) {
        List<TraceGroup> learning = groups.stream()
                .map(group -> new TraceGroup(walks.problem(), study.every(), group, kind))
                .toList();
        long settingSteps = groups.stream().mapToLong(List::size).sum() * study.steps();
        // The first rounds are interpreted and compiled, and do not count.
        long warm = CLOCK.getCurrentThreadCpuTime() + WARM_UP;
        while (CLOCK.getCurrentThreadCpuTime() < warm) {
            learning.forEach(group -> group.learn(walks.of(0)));
        }
        double[] nanos = new double[ROUNDS];
        for (int round = 0; round < ROUNDS; round++) {
            Walk walk = walks.of(round % study.runs());
            long start = CLOCK.getCurrentThreadCpuTime();
            learning.forEach(group -> group.learn(walk));
            nanos[round] = (double) (CLOCK.getCurrentThreadCpuTime() - start) / settingSteps;
        }
        Arrays.sort(nanos);
        return nanos[ROUNDS / 2];
    }
}
