package io.emphatic.cli;

import io.emphatic.lab.study.Result;
import io.emphatic.lab.study.Study;
import io.emphatic.lab.study.StudyRun;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code emphatic study FILE --out DIR [--threads N] [--json]}. */
@Command(
        name = "study",
        description = "Runs a parameter study from a file, then the best settings on fresh seeds; the same command"
                + " again does only what is missing.",
        mixinStandardHelpOptions = true,
        footer = {"%nReady studies are in studies/; `emphatic report DIR` draws the results."})
final class StudyCommand implements Callable<Integer> {
    @Parameters(paramLabel = "FILE", description = "The study: problem, runs, steps, algorithms and their values.")
    private Path file;

    @Option(names = "--out", paramLabel = "DIR", required = true, description = "Where the results are kept.")
    private Path directory;

    @Option(names = "--threads", paramLabel = "N", description = "How many threads work; all cores by default.")
    private int threads = Runtime.getRuntime().availableProcessors();

    @Option(names = "--json", description = "Print one JSON document instead.")
    private boolean json;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        if (threads < 1) {
            throw new ParameterException(spec.commandLine(), "--threads is not at least 1: " + threads);
        }
        try (StudyRun run = new StudyRun(file, directory, Emphatic.version())) {
            Study study = run.study();
            PrintWriter out = spec.commandLine().getOut();
            long missing = run.missingSettingSteps();
            int missingSettings = run.missingSettings();
            if (!json) {
                announce(study, run, out);
            }
            long start = System.nanoTime();
            List<Result> results = work(run);
            double seconds = (System.nanoTime() - start) / 1e9;
            if (!json) {
                conclude(results, missing, seconds, out);
            }
            int rerun = rerun(run, out);
            if (json) {
                Json.print(document(study, results, missingSettings, rerun, seconds), out);
            } else {
                out.println("`emphatic report " + directory + "` draws them.");
            }
        }
        return Emphatic.DONE;
    }

    private void announce(Study study, StudyRun run, PrintWriter out) {
        int all = study.settings().size();
        out.printf(
                Locale.ROOT,
                "%s: %,d settings of %d algorithms × %,d runs × %,d steps = %.3g setting-steps%n",
                study.problemName(),
                all,
                study.grids().size(),
                study.runs(),
                study.steps(),
                (double) study.settingSteps());
        int missing = run.missingSettings();
        if (missing == 0) {
            out.println(run.missingReruns() == 0 ? "Everything is there already." : "Every setting is there already.");
        } else {
            String rest = missing == all ? "" : String.format(Locale.ROOT, "%,d settings are missing; ", missing);
            out.printf(
                    "%sthis will take about %s on %d threads%n", rest, duration(run.estimateSeconds(threads)), threads);
        }
        out.flush();
    }

    private List<Result> work(StudyRun run) throws IOException {
        int steps = run.study().steps();
        try (Progress progress = Progress.of("study", run.missingSettingSteps() / steps)) {
            return run.run(threads, done -> progress.tick(done / steps));
        }
    }

    private void conclude(List<Result> results, long missing, double seconds, PrintWriter out) {
        long diverged = results.stream().filter(Result::isDiverged).count();
        if (missing > 0) {
            out.printf(
                    Locale.ROOT,
                    "Done in %s: %.3g setting-steps a second%n",
                    duration(seconds),
                    missing / Math.max(1e-9, seconds));
        }
        out.printf(Locale.ROOT, "%,d of %,d settings diverged in some run%n", diverged, results.size());
        out.println("Results: " + directory.resolve("results.csv") + ", " + directory.resolve("curves.csv"));
    }

    /** Runs the best settings on fresh seeds, if that has not been done, and returns how many there were. */
    private int rerun(StudyRun run, PrintWriter out) throws IOException {
        int winners = run.missingReruns();
        if (winners > 0) {
            try (Progress progress =
                    Progress.of("fresh seeds", (long) winners * run.study().runs())) {
                run.rerun(threads, done -> progress.tick());
            }
            if (!json) {
                out.printf(Locale.ROOT, "The %,d best settings were run on fresh seeds%n", winners);
            }
        }
        return winners;
    }

    private Map<String, Object> document(Study study, List<Result> results, int computed, int rerun, double seconds) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("problem", study.problemName());
        document.put("settings", results.size());
        document.put("runs", study.runs());
        document.put("steps", study.steps());
        document.put("seed", study.seed());
        document.put("computed", computed);
        document.put("rerun", rerun);
        document.put("diverged", results.stream().filter(Result::isDiverged).count());
        document.put("seconds", seconds);
        document.put(
                "setting_steps_per_second",
                computed == 0 ? Double.NaN : (double) computed * study.runs() * study.steps() / seconds);
        document.put("results", directory.resolve("results.csv").toString());
        document.put("curves", directory.resolve("curves.csv").toString());
        return document;
    }

    private static String duration(double seconds) {
        if (seconds < 90) {
            return String.format(Locale.ROOT, seconds < 10 ? "%.1f s" : "%.0f s", seconds);
        }
        return seconds < 5400
                ? String.format(Locale.ROOT, "%.1f min", seconds / 60)
                : String.format(Locale.ROOT, "%.1f h", seconds / 3600);
    }
}
