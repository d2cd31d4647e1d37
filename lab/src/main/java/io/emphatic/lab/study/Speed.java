package io.emphatic.lab.study;

import io.emphatic.Config;
import io.emphatic.batch.Batch;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * What sharing experience and traces is worth: the settings of a study over one run, error measurement included, on one
 * thread, beside a plain loop over the same learners one by one.
 *
 * @param algorithm by name
 * @param settings how many it has
 * @param sharedNanos for a setting-step as studies do it
 * @param plainNanos for a setting-step of a learner of its own
 */
public record Speed(String algorithm, int settings, double sharedNanos, double plainNanos) {

    private static final long WARM_UP = 500_000_000;

    /** Time on the processor: what else the machine does meanwhile does not count. */
    private static final ThreadMXBean CLOCK = ManagementFactory.getThreadMXBean();

    /**
     * Measures each algorithm of a study: all of its settings together, and of those that share a trace one, the middle
     * one, alone. Everything is done {@code rounds} times and the median counts.
     */
    public static List<Speed> measure(Study study, int rounds) {
        Walks walks = new Walks(study, Part.STUDY);
        List<Speed> speeds = new ArrayList<>();
        for (Study.Grid grid : study.grids()) {
            Map<String, List<Setting>> groups = new LinkedHashMap<>();
            grid.settings().forEach(setting -> groups.computeIfAbsent(setting.traceKey(), key -> new ArrayList<>())
                    .add(setting));
            List<List<Setting>> alone = groups.values().stream()
                    .map(group -> List.of(group.get(group.size() / 2)))
                    .toList();
            speeds.add(new Speed(
                    grid.algorithm(),
                    grid.settings().size(),
                    nanos(study, walks, groups.values(), Batch::of, rounds),
                    nanos(study, walks, alone, Batch::plain, rounds)));
        }
        return speeds;
    }

    private static double nanos(
            Study study,
            Walks walks,
            Collection<List<Setting>> groups,
            Function<List<Config>, Batch.Maker> kind,
            int rounds) {
        List<Teacher> teachers = groups.stream()
                .map(group -> new Teacher(walks.world(), study.every(), group, kind))
                .toList();
        long settingSteps = groups.stream().mapToLong(List::size).sum() * study.steps();
        // What comes first is interpreted and compiled, and does not count.
        long warm = CLOCK.getCurrentThreadCpuTime() + WARM_UP;
        while (CLOCK.getCurrentThreadCpuTime() < warm) {
            teachers.forEach(teacher -> teacher.teach(walks.of(0)));
        }
        double[] nanos = new double[rounds];
        for (int round = 0; round < rounds; round++) {
            World.Walk walk = walks.of(round % study.runs());
            long start = CLOCK.getCurrentThreadCpuTime();
            for (Teacher teacher : teachers) {
                teacher.teach(walk);
            }
            nanos[round] = (double) (CLOCK.getCurrentThreadCpuTime() - start) / settingSteps;
        }
        Arrays.sort(nanos);
        return nanos[rounds / 2];
    }
}
