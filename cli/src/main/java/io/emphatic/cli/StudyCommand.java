package io.emphatic.cli;

import io.emphatic.documents.json.JsonObject;
import io.emphatic.documents.text.Numbers;
import io.emphatic.lab.internal.report.StudyReport;
import io.emphatic.lab.study.Result;
import io.emphatic.lab.study.Study;
import io.emphatic.lab.study.StudyRun;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code emphatic study FILE --out DIR [--merge DIR …] [--threads N] [--json]}. */
@Command(
        name = "study",
        description = "Runs a parameter study from a file, then the best settings on fresh seeds; the same command"
                + " again does only what is missing.",
        footer = {
            "%nExample: emphatic study studies/quick.yaml --out results/quick",
            "Ready studies are in studies/; `emphatic report DIR` draws the results. `runs: 31..60` in the file computes",
            "these runs only, on another machine, say; --merge adds them to the runs before.",
            "docs/studies.md describes the file, the results and the fields of --json."
        })
final class StudyCommand extends Verb {
    @Parameters(paramLabel = "FILE", description = "The study: problem, runs, steps, algorithms and their values.")
    private Path file;

    @Option(names = "--out", paramLabel = "DIR", required = true, description = "Where the results are kept.")
    private Path directory;

    @Option(
            names = "--merge",
            paramLabel = "DIR",
            description = "Import results of the same study from another directory; may be repeated.")
    private List<Path> others = List.of();

    @Option(names = "--threads", paramLabel = "N", description = "How many threads work; all cores by default.")
    private int threads = Runtime.getRuntime().availableProcessors();

    @Override
    public Integer call() throws Exception {
        if (threads < 1) {
            throw usage("--threads is not at least 1: " + threads);
        }
        try (StudyRun run = new StudyRun(file, directory, Emphatic.build())) {
            Study study = run.study();
            merge(run);
            warn(run);
            long missing = run.missingSettingSteps();
            int missingSettings = run.missingSettings();
            announce(study, run);
            long start = System.nanoTime();
            List<Result> results = work(run);
            double seconds = (System.nanoTime() - start) / 1e9;
            int rerun = rerun(run);
            return print(() -> document(study, results, missingSettings, missing, rerun, seconds), text -> {
                if (study.firstRun() > 0) {
                    text.println("These are later runs: `emphatic study FILE --out DIR --merge " + directory
                            + "` adds them to the runs before.");
                } else {
                    StudyReport.answer(run.ranking()).forEach(text::println);
                    text.println("`emphatic report " + directory + "` draws it.");
                }
                text.println();
                conclude(results, study.keepsRuns(), missing, seconds, text);
                if (rerun > 0) {
                    text.println((rerun == 1 ? "The best setting was" : "The " + rerun + " best settings were")
                            + " run on fresh seeds");
                }
            });
        }
    }

    private void merge(StudyRun run) throws IOException {
        Map<Integer, List<Path>> byFirstRun = new TreeMap<>();
        for (Path other : others) {
            if (!Files.isDirectory(other)) {
                throw new IOException("there is no directory " + other + " to take results from");
            }
            byFirstRun
                    .computeIfAbsent(StudyRun.firstRunIn(other), first -> new ArrayList<>())
                    .add(other);
        }
        for (Path other : byFirstRun.values().stream().flatMap(List::stream).toList()) {
            int taken = run.takeFrom(other);
            err().println(Numbers.count(taken, "setting") + " taken over from " + other
                    + (taken > 0 ? "" : whyNone(run, other)));
        }
    }

    private static String whyNone(StudyRun run, Path other) throws IOException {
        if (run.missingSettings() == 0) {
            return ": every setting of this study is here already, with all its runs";
        }
        int first = StudyRun.firstRunIn(other);
        String runs = Numbers.count(run.study().runs(), "run");
        return first > run.study().firstRun()
                ? ": its runs begin with number " + (first + 1) + ": they continue settings that have just the " + first
                        + " before them, up to " + runs
                : ": of the settings of this study it has none with more runs than are here and at most " + runs;
    }

