package io.emphatic.cli;

import io.emphatic.documents.json.Json;
import io.emphatic.documents.text.Numbers;
import io.emphatic.lab.study.Result;
import io.emphatic.lab.study.Study;
import io.emphatic.lab.study.StudyFile;
import io.emphatic.lab.study.StudyRun;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code emphatic study FILE (--out DIR | --speed) [--threads N] [--json]}. */
@Command(
        name = "study",
        description = "Runs a parameter study from a file; the same command again does only what is missing.",
        mixinStandardHelpOptions = true,
        footer = {"%nReady studies are in studies/; `emphatic report DIR` draws the results."})
final class StudyCommand extends Verb {
    @Parameters(paramLabel = "FILE", description = "The study: problem, runs, steps, algorithms and their values.")
    private Path file;

    @ArgGroup(multiplicity = "1")
    private Aim aim;

    /** Either results, or how fast they come. */
    private static final class Aim {
        @Option(names = "--out", paramLabel = "DIR", required = true, description = "Where the results are kept.")
        private Path directory;

        @Option(
                names = "--speed",
                required = true,
                description = "Instead of running it, measure a setting-step of each algorithm on one thread, beside"
                        + " a plain loop over the same learners.")
        private boolean speed;
    }

    @Option(names = "--threads", paramLabel = "N", description = "How many threads work; all cores by default.")
    private int threads = Runtime.getRuntime().availableProcessors();

    private Path directory;

    @Override
    public Integer call() throws Exception {
        if (threads < 1) {
            throw usage("--threads is not at least 1: " + threads);
        }
        if (aim.speed) {
            SpeedTable.print(StudyFile.read(file), json(), out());
            return Emphatic.DONE;
        }
        directory = aim.directory;
        try (StudyRun run = new StudyRun(file, directory, Emphatic.version())) {
            Study study = run.study();
            PrintWriter out = out();
            long missing = run.missingSettingSteps();
            int missingSettings = run.missingSettings();
            if (!json()) {
                announce(study, run, out);
            }
            long start = System.nanoTime();
            List<Result> results = work(run);
            double seconds = (System.nanoTime() - start) / 1e9;
            if (json()) {
                Json.print(document(study, results, missingSettings, seconds), out);
            } else {
                conclude(results, missing, seconds, out);
            }
        }
        return Emphatic.DONE;
    }

    private void announce(Study study, StudyRun run, PrintWriter out) {
        int all = study.settings().size();
        out.println(study.problem().name() + ": " + Numbers.count(all) + " settings of "
                + study.grids().size() + " algorithms × " + Numbers.count(study.runs()) + " runs × "
                + Numbers.count(study.steps()) + " steps = " + Numbers.significant(study.settingSteps())
                + " setting-steps");
        int missing = run.missingSettings();
        if (missing == 0) {
            out.println("Everything is there already.");
        } else {
            String rest = missing == all ? "" : Numbers.count(missing) + " settings are missing; ";
            out.println(rest + "this will take about " + Numbers.duration(run.estimateSeconds(threads)) + " on "
                    + Numbers.count(threads, "thread"));
        }
        out.flush();
    }

    private List<Result> work(StudyRun run) throws Exception {
        int steps = run.study().steps();
        try (TerminalProgress progress = TerminalProgress.of("study", run.missingSettingSteps() / steps)) {
            return run.run(threads, done -> progress.tick(done / steps));
        }
    }

    private void conclude(List<Result> results, long missing, double seconds, PrintWriter out) {
        long diverged = results.stream().filter(Result::isDiverged).count();
        if (missing > 0) {
            out.println("Done in " + Numbers.duration(seconds) + ": "
                    + Numbers.significant(missing / Math.max(1e-9, seconds)) + " setting-steps a second");
        }
        out.println(
                Numbers.count(diverged) + " of " + Numbers.count(results.size()) + " settings diverged in some run");
        out.println("Results: " + directory.resolve("results.csv") + ", " + directory.resolve("curves.csv"));
        out.println("`emphatic report " + directory + "` draws them.");
    }

    private Map<String, Object> document(Study study, List<Result> results, int computed, double seconds) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("problem", study.problem().name());
        document.put("settings", results.size());
        document.put("runs", study.runs());
        document.put("steps", study.steps());
        document.put("seed", study.seed());
        document.put("computed", computed);
        document.put("diverged", results.stream().filter(Result::isDiverged).count());
        document.put("seconds", seconds);
        document.put(
                "setting_steps_per_second",
                computed == 0 ? Double.NaN : (double) computed * study.runs() * study.steps() / seconds);
        document.put("results", directory.resolve("results.csv").toString());
        document.put("curves", directory.resolve("curves.csv").toString());
        return document;
    }
}
