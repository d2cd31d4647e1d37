package io.emphatic.bench;

import java.util.HashMap;
import java.util.Map;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Measures each {@link Cell} at most once, in a new virtual machine. */
final class Measurements {

    /**
     * @param micros the median over the iterations, in µs per step by the clock
     * @param cpuMicros the mean, in µs of processor time per step
     * @param spread the slowest iteration over the fastest: near 1 when nothing else was running
     * @param allocated bytes per step
     */
    record Measured(double micros, double cpuMicros, double spread, double allocated) {}

    private final int iterations;
    private final Map<Cell, Measured> measured = new HashMap<>();

    Measurements(int iterations) {
        this.iterations = iterations;
    }

    Measured of(Cell cell) {
        return measured.computeIfAbsent(cell, this::measure);
    }

    @SuppressWarnings("rawtypes") // so JMH declares them
    private Measured measure(Cell cell) {
        System.err.println(cell.benchmark() + " " + cell.parameters());
        OptionsBuilder options = new OptionsBuilder();
        options.include("\\." + cell.benchmark() + "\\.")
                .warmupIterations(3)
                .warmupTime(TimeValue.milliseconds(700))
                .measurementIterations(iterations)
                .measurementTime(TimeValue.milliseconds(700))
                .addProfiler(GCProfiler.class)
                .verbosity(VerboseMode.SILENT);
        cell.parameters().forEach((name, value) -> options.param(name, value));
        RunResult result;
        try {
            result = new Runner(options.build()).runSingle();
        } catch (RunnerException e) {
            throw new IllegalStateException("the benchmark failed: " + cell, e);
        }
        Result time = result.getPrimaryResult();
        double toMicros = time.getScoreUnit().startsWith("ms") ? 1000 : 1;
        Map<String, Result> others = result.getSecondaryResults();
        double cpuNanos = others.get("cpuNanos").getScore();
        double cpuSteps = others.get("cpuSteps").getScore();
        double allocated = others.get("gc.alloc.rate.norm").getScore();
        return new Measured(
                time.getStatistics().getPercentile(50) * toMicros,
                cpuNanos / 1000 / cpuSteps,
                time.getStatistics().getMax() / time.getStatistics().getMin(),
                allocated);
    }
}
