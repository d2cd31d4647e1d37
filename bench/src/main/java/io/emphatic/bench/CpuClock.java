package io.emphatic.bench;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * Processor time of all threads of Java in the benchmark's process, beside JMH's time on the clock: when others use the
 * machine, the clock counts them in and this does not. What they push out of the caches it does count. Compiler and
 * garbage collector are no threads of Java.
 */
@State(Scope.Thread)
@AuxCounters(AuxCounters.Type.EVENTS)
public class CpuClock {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    /** Nanoseconds, over {@link #cpuSteps} steps. */
    public long cpuNanos;

    public long cpuSteps;

    private int untilNext;
    private long last = -1;

    /** Counts a step; looks at the clock once per period, to cost nothing where steps are short. */
    void step(int period) {
        steps(1, period);
    }

    /** Counts some steps at once, of which the period is a multiple. */
    void steps(int count, int period) {
        untilNext -= count;
        if (untilNext > 0) {
            return;
        }
        untilNext = period;
        long now = 0;
        for (long thread : THREADS.getAllThreadIds()) {
            now += Math.max(0, THREADS.getThreadCpuTime(thread)); // −1 for one that has just ended
        }
        if (last >= 0) {
            cpuNanos += now - last;
            cpuSteps += period;
        }
        last = now;
    }
}
