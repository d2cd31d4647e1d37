package io.emphatic.cli;

import io.emphatic.logs.Dialect;
import io.emphatic.logs.Doctor;
import io.emphatic.logs.FeatureBlock;
import io.emphatic.logs.Learning;
import io.emphatic.logs.Log;
import io.emphatic.logs.Progress;
import io.emphatic.logs.Report;
import io.emphatic.logs.Spec;
import io.emphatic.logs.SpecReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** {@code emphatic learn LOG …}. */
@Command(
        name = "learn",
        description = "Learns predictions from a log of experience, in one pass and constant memory.",
        footer = {
            "",
            "EXPR is a column of the log, a number, or a SQL expression over a row. A log is CSV, Parquet or JSON lines,"
                    + " also compressed, or a glob of them in quotes.",
            "docs/learn.md walks through an example."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false)
final class LearnCommand implements Callable<Integer> {
    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "LOG",
            description = "The log; or a spec, if it ends in .yaml or .yml.")
    private String log;

    @Option(
            names = "--spec",
            paramLabel = "FILE",
            description = "What to predict, in YAML, instead of the flags below.")
    private Path specFile;

    @Option(names = "--features", paramLabel = "EXPR,…", description = "What describes a state.")
    private String features;

    @Option(
            names = "--cumulant",
            paramLabel = "EXPR",
            description = "What is predicted the sum of (default: the column reward).")
    private String cumulant;

    @Option(names = "--discount", paramLabel = "EXPR", description = "γ, in [0, 1].")
    private String discount;

    @Option(names = "--behaviour", paramLabel = "EXPR", description = "μ: with which probability the action was taken.")
    private String behaviour;

    @Option(
            names = "--target",
            paramLabel = "EXPR",
            description = "π: with which probability the policy asked about takes it (default: as the behaviour).")
    private String target;

    @Option(
            names = "--ratio",
            paramLabel = "EXPR",
            description = "ρ = π/μ itself, instead of --target and --behaviour.")
    private String ratio;

    @Option(names = "--lambda", paramLabel = "EXPR", description = "λ, in [0, 1] (default: 0).")
    private String lambda;

    @Option(names = "--interest", paramLabel = "EXPR", description = "i: how much a state matters (default: 1).")
    private String interest;

    @Option(
            names = "--algorithm",
            paramLabel = "NAME",
            description = "The learner (default: etd); see `emphatic algorithms`.")
    private String algorithm;

    @Option(names = "--step-size", paramLabel = "α", description = "The same as --set step_size=α.")
    private Double stepSize;

    @Option(
            names = "--set",
            paramLabel = "NAME=VALUE",
            description = "Any parameter of the algorithm; may be repeated.")
    private Map<String, String> parameters = new LinkedHashMap<>();

    @Option(names = "--name", paramLabel = "NAME", description = "What the prediction is called (default: prediction).")
    private String name;

    @Option(
            names = "--stream",
            paramLabel = "EXPR,…",
            description = "What rows of one stream share (default: all are one stream).")
    private String stream;

    @Option(
            names = "--order",
            paramLabel = "EXPR,…",
            description = "What orders the rows of a stream (default: the file).")
    private String order;

    @Option(
            names = "--terminated",
            paramLabel = "EXPR",
            description = "Whether the next state is terminal (default: the column terminated, if there is one).")
    private String terminated;

    @Option(
            names = "--truncated",
            paramLabel = "EXPR",
            description =
                    "Whether the row is the last known before a cut (default: the column truncated, if there is one).")
    private String truncated;

    @Option(names = "--action", paramLabel = "EXPR", description = "Which action was taken, for the log doctor.")
    private String action;

    @Option(names = "--check", description = "Judge the log and learn nothing.")
    private boolean check;

    @Option(
            names = "--suggest",
            description = "Print a YAML spec for the log, guessed from its columns, and learn nothing.")
    private boolean suggest;

    @Option(
            names = "--predictions",
            paramLabel = "FILE",
            description = "Each row's predictions and TD errors: .csv or .parquet.")
    private Path predictions;

    @Option(names = "--model", paramLabel = "FILE", description = "What `emphatic predict` needs.")
    private Path model;

    @Option(
            names = "--checkpoint",
            paramLabel = "DIR",
            description = "Save now and then, to go on from when interrupted.")
    private Path checkpoint;

    @Option(
            names = "--every",
            paramLabel = "ROWS",
            defaultValue = "100000",
            description = "How many rows lie between two checkpoints (default: ${DEFAULT-VALUE}).")
    private long every;

    @Option(names = "--resume", description = "Go on from the checkpoint, if there is one.")
    private boolean resume;

    @Option(names = "--json", description = "Print one JSON document instead.")
    private boolean json;

    @picocli.CommandLine.Spec
    private CommandSpec command;

    @Override
    public Integer call() throws IOException {
        PrintWriter out = command.commandLine().getOut();
        if (suggest) {
            try (Log source = Log.open(requireLog())) {
                String yaml = Dialect.suggest(source);
                if (json) {
                    Json.print(Map.of("spec", yaml), out);
                } else {
                    out.print(yaml);
                }
            }
            return Emphatic.DONE;
        }
        SpecReader.Document document = document();
        options(Progress.NONE).outputs().requireWritable().requireNot("spec", specPath());
        try (Log source = Log.open(document.log())) {
            if (check) {
                Doctor.Checkup checkup = Doctor.check(source, document.spec());
                if (json) {
                    Json.print(LearnOutput.document(checkup), out);
                } else {
                    LearnOutput.print(checkup, out);
                }
                return checkup.hasErrors() ? Emphatic.FAILED : Emphatic.DONE;
            }
            if (checkpoint != null && !resume && Learning.hasCheckpoint(checkpoint)) {
                PrintWriter err = command.commandLine().getErr();
                err.println("note: " + checkpoint
                        + " holds the checkpoint of an earlier run, which stays until this one writes its"
                        + " first\n  With --resume this run would go on from it.");
                err.flush();
            }
            Report report = learn(source, document.spec());
            if (json) {
                report.findings()
                        .forEach(finding -> command.commandLine().getErr().println(finding.text()));
                Json.print(LearnOutput.document(report), out);
            } else {
                LearnOutput.print(report, out);
            }
            return Emphatic.DONE;
        }
    }

    /** With a bar on a terminal; piped output stays clean. */
    private Report learn(Log source, Spec spec) throws IOException {
        if (json || System.console() == null) {
            return Learning.learn(source, spec, options(Progress.NONE));
        }
        ProgressBarBuilder builder = new ProgressBarBuilder()
                .setTaskName("learn")
                .setUnit(" rows", 1)
                .setStyle(ProgressBarStyle.UNICODE_BLOCK)
                .setUpdateIntervalMillis(500)
                .showSpeed();
        try (ProgressBar bar = builder.build()) {
            return Learning.learn(source, spec, options((rows, of) -> {
                bar.maxHint(of);
                bar.stepTo(rows);
            }));
        }
    }

    private Learning.Options options(Progress progress) {
        try {
            return new Learning.Options(predictions, model, checkpoint, every, resume, progress);
        } catch (IllegalArgumentException e) {
            throw usage(e.getMessage());
        }
    }

    private boolean isPositionalSpec() {
        return log != null && log.matches("(?i).*\\.ya?ml");
    }

    /** Null when there are flags instead. */
    private Path specPath() {
        return isPositionalSpec() ? Path.of(log) : specFile;
    }

    private SpecReader.Document document() throws IOException {
        Path file = specPath();
        if (file == null) {
            return new SpecReader.Document(requireLog(), fromFlags());
        }
        String flag = firstFlag();
        if (flag != null) {
            throw usage(flag + " belongs into the spec " + file + ": give flags or a spec, not both");
        }
        SpecReader.Document document = SpecReader.read(file);
        if (log != null && !isPositionalSpec()) {
            return new SpecReader.Document(log, document.spec());
        }
        if (document.log() == null) {
            throw usage("there is no log: name it in the spec (log: FILE), or as LOG beside --spec");
        }
        return document;
    }

    private String requireLog() {
        if (log == null) {
            throw usage("Missing required parameter: LOG");
        }
        return log;
    }

    /** A flag that a spec already answers; null if none was given. */
    private String firstFlag() {
        Map<String, Object> flags = new LinkedHashMap<>();
        flags.put("--features", features);
        flags.put("--cumulant", cumulant);
        flags.put("--discount", discount);
        flags.put("--behaviour", behaviour);
        flags.put("--target", target);
        flags.put("--ratio", ratio);
        flags.put("--lambda", lambda);
        flags.put("--interest", interest);
        flags.put("--algorithm", algorithm);
        flags.put("--step-size", stepSize);
        flags.put("--set", parameters.isEmpty() ? null : parameters);
        flags.put("--name", name);
        flags.put("--stream", stream);
        flags.put("--order", order);
        flags.put("--terminated", terminated);
        flags.put("--truncated", truncated);
        flags.put("--action", action);
        return flags.entrySet().stream()
                .filter(flag -> flag.getValue() != null)
                .map(Map.Entry::getKey)
                .findFirst()
                .orElse(null);
    }

    private Spec fromFlags() {
        if (features == null) {
            throw usage("Missing required option: --features, what describes a state; or give a spec");
        }
        if (discount == null) {
            throw usage(
                    "Missing required option: --discount, a number in [0, 1], a column or a SQL expression"
                            + "\nA prediction over the next 1/(1 − γ) rows or so has the discount γ: 0.99 looks ahead about 100 rows.");
        }
        Map<String, Double> values = new LinkedHashMap<>();
        try {
            parameters.forEach((key, value) -> values.put(key, SpecReader.number("--set " + key, value)));
        } catch (IllegalArgumentException e) {
            throw usage(e.getMessage());
        }
        if (stepSize != null && values.put("step_size", stepSize) != null) {
            throw usage("the step size is given twice: --step-size and --set step_size");
        }
        try {
            return new Spec(
                    stream,
                    order,
                    terminated,
                    truncated,
                    action,
                    List.of(new FeatureBlock.Expressions(features)),
                    List.of(new Spec.Prediction(
                            name == null ? "prediction" : name,
                            behaviour,
                            target,
                            ratio,
                            cumulant,
                            discount,
                            lambda,
                            interest,
                            algorithm,
                            values)));
        } catch (IllegalArgumentException e) {
            throw usage(e.getMessage());
        }
    }

    private ParameterException usage(String message) {
        return new ParameterException(command.commandLine(), message);
    }
}