    private void warn(StudyRun run) throws IOException {
        List<String> versions = run.otherVersions();
        if (!versions.isEmpty()) {
            err().println(
                            "Warning: " + directory + " has results of emphatic " + String.join(", ", versions)
                                    + ", and this is " + Emphatic.build()
                                    + ".\nIf an algorithm or the problem changed in between, remove the directory or give another --out.");
        }
    }

    /** What is to be done, before it is: as progress, it goes to standard error. */
    private void announce(Study study, StudyRun run) {
        PrintWriter out = err();
        int all = study.settings().size();
        out.println(study.problem().name() + ": " + Numbers.count(all, "setting") + " of "
                + Numbers.count(study.grids().size(), "algorithm") + " × " + Numbers.count(study.runs(), "run") + " × "
                + Numbers.count(study.steps(), "step") + " = " + Numbers.largeCount(study.settingSteps())
                + " setting-steps");
        run.sampledTruth()
                .ifPresent(truth -> out.println("True values of "
                        + Numbers.count(truth.values().size(), "state") + " by simulation, with a standard error of "
                        + Numbers.significant(truth.stderr(), 2) + ": smaller errors cannot be distinguished from it"));
        int missing = run.missingSettings();
        if (missing == 0) {
            out.println(run.missingReruns() == 0 ? "Everything is there already." : "Every setting is there already.");
        } else if (missing < all) {
            out.println(Numbers.count(missing, "setting") + " missing");
        }
        out.flush();
    }

    private List<Result> work(StudyRun run) throws IOException {
        int steps = run.study().steps();
        try (TerminalProgress progress = TerminalProgress.of("study", run.missingSettingSteps() / steps)) {
            return run.run(threads, done -> progress.stepBy(done / steps));
        }
    }

    private void conclude(List<Result> results, boolean keepsRuns, long missing, double seconds, PrintWriter out) {
        long diverged = results.stream().filter(Result::isDiverged).count();
        if (missing > 0) {
            out.println("Done in " + Numbers.duration(seconds) + ": "
                    + Numbers.largeCount(missing / Math.max(1e-9, seconds)) + " setting-steps per second");
        }
        String all = Numbers.count(results.size(), "setting");
        long huge = results.stream()
                .filter(result -> !result.isDiverged() && result.hugeRuns() > 0)
                .count();
        out.println(Numbers.count(diverged) + " of " + all + " diverged in some run"
                + (huge == 0
                        ? ""
                        : "; " + Numbers.count(huge)
                                + " more ended some run above a million times the error of not learning"));
        String runs = keepsRuns ? ", " + directory.resolve("runs.csv") : "";
        out.println("Results: " + directory.resolve("results.csv") + ", " + directory.resolve("curves.csv") + runs);
    }

    /** Runs the best settings on fresh seeds, if that has not been done, and returns how many there were. */
    private int rerun(StudyRun run) throws IOException {
        int winners = run.missingReruns();
        if (winners > 0) {
            long runs = (long) winners * run.study().runs();
            try (TerminalProgress progress = TerminalProgress.of("fresh seeds", runs)) {
                run.rerun(threads, done -> progress.step());
            }
        }
        return winners;
    }

    private JsonObject document(
            Study study, List<Result> results, int computed, long settingSteps, int rerun, double seconds) {
        JsonObject document = new JsonObject()
                .with("problem", study.problem().name())
                .with("settings", results.size())
                .with("runs", study.runs())
                .with("steps", study.steps())
                .with("seed", study.seed())
                .with("computed", computed)
                .with("rerun", rerun)
                .with("diverged", results.stream().filter(Result::isDiverged).count())
                .with("seconds", seconds)
                .with("setting_steps_per_second", computed == 0 ? Double.NaN : settingSteps / seconds)
                .with("results", directory.resolve("results.csv").toString())
                .with("curves", directory.resolve("curves.csv").toString());
        return study.keepsRuns()
                ? document.with("runs_file", directory.resolve("runs.csv").toString())
                : document;
    }
}
