package io.emphatic.lab.study;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;

/** How long a study will take, from trying out each algorithm for a moment. */
final class TimeEstimate {
    /** Time on the processor: what else the machine does at this moment says nothing about the hours to come. */
    private static final ThreadMXBean CLOCK = ManagementFactory.getThreadMXBean();

    /** Goes on until this long has brought no improvement: until the compiler is done. */
    private static final long LEAST_NANOS = 200_000_000;

    private static final long MOST_NANOS = 2_000_000_000;
    private static final int FEWEST_WALKS = 5;

    private static final int MOST_STEPS_OF_A_WALK = 20_000; // long walks: in short ones the compiler takes its time

    private TimeEstimate() {}

    static double seconds(
            Study study, WalkCache walks, List<List<Setting>> chunks, ToIntFunction<Setting> runs, int threads) {
        Map<String, Double> nanosPerSettingStep = new HashMap<>();
        double nanos = 0;
        for (List<Setting> chunk : chunks) {
            double each = nanosPerSettingStep.computeIfAbsent(
                    chunk.get(0).algorithm(), algorithm -> nanosPerSettingStep(study, walks, chunk));
            nanos += each * chunk.size() * study.steps() * runs.applyAsInt(chunk.get(0));
        }
        return nanos / 1e9 / Math.max(1, Math.min(threads, chunks.size()));
    }

    /** The fastest of several walks: the first ones are interpreted. */
    private static double nanosPerSettingStep(Study study, WalkCache walks, List<Setting> settings) {
        int steps = Math.min(study.steps(), MOST_STEPS_OF_A_WALK);
        Walk part = walks.problem().walk(RandomPurpose.STUDY.generator(study.seed(), 0), steps);
        TraceGroup group = new TraceGroup(walks.problem(), Math.min(steps, study.every()), settings);
        double best = Double.POSITIVE_INFINITY;
        long began = CLOCK.getCurrentThreadCpuTime();
        long improved = began;
        long now = began;
        for (int walk = 0; (walk < FEWEST_WALKS || now - improved < LEAST_NANOS) && now - began < MOST_NANOS; walk++) {
            group.learn(part);
            double nanos = (double) (CLOCK.getCurrentThreadCpuTime() - now) / steps / settings.size();
            now = CLOCK.getCurrentThreadCpuTime();
            improved = nanos < 0.95 * best ? now : improved;
            best = Math.min(best, nanos);
        }
        return best;
    }
}
